"""The only reader of the wall clock: UTC moments for records, and a steady counter for durations."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
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


def uptime() -> float:
    """Seconds on a counter that nobody sets and that goes on while the machine sleeps, where the machine has such a one."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class GuardedClock:
    """The machine's clock as it stood at one moment, and from then on a counter that is never set.

    Rule: now = then + what the counter has counted since. So whoever sets the machine's clock while the server runs moves
    no deadline. `not_before` is a moment that has passed for certain: where the machine's clock was set back before the
    start, this one goes on from there. One that lies further ahead than `MOST_AHEAD` is taken for an error of its own.
    """

    MOST_AHEAD = timedelta(days=1)

    def __init__(
        self,
        wall: Clock | None = None,
        *,
        not_before: datetime | None = None,
        count: Callable[[], float] = uptime,
    ) -> None:
        self._wall = wall or SystemClock()
        self._count = count
        began = self._wall.now()
        if not_before is not None and began < not_before <= began + self.MOST_AHEAD:
            began = not_before
        self._began, self._from = began, count()

    def now(self) -> datetime:
        return self._began + timedelta(seconds=self._count() - self._from)

    def steady(self) -> float:
        return self._wall.steady()

    def ahead(self) -> timedelta:
        """How far this clock is ahead of the machine's; negative where the machine's was set forward."""
        return self.now() - self._wall.now()


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
