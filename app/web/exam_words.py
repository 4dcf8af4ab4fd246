"""Small words for the pages before and after a sitting: lengths, moments, points, and how much time is left."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime

from app.exams.pacing import span_words
from app.exams.warnings import time_left
from app.web.words import day, either


def lengths(counts: Iterable[int]) -> str:
    """Lengths as alternatives: "10", "60, 65 or 70"; the usual one stands first in an exam and not here."""
    return either([str(count) for count in sorted(counts)])


def written_day(text: str) -> str:
    """An ISO date as it is written in a sentence."""
    return day(date.fromisoformat(text))


def moment(at: datetime) -> str:
    """A moment in its own zone: 26 November 2026, 14:05."""
    return f"{day(at)}, {at:%H:%M}"


def points(earned: float) -> str:
    """Points with at most two decimals: 7, 7.5, 7.33."""
    return f"{earned:.2f}".rstrip("0").rstrip(".")


EXAM_FILTERS: Mapping[str, Callable[..., str]] = {
    "lengths": lengths,
    "written_day": written_day,
    "moment": moment,
    "points": points,
    "span_left": time_left,
    "span_words": span_words,
}
