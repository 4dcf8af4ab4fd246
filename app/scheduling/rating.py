"""What an answer is worth to memory: right or not, how sure one said to be, and how quick one was."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from fsrs import Rating

from app.items.kinds import Kind

IDLE_AFTER = timedelta(minutes=5)
CHOICE_BUDGETS: Mapping[Kind, timedelta] = {
    Kind.SINGLE_CHOICE: timedelta(seconds=60),
    Kind.MULTIPLE_SELECT: timedelta(seconds=90),
    Kind.NUMBERS: timedelta(seconds=90),
    Kind.MATCHING: timedelta(seconds=150),
    Kind.ORDERING: timedelta(seconds=150),
    Kind.GRID: timedelta(seconds=240),
    Kind.STEPS: timedelta(seconds=240),
}
COMPUTED_BUDGETS: Mapping[Kind, timedelta] = {
    Kind.SINGLE_CHOICE: timedelta(seconds=180),
    Kind.MULTIPLE_SELECT: timedelta(seconds=180),
    Kind.NUMBERS: timedelta(seconds=240),
    Kind.MATCHING: timedelta(seconds=240),
    Kind.ORDERING: timedelta(seconds=240),
    Kind.GRID: timedelta(seconds=300),
    Kind.STEPS: timedelta(seconds=300),
}


class Confidence(StrEnum):
    """How sure a learner said to be before the answer was judged."""

    SURE = "sure"
    UNSURE = "unsure"
    GUESS = "guess"


class Pace(StrEnum):
    """How quick an answer was, measured by what its kind of question allows."""

    QUICK = "quick"
    USUAL = "usual"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Event:
    """One answer as memory sees it. Anything but wholly right is wrong; confidence is None where none was said."""

    correct: bool
    confidence: Confidence | None = None
    pace: Pace = Pace.USUAL

    @property
    def is_known(self) -> bool:
        """Whether the answer shows knowledge: right, and not by a guess."""
        return self.correct and self.confidence is not Confidence.GUESS


def read_confidence(text: str) -> Confidence | None:
    """The confidence that a form or a record says; None for anything else."""
    return next((one for one in Confidence if one == text), None)


def pace(took: timedelta, kind: Kind, *, computed: bool) -> Pace:
    """How quick an answer was.

    Rule: at most a third of the budget of its kind is quick, more than the budget is slow. A negative time (a clock
    that was set back) and one beyond five minutes (somebody was away) say nothing, and are as usual.
    """
    if not timedelta(0) <= took <= IDLE_AFTER:
        return Pace.USUAL
    budget = (COMPUTED_BUDGETS if computed else CHOICE_BUDGETS)[kind]
    if took > budget:
        return Pace.SLOW
    return Pace.QUICK if 3 * took <= budget else Pace.USUAL


def rating(event: Event) -> Rating:
    """The rating that the scheduler is given.

    Rule: wrong, and right by a guess, is Again: a lucky guess shows nothing of memory, and so comes back sooner than
    any answer that was known. Of the others unsure or slow is Hard, sure and quick is Easy, the rest is Good.
    """
    if not event.is_known:
        return Rating.Again
    if event.confidence is Confidence.UNSURE or event.pace is Pace.SLOW:
        return Rating.Hard
    if event.confidence is Confidence.SURE and event.pace is Pace.QUICK:
        return Rating.Easy
    return Rating.Good
