"""What the service of plans hands to the pages."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from app.items.item import Shape
from app.scheduling.plan import Forecast


class Stage(StrEnum):
    """Where a plan is: before its exam, on the day itself, or past it."""

    AHEAD = "ahead"
    TODAY = "today"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan in a line: when the exam is, how many days there are, and how many questions are left of today."""

    exam_day: date
    stage: Stage
    days_left: int
    today: int


@dataclass(frozen=True, slots=True)
class DayLine:
    """A day of the plan, or the days from `first` to `last`: questions that are new, that come again, and the minutes."""

    first: date
    last: date
    new: int
    again: int
    minutes: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many questions on an objective there is no time for, and on which topics, the largest first."""

    objective: str
    wording: str
    count: int
    topics: tuple[tuple[Shape, int], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is different from when the plan was last marked, at `since` by the learner's clock.

    `answered` since then; `more` questions to come than then, below zero fewer; how many went from left out to planned
    and the other way; by how much the forecast rose, in shares.
    """

    since: datetime
    answered: int
    more: int
    taken_in: int
    put_out: int
    share: float


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan with all that its page says. `seen_by` is the day by which every planned question was met once.

    `objectives` are those that the bank has questions on, of `of_objectives` in the exam. `answers` are what the
    forecast rests on.
    """

    line: PlanLine
    minutes: int
    today_new: int
    today_again: int
    spent_minutes: int
    days: tuple[DayLine, ...]
    seen_by: date | None
    expected: Forecast
    untouched: Forecast
    left_out: tuple[LeftOut, ...]
    enough: int
    change: Change | None
    questions: int
    objectives: int
    of_objectives: int
    answers: int
    seconds_concept: int
    seconds_computed: int
    is_measured: bool


@dataclass(frozen=True, slots=True)
class PlanPlace:
    """What the page of a plan is about: the learner's zone and today there, with their plan or none."""

    zone: str
    is_own_zone: bool
    today: date
    plan: PlanView | None = None
