"""Which saved versions of a draft say nothing that the next one does not: typing saves itself every second."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

SPAN = timedelta(seconds=30)
FRESH = timedelta(minutes=2)  # what was typed just now is undone step by step


@dataclass(frozen=True, slots=True)
class Save:
    """A version that was saved, without its text."""

    version: int
    actor: str
    saved_at: datetime


def spare(saves: Sequence[Save], named: Set[int], now: datetime) -> tuple[int, ...]:
    """The versions that may go, of all saves in their order.

    Rule: of each half minute of one person's saves the last one stays. The first and the last version stay, and so do
    those that are `named` elsewhere and those of the last two minutes.
    """
    gone: list[int] = []
    for place in range(1, len(saves) - 1):
        one, after = saves[place], saves[place + 1]
        soon = after.actor == one.actor and _span(after.saved_at) == _span(one.saved_at)
        if soon and one.version not in named and now - one.saved_at > FRESH:
            gone.append(one.version)
    return tuple(gone)


def _span(moment: datetime) -> int:
    return int(moment.timestamp() // SPAN.total_seconds())
