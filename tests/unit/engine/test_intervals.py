"""People who round at every step, somehow, land inside the fair interval, and the interval is not wider than it must."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from app.engine.batching import Batch, LogitBatch
from app.engine.mechanism import RIGHT
from app.engine.plain_engine import PlainEngine
from app.engine.problem import LogitProblem, Problem, matrix
from app.engine.slips import apply
from app.engine.spans import Grid, Span
from app.engine.stages import Stage
from tests.conftest import GATE
from tests.people import by_hand
from tests.unit.engine.cases import LESSON, drawn_batch, every_mechanism, every_slug

PLAIN = PlainEngine()
Round = Callable[[float], float]


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
                answer = np.array(by_hand(chance, decimals).answer(problem, mechanism, stage))
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
            [by_hand(chance, decimals).answer(batch.problem(b), RIGHT, Stage.OUTPUT) for _ in range(300)]
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
