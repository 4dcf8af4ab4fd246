"""How the time of a practice counts: from question to question, with breaks cut short."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from app.scheduling.rating import IDLE_AFTER

_MINUTE = timedelta(minutes=1)


def time_spent(asked: Sequence[datetime], until: datetime) -> timedelta:
    """The time that a practice has taken by a moment.

    Rule: each question counts from when it was asked until the next one was, or until the moment, so that reading its
    feedback counts too; at most five minutes (somebody was away), and never less than nothing (a clock was set back).
    `asked` are the moments in order, in UTC.
    """
    ends = [*asked[1:], until]
    gaps = (end - start for start, end in zip(asked, ends, strict=False))
    return sum((min(max(gap, timedelta(0)), IDLE_AFTER) for gap in gaps), timedelta(0))


def minutes_left(minutes: int, spent: timedelta) -> int:
    """The minutes that are left, begun ones whole; 0 where the time is used up."""
    return max(0, ceil((minutes * _MINUTE - spent) / _MINUTE))


def minutes_taken(spent: timedelta) -> int:
    """A time in whole minutes, at least one."""
    return max(1, round(spent / _MINUTE))
