"""Starting a sitting: its form is put together and stored whole; its clock starts later, when the candidate begins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.exams.assembly import Refusal, Slot, assemble
from app.exams.candidates import Candidate
from app.exams.outlook import lacking
from app.exams.sitting import Sitting, State, begun
from app.items.item import Kind, Shape
from app.kit.clock import Clock
from app.kit.draws import Draws, new_seed
from app.kit.errors import Conflict, NotFound
from app.kit.ids import new_id
from app.scheduling.choose import choose_variant
from app.store.database import Database
from app.store.exams import ExamItemRow, ExamRow, exam_item_rows, live_exam
from app.store.items import ItemRow, live_items
from app.store.met import exposures, times_met, times_met_variants
from app.store.sittings import (
    EventRow,
    SittingRow,
    SlotRow,
    add_event,
    add_sitting,
    is_open,
    own_sittings,
    put_clock,
    sitting_row,
)
from app.store.unit import Reading, reading, writing
from app.store.variants import counts_by_revision, variant_ids

NO_SUCH_SITTING = "This sitting does not exist, or it belongs to another visitor."
NO_SUCH_EXAM = "There is no exam of that name. Choose one from the list of exams."
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Wish:
    """What a candidate wants to sit: which exam, how many questions of it, and what share of its time, in percent."""

    exam_id: str
    count: int
    factor: int = _WHOLE


@dataclass(frozen=True, slots=True)
class Starting:
    """Makes sittings, and starts their clocks."""

    database: Database
    clock: Clock

    def create(self, learner_id: int, wish: Wish) -> str:
        """The name of the learner's open sitting of the exam; where there is none, of a new one with its whole form.

        Raises NotFound for an exam that does not exist, Conflict with what is missing where its form cannot be filled
        and for a length or time that the exam does not offer.
        """
        with reading(self.database) as unit:
            found = _offered(unit, wish)
            open_one = _open_sitting(unit, learner_id, wish.exam_id)
            if open_one is not None:
                return open_one
            seed = new_seed()
            slots = _form(unit, learner_id, found, wish=wish, seed=seed)
        row = self._row(learner_id, found, wish=wish, seed=seed)
        with writing(self.database) as unit:
            open_one = _open_sitting(unit, learner_id, wish.exam_id)
            if open_one is not None:  # another tab was quicker
                return open_one
            add_sitting(unit, row, slots)
            unit.commit()
        return row.id

    def begin(self, learner_id: int, sitting_id: str) -> None:
        """The clock starts; once begun nothing changes. Raises NotFound for another's sitting."""
        with writing(self.database) as unit:
            row = sitting_row(unit, learner_id, sitting_id)
            if row is None:
                raise NotFound(NO_SUCH_SITTING)
            if row.clock.state is not State.CREATED:
                return
            at = self.clock.now()
            put_clock(unit, row.id, begun(row.clock, at), holder=1)
            add_event(unit, EventRow(row.id, learner_id, at, "begun"))
            unit.commit()

    def _row(self, learner_id: int, found: ExamRow, *, wish: Wish, seed: str) -> SittingRow:
        limit = timedelta(minutes=found.exam.minutes) * wish.factor / _WHOLE
        return SittingRow(
            id=new_id(),
            learner_id=learner_id,
            exam_id=wish.exam_id,
            exam_revision_id=found.revision_id,
            count=wish.count,
            seed=seed,
            factor=wish.factor,
            created_at=self.clock.now(),
            clock=Sitting(limit),
        )


def _open_sitting(unit: Reading, learner_id: int, exam_id: str) -> str | None:
    return next((one.id for one in own_sittings(unit, learner_id, exam_id) if is_open(one)), None)


def _offered(unit: Reading, wish: Wish) -> ExamRow:
    """The exam, where it offers that length and that time."""
    found = live_exam(unit, wish.exam_id)
    if found is None:
        raise NotFound(NO_SUCH_EXAM)
    exam = found.exam
    if wish.count not in exam.counts:
        lengths = ", ".join(map(str, exam.counts))
        raise Conflict(f"This exam has {lengths} questions, not {wish.count}. Choose one of its lengths.")
    factors = {_WHOLE, *(round(one * _WHOLE) for one in exam.extra_time)}
    if wish.factor not in factors:
        raise Conflict("This exam does not offer that much time. Choose one of its times.")
    return found


def _form(unit: Reading, learner_id: int, found: ExamRow, *, wish: Wish, seed: str) -> list[SlotRow]:
    """The questions in their places, each with the variant that is asked."""
    items = {item.id: item for item in live_items(unit)}
    known = exam_item_rows(unit)
    stored = counts_by_revision(unit)
    met, often = times_met(unit, learner_id), exposures(unit, wish.exam_id)
    candidates = [
        _candidate(item, known[item.id], seen=met.get(item.id, 0), exposure=often.get(item.id, 0.0))
        for item in items.values()
        if item.id in known and stored.get(item.latest_revision_id)
    ]
    camps = {name: row.camp for name, row in known.items()}
    form = assemble(found.exam, wish.count, candidates, camps=camps, seed=seed)
    if isinstance(form, Refusal):
        raise Conflict(f"This exam cannot be filled. {lacking(form)}")
    return list(_with_variants(unit, learner_id, form, items=items, seed=seed))


def _with_variants(
    unit: Reading, learner_id: int, form: tuple[Slot, ...], *, items: Mapping[str, ItemRow], seed: str
) -> Iterator[SlotRow]:
    draws = Draws(seed)
    for slot in form:
        item = items[slot.item_id]
        seen = times_met_variants(unit, learner_id, item.id)
        counts = {name: seen.get(name, 0) for name in variant_ids(unit, item.latest_revision_id)}
        variant = choose_variant(counts, draws, label=item.id)
        if variant is None:  # candidates have variants
            raise LookupError(f"item {item.id} has no variant")
        yield SlotRow(slot.n, item.id, variant, slot.section, slot.place, slot.reason)


def _candidate(item: ItemRow, known: ExamItemRow, *, seen: int, exposure: float) -> Candidate:
    return Candidate(
        id=item.id,
        kind=Kind(item.kind),
        objective=item.objectives[0],
        shape=Shape(item.shape),
        difficulty=item.difficulty,
        head_workable=known.head_workable,
        seen=seen,
        exposure=exposure,
        places=tuple(range(1, known.places + 1)),
    )
