"""What is known of running sittings and kept in memory alone: who was last seen when, and what is under way."""

import threading
from datetime import datetime
from math import ceil

from app.exams.pace import Allowance, Pace
from app.kit.clock import Clock
from app.kit.errors import TooOften

PACE = Pace(per_second=5.0, burst=20)
_MOST = 4_096  # sittings that are remembered; those seen last stay
_SLOWER = (
    "Changes of this sitting came too quickly, and the last one was not saved. It is sent again in a moment."
)


class Presence:
    """When a candidate was last heard of; threads may share it, and a new start of the server knows nothing."""

    def __init__(self) -> None:
        self._seen: dict[str, datetime] = {}

    def saw(self, sitting_id: str, at: datetime) -> None:
        """The browser of a sitting's candidate asked for something."""
        self._seen.pop(sitting_id, None)
        self._seen[sitting_id] = at
        while len(self._seen) > _MOST:
            self._seen.pop(next(iter(self._seen), ""), None)

    def last_seen(self, sitting_id: str) -> datetime | None:
        """When the candidate was last heard of since this server started; None where never."""
        return self._seen.get(sitting_id)


class Underway:
    """Changes that have arrived and are not yet saved, so that nobody closes a sitting over their heads.

    The clock is read in the same step in which a change is noted: whoever looks later than that sees it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._moments: dict[str, list[datetime]] = {}

    def arrived(self, sitting_id: str) -> "Arrived":
        """The moment of arrival; the change is under way until the block ends."""
        return Arrived(self, sitting_id)

    def began(self, sitting_id: str) -> datetime:
        """Note that a change of a sitting has just arrived, and when."""
        with self._lock:
            at = self._clock.now()
            self._moments.setdefault(sitting_id, []).append(at)
        return at

    def ended(self, sitting_id: str, at: datetime) -> None:
        """A change that arrived at that moment is saved or refused."""
        with self._lock:
            left = self._moments[sitting_id]
            left.remove(at)
            if not left:
                del self._moments[sitting_id]

    def any_until(self, sitting_id: str, moment: datetime) -> bool:
        """Whether a change that arrived until a moment is still under way."""
        with self._lock:
            return any(at <= moment for at in self._moments.get(sitting_id, ()))


class Arrived:
    """The block in which a change is under way. A generator would do the same, and cost more than the rest of it."""

    __slots__ = ("_at", "_sitting_id", "_underway")

    def __init__(self, underway: Underway, sitting_id: str) -> None:
        self._underway = underway
        self._sitting_id = sitting_id

    def __enter__(self) -> datetime:
        self._at = self._underway.began(self._sitting_id)
        return self._at

    def __exit__(self, *_fault: object) -> None:
        self._underway.ended(self._sitting_id, self._at)


class Turnstile:
    """Lets so many requests of one sitting through as its pace allows; used by one thread."""

    def __init__(self, clock: Clock, pace: Pace = PACE) -> None:
        self._clock = clock
        self._pace = pace
        self._allowances: dict[str, Allowance] = {}

    def pass_through(self, sitting_id: str) -> None:
        """Count one more request. Raises TooOften, with the seconds to wait, where there were too many."""
        now = self._clock.steady()
        before = self._allowances.pop(sitting_id, None) or self._pace.fresh(now)
        after = self._pace.after(before, now)
        self._allowances[sitting_id] = before if isinstance(after, float) else after
        while len(self._allowances) > _MOST:
            self._allowances.pop(next(iter(self._allowances)))
        if isinstance(after, float):
            raise TooOften(_SLOWER, max(1, ceil(after)))
