"""What becomes of a change that reaches the server: taken, known already, older than what is there, or too late."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.exams.sitting import Sitting, State


class Fate(StrEnum):
    """What becomes of a change."""

    TAKEN = "taken"
    REPEATED = "repeated"  # it is there already: acknowledged once more
    OLDER = "older"  # a newer one is there: kept among the events, and changes nothing
    OUSTED = "ousted"  # another tab or device has taken over: kept among the events, and changes nothing
    LATE = "late"  # after the deadline and its grace, or its part was left for good: kept, and never counted
    WAITING = "waiting"  # the clock stands still: nothing is kept, and it is to be sent again when it goes on

    @property
    def stands(self) -> bool:
        """Whether what was sent is what counts now."""
        return self in (Fate.TAKEN, Fate.REPEATED)


class Arrival(StrEnum):
    """How the moment at which a change arrived lies to the clock of its sitting."""

    IN_TIME = "in_time"
    STOPPED = "stopped"  # before the clock starts, or while it stands still
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What orders the changes of one question: which holder of the sitting made it (they count up), and its number.

    `digest` is the hash of what it says, by which one change that comes twice is told from two changes of one number.
    """

    holder: int
    seq: int
    digest: str

    def is_after(self, other: "Stamp | None") -> bool:
        """Whether this change is newer than another, or than none."""
        return other is None or (self.holder, self.seq) > (other.holder, other.seq)


def arrival(sitting: Sitting, received_at: datetime, grace: timedelta) -> Arrival:
    """How a change lies to the clock that arrived at a moment.

    Rule: while the sitting runs, until deadline + grace it is in time. What arrives within the grace after a pause began
    was under way when it began, and is in time too; later it has to wait.
    """
    if sitting.accepts(received_at, grace):
        return Arrival.IN_TIME
    match sitting.state:
        case State.CREATED:
            return Arrival.STOPPED
        case State.PAUSED if sitting.paused_since is not None:
            return Arrival.IN_TIME if received_at <= sitting.paused_since + grace else Arrival.STOPPED
        case _:
            return Arrival.LATE


def fate(change: Stamp, there: Stamp | None, *, holder: int, arrived: Arrival) -> Fate:
    """The fate of a change to a question.

    Rule, in this order: what is there already is repeated, whenever it comes again; what comes while the clock stands
    still waits; what comes too late is late; what comes from anybody but the present holder is ousted; of one holder
    the higher number is newer, and of two changes with one number the first one stands.
    `there` is the change that stands, or None; `holder` is who holds the sitting now.
    """
    if there == change:
        return Fate.REPEATED
    match arrived:
        case Arrival.STOPPED:
            return Fate.WAITING
        case Arrival.LATE:
            return Fate.LATE
        case Arrival.IN_TIME if change.holder != holder:
            return Fate.OUSTED
        case Arrival.IN_TIME:
            return Fate.TAKEN if change.is_after(there) else Fate.OLDER
