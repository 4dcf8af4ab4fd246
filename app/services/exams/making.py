"""Putting a form together for one candidate: what is wished is looked at, and every question gets its variant."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from app.exams.assembly import Refusal, Slot
from app.exams.sitting import Sitting
from app.items.exam import MOST_MINUTES, Exam
from app.kit.clock import Clock
from app.kit.draws import Draws, new_seed
from app.kit.errors import Conflict, NotFound
from app.kit.ids import new_id
from app.scheduling.choose import choose_variant
from app.services.exams.supply import Inputs, Shelf, Supply
from app.store.database import Database
from app.store.sittings import SittingRow, SlotRow
from app.store.starts import Met, StartState, met_by

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
class Made:
    """A sitting that is ready to be stored, with what its form was made from."""

    row: SittingRow
    slots: tuple[SlotRow, ...]
    inputs: Inputs


@dataclass(frozen=True, slots=True)
class Making:
    """Makes sittings; nothing is stored."""

    database: Database
    clock: Clock
    supply: Supply

    def made(self, learner_id: int, wish: Wish) -> Made | Refusal:
        """A new sitting with its whole form, or why there is none.

        Raises NotFound for an exam that does not exist, Conflict for a length or time that it does not offer.
        """
        state = self.supply.state(wish.exam_id)
        if state is None:
            raise NotFound(NO_SUCH_EXAM)
        _look_at(wish, self.supply.exam(state.revision_id))
        met, seed = met_by(self.database, learner_id), new_seed()
        inputs = self.supply.inputs(state, met.items)
        form = inputs.form(wish.count, seed)
        if isinstance(form, Refusal):  # perhaps what it lacks was baked in the last seconds
            inputs = self.supply.inputs(state, met.items, fresh=True)
            form = inputs.form(wish.count, seed)
        if isinstance(form, Refusal):
            return form
        row = self._row(learner_id, state, wish, seed=seed)
        return Made(row, tuple(_with_variants(inputs.shelf, met, form, seed=seed)), inputs)

    def _row(self, learner_id: int, state: StartState, wish: Wish, *, seed: str) -> SittingRow:
        return SittingRow(
            id=new_id(),
            learner_id=learner_id,
            exam_id=wish.exam_id,
            exam_revision_id=state.revision_id,
            count=wish.count,
            seed=seed,
            factor=wish.factor,
            created_at=self.clock.now(),
            clock=Sitting(wish.limit(self.supply.exam(state.revision_id))),
        )


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
