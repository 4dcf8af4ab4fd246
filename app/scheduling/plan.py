"""A plan towards an exam day: what each day's minutes are best spent on, what is left out, and what may be expected."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from app.kit.shares import Z_95
from app.scheduling.own_model import AS_THE_MODEL, OwnModel
from app.scheduling.steps import Held, Step, expected, recall_on, step

WORTH = 0.01  # an answer that raises the chance of recall by less is not worth its time
BLOCKS = (
    42  # a plan is worked out in at most so many steps: days, or several days at once when the exam is far
)
MISS, SETTLED = 0.2, 2.0  # how far forecasts missed in the simulation (`bench plan`), see `miss`


@dataclass(frozen=True, slots=True)
class Prospect:
    """An item as a plan sees it.

    `weight` is its part of the exam, `seconds` what one answer takes, `prior` the chance that it is known although it was
    never answered; `held` is None until it is answered.
    """

    family: str
    group: str
    weight: float
    seconds: float
    prior: float
    held: Held | None = None


@dataclass(frozen=True, slots=True)
class PlanDay:
    """A day of the plan, or several equal ones from `first` on (ordinals): how many items are new, and how many come again."""

    first: int
    days: int
    new: int
    again: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """From where a plan looks ahead: today and the exam day (ordinals), minutes a day, and seconds of today that are used.

    `own` is how this learner differs from the model; only what is foretold depends on it, not what is chosen.
    """

    today: int
    exam: int
    minutes: float
    spent: float = 0.0
    own: OwnModel = AS_THE_MODEL

    def seconds(self, day: int, days: int = 1) -> float:
        """The seconds that there are on that day and those after it, together."""
        return 60.0 * self.minutes * days - (self.spent if day == self.today else 0.0)


@dataclass(frozen=True, slots=True)
class Forecast:
    """An expected share right with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """A plan. `first_day` gives for every item that is to come the day (ordinal) when it comes first.

    `left_out` are never to come: time is short. `enough` are never to come because nothing is won by it. `expected` is
    the forecast if the plan is kept, `untouched` the one without practice.
    """

    days: tuple[PlanDay, ...]
    first_day: Mapping[str, int]
    left_out: tuple[str, ...]
    enough: tuple[str, ...]
    expected: Forecast
    untouched: Forecast

    @property
    def to_come(self) -> int:
        """How many answers the plan holds."""
        return sum(day.new + day.again for day in self.days)


def prior_of(difficulty: float, *, luck: float) -> float:
    """The chance that an item is known unseen, from the share of people who answer it right.

    Formula: (share − luck) / (1 − luck), between 0.02 and 0.95; luck is the chance of a right guess.
    """
    return min(max((difficulty - luck) / (1 - luck), 0.02), 0.95)


def viewpoint(today: int, exam: int) -> int:
    """The day from which today's answers are judged: the middle between today and the exam, tomorrow at the soonest.

    Most of what is answered today is answered once more before the exam; seen from the exam itself, early answers would
    be spread too thin. The simulation compared both (docs/decisions/0006-plan.md).
    """
    return today + max(1, ceil((exam - today) / 2))


def ranked(prospects: Iterable[Prospect], outlook: Outlook) -> list[tuple[Prospect, Step]]:
    """What is worth an answer today, the most gain for its time first; empty when the exam is today or over.

    Rule: weight × gain in the chance of recall on the day of `viewpoint`, per second; answers that gain less than
    WORTH and items that were answered today are left out. Equals are in the order of their names.
    """
    today, exam = outlook.today, outlook.exam
    if exam <= today:
        return []
    later = viewpoint(today, exam)
    steps = [
        (one, step(one.held, today, later, prior=one.prior))
        for one in prospects
        if one.held is None or one.held.last < today
    ]
    worth = [pair for pair in steps if pair[1].gain >= WORTH]
    return sorted(worth, key=lambda pair: (-pair[0].weight * pair[1].gain / pair[0].seconds, pair[0].family))


def fitting(ranks: Sequence[tuple[Prospect, Step]], seconds: float) -> list[tuple[Prospect, Step]]:
    """The first of the ranks that are begun before the time is used up; none where there is no time."""
    used = 0.0
    for place, (one, _) in enumerate(ranks):
        if used >= seconds:
            return list(ranks[:place])
        used += one.seconds
    return list(ranks)


def make_plan(prospects: Sequence[Prospect], outlook: Outlook) -> StudyPlan:
    """The plan from today to the day before the exam, each day's minutes used as `ranked` says.

    Outcomes are not known beforehand, so each answer leaves its item at the mean of both (`steps.expected`). Nothing
    comes on the exam day or after it.
    """
    now = {one.family: one for one in prospects}
    days: list[PlanDay] = []
    first_day: dict[str, int] = {}
    wanted: set[str] = set()
    stride = max(1, ceil((outlook.exam - outlook.today) / BLOCKS))
    for first in range(outlook.today, outlook.exam, stride):
        length = min(stride, outlook.exam - first)
        ranks = ranked(now.values(), replace(outlook, today=first))
        chosen = fitting(ranks, outlook.seconds(first, length))
        wanted.update(one.family for one, _ in ranks)
        days.append(_day(first, length, chosen))
        for one, taken in chosen:
            first_day.setdefault(one.family, first)
            faster = outlook.own.unseen if one.held is None else outlook.own.forgetting
            now[one.family] = replace(one, held=expected(taken, first, faster=faster))
    never = [one.family for one in prospects if one.family not in first_day]
    return StudyPlan(
        days=tuple(days),
        first_day=first_day,
        left_out=tuple(family for family in never if family in wanted),
        enough=tuple(family for family in never if family not in wanted),
        expected=expectation(now.values(), outlook),
        untouched=expectation(prospects, outlook),
    )


def expectation(prospects: Iterable[Prospect], outlook: Outlook) -> Forecast:
    """The expected share right on the exam day, weighted, with its 95 % interval; without luck in guessing.

    Formula: Σ w·R with Σ w = 1; ± 1.96·√(Σ w²·R·(1 − R) + m²). The first term is chance in the answers, m how far such
    forecasts missed in the simulation, less with more answers. Zeros without items.
    """
    own = outlook.own
    parts = [
        (
            one.weight,
            one.prior**own.unseen
            if one.held is None
            else recall_on(one.held, outlook.exam) ** own.forgetting,
        )
        for one in prospects
    ]
    whole = sum(weight for weight, _ in parts)
    if not whole:
        return Forecast(0.0, 0.0, 0.0)
    share = sum(weight * recall for weight, recall in parts) / whole
    chance = sum(weight**2 * recall * (1 - recall) for weight, recall in parts) / whole**2
    reach = Z_95 * sqrt(chance + miss(own.answers / len(parts)) ** 2)
    return Forecast(share, max(0.0, share - reach), min(1.0, share + reach))


def miss(answers: float) -> float:
    """How far a forecast is off (one standard deviation) that rests on so many later answers per item, as in the simulation.

    Formula: 0.2/√(1 + answers/2).
    """
    return MISS / sqrt(1 + answers / SETTLED)


def _day(first: int, length: int, chosen: Sequence[tuple[Prospect, Step]]) -> PlanDay:
    new = sum(one.held is None for one, _ in chosen)
    return PlanDay(first, length, new, len(chosen) - new, sum(one.seconds for one, _ in chosen))
