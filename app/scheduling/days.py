"""A learner's days: which day a moment belongs to in the zone where they live, and when that day ends."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

DAY = timedelta(days=1)
UTC_NAME = "UTC"


@dataclass(frozen=True, slots=True)
class Days:
    """The calendar of one time zone. `name` is the zone's (IANA).

    `is_own` says whether the learner chose it; else it is UTC, and their day may be another than the one here.
    """

    name: str = UTC_NAME
    zone: tzinfo = UTC
    is_own: bool = False

    def of(self, moment: datetime) -> date:
        """The day that a moment belongs to. Raises ValueError for a moment without a zone."""
        if moment.tzinfo is None:
            raise ValueError("a moment without a zone belongs to no day")
        return moment.astimezone(self.zone).date()

    def start(self, day: date) -> datetime:
        """The moment at which a day begins, in UTC; days of 23 and 25 hours begin at their own midnight too."""
        return datetime.combine(day, time(), self.zone).astimezone(UTC)

    def local(self, moment: datetime) -> datetime:
        """The same moment as the clocks of the zone show it."""
        return moment.astimezone(self.zone)

    def end(self, moment: datetime) -> datetime:
        """The moment at which the day of a moment is over, in UTC."""
        return self.start(self.of(moment) + DAY)


IN_UTC = Days()


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The zones that are offered, by name: those of places, and UTC. Read from the machine once."""
    return (UTC_NAME, *sorted(name for name in available_timezones() if _is_place(name)))


def days_in(name: str | None) -> Days:
    """The calendar of a zone; None, and a name that this machine does not know, is UTC."""
    if name is None or name not in zone_names():
        return IN_UTC
    return Days(name, UTC if name == UTC_NAME else ZoneInfo(name), is_own=True)


_AREAS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)  # fmt: skip


def _is_place(name: str) -> bool:
    return name.partition("/")[0] in _AREAS
