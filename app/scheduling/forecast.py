"""What a learner may be expected to know on a day if nothing is practised until then, and what is due on which day."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.scheduling.days import DAY, IN_UTC, Days
from app.scheduling.memory import Memory, due_at, recall

AHEAD = 30  # days that a forecast looks ahead
DUE_DAYS = 14


@dataclass(frozen=True, slots=True)
class Expected:
    """The share of the remembered items that is expected to be known, so many days from now."""

    days: int
    share: float


@dataclass(frozen=True, slots=True)
class DueDay:
    """How many items come due on a day of the learner's; the first day holds all that was due before, too."""

    day: date
    count: int


def expected_share(memories: Iterable[Memory], at: datetime) -> float | None:
    """The share of items that are expected to be answered right at a moment (UTC); None without items.

    Rule: the mean over the items of the chance of recall, where an item that was missed, or right by a guess, at
    its last answer counts as not known. The library's curve alone would call a missed item known for as long as
    its explanation is fresh.
    """
    chances = [recall(memory, at) if memory.is_known else 0.0 for memory in memories]
    return sum(chances) / len(chances) if chances else None


def forecast(
    memories: Iterable[Memory], now: datetime, days: Sequence[int] = tuple(range(AHEAD + 1))
) -> tuple[Expected, ...]:
    """The expected share known on each of these days from now, if nothing is practised; empty without items.

    Raises ValueError for a day before now.
    """
    if any(one < 0 for one in days):
        raise ValueError("a forecast looks ahead")
    known = list(memories)
    shares = ((one, expected_share(known, now + one * DAY)) for one in days)
    return tuple(Expected(one, share) for one, share in shares if share is not None)


def due_by_day(
    memories: Iterable[Memory], now: datetime, days: Days = IN_UTC, *, ahead: int = DUE_DAYS
) -> tuple[DueDay, ...]:
    """How many items come due on each of the next days, today first, by the learner's own calendar.

    Each item counts once, on the day when it is due next: when it is practised, and how that goes, moves it.
    """
    today = days.of(now)
    counts = Counter(max(today, days.of(due_at(memory, days))) for memory in memories)
    return tuple(DueDay(day, counts[day]) for day in (today + turn * DAY for turn in range(ahead)))
