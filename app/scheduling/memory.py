"""What is remembered of one learner and one item, and when the item is due again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum, StrEnum

AFTER_WRONG = timedelta(minutes=10)
AFTER_RIGHT = (timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))


class Outcome(StrEnum):
    """How an answer went, as far as memory is concerned. Anything but wholly right is wrong."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Memory:
    """All answers to one item in short: how often seen and right, the run of right ones, and the last answer."""

    seen: int
    right: int
    streak: int
    last_at: datetime
    last_right: bool


class Standing(IntEnum):
    """Where an item stands with a learner, in the order in which items are asked."""

    DUE = 0
    WEAK = 1
    NEW = 2
    KNOWN = 3


def remember(memory: Memory | None, outcome: Outcome, now: datetime) -> Memory:
    """The memory after one more answer; None is the memory of an item that was never answered.

    Raises ValueError unless `now` is in UTC. A clock that went back changes nothing but `last_at`.
    """
    if now.tzinfo is not UTC:
        raise ValueError("an answer needs a moment in UTC")
    fine = outcome is Outcome.RIGHT
    before = memory or Memory(seen=0, right=0, streak=0, last_at=now, last_right=False)
    return Memory(
        seen=before.seen + 1,
        right=before.right + fine,
        streak=before.streak + 1 if fine else 0,
        last_at=now,
        last_right=fine,
    )


def due_at(memory: Memory) -> datetime:
    """When the item is due: 10 minutes after a wrong answer, 1, 3, 7, then always 21 days after a right one.

    The steps go by the run of right answers up to the last one. (A rule of ours, to be replaced by one that is
    fitted to data; what it needs is kept.)
    """
    if not memory.last_right:
        return memory.last_at + AFTER_WRONG
    return memory.last_at + AFTER_RIGHT[min(memory.streak, len(AFTER_RIGHT)) - 1]


def standing(memory: Memory | None, now: datetime) -> Standing:
    """Due, weak, new or known.

    Rule: never answered is new; past its time is due; not yet due but last answered wrong, or right less than two
    times in three, is weak; the rest is known.
    """
    if memory is None:
        return Standing.NEW
    if now >= due_at(memory):
        return Standing.DUE
    return Standing.WEAK if not memory.last_right or 3 * memory.right < 2 * memory.seen else Standing.KNOWN


def standings(memories: Mapping[str, Memory], now: datetime) -> dict[str, Standing]:
    """The standing of every remembered item by item id."""
    return {item_id: standing(memory, now) for item_id, memory in memories.items()}
