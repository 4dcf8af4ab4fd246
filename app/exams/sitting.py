"""A sitting of an exam: its states, its clock, and the one way in which it ends."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

NOTHING = timedelta(0)


class State(StrEnum):
    """How a sitting stands: created → running ⇄ paused → submitted or expired → graded; graded → running by re-opening."""

    CREATED = "created"
    RUNNING = "running"
    PAUSED = "paused"
    SUBMITTED = "submitted"
    EXPIRED = "expired"
    GRADED = "graded"


OPEN = frozenset((State.RUNNING, State.PAUSED))
OVER = frozenset((State.SUBMITTED, State.EXPIRED))


@dataclass(frozen=True, slots=True)
class Sitting:
    """One candidate's run through one form. All moments are UTC, as the server's clock read them.

    `base_deadline` is set when the clock starts and never changes. The time that holds is
    base_deadline + extra + paused, and while the sitting is paused, what has passed since `paused_since` too.
    `finished_at` is never later than that.
    """

    limit: timedelta
    state: State = State.CREATED
    started_at: datetime | None = None
    base_deadline: datetime | None = None
    extra: timedelta = NOTHING
    paused: timedelta = NOTHING
    paused_since: datetime | None = None
    finished_at: datetime | None = None

    def deadline(self, now: datetime) -> datetime | None:
        """The time that holds, as far as it is known at a moment; None before the clock has started."""
        if self.base_deadline is None:
            return None
        pause = max(now - self.paused_since, NOTHING) if self.paused_since else NOTHING
        return self.base_deadline + self.extra + self.paused + pause

    def remaining(self, now: datetime) -> timedelta:
        """How much time is left: all of it before the clock starts, none once the sitting is over, and never less."""
        deadline = self.deadline(now)
        if deadline is None:
            return self.limit + self.extra
        if self.state not in OPEN:
            return NOTHING
        return max(deadline - now, NOTHING)

    def accepts(self, received_at: datetime, grace: timedelta) -> bool:
        """Whether an answer that reached the server at a moment counts: only while running, and until deadline + grace."""
        deadline = self.deadline(received_at)
        return self.state is State.RUNNING and deadline is not None and received_at <= deadline + grace

    def is_over(self, now: datetime, grace: timedelta) -> bool:
        """Whether time has run out, so that whoever looks has to close it."""
        deadline = self.deadline(now)
        return self.state is State.RUNNING and deadline is not None and now > deadline + grace


class NotNow(Exception):
    """Something that the state of a sitting does not allow; the message says what it is and what could be done."""


def begun(sitting: Sitting, at: datetime) -> Sitting:
    """The clock starts; once begun it is left as it is."""
    if sitting.state is not State.CREATED:
        return sitting
    return replace(sitting, state=State.RUNNING, started_at=at, base_deadline=at + sitting.limit)


def paused(sitting: Sitting, at: datetime) -> Sitting:
    """The clock stands still; a sitting that is paused stays so. Raises NotNow unless it is open and has time left."""
    if sitting.state is State.PAUSED:
        return sitting
    if sitting.state is not State.RUNNING or sitting.remaining(at) == NOTHING:
        raise NotNow(
            "Only a sitting that is running and has time left can be paused; reload to see how it stands."
        )
    return replace(sitting, state=State.PAUSED, paused_since=at)


def resumed(sitting: Sitting, at: datetime) -> Sitting:
    """The clock goes on, and the time that it stood still is added. Raises NotNow for one that is over or not begun."""
    if sitting.state is State.RUNNING:
        return sitting
    if sitting.state is not State.PAUSED or sitting.paused_since is None:
        raise NotNow("Only a paused sitting can go on; reload to see how it stands.")
    stood = max(at - sitting.paused_since, NOTHING)
    return replace(sitting, state=State.RUNNING, paused=sitting.paused + stood, paused_since=None)


def given_time(sitting: Sitting, more: timedelta) -> Sitting:
    """With time added. Raises NotNow for a sitting that is over, which has to be re-opened, or for no time at all."""
    if more <= NOTHING:
        raise NotNow("Time can be added and not taken away; give a number of minutes above 0.")
    if sitting.state not in {*OPEN, State.CREATED}:
        raise NotNow("This sitting is over. Re-open it, and say how much time it gets.")
    return replace(sitting, extra=sitting.extra + more)


def finished(sitting: Sitting, at: datetime, *, grace: timedelta) -> Sitting:
    """The sitting at its end: by its candidate, by an instructor, by its clock, or by whoever looks when time is up.

    Rule: the first end stays; every later one changes nothing. Until deadline + grace the end is a submission, after it
    an expiry. The time of the end is the moment itself, and at the latest the deadline, whoever closes it and when. A
    paused sitting ends at the moment at which it was paused, as far as its time goes. Raises NotNow for one that has
    not begun.
    """
    if sitting.state in OVER or sitting.state is State.GRADED:
        return sitting
    deadline = sitting.deadline(at)
    if deadline is None:
        raise NotNow("This sitting has not begun, so there is nothing to end.")
    if sitting.state is State.PAUSED:
        sitting = resumed(sitting, at)
    state = State.SUBMITTED if at <= deadline + grace else State.EXPIRED
    return replace(sitting, state=state, finished_at=min(at, deadline))


def graded(sitting: Sitting) -> Sitting:
    """With its points given. Raises NotNow for a sitting that is not over."""
    if sitting.state is State.GRADED:
        return sitting
    if sitting.state not in OVER:
        raise NotNow("A sitting is graded once it is over.")
    return replace(sitting, state=State.GRADED)


def reopened(sitting: Sitting, at: datetime, more: timedelta) -> Sitting:
    """Running again with so much time from now on: what has passed since its time was up, or since its end, is made up.

    Raises NotNow for a sitting that is not graded, or without time.
    """
    if sitting.state is not State.GRADED or sitting.base_deadline is None:
        raise NotNow("Only a sitting that is over and graded can be re-opened.")
    if more <= NOTHING:
        raise NotNow("Say how many minutes the sitting gets; without any it would end at once.")
    extra = at + more - sitting.base_deadline - sitting.paused
    return replace(sitting, state=State.RUNNING, extra=extra, finished_at=None)
