"""The one way in which a sitting ends: for its candidate's button, the clock, the sweeper, whoever looks, and instructors."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import orjson

from app.exams.sitting import OPEN, OVER, NotNow, Sitting, State, finished
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.services.exams.presence import Underway
from app.store.answers import Answers
from app.store.sitting_clock import HeldSitting
from app.store.sitting_saves import SittingSaves
from app.store.writer import Writer

if TYPE_CHECKING:
    from app.services.exams.grading import Grading

MakeGrading = Callable[[], "Grading"]
NO_SUCH_SITTING = "This sitting does not exist, or it belongs to another visitor."
_AGAIN_AFTER = 0.05  # seconds until a change that is under way will have been saved
_MOST_TIMES = 40


class By(StrEnum):
    """Who ends a sitting."""

    CANDIDATE = "candidate"
    CLOCK = "clock"
    INSTRUCTOR = "instructor"


@dataclass(frozen=True, slots=True)
class Closing:
    """What decides whether a sitting can end: how long changes count after the deadline, and which are on their way."""

    grace: timedelta
    underway: Underway

    def end(self, saves: SittingSaves, held: HeldSitting, at: datetime, *, by: By) -> Sitting:
        """The sitting as it stands after this end; every end after the first changes nothing.

        Rule: the clock ends only what is over. Nobody ends a sitting whose time is up over the head of a change that
        arrived in time and is not saved yet: it stays open for that moment. Raises NotNow for one that has not begun.
        """
        sitting = held.sitting
        deadline = sitting.deadline(at)
        is_over = sitting.is_over(at, self.grace)
        if by is By.CLOCK and not is_over:
            return sitting
        if is_over and deadline and self.underway.any_until(held.id, deadline + self.grace):
            return sitting
        ended = finished(sitting, at, grace=self.grace)
        if ended is not sitting:
            by = By.CLOCK if ended.state is State.EXPIRED else by
            saves.end(held, ended, by.value)
            saves.add_event(held, at, "finished", orjson.dumps({"by": by.value}).decode())
        return ended


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a sitting, carried out by the writing thread; `learner_id` is None for whoever may end any."""

    sitting_id: str
    learner_id: int | None
    at: datetime
    by: By
    closing: Closing

    def save(self, answers: Answers) -> Sitting:
        """End the sitting once. Raises NotFound for another's, Conflict for one that has not begun."""
        saves = answers.sittings
        held = saves.held(self.sitting_id)
        if held is None or self.learner_id not in (None, held.learner_id):
            raise NotFound(NO_SUCH_SITTING)
        try:
            return self.closing.end(saves, held, self.at, by=self.by)
        except NotNow as refusal:
            raise Conflict(str(refusal)) from None


@dataclass(frozen=True, slots=True)
class Finishing:
    """Ends sittings and has them graded. Grading is loaded when the first of them is over: saving does without it."""

    writer: Writer
    clock: Clock
    closing: Closing
    grading: MakeGrading

    async def finish(self, sitting_id: str, learner_id: int | None, *, by: By = By.CANDIDATE) -> Sitting:
        """End a sitting and have it graded; the sitting as it stands then. One that is over stays as it is.

        Raises NotFound where it is not this learner's (None is for instructors), and Conflict where it has not begun.
        """
        act = self.act(sitting_id, learner_id, by)
        ended = await self.writer.write(act.save)
        for _ in range(_MOST_TIMES):
            if by is By.CLOCK or ended.state not in OPEN:
                break
            await asyncio.sleep(_AGAIN_AFTER)
            ended = await self.writer.write(act.save)
        return await self.graded(sitting_id, ended)

    def act(self, sitting_id: str, learner_id: int | None, by: By) -> Finish:
        """The end as an act of the writing thread, at this moment; without grading."""
        return Finish(sitting_id, learner_id, self.clock.now(), by, self.closing)

    async def graded(self, sitting_id: str, sitting: Sitting) -> Sitting:
        """A sitting, graded where it is over; grading reads what is right and so it is no part of saving."""
        if sitting.state in OVER:
            return await asyncio.to_thread(self.grade, sitting_id) or sitting
        return sitting

    def grade(self, sitting_id: str) -> Sitting | None:
        """Grade a sitting that is over, as `Grading.grade` does."""
        return self.grading().grade(sitting_id)

    async def seen_soon(self, sitting_id: str, sitting: Sitting) -> Sitting:
        """A sitting that somebody looks at: closed where its time is up, and graded where it is over."""
        if sitting.is_over(self.clock.now(), self.closing.grace):
            return await self.finish(sitting_id, None, by=By.CLOCK)
        return await self.graded(sitting_id, sitting)

    def seen(self, sitting_id: str, sitting: Sitting) -> Sitting:
        """As `seen_soon`, for a thread that waits."""
        if sitting.state in OVER or sitting.is_over(self.clock.now(), self.closing.grace):
            return asyncio.run(self.seen_soon(sitting_id, sitting))
        return sitting

    def sweep(self) -> None:
        """Close every sitting whose time is up, many to a commit, then grade what is not graded yet; for a thread.

        One that cannot be graded keeps no other from it: its fault comes out when all had their turn.
        """
        now = self.clock.now()
        asyncio.run(self._close(self.grading().overdue(now, self.closing.grace)))
        with ThreadPoolExecutor(1, "grading") as pool:
            grades = [pool.submit(self.grade, sitting_id) for sitting_id in self.grading().ungraded()]
        for grade in grades:
            grade.result()

    async def _close(self, sitting_ids: Sequence[str]) -> None:
        """Close some sittings. One that cannot be closed now is closed by the next sweep."""
        acts = [self.act(name, None, By.CLOCK) for name in sitting_ids]
        await asyncio.gather(*(self.writer.write(act.save) for act in acts))
