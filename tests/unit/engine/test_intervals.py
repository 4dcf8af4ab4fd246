"""People who round at every step, somehow, land inside the fair interval, and the interval is not wider than it must."""

import math
import random
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from app.engine.batching import Batch, LogitBatch
from app.engine.mechanism import (
    RIGHT,
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.plain_engine import PlainEngine
from app.engine.problem import LogitProblem, Problem, matrix
from app.engine.slips import apply
from app.engine.spans import Grid, Span
from app.engine.stages import Stage
from tests.conftest import GATE
from tests.unit.engine.cases import LESSON, drawn_batch, every_mechanism, every_slug

PLAIN = PlainEngine()
Round = Callable[[float], float]


class Person:
    """Computes by hand, rounding each written number half up or half even to the decimals or finer, or not at all."""

    def __init__(self, chance: random.Random, decimals: int) -> None:
        self.chance = chance
        self.decimals = decimals

    def write(self, number: float) -> float:
        habit = self.chance.randrange(4)
        if habit == 3 or not math.isfinite(number):
            return number
        places = self.decimals + self.chance.choice((0, 0, 1, 2))
        rounding = ROUND_HALF_UP if habit else ROUND_HALF_EVEN
        return float(Decimal(repr(number)).quantize(Decimal(1).scaleb(-places), rounding))

    def compare(self, a: list[float], b: list[float], comparison: Comparison) -> float:
        products = [x * y for x, y in zip(a, b, strict=True)]
        if comparison is Comparison.SIGNLESS:
            return sum(map(abs, products))
        if comparison is Comparison.DOT:
            return sum(products)
        lengths = self.write(math.sqrt(sum(x * x for x in a))) * self.write(math.sqrt(sum(y * y for y in b)))
        return self.write(sum(products) / self.write(lengths))

    def divide(self, s: float, scale: Scale, d_k: int, n: int) -> float:
        match scale:
            case Scale.ROOT_D_K:
                return self.write(s / self.write(math.sqrt(d_k)))
            case Scale.D_K:
                return self.write(s / d_k)
            case Scale.TIMES_ROOT_D_K:
                return self.write(s * self.write(math.sqrt(d_k)))
            case Scale.ROOT_N:
                return self.write(s / self.write(math.sqrt(n)))
            case Scale.NONE | Scale.ROOT_D_K_AFTER:
                return s

    def make(self, x: float, normaliser: Normaliser) -> float:
        match normaliser:
            case Normaliser.EXP:
                return self.write(math.exp(x))
            case Normaliser.TWO:
                return self.write(2.0**x)
            case Normaliser.NONE | Normaliser.LARGEST:
                return x

    def share(self, mine: float, together: list[float], normaliser: Normaliser) -> float:
        if normaliser is Normaliser.LARGEST:
            return self.write(1 / together.count(mine)) if mine == max(together) else 0.0
        if len(together) == 1:
            return 1.0  # a lone number is its own sum
        return self.write(mine / self.write(sum(together)))

    def weights(self, rows: list[list[float]], i: int, mechanism: Mechanism, d_k: int) -> list[float]:
        columns = range(len(rows[0]))
        places = [(r, j) for r in range(len(rows)) for j in columns if mechanism.mask is Mask.NONE or j <= r]
        if mechanism.weighting is Weighting.PLAIN_MEAN:
            count = sum(r == i for r, _ in places)
            return [self.write(1 / count) if (i, j) in places else 0.0 for j in columns]
        made = {(r, j): self.make(rows[r][j], mechanism.normaliser) for r, j in places}
        found = []
        for j in columns:
            together = [
                number
                for (r, m), number in made.items()
                if (r == i or mechanism.axis is not Axis.ROW)
                and (m == j or mechanism.axis is not Axis.COLUMN)
            ]
            found.append(self.share(made[i, j], together, mechanism.normaliser) if (i, j) in made else 0.0)
        if mechanism.scale is Scale.ROOT_D_K_AFTER:
            root = self.write(math.sqrt(d_k))
            return [self.write(weight / root) for weight in found]
        return found

    def answer(self, problem: Problem, mechanism: Mechanism, stage: Stage) -> list[float]:
        Q, K, V = (
            [[float(x) for x in row] for row in rows] for rows in (problem.Q, problem.K, problem.V or ())
        )
        asks, against = {
            Product.QUERY_KEY: (Q, K),
            Product.VALUE_KEY: (V, K),
            Product.KEY_QUERY: (K, Q),
        }[mechanism.product]
        i = problem.row if mechanism.reading is Reading.ASKED else (problem.row + 1) % len(asks)
        n, d_k = len(against), len(K[0])
        logits = [[self.compare(a, b, mechanism.comparison) for b in against] for a in asks]
        rows = [[self.divide(s, mechanism.scale, d_k, n) for s in row] for row in logits]
        if stage is Stage.RAW:
            return rows[i] if mechanism.written is Written.DIVIDED else logits[i]
        if stage is Stage.SCALED:
            return rows[i]
        weights = self.weights(rows, i, mechanism, d_k)
        if stage is Stage.WEIGHTS:
            return weights
        carried = V if mechanism.carried is Carried.VALUES else K
        parts = [[self.write(w * x) for x in row] for w, row in zip(weights, carried, strict=True)]
        return [self.write(sum(column)) for column in zip(*parts, strict=True)]


@pytest.mark.parametrize("decimals", [2, 3])
@pytest.mark.parametrize("stage", [Stage.RAW, Stage.SCALED, Stage.WEIGHTS, Stage.OUTPUT])
def test_everyone_who_rounds_lands_inside(stage: Stage, decimals: int) -> None:
    chance = random.Random(decimals)
    batch = drawn_batch(24 if GATE else 3, (3, 3, 5, 5), seed=decimals)
    runs = PLAIN.run(batch, every_mechanism(stage), stage=stage, decimals=decimals, stepped=0)
    slugs = every_slug(stage)
    people = 0
    for b in range(batch.size):
        problem = batch.problem(b)
        for m, mechanism in enumerate(every_mechanism(stage)):
            if not runs.defined[m, b]:
                continue
            for _ in range(12 if GATE else 4):
                answer = np.array(Person(chance, decimals).answer(problem, mechanism, stage))
                inside = (runs.low[m, b] <= answer) & (answer <= runs.high[m, b])
                assert inside.all(), (slugs[m], answer, runs.low[m, b], runs.high[m, b])
                people += 1
    assert people > 100


@pytest.mark.parametrize("decimals", [2, 3, 4])
def test_the_interval_of_the_right_answer_is_not_absurdly_wide(decimals: int) -> None:
    batch = drawn_batch(100, (3, 3, 4, 4), seed=decimals)
    unit = 10.0**-decimals
    weights = PLAIN.run(batch, [RIGHT], stage=Stage.WEIGHTS, decimals=decimals, stepped=0)
    assert np.median(weights.high - weights.low) <= 3 * unit
    assert (weights.high - weights.low).max() <= 10 * unit
    output = PLAIN.run(batch, [RIGHT], stage=Stage.OUTPUT, decimals=decimals, stepped=0)
    assert np.median(output.high - output.low) <= 10 * unit
    assert (output.low < output.values).all()
    assert (output.values < output.high).all()


@pytest.mark.parametrize("decimals", [2, 3])
def test_roundings_use_a_fair_part_of_the_interval(decimals: int) -> None:
    """Hundreds of people, whose roundings seldom all point one way, spread over a sixth of it and more."""
    chance = random.Random(7)
    batch = drawn_batch(4, (3, 3, 5, 5), seed=9)
    runs = PLAIN.run(batch, [RIGHT], stage=Stage.OUTPUT, decimals=decimals, stepped=0)
    shares = []
    for b in range(batch.size):
        answers = np.array(
            [Person(chance, decimals).answer(batch.problem(b), RIGHT, Stage.OUTPUT) for _ in range(300)]
        )
        shares.append(np.ptp(answers, axis=0) / (runs.high[0, b] - runs.low[0, b]))
    assert np.median(shares) > 1 / 6


def test_the_lesson_with_rounded_steps_is_fair() -> None:
    runs = PLAIN.run(Batch.of([LESSON]), [RIGHT], stage=Stage.OUTPUT, decimals=3, stepped=0)
    lesson_prints = np.array(
        [0.507, 1.200, 0.679, 0.614]
    )  # it rounds each step, and the first weight wrongly
    assert ((runs.low[0, 0] <= lesson_prints) & (lesson_prints <= runs.high[0, 0])).all()
    pair = LogitBatch.of([LogitProblem((40, 2), 64)])
    runs = PLAIN.run(pair, [RIGHT], stage=Stage.WEIGHTS, decimals=4, stepped=0)
    assert runs.low[0, 0, 0] > 0.9877  # what the lesson prints is not fair, it is wrong


def test_one_unit_to_both_sides_always_counts() -> None:
    batch = drawn_batch(10, (3, 3, 4, 4), seed=1)
    runs = PLAIN.run(batch, every_mechanism(Stage.RAW), stage=Stage.RAW, decimals=1, stepped=0)
    good = runs.defined[:, :, None] & np.ones(3, dtype=bool)
    assert (runs.low[good] <= runs.values[good] - 0.1).all()
    assert (runs.high[good] >= runs.values[good] + 0.1).all()
    assert runs.high[0] == pytest.approx(runs.values[0] + 0.1)  # logits are exact, nothing else is added


def test_numbers_on_the_grid_are_not_rounded() -> None:
    span = Grid(1).round_off(Span(np.array([0.5, 0.25, 0.5]), np.array([0.5, 0.25, 0.75])))
    assert span.low == pytest.approx([0.5, 0.2, 0.45])
    assert span.high == pytest.approx([0.5, 0.3, 0.8])
    halves = Batch.of([LESSON])
    scaled = PLAIN.run(halves, [RIGHT], stage=Stage.SCALED, decimals=1, stepped=0)
    assert scaled.high[0, 0] == pytest.approx([1.1, 0.1, 0.6])
    winner = PLAIN.run(halves, [apply(("largest-takes-all",))], stage=Stage.OUTPUT, decimals=2, stepped=0)
    assert winner.high[0, 0] == pytest.approx([1.01, 2.01, 0.01, 0.01])


def test_a_sum_that_can_be_rounded_to_zero_is_not_defined() -> None:
    nearly = Problem(matrix([[1, 0]]), matrix([[1, 1], [-1, 2]]), matrix([[1], [2]]), 0)
    pair = apply(("cosine-compare", "no-exponential"))
    for decimals, defined in ((0, False), (2, True)):
        runs = PLAIN.run(Batch.of([nearly]), [pair], stage=Stage.WEIGHTS, decimals=decimals, stepped=1)
        assert bool(runs.defined[0, 0]) is defined
        assert bool(np.isnan(runs.table).all()) is not defined
    zero = Problem(matrix([[1, 0]]), matrix([[1, 1], [-1, 2]]), matrix([[1], [2]]), 0)
    runs = PLAIN.run(
        Batch.of([zero]), [apply(("no-exponential",))], stage=Stage.OUTPUT, decimals=2, stepped=1
    )
    assert not runs.defined.any()
    assert np.isnan(runs.step_table).all()


def test_lone_tokens_have_weight_one_exactly() -> None:
    first = Batch.of([LESSON])
    masked = PLAIN.run(first, [apply(("causal-mask-added",))], stage=Stage.WEIGHTS, decimals=2, stepped=0)
    assert masked.low[0, 0] == pytest.approx([0.99, -0.01, -0.01])
    assert masked.high[0, 0] == pytest.approx([1.01, 0.01, 0.01])


def test_largest_that_rounding_can_change_spans_both() -> None:
    close = Problem(matrix([[10, 1], [1, 0]]), matrix([[10, 1], [11, 1]]), matrix([[1], [0]]), 0)
    mechanism = apply(("cosine-compare", "largest-takes-all"))
    assert (
        PLAIN.run(Batch.of([close]), [mechanism], stage=Stage.OUTPUT, decimals=5, stepped=0).low[0, 0, 0]
        > 0.9
    )
    rough = PLAIN.run(Batch.of([close]), [mechanism], stage=Stage.OUTPUT, decimals=1, stepped=0)
    assert rough.low[0, 0, 0] <= 0 <= 1 <= rough.high[0, 0, 0]
