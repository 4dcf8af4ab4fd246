"""Starting a sitting: its form is put together and stored whole; its clock starts later, when the candidate begins."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from app.exams.assembly import Refusal, Slot
from app.exams.attempts import Because, NotYet, may_sit
from app.exams.outlook import lacking
from app.exams.sitting import Sitting, State, begun
from app.items.exam import MOST_MINUTES, Exam
from app.kit.clock import Clock
from app.kit.draws import Draws, new_seed
from app.kit.errors import Conflict, NotFound
from app.kit.ids import new_id
from app.scheduling.choose import choose_variant
from app.scheduling.days import Days
from app.services.calendar import days_of
from app.services.exams.remaking import CREATED, inputs_json, keep_shelf
from app.services.exams.supply import Inputs, Shelf, Supply
from app.store.database import Database
from app.store.sittings import (
    EventRow,
    SittingRow,
    SlotRow,
    add_event,
    add_sitting,
    drop_sitting,
    is_open,
    own_sittings,
    put_clock,
    sitting_row,
)
from app.store.starts import Met, StartState, met_by
from app.store.unit import Writing, reading, writing

NO_SUCH_SITTING = "This sitting does not exist, or it belongs to another visitor."
NO_SUCH_EXAM = "There is no exam of that name. Choose one from the list of exams."
USUAL = 100
_NO_TIME = "This exam does not offer that much time. Choose one of its times."


@dataclass(frozen=True, slots=True)
class Wish:
    """What a candidate wants to sit: which exam, how many questions of it, and in which time.

    The time is the exam's by `factor` (in percent), and so many minutes `more`; at most one of the two changes it.
    """

    exam_id: str
    count: int
    factor: int = USUAL
    more: int = 0

    def limit(self, exam: Exam) -> timedelta:
        """The time that the candidate gets."""
        return timedelta(minutes=exam.minutes) * self.factor / USUAL + timedelta(minutes=self.more)


@dataclass(frozen=True, slots=True)
class _Made:
    """A sitting that is ready to be stored, with what its form was made from."""

    row: SittingRow
    slots: list[SlotRow]
    inputs: Inputs


@dataclass(frozen=True, slots=True)
class Starting:
    """Makes sittings, and starts their clocks."""

    database: Database
    clock: Clock
    supply: Supply

    def create(self, learner_id: int, wish: Wish) -> str:
        """The name of the learner's open sitting of the exam; where there is none, of a new one with its whole form.

        A sitting that was never begun gives way where the wish is another one by now, or the exam.
        Raises NotFound for an exam that does not exist, Conflict with what is missing where its form cannot be filled,
        with when it may be sat again where that is not now, and for a length or time that the exam does not offer.
        """
        state = self.supply.state(wish.exam_id)
        if state is None:
            raise NotFound(NO_SUCH_EXAM)
        exam = self.supply.exam(state.revision_id)
        _look_at(wish, exam)
        made = self._made(learner_id, state, wish=wish)
        if isinstance(made, Refusal):
            return self._open_or(learner_id, wish, refusal=made)
        with writing(self.database) as unit:
            open_one = _standing(unit, learner_id, exam, wished=made.row)
            if open_one is not None:
                return open_one
            self.supply.write_down(unit)
            add_sitting(unit, made.row, made.slots)
            self._keep_inputs(unit, made)
            unit.commit()
        return made.row.id

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

    def _made(self, learner_id: int, state: StartState, *, wish: Wish) -> _Made | Refusal:
        """A new sitting with its form."""
        seed, met = new_seed(), met_by(self.database, learner_id)
        inputs = self.supply.inputs(state, met.items)
        form = inputs.form(wish.count, seed)
        if isinstance(form, Refusal):  # perhaps what it lacks was baked in the last seconds
            inputs = self.supply.inputs(state, met.items, fresh=True)
            form = inputs.form(wish.count, seed)
        if isinstance(form, Refusal):
            return form
        row = SittingRow(
            id=new_id(),
            learner_id=learner_id,
            exam_id=wish.exam_id,
            exam_revision_id=state.revision_id,
            count=wish.count,
            seed=seed,
            factor=wish.factor,
            created_at=self.clock.now(),
            clock=Sitting(wish.limit(inputs.exam)),
        )
        return _Made(row, list(_with_variants(inputs.shelf, met, form, seed=seed)), inputs)

    def _open_or(self, learner_id: int, wish: Wish, *, refusal: Refusal) -> str:
        """The sitting that is open already, though no other could be made now."""
        with reading(self.database) as unit:
            own = own_sittings(unit, learner_id, wish.exam_id)
        for one in own:
            if is_open(one):
                return one.id
        raise Conflict(f"This exam cannot be filled. {lacking(refusal)}")

    def _keep_inputs(self, unit: Writing, made: _Made) -> None:
        """Store what a form was made from; the questions themselves once for all sittings that share them."""
        row, shelf = made.row, made.inputs.shelf
        keep_shelf(unit, shelf)
        detail = inputs_json(made.inputs)
        add_event(unit, EventRow(row.id, row.learner_id, row.created_at, CREATED, detail))


def _standing(unit: Writing, learner_id: int, exam: Exam, *, wished: SittingRow) -> str | None:
    """The sitting to go on with, or None where the one that is wished may be stored.

    A sitting that was never begun and is no longer what is wished is taken away.
    """
    own = own_sittings(unit, learner_id, wished.exam_id)
    for one in own:
        if is_open(one) and not _is_stale(one, wished):
            return one.id
        if is_open(one):
            drop_sitting(unit, one.id)
    ends = [one.clock.finished_at for one in own if one.clock.finished_at is not None]
    barred = may_sit(exam.attempts, ends, wished.created_at)
    if barred is not None:
        raise Conflict(barred_sentence(exam, barred, days_of(unit, learner_id)))
    return None


def _is_stale(one: SittingRow, wished: SittingRow) -> bool:
    """Whether a sitting was never begun and is not what is wished now."""
    if one.clock.state is not State.CREATED:
        return False
    same = (one.exam_revision_id, one.count, one.factor, one.clock.limit)
    return same != (wished.exam_revision_id, wished.count, wished.factor, wished.clock.limit)


def barred_sentence(exam: Exam, barred: NotYet, days: Days) -> str:
    """Why an exam cannot be begun now, and from when on it can, by the learner's own calendar."""
    match barred.because:
        case Because.USED_UP:
            most = exam.attempts.most
            often = "once" if most == 1 else f"{most} times"
            return f"This exam may be sat {often}, and you have done so. Practise what you missed, or choose another exam."
        case Because.TOO_SOON if barred.since is not None:
            wait = exam.attempts.wait_days
            when = days.local(barred.since)
            between = "One day lies" if wait == 1 else f"{wait} days lie"
            return (
                f"{between} between two sittings of this exam. "
                f"You may sit it again from {when.day} {when:%B %Y, %H:%M} ({days.name}) on."
            )
        case Because.TOO_SOON:
            raise ValueError("a wait ends at some moment")


def _look_at(wish: Wish, exam: Exam) -> None:
    """Refuse a length or a time that the exam does not offer."""
    if wish.count not in exam.counts:
        lengths = ", ".join(map(str, exam.counts))
        raise Conflict(f"This exam has {lengths} questions, not {wish.count}. Choose one of its lengths.")
    factors = {USUAL, *(round(one * USUAL) for one in exam.extra_time)}
    if wish.factor not in factors or (wish.more and wish.factor != USUAL):
        raise Conflict(_NO_TIME)
    if wish.more and not (exam.extra_time and 0 < wish.more <= MOST_MINUTES):
        raise Conflict(_NO_TIME)


def _with_variants(shelf: Shelf, met: Met, form: tuple[Slot, ...], *, seed: str) -> Iterator[SlotRow]:
    """Each question in the numbers and the order in which it is asked.

    Rule: its right option stands where the form wants it; among such variants one that the learner has met least often.
    """
    draws = Draws(seed)
    for slot in form:
        fitting = shelf.variants[slot.item_id].get(slot.place, ())
        variant = choose_variant({one: met.variants[one] for one in fitting}, draws, label=slot.item_id)
        if variant is None:  # a candidate's places are those of its variants
            raise LookupError(f"item {slot.item_id} has no variant with its right option at {slot.place}")
        yield SlotRow(slot.n, slot.item_id, variant, slot.section, slot.place, slot.reason)
