"""Starting a sitting: its form is stored whole, and its clock starts later, when the candidate begins."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from app.exams.assembly import Refusal
from app.exams.attempts import Because, NotYet, may_sit
from app.exams.outlook import lacking
from app.exams.sitting import OPEN, State, begun
from app.items.exam import Attempts, Exam
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.scheduling.days import Days
from app.services.calendar import days_of
from app.services.exams.making import NO_SUCH_EXAM, USUAL, Made, Making, Wish
from app.services.exams.remaking import CREATED, SHELF, inputs_json
from app.services.exams.supply import Supply
from app.store.answers import Answers
from app.store.database import Database
from app.store.sittings import EventRow, is_open, own_sittings
from app.store.starts import OwnSitting
from app.store.unit import reading
from app.store.writer import Writer, carry_out_alone

__all__ = ["NO_SUCH_EXAM", "USUAL", "Starting", "Wish", "barred_sentence"]

NO_SUCH_SITTING = "This sitting does not exist, or it belongs to another visitor."


@dataclass(frozen=True, slots=True)
class Storing:
    """Stores a sitting that was made, in the writing thread."""

    made: Made
    attempts: Attempts

    def save(self, answers: Answers) -> str | NotYet:
        """The sitting's name, or that of the one to go on with, or why the exam may not be sat now.

        A sitting that was never begun and is no longer what is wished gives way.
        """
        starts, row = answers.starts, self.made.row
        own = starts.own(row.learner_id, row.exam_id)
        standing = [one for one in own if one.held.sitting.state in {*OPEN, State.CREATED}]
        kept = next((one for one in standing if not self._is_stale(one)), None)
        if kept is not None:
            return kept.held.id
        ends = [one.held.sitting.finished_at for one in own]
        barred = may_sit(self.attempts, [end for end in ends if end is not None], row.created_at)
        if barred is not None:
            return barred
        for one in standing:
            starts.drop(one.held.id)
        shelf, detail = self.made.inputs.shelf, inputs_json(self.made.inputs)
        starts.keep_fact(SHELF + shelf.name, shelf.text)
        starts.add(row, self.made.slots, EventRow(row.id, row.learner_id, row.created_at, CREATED, detail))
        return row.id

    def _is_stale(self, one: OwnSitting) -> bool:
        """Whether a sitting was never begun and is not what is wished now."""
        row, clock = self.made.row, one.held.sitting
        same = (one.exam_revision_id, one.count, one.factor, clock.limit)
        wished = (row.exam_revision_id, row.count, row.factor, row.clock.limit)
        return clock.state is State.CREATED and same != wished


@dataclass(frozen=True, slots=True)
class Beginning:
    """Starts the clock of a sitting, in the writing thread."""

    learner_id: int
    sitting_id: str
    clock: Clock

    def save(self, answers: Answers) -> bool:
        """Whether it was this that started it. Raises NotFound for another's sitting."""
        held = answers.sittings.held(self.sitting_id)
        if held is None or held.learner_id != self.learner_id:
            raise NotFound(NO_SUCH_SITTING)
        if held.sitting.state is not State.CREATED:
            return False
        at = self.clock.now()
        answers.starts.begin(held, begun(held.sitting, at))
        answers.starts.add_event(EventRow(held.id, held.learner_id, at, "begun"))
        return True


@dataclass(frozen=True, slots=True)
class Offered:
    """An exam, the lengths that can be filled, and why its usual one cannot, or ""."""

    exam: Exam
    lengths: tuple[int, ...]
    lacking: str


@dataclass(frozen=True, slots=True)
class Starting:
    """Makes sittings, and starts their clocks.

    Forms are made by one thread, one after the other: they are all arithmetic, and more threads would only take turns.
    Those that wait to be stored share a commit with all else that is saved.
    """

    database: Database
    clock: Clock
    supply: Supply
    writer: Writer
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "forms"))

    def offered(self, exam_id: str) -> Offered:
        """An exam with the lengths that the files can fill. Raises NotFound where there is none."""
        state = self.supply.state(exam_id)
        if state is None:
            raise NotFound(NO_SUCH_EXAM)
        exam = self.supply.exam(state.revision_id)
        missing = {gap.count: gap.sentence for gap in self.supply.gaps(state, exam_id)}
        lengths = tuple(count for count in exam.counts if count not in missing)
        return Offered(exam, lengths, missing.get(exam.counts[0], ""))

    async def offered_soon(self, exam_id: str) -> Offered:
        """As `offered` for the event loop: SQLite's readers wait for nobody, a server is waited for in a thread."""
        if self.database.is_sqlite:
            return self.offered(exam_id)
        return await asyncio.to_thread(self.offered, exam_id)

    async def create_soon(self, learner_id: int, wish: Wish) -> str:
        """The name of the learner's open sitting of the exam; where there is none, of a new one with its whole form.

        A sitting that was never begun gives way where the wish is another one by now, or the exam.
        Raises NotFound for an exam that does not exist, Conflict with what is missing where its form cannot be filled,
        with when it may be sat again where that is not now, and for a length or time that the exam does not offer.
        """
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(self._thread, self._making.made, learner_id, wish)
        if isinstance(made, Refusal):
            return await asyncio.to_thread(self._open_or, learner_id, wish, made)
        stored = await self.writer.write(Storing(made, made.inputs.exam.attempts).save)
        return stored if isinstance(stored, str) else await asyncio.to_thread(self._barred, made, stored)

    def create(self, learner_id: int, wish: Wish) -> str:
        """As `create_soon`, for whoever is in no event loop."""
        made = self._making.made(learner_id, wish)
        if isinstance(made, Refusal):
            return self._open_or(learner_id, wish, made)
        stored = carry_out_alone(self.database, Storing(made, made.inputs.exam.attempts).save)
        return stored if isinstance(stored, str) else self._barred(made, stored)

    async def begin_soon(self, learner_id: int, sitting_id: str) -> bool:
        """The clock starts; once begun nothing changes. Whether it was this call that started it.

        Raises NotFound for another's sitting.
        """
        return await self.writer.write(Beginning(learner_id, sitting_id, self.clock).save)

    def begin(self, learner_id: int, sitting_id: str) -> bool:
        """As `begin_soon`, for whoever is in no event loop."""
        return carry_out_alone(self.database, Beginning(learner_id, sitting_id, self.clock).save)

    @property
    def _making(self) -> Making:
        return Making(self.database, self.clock, self.supply)

    def _open_or(self, learner_id: int, wish: Wish, refusal: Refusal) -> str:
        """The sitting that is open already, though no other could be made now."""
        with reading(self.database) as unit:
            own = own_sittings(unit, learner_id, wish.exam_id)
        for one in own:
            if is_open(one):
                return one.id
        raise Conflict(f"This exam cannot be filled. {lacking(refusal)}")

    def _barred(self, made: Made, barred: NotYet) -> str:
        with reading(self.database) as unit:
            days = days_of(unit, made.row.learner_id)
        raise Conflict(barred_sentence(made.inputs.exam, barred, days))


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
