"""Simulated learners who forget: what they know beforehand, how they forget, how long they take, and when the exam is.

Their memory is not the scheduler's. Half of them forget by FSRS with weights of their own, drawn around the defaults, and
with a steeper curve; half by a half-life that grows with each success, along an exponential or a hyperbola.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import numpy as np
from fsrs import Card, Rating, Scheduler
from fsrs import State as Phase
from fsrs.scheduler import DEFAULT_PARAMETERS, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from app.scheduling.days import DAY

START = datetime(2026, 12, 1, 12, tzinfo=UTC)  # everybody practises at noon
LUCK = 0.25  # four options
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Truth(Protocol):
    """The true memory of one learner. Days are counted from the first one."""

    def recall(self, item: int, day: int) -> float:
        """The chance that the item is known on a day."""
        ...

    def see(self, item: int, day: int, *, known: bool) -> None:
        """An answer was given and its explanation read."""
        ...


class OwnWeights:
    """FSRS with weights of the learner's own."""

    def __init__(self, chance: np.random.Generator, known: Floats) -> None:
        weights = np.array(DEFAULT_PARAMETERS) * np.exp(chance.normal(0, 0.25, len(DEFAULT_PARAMETERS)))
        weights[:4] = np.sort(weights[:4])
        weights[20] = chance.uniform(0.1, 0.5)
        weights = np.clip(weights, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS)
        self._scheduler = Scheduler([float(one) for one in weights], enable_fuzzing=False)
        self._first = float(weights[1]) * np.exp(chance.normal(0, 0.5, len(known)))
        stability = np.exp(chance.normal(3.2, 0.8, len(known)))
        self._difficulty = chance.uniform(2, 8, len(known))
        before = START - 5 * DAY
        self._cards = {
            item: Card(
                0, Phase.Review, None, float(stability[item]), float(self._difficulty[item]), before, before
            )
            for item in np.flatnonzero(known)
        }

    def recall(self, item: int, day: int) -> float:
        card = self._cards.get(item)
        return (
            0.0 if card is None else float(self._scheduler.get_card_retrievability(card, START + day * DAY))
        )

    def see(self, item: int, day: int, *, known: bool) -> None:
        card, now = self._cards.get(item), START + day * DAY
        if card is None:
            first = float(self._first[item])
            self._cards[item] = Card(0, Phase.Review, None, first, float(self._difficulty[item]), now, now)
        else:
            rating = Rating.Good if known else Rating.Again
            self._cards[item], _ = self._scheduler.review_card(card, rating, now)


class HalfLives:
    """A half-life for each item: longer after a success, the more so the less was left; shorter after a failure."""

    def __init__(self, chance: np.random.Generator, known: Floats) -> None:
        size = len(known)
        self._life = np.where(known, np.exp(chance.normal(3.2, 0.8, size)), 0.0)
        self._last = np.full(size, -5)
        self._first = np.exp(chance.normal(np.log(2.5), 0.5, size) + chance.normal(0, 0.3))
        self._growth, self._loss = chance.uniform(2.25, 6.0), chance.uniform(0.3, 0.7)
        self._hyperbola = chance.random() < 0.5

    def recall(self, item: int, day: int) -> float:
        life = self._life[item]
        if not life:
            return 0.0
        passed = (day - self._last[item]) / life
        return float(1 / (1 + passed) if self._hyperbola else 0.5**passed)

    def see(self, item: int, day: int, *, known: bool) -> None:
        life, first = self._life[item], self._first[item]
        if not life:
            self._life[item] = first
        elif known:
            self._life[item] = life * (1 + self._growth * (1 - self.recall(item, day)))
        else:
            self._life[item] = max(life * self._loss, first * 0.6)
        self._last[item] = day


@dataclass(frozen=True, slots=True)
class World:
    """One learner with a bank and an exam: everything that both sides of a comparison share, chance included.

    `minutes` a day until day `exam`, none on the days of `missed`. By item: `computed`, the bank's `difficulty` (share
    right of people at large), and what is `known` beforehand. By item and day: how long the answer takes in `seconds`, and
    the draws of recall, of luck and of what is said about it. `turn` puts
    items that stand alike in an order of chance.
    """

    seed: int
    exam: int
    minutes: float
    missed: Floats
    computed: Floats
    difficulty: Floats
    known: Floats
    seconds: Floats
    draws: Floats
    turn: Floats

    def truth(self) -> Truth:
        """The learner's memory as it is at the start."""
        chance = np.random.default_rng([self.seed, 1])
        return (OwnWeights, HalfLives)[self.seed % 2](chance, self.known)

    def luck(self, item: int) -> float:
        """The chance of a right guess; numbers cannot be guessed."""
        return 0.0 if self.computed[item] else LUCK


def world(seed: int, items: int) -> World:
    """A learner drawn by a seed: an exam in 7 to 60 days, 10 to 60 minutes a day, up to three days in ten missed.

    What they know is the bank's guess moved by their own level and by chance; their pace differs by a factor of two or so.
    """
    chance = np.random.default_rng([seed, 0])
    exam = int(chance.integers(7, 61))
    computed = chance.random(items) < 0.12
    difficulty = np.clip(chance.beta(6, 4, items), 0.3, 0.95)
    share = np.clip((difficulty - LUCK) / (1 - LUCK), 0.02, 0.95)
    level = np.log(share / (1 - share)) + chance.normal(-0.3, 0.8) + chance.normal(0, 0.7, items)
    middle = np.where(computed, 125.0, 60.0) * np.exp(chance.normal(0, 0.35))
    return World(
        seed=seed,
        exam=exam,
        minutes=float(chance.uniform(10, 60)),
        missed=chance.random(exam) < chance.uniform(0, 0.3),
        computed=computed,
        difficulty=difficulty,
        known=chance.random(items) < 1 / (1 + np.exp(-level)),
        seconds=middle[:, None] * np.exp(chance.normal(0, 0.4, (items, exam))),
        draws=chance.random((3, items, exam)),
        turn=chance.random(items),
    )
