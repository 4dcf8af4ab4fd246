"""What becomes of a change that reaches the server: taken, known already, older than what is there, or too late."""

from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What becomes of a change."""

    TAKEN = "taken"
    REPEATED = "repeated"  # it is there already: acknowledged once more
    OLDER = "older"  # a newer one is there: kept among the events, and changes nothing
    OUSTED = "ousted"  # another tab or device has taken over: kept among the events, and changes nothing
    LATE = "late"  # after the deadline and its grace: kept for the instructor, never counted


@dataclass(frozen=True, slots=True)
class Stamp:
    """What orders the changes of one question: which holder of the sitting made it (they count up), and its number."""

    holder: int
    seq: int


def fate(change: Stamp, there: Stamp | None, *, holder: int, in_time: bool) -> Fate:
    """The fate of a change to a question.

    Rule, in this order: what is there already is repeated, whenever it comes again; what comes too late is late;
    what comes from anybody but the present holder is ousted; of one holder the higher number is newer.
    `there` is the change that stands, or None; `holder` is who holds the sitting now.
    """
    if there == change:
        return Fate.REPEATED
    if not in_time:
        return Fate.LATE
    if change.holder != holder:
        return Fate.OUSTED
    if there is not None and (change.holder, change.seq) < (there.holder, there.seq):
        return Fate.OLDER
    return Fate.TAKEN
