"""What an instructor does with sittings: each act with its reason, its event, its row in the record, and a word to the candidate.

Every act is carried out by the writing thread, as saves and ends are, each sitting for itself: whatever else happens to a
sitting at the same moment comes before or after it and never between.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import assert_never

import orjson

from app.exams import sitting as states
from app.exams.sitting import OVER, NotNow, Sitting, State
from app.exams.warnings import time_left
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound, Problem
from app.services.exams.finishing import By, Closing, Finishing
from app.services.exams.watch_views import Done
from app.services.exams.watching import NO_SITTING, subject, waits_for_release
from app.store.answers import Answers
from app.store.audit import AuditRow
from app.store.database import Database
from app.store.exams import exam_state
from app.store.sitting_acts import SittingActs
from app.store.sitting_clock import HeldSitting
from app.store.sitting_saves import SittingSaves
from app.store.sittings import sitting_row
from app.store.unit import reading
from app.store.writer import Writer

MOST_MINUTES = 600
LONGEST_REASON = 500
MOST_AT_ONCE = 500
_AGAIN_AFTER = 0.05  # seconds until a change that is under way will have been saved
_MOST_TIMES = 40
_NO_REASON = "Give a reason: it is kept with your name in the record of acts."
_LONG_REASON = f"The reason is longer than {LONGEST_REASON} signs. Shorten it."
_NO_MINUTES = f"Give a whole number of minutes from 1 to {MOST_MINUTES}."
_NO_ACT = "Choose what is to be done."
_NOBODY = "Mark at least one sitting."
_MANY = f"At most {MOST_AT_ONCE} sittings can be dealt with at once. Choose an exam or a state to see fewer."
_NOTHING_TO_RELEASE = "Nothing of this sitting waits for being released: it is not graded, or its exam shows what it shows by itself."
_OVER = "This sitting was over already, so nothing was changed."
_ANOTHER_OPEN = "This learner has another sitting of the same exam that is open. End that one first."


class ActKind(StrEnum):
    """What can be done with a sitting."""

    TIME = "time"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    REOPEN = "reopen"
    RELEASE = "release"


WITH_MINUTES = frozenset((ActKind.TIME, ActKind.REOPEN))
EVENTS = {
    ActKind.TIME: "time_given",
    ActKind.PAUSE: "paused",
    ActKind.RESUME: "resumed",
    ActKind.REOPEN: "reopened",
    ActKind.RELEASE: "released",
}


class ActFault(BadInput):
    """A field of an act that cannot be read: "act", "minutes", "reason" or "sitting"."""

    def __init__(self, of: str, sentence: str) -> None:
        super().__init__(sentence)
        self.of = of


@dataclass(frozen=True, slots=True)
class Act:
    """What is to be done, why, and by whom. `act_id` tells one sending of the form from another."""

    kind: ActKind
    more: timedelta
    reason: str
    actor: str
    act_id: str


@dataclass(frozen=True, slots=True)
class RawAct:
    """An act as it was typed."""

    act: str
    minutes: str
    reason: str
    act_id: str


def read_act(raw: RawAct, actor: str) -> Act:
    """The act that was typed. Raises ActFault for the first field that cannot be read."""
    kind = next((one for one in ActKind if one.value == raw.act), None)
    if kind is None:
        raise ActFault("act", _NO_ACT)
    more = timedelta(0)
    if kind in WITH_MINUTES:
        typed = raw.minutes.strip()
        if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed[:5]) <= MOST_MINUTES):
            raise ActFault("minutes", _NO_MINUTES)
        more = timedelta(minutes=int(typed))
    return Act(kind, more, read_reason(raw.reason), actor, raw.act_id)


def read_reason(text: str) -> str:
    """A reason as it is kept. Raises ActFault for none, and for one that is too long."""
    reason = " ".join(text.split())
    if not reason:
        raise ActFault("reason", _NO_REASON)
    if len(reason) > LONGEST_REASON:
        raise ActFault("reason", _LONG_REASON)
    return reason


def acted(sitting: Sitting, act: Act, at: datetime) -> Sitting:
    """The sitting after an act; ends and releases are no change of its clock. Raises NotNow where its state forbids it."""
    match act.kind:
        case ActKind.TIME:
            return states.given_time(sitting, act.more)
        case ActKind.PAUSE:
            return states.paused(sitting, at)
        case ActKind.RESUME:
            return states.resumed(sitting, at)
        case ActKind.REOPEN:
            return states.reopened(sitting, at, act.more)
        case ActKind.END | ActKind.RELEASE:
            return sitting
        case _:
            assert_never(act.kind)


def notice(act: Act) -> str:
    """What the candidate is told."""
    match act.kind:
        case ActKind.TIME:
            return f"An instructor gave you {time_left(act.more)} more."
        case ActKind.PAUSE:
            return "An instructor paused this exam. The clock stands still until it goes on."
        case ActKind.RESUME:
            return "This exam goes on. The time that it stood still was added."
        case ActKind.END:
            return "An instructor ended this exam. What was saved by then is graded."
        case ActKind.REOPEN:
            return f"An instructor re-opened this exam and gave you {time_left(act.more)}."
        case ActKind.RELEASE:
            return "The results of this exam can be seen now."
        case _:
            assert_never(act.kind)


@dataclass(frozen=True, slots=True)
class Acting:
    """One act on one sitting, carried out by the writing thread."""

    sitting_id: str
    act: Act
    at: datetime
    closing: Closing
    can_release: bool

    def save(self, answers: Answers) -> bool:
        """Whether the act is done; False where an end has to wait for a change that is being saved.

        An act whose form is sent again is done. Raises NotFound, and Conflict where the sitting's state forbids the act.
        """
        saves, acts = answers.sittings, answers.acts
        held = saves.held(self.sitting_id)
        if held is None:
            raise NotFound(NO_SITTING)
        if acts.is_recorded(held, self.act.act_id):
            return True
        try:
            done = self._end(saves, held) if self.act.kind is ActKind.END else self._change(acts, held)
        except NotNow as refusal:
            raise Conflict(str(refusal)) from None
        if done:
            acts.record(self._audit(held))
            acts.notify(held, self.at, notice(self.act))
        return done

    def _end(self, saves: SittingSaves, held: HeldSitting) -> bool:
        if held.sitting.state in OVER or held.sitting.state is State.GRADED:
            raise Conflict(_OVER)
        return self.closing.end(saves, held, self.at, by=By.INSTRUCTOR).state in OVER

    def _change(self, acts: SittingActs, held: HeldSitting) -> bool:
        clock = acted(held.sitting, self.act, self.at)
        released = self.at if self.act.kind is ActKind.RELEASE else None
        if self.act.kind is ActKind.RELEASE and not (self.can_release and acts.is_unreleased(held)):
            raise Conflict(_NOTHING_TO_RELEASE)
        if self.act.kind is ActKind.REOPEN and acts.another_is_open(held):
            raise Conflict(_ANOTHER_OPEN)
        if clock is held.sitting and released is None:
            raise Conflict(_already(self.act.kind))
        acts.put(held, clock, released)
        detail = {"minutes": self.act.more // timedelta(minutes=1)} if self.act.more else {}
        acts.add_event(
            held, self.at, EVENTS[self.act.kind], act_id=self.act.act_id, detail=orjson.dumps(detail).decode()
        )
        return True

    def _audit(self, held: HeldSitting) -> AuditRow:
        detail = {"reason": self.act.reason, "state": held.sitting.state.value, "act_id": self.act.act_id}
        if self.act.more:
            detail["minutes"] = str(self.act.more // timedelta(minutes=1))
        actor = f"instructor link: {self.act.actor}"
        return AuditRow(self.at, actor, f"sitting {self.act.kind}", subject(held.id), detail)


def _already(kind: ActKind) -> str:
    return "It is paused already." if kind is ActKind.PAUSE else "It is running already."


@dataclass(frozen=True, slots=True)
class Instructing:
    """What an instructor does with sittings, one or many."""

    database: Database
    writer: Writer
    clock: Clock
    finishing: Finishing

    async def act(self, sitting_ids: Sequence[str], act: Act) -> tuple[Done, ...]:
        """Carry an act out, each sitting for itself; what each came to, in order.

        Raises ActFault where none or too many are named.
        """
        names = tuple(dict.fromkeys(sitting_ids))
        if not names:
            raise ActFault("sitting", _NOBODY)
        if len(names) > MOST_AT_ONCE:
            raise ActFault("sitting", _MANY)
        at = self.clock.now()
        waiting = (
            await asyncio.to_thread(self._waiting, names) if act.kind is ActKind.RELEASE else frozenset()
        )
        return tuple(await asyncio.gather(*(self._one(name, act, at, can=name in waiting) for name in names)))

    async def _one(self, sitting_id: str, act: Act, at: datetime, *, can: bool) -> Done:
        acting = Acting(sitting_id, act, at, self.finishing.closing, can)
        try:
            for _ in range(_MOST_TIMES):
                if await self.writer.write(acting.save):
                    break
                await asyncio.sleep(_AGAIN_AFTER)
            if act.kind is ActKind.END:
                await asyncio.to_thread(self.finishing.grade, sitting_id)
        except Problem as problem:
            return Done(sitting_id, problem.sentence)
        return Done(sitting_id)

    def _waiting(self, names: Sequence[str]) -> frozenset[str]:
        """The sittings of which something waits for being released."""
        with reading(self.database) as unit:
            rows = [row for name in names if (row := sitting_row(unit, None, name)) is not None]
            exams = {name: exam_state(unit, name) for name in {row.exam_revision_id for row in rows}}
        return frozenset(
            row.id
            for row in rows
            if waits_for_release(exams[row.exam_revision_id], row.clock.state, row.released_at)
        )
