"""What a plan aims at: the day of the exam and the minutes a day, and how a form says them."""

from dataclasses import dataclass
from datetime import date, timedelta

from app.scheduling.days import UTC_NAME, zone_names

LEAST_MINUTES, MOST_MINUTES = 5, 240
FARTHEST = timedelta(days=730)
_ELSEWHERE = timedelta(days=1)
_DAY_WANTED = "Type the day of the exam as year, month and day, like {example}."
_DAY_PASSED = "This day has passed. Choose a day from {example} on."
_DAY_FAR = "This day is more than two years away. Choose an earlier one; the plan can be changed at any time."
_MINUTES_WANTED = f"Type the minutes a day as a whole number from {LEAST_MINUTES} to {MOST_MINUTES}."
_ZONE_WANTED = "This time zone is not known here. Choose one of the list, like Europe/Berlin, or UTC."


@dataclass(frozen=True, slots=True)
class Aim:
    """The day of the exam, in the learner's zone, and how many minutes there are on each day before it."""

    exam_day: date
    minutes: int


@dataclass(frozen=True, slots=True)
class AimTexts:
    """What was typed into the form of a plan."""

    exam_day: str = ""
    minutes: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class AimFaults:
    """A sentence for each field that cannot be used as it is, "" for the others."""

    exam_day: str = ""
    minutes: str = ""
    zone: str = ""

    @property
    def any(self) -> bool:
        """Whether something is wrong."""
        return bool(self.exam_day or self.minutes or self.zone)


def read_zone(typed: str) -> str | None:
    """The name of a zone as it is kept, whatever the case it is typed in; nothing typed is UTC. None for no zone."""
    wanted = typed.strip().replace(" ", "_").lower()
    if not wanted:
        return UTC_NAME
    return next((name for name in zone_names() if name.lower() == wanted), None)


def read_aim(texts: AimTexts, today: date) -> Aim | AimFaults:
    """The aim that these texts say, or all that is wrong with them; `today` is the learner's own."""
    day, day_fault = _read_day(texts.exam_day, today)
    typed = texts.minutes.strip()
    fits = typed.isascii() and typed.isdigit() and len(typed) <= 4
    minutes = int(typed) if fits else 0
    faults = AimFaults(
        day_fault,
        "" if LEAST_MINUTES <= minutes <= MOST_MINUTES else _MINUTES_WANTED,
        "" if read_zone(texts.zone) is not None else _ZONE_WANTED,
    )
    return faults if faults.any or day is None else Aim(day, minutes)


def is_aim(exam_day: str, minutes: int, made: date) -> bool:
    """Whether an imported aim can have been made on that day (UTC; elsewhere it may be one day more or less).

    Rule: as for a form, the exam is on the day itself or up to FARTHEST later. It may have passed since.
    """
    day = _date(exam_day)
    if day is None or not LEAST_MINUTES <= minutes <= MOST_MINUTES:
        return False
    return -_ELSEWHERE <= day - made <= FARTHEST + _ELSEWHERE


def _read_day(typed: str, today: date) -> tuple[date | None, str]:
    day = _date(typed.strip())
    if day is None:
        return None, _DAY_WANTED.format(example=(today + timedelta(days=30)).isoformat())
    if day < today:
        return None, _DAY_PASSED.format(example=today.isoformat())
    return (None, _DAY_FAR) if day > today + FARTHEST else (day, "")


def _date(typed: str) -> date | None:
    """A day as a date field sends it: 2026-12-31 and nothing else."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return None
    return day if day.isoformat() == typed else None
