"""The only reader of the wall clock: UTC moments for records, and a steady counter for durations."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What the rest of the house knows of time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...

    def steady(self) -> float:
        """Seconds on a counter that never goes back; only differences mean anything."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def steady(self) -> float:
        return time.monotonic()


class FixedClock:
    """A clock that stands still until it is moved; for tests and for replays."""

    def __init__(self, moment: datetime) -> None:
        if moment.tzinfo is not UTC:
            raise ValueError("a clock needs a moment in UTC")
        self._moment = moment
        self._steady = 0.0

    def now(self) -> datetime:
        return self._moment

    def steady(self) -> float:
        return self._steady

    def move_to(self, moment: datetime) -> None:
        self._steady += (moment - self._moment).total_seconds()
        self._moment = moment
