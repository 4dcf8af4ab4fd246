"""The instructor's pages of rulings: records that the templates render, and what rulings are called."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.exams.ruling import Earned, Ruling, What
from app.services.exams.ruling_trial import points_text
from app.services.exams.ruling_views import DryRun, ItemRulings, MoveLine, RulingsView
from app.store.rulings import RulingRow
from app.web.pages import Frame
from app.web.watch_pages import minute

WHATS: Mapping[What, tuple[str, str]] = {
    What.DROP: ("Drop it", "it leaves the total for everybody"),
    What.FULL: ("Full points", "everybody has its full points, whatever was answered"),
    What.ACCEPT: ("Change what is right", "the options marked below count as right, and no others"),
}
SHORT: Mapping[What, str] = {
    What.DROP: "Dropped",
    What.FULL: "Full points for everybody",
    What.ACCEPT: "Other options count",
    What.AGAIN: "Graded again by a later text",
}


@dataclass(frozen=True, slots=True)
class RulingPart:
    """One ruling in words."""

    row: RulingRow

    @property
    def name(self) -> str:
        """What holds, with the options by their names."""
        ruling = self.row.ruling
        accepted = ", ".join(sorted(ruling.accepted))
        name = f"{SHORT[ruling.what]}: {accepted}" if accepted else SHORT[ruling.what]
        return f"{name} (as it was asked before its answer was changed)" if ruling.revisions else name

    @property
    def since(self) -> str:
        """When it was made."""
        return minute(self.row.at)

    @property
    def until(self) -> str:
        """When it was taken back or replaced; "" while it is in force."""
        return minute(self.row.withdrawn_at) if self.row.withdrawn_at else ""


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """All rulings, and the questions that can be ruled on."""

    frame: Frame
    instructor: str
    view: RulingsView

    @property
    def rulings(self) -> tuple[RulingPart, ...]:
        """The rulings in words."""
        return tuple(RulingPart(one) for one in self.view.rulings)


@dataclass(frozen=True, slots=True)
class RulePart:
    """The fields of a ruling as they were sent, and why nothing was done ("" at first)."""

    what: str = ""
    accepted: frozenset[str] = frozenset()
    reason: str = ""
    fault: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class RulingPage:
    """One question with the rulings on it, and the form for another."""

    frame: Frame
    instructor: str
    item: ItemRulings
    preview: tuple[Markup, Markup] | None
    form: RulePart
    done: str
    whats: Mapping[What, tuple[str, str]]

    @property
    def rulings(self) -> tuple[RulingPart, ...]:
        """The rulings in words."""
        return tuple(RulingPart(one) for one in self.item.rulings)

    @property
    def standing(self) -> RulingPart | None:
        """The ruling in force."""
        return RulingPart(self.item.standing) if self.item.standing else None

    def is_marked(self, option_id: str, *, correct: bool) -> bool:
        """Whether an option counts as right: as it was sent, else as the ruling in force or the answer key has it."""
        if self.form.what:
            return option_id in self.form.accepted
        standing = self.item.standing
        if standing is not None and standing.ruling.what is What.ACCEPT:
            return option_id in standing.ruling.accepted
        return correct


@dataclass(frozen=True, slots=True)
class DryRunPage:
    """What a ruling would do, before it is confirmed; `moved_on` says that this is not what was seen before."""

    frame: Frame
    instructor: str
    dry: DryRun
    what: str
    moved_on: str = ""

    @property
    def name(self) -> str:
        """What would hold."""
        return name_of(self.dry.ruling)

    @property
    def flips(self) -> int:
        """How many would pass where they failed, or fail where they passed."""
        return sum(line.passed != line.passes for line in self.dry.moves)

    def earned(self, earned: Earned) -> str:
        """What a question comes to."""
        return f"{earned.points:.3g}" if earned.counts else "dropped"

    def total(self, line: MoveLine, *, after: bool) -> str:
        """The whole before or after."""
        return points_text(line.move.total_after if after else line.move.total_before)

    def passing(self, line: MoveLine) -> str:
        """What becomes of passing."""
        if line.passed == line.passes:
            return "passed, and still does" if line.passes else "failed, and still does"
        return "failed, would pass" if line.passes else "passed, would fail"


def name_of(ruling: Ruling | None) -> str:
    """What a ruling is called, with the options by their names."""
    if ruling is None:
        return "Take the ruling back"
    accepted = ", ".join(sorted(ruling.accepted))
    name = WHATS[ruling.what][0] if ruling.what in WHATS else SHORT[ruling.what]
    return f"{name}: {accepted}" if accepted else name


def told_done(moved: int) -> str:
    """What was done, in a sentence."""
    if moved == 0:
        return "Done. No graded sitting has other points now."
    sittings = "1 sitting has" if moved == 1 else f"{moved} sittings have"
    return f"Done. {sittings} other points now, and a word was left for whoever sat them."
