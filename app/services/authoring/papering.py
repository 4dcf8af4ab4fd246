"""Papers are drawn and kept by name; nothing here reads what is right in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from app.authoring.paper import PaperOrder, PaperWish
from app.exams.assembly import Refusal
from app.items.public import PublicVariant
from app.kit.clock import Clock
from app.kit.draws import Draws, new_seed
from app.kit.errors import BadInput, NotFound
from app.kit.ids import new_id
from app.services.exams.supply import Supply
from app.services.objectives import kept_objectives
from app.store.audit import AuditRow, record, recorded_about
from app.store.database import Database
from app.store.exams import live_exams
from app.store.item_list import listed_banks, listed_names
from app.store.leaving import published_rows
from app.store.pages import Pages
from app.store.unit import Reading, reading, writing
from app.store.variants import variant_ids

PAPER = "paper"
_NO_PAPER = "There is no paper of that name."
_NO_EXAM = "There is no exam of that name. Choose one from the list, or questions."
_NO_FORM = "The banks cannot fill this exam. Choose another one, or questions."
_NOTHING = "No question is chosen that has a variant. Widen the choice."


@dataclass(frozen=True, slots=True)
class Choices:
    """What a paper can be drawn from: exams by name and title, banks, and objectives by number."""

    exams: tuple[tuple[str, str], ...]
    banks: tuple[str, ...]
    objectives: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that was drawn: its name, its title, who drew it and when, and its variants in order."""

    id: str
    title: str
    actor: str
    drawn: datetime
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Papering:
    """Draws papers, and finds them again."""

    database: Database
    pages: Pages
    supply: Supply
    clock: Clock

    def choices(self) -> Choices:
        """What there is to choose from."""
        with reading(self.database) as unit:
            exams = tuple((row.exam.id, row.exam.title) for row in live_exams(unit))
            return Choices(exams, tuple(listed_banks(unit)), tuple(kept_objectives(unit).items()))

    def draw(self, wish: PaperWish, actor: str) -> str:
        """A new paper's name. It is recorded with its variants, so that its answers are found as long as it is used.

        Raises BadInput with a sentence where there is nothing to draw from.
        """
        seed, title = new_seed(), wish.title
        if wish.exam:
            variants, usual = self._from_exam(wish, seed)
        else:
            variants, usual = self._from_questions(wish, seed), "Questions"
        if not variants:
            raise BadInput(_NOTHING)
        name = new_id()
        detail = {"title": title or usual, "variants": " ".join(variants), "seed": seed}
        with writing(self.database) as unit:
            record(
                unit, AuditRow(self.clock.now(), f"instructor link: {actor}", PAPER, _subject(name), detail)
            )
            unit.commit()
        return name

    def paper(self, name: str) -> Paper:
        """A paper that was drawn. Raises NotFound."""
        with reading(self.database) as unit:
            found = [one for one in recorded_about(unit, _subject(name), limit=1) if one.act == PAPER]
        if not found:
            raise NotFound(_NO_PAPER)
        row = found[0]
        return Paper(name, row.detail["title"], row.actor, row.at, tuple(row.detail["variants"].split()))

    def shown(self, paper: Paper) -> tuple[PublicVariant, ...]:
        """Its questions as learners see them."""
        return tuple(self.pages.shown(variant) for variant in paper.variants)

    def _from_exam(self, wish: PaperWish, seed: str) -> tuple[list[str], str]:
        """The variants of a form of the exam, of the length that is nearest to what is wished, and the exam's title."""
        state = self.supply.state(wish.exam)
        if state is None:
            raise BadInput(_NO_EXAM)
        inputs = self.supply.inputs(state, {})
        count = min(inputs.exam.counts, key=lambda one: (abs(one - wish.count), one))
        form = inputs.form(count, seed)
        if isinstance(form, Refusal):
            raise BadInput(_NO_FORM)
        draws = Draws(seed)
        slots = sorted(form, key=lambda one: one.item_id) if wish.order is PaperOrder.NAMES else form
        names = [
            draws.choice(slot.item_id, inputs.shelf.variants[slot.item_id][slot.place]) for slot in slots
        ]
        return names, inputs.exam.title

    def _from_questions(self, wish: PaperWish, seed: str) -> list[str]:
        draws = Draws(seed)
        with reading(self.database) as unit:
            return list(_drawn(unit, wish, draws))


def _drawn(unit: Reading, wish: PaperWish, draws: Draws) -> Iterator[str]:
    """A variant of each of so many of the chosen questions; those without one are passed over."""
    names = [one.item_id for one in listed_names(unit, wish.chosen.listed)]
    if wish.chosen.names:
        there = set(names)
        names = [name for name in wish.chosen.names if name in there]
    found: list[tuple[str, str]] = []
    for row in published_rows(unit, draws.shuffled("questions", names)):
        if len(found) == wish.count:
            break
        variants = variant_ids(unit, row.revision_id)
        if variants:
            found.append((row.item_id, draws.choice(row.item_id, variants)))
    if wish.order is PaperOrder.NAMES:
        found.sort()
    yield from (variant for _, variant in found)


def _subject(name: str) -> str:
    return f"{PAPER} {name}"
