"""The pages of what was baked of a computed question: its draws and variants, one variant, and its second proof."""

from dataclasses import dataclass

from app.grading.explain_slips import SlipLine
from app.kit.counts import sized, verb
from app.lab.asking import reason_sentence
from app.services.authoring.baked_variants import BakedView, VariantLine, VariantView
from app.services.proving import ProofView
from app.store.presentations import VariantUseRow
from app.web.editing_pages import PreviewPart
from app.web.pages import Frame
from app.web.proof_pages import time_taken
from app.web.words import percent

_SHORT = 8  # signs of a variant's name that people are shown
_SCANT = 0.0005  # a share below which a decimal would print as none


def short_name(variant_id: str) -> str:
    """A variant's name as people are shown it."""
    return variant_id[:_SHORT]


def variants_at(item_id: str) -> str:
    """The address of a question's variants."""
    return f"/authoring/items/{item_id}/variants"


@dataclass(frozen=True, slots=True)
class ReasonPart:
    """Why draws were refused: the reason in a sentence, how many draws, and their share of all."""

    sentence: str
    count: int
    share: str


@dataclass(frozen=True, slots=True)
class VariantPart:
    """One line of the list."""

    line: VariantLine

    @property
    def name(self) -> str:
        """Its name, short."""
        return short_name(self.line.variant_id)

    @property
    def used(self) -> str:
        """How often it was shown, and how many of its answers were right: "3 times, 2 of 2 right (100 %)"."""
        use = self.line.use
        return (
            ", ".join(part for part in (sized(use.shown, "time"), right_of(use)) if part) if use.shown else ""
        )


@dataclass(frozen=True, slots=True)
class VariantsPage:
    """What was baked of a question, and one page of its variants."""

    frame: Frame
    instructor: str
    view: BakedView

    @property
    def at(self) -> str:
        """The address of the list."""
        return variants_at(self.view.item_id)

    @property
    def lines(self) -> tuple[VariantPart, ...]:
        """The lines of this page."""
        return tuple(map(VariantPart, self.view.lines))

    @property
    def draws(self) -> str:
        """What became of the draws, in one sentence; "" where nobody wrote it down."""
        bake = self.view.bake
        if bake is None:
            return ""
        refused = sum(bake.refusals.values())
        parts = [f"{bake.kept:,} {verb(bake.kept, 'was', 'were')} kept", f"{refused:,} refused"]
        if bake.repeated:
            parts.append(f"{bake.repeated:,} had numbers that were stored already")
        spare = bake.drawn - bake.kept - bake.repeated - refused
        if spare > 0:
            parts.append(f"{spare:,} {verb(spare, 'was', 'were')} fair, but no more were wanted")
        return f"{sized(bake.drawn, 'draw')} {verb(bake.drawn, 'was', 'were')} made: {_listed(parts)}."

    @property
    def reasons(self) -> tuple[ReasonPart, ...]:
        """Why draws were refused, the most frequent reason first."""
        bake = self.view.bake
        found = sorted(bake.refusals.items(), key=lambda one: (-one[1], one[0])) if bake else ()
        drawn = bake.drawn if bake else 0
        return tuple(ReasonPart(reason_sentence(name), count, _share(count, drawn)) for name, count in found)

    @property
    def counted(self) -> str:
        """Which of how many variants are on this page."""
        view = self.view
        return f"{view.before + 1:,} to {view.last:,} of {sized(view.total, 'variant')}"

    @property
    def previous(self) -> str:
        """The address of the page before; "" on the first."""
        view = self.view
        return f"{self.at}?before={view.lines[0].variant_id}" if view.lines and view.before else ""

    @property
    def next(self) -> str:
        """The address of the next page; "" on the last."""
        view = self.view
        return f"{self.at}?after={view.lines[-1].variant_id}" if view.lines and view.last < view.total else ""


@dataclass(frozen=True, slots=True)
class VariantPage:
    """One variant with all that is stored of it."""

    frame: Frame
    instructor: str
    view: VariantView
    preview: PreviewPart | None

    @property
    def at(self) -> str:
        """The address of the list."""
        return variants_at(self.view.item_id)

    @property
    def name(self) -> str:
        """Its name, short."""
        return short_name(self.view.variant_id)

    @property
    def used(self) -> str:
        """How often it was shown, in one sentence."""
        use = self.view.use
        if not use.shown:
            return "It was not shown in practice yet."
        return (
            f"It was shown in practice {sized(use.shown, 'time')}, {right_of(use) or 'and not answered yet'}."
        )

    @property
    def singles(self) -> tuple[SlipLine, ...]:
        """The right way, and every slip by itself."""
        return tuple(one for one in self.view.slips if len(one.names) < 2)

    @property
    def pairs(self) -> tuple[SlipLine, ...]:
        """Pairs of slips."""
        return tuple(one for one in self.view.slips if len(one.names) > 1)


@dataclass(frozen=True, slots=True)
class VariantProofPage:
    """What came out when a variant was proven again, beside what is stored."""

    frame: Frame
    instructor: str
    item_id: str
    variant_id: str
    view: ProofView

    @property
    def name(self) -> str:
        """The variant's name, short."""
        return short_name(self.variant_id)

    @property
    def back(self) -> str:
        """The address of the variant."""
        return f"{variants_at(self.item_id)}/{self.variant_id}"

    @property
    def took(self) -> str:
        """How long it took, in words."""
        return time_taken(self.view)


def right_of(use: VariantUseRow) -> str:
    """How many answers were right: "2 of 3 right (67 %)"; "" without an answer."""
    if not use.answered:
        return ""
    return f"{use.right:,} of {use.answered:,} right ({percent(use.right / use.answered)})"


def _share(count: int, of: int) -> str:
    """A share with one decimal, since most reasons are rare."""
    share = count / of if of else 0.0
    if 0 < share < _SCANT:
        return "below 0.1\N{NARROW NO-BREAK SPACE}%"
    return f"{share * 100:.1f}\N{NARROW NO-BREAK SPACE}%"


def _listed(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])}, and {parts[-1]}" if len(parts) > 2 else " and ".join(parts)
