"""Days or weeks on a calendar, for what is counted over time."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

DAYS = 42  # up to so many days each day stands by itself
WEEKS = 104  # no more than the last two years are shown
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Bin:
    """A day, or the week that begins on `start`, a Monday."""

    start: date
    days: int

    @property
    def last(self) -> date:
        """Its last day."""
        return self.start + timedelta(days=self.days - 1)


def bins(first: date, last: date) -> tuple[Bin, ...]:
    """The days from the first to the last, or from six weeks on the calendar weeks that hold them; in order.

    Of more than two years the last two are left. Raises ValueError where the last day lies before the first.
    """
    span = (last - first).days + 1
    if span < 1:
        raise ValueError(f"{last} lies before {first}")
    if span < DAYS:
        return tuple(Bin(first + timedelta(days=turn), 1) for turn in range(span))
    monday = first - timedelta(days=first.weekday())
    count = (last - monday).days // _WEEK + 1
    every = [Bin(monday + timedelta(days=_WEEK * turn), _WEEK) for turn in range(count)]
    return tuple(every[-WEEKS:])


def place(found: Sequence[Bin], day: date) -> int | None:
    """Where in the bins a day lies, or None where it lies outside all of them."""
    at = bisect_right(found, day, key=lambda one: one.start) - 1
    return at if at >= 0 and day <= found[at].last else None
