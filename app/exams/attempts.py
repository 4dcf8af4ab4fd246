"""Whether an exam may be sat once more, by how often it was sat and how long ago."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.items.exam import Attempts


class Because(StrEnum):
    """What stands in the way of another sitting."""

    USED_UP = "used_up"  # it was sat as often as it may be
    TOO_SOON = "too_soon"


@dataclass(frozen=True, slots=True)
class NotYet:
    """Why an exam cannot be begun now; `since` is the moment from which on it can be, None for never."""

    because: Because
    since: datetime | None = None


def may_sit(attempts: Attempts, ends: Sequence[datetime], now: datetime) -> NotYet | None:
    """None where one more sitting may be begun at `now`, else why not.

    Rule: `ends` are the moments (UTC) at which this learner's begun sittings of the exam ended. `most` is the largest
    number of them, 0 sets none; since the last of them `wait_days` times 24 hours have to pass.
    """
    if attempts.most and len(ends) >= attempts.most:
        return NotYet(Because.USED_UP)
    if not ends or not attempts.wait_days:
        return None
    since = max(ends) + timedelta(days=attempts.wait_days)
    return None if now >= since else NotYet(Because.TOO_SOON, since)
