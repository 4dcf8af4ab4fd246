"""What one more answer to an item would be worth on a later day, by the scheduler's own model, in whole days."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from math import exp, log

from fsrs import Card, Rating
from fsrs import State as Phase

from app.scheduling.days import DAY, Days
from app.scheduling.memory import SCHEDULER, Memory

_START = datetime(2000, 1, 1, tzinfo=UTC)  # any day will do: only differences count
_REMEMBERED = 100_000
After = tuple[float, float]  # stability and difficulty


@dataclass(frozen=True, slots=True)
class Held:
    """What is held of an item: stability in days, difficulty in 1 … 10, and the day of the last answer (ordinal)."""

    stability: float
    difficulty: float
    last: int


@dataclass(frozen=True, slots=True)
class Step:
    """One more answer today, seen from a later day.

    `known` is the chance that the answer shows knowledge; `without` and `after` are the chances of recall on the later
    day, without the answer and with it; `right` and `wrong` are stability and difficulty after either outcome.
    """

    known: float
    without: float
    after: float
    right: After
    wrong: After

    @property
    def gain(self) -> float:
        """By how much the answer raises the chance of recall on the later day."""
        return self.after - self.without


def held_of(memory: Memory, days: Days) -> Held:
    """What a memory holds, by the learner's own days."""
    return Held(memory.plan.stability, memory.plan.difficulty, days.of(memory.last_at).toordinal())


def recall_on(held: Held, day: int) -> float:
    """The chance of recall on a day (ordinal)."""
    return _recall(_near(held.stability), day - held.last)


def step(held: Held | None, today: int, later: int, *, prior: float) -> Step:
    """One more answer today, seen from `later` (ordinals, later > today).

    `prior` is the chance that an item is known which was never answered. Rule: an answer that shows knowledge is rated
    Good, any other Again, and the library says what follows from either; R(later) = p·R(after Good) +
    (1 − p)·R(after Again), p the chance of recall today. Stabilities are taken to two digits and difficulties to
    halves, so that questions that stand alike are computed once. Raises ValueError unless later > today.
    Source: FSRS-6 as in py-fsrs 6.3.2.
    """
    if later <= today:
        raise ValueError("a step is seen from a later day")
    if held is None:
        return _first(round(prior, 3), later - today)
    difficulty = round(2 * held.difficulty) / 2
    return _next(_near(held.stability), difficulty, today - held.last, later - today)


def expected(one: Step, today: int, *, faster: float = 1.0) -> Held:
    """What is held after the answer, as far as one can say before it.

    Formula: the mean of both outcomes, stabilities by their logarithms, weighted by p to the power of `faster`, by which
    this learner differs from the model.
    """
    p = one.known**faster
    stability = exp(p * log(one.right[0]) + (1 - p) * log(one.wrong[0]))
    return Held(stability, p * one.right[1] + (1 - p) * one.wrong[1], today)


def _near(stability: float) -> float:
    return float(f"{stability:.2g}")


@lru_cache(maxsize=_REMEMBERED)
def _recall(stability: float, elapsed: int) -> float:
    card = Card(0, Phase.Review, None, stability, 5.0, _START, _START)
    return float(SCHEDULER.get_card_retrievability(card, _START + max(0, elapsed) * DAY))


@lru_cache(maxsize=_REMEMBERED)
def _next(stability: float, difficulty: float, elapsed: int, ahead: int) -> Step:
    chances = _recall(stability, elapsed), _recall(stability, elapsed + ahead)
    return _seen(chances, _outcomes(stability, difficulty, max(0, elapsed)), ahead)


@lru_cache(maxsize=_REMEMBERED)
def _first(prior: float, ahead: int) -> Step:
    right, wrong = (_answered(Card(0, due=_START), one, _START) for one in (Rating.Good, Rating.Again))
    return _seen((prior, prior), (right, wrong), ahead)


@lru_cache(maxsize=_REMEMBERED)
def _outcomes(stability: float, difficulty: float, elapsed: int) -> tuple[After, After]:
    card = Card(0, Phase.Review, None, stability, difficulty, _START, _START)
    moment = _START + elapsed * DAY
    return _answered(card, Rating.Good, moment), _answered(card, Rating.Again, moment)


def _answered(card: Card, rating: Rating, moment: datetime) -> After:
    after, _ = SCHEDULER.review_card(card, rating, moment)
    if after.stability is None or after.difficulty is None:
        raise ValueError("the scheduler left a card without stability or difficulty")
    return after.stability, after.difficulty


def _seen(chances: tuple[float, float], outcomes: tuple[After, After], ahead: int) -> Step:
    (known, without), (right, wrong) = chances, outcomes
    after = known * _recall(_near(right[0]), ahead) + (1 - known) * _recall(_near(wrong[0]), ahead)
    return Step(known, without, after, right, wrong)
