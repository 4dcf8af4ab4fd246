"""Whole computations in torch agree with the plain trace and with attention as models run it, masks and divisors included."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from app.engine.mechanism import RIGHT, Axis, Mask, Mechanism, NotDefined, Scale
from app.engine.oracle import oracle_row
from app.engine.problem import Problem, matrix
from app.engine.slips import SLIPS, apply, is_defined
from app.engine.stages import STAGES, Stage
from app.engine.tensors.attention import Inputs, Settings, attend
from app.engine.tensors.whole import whole
from app.engine.trace import trace

SQUARE = Problem(
    matrix([[1, -1, 0], [2, 1, 1], [0, 1, -2], [1, 1, 1], [-1, 0, 2]]),
    matrix([[0, 1, 2], [1, 1, -1], [2, 0, 1], [-1, 1, 0], [1, 2, 1]]),
    matrix([[1, 2, 0], [0, 1, 3], [-1, 0, 1], [2, 2, 1], [1, 0, 0]]),
    row=3,
)
CROSS = Problem(
    matrix([[1, -1], [Fraction(1, 2), 1]]), matrix([[0, 1], [1, 1], [2, 0]]), matrix([[1, 2, 0], [0, 1, 3], [-1, 0, 1]]), 1
)  # fmt: skip
SETTINGS = [
    (RIGHT, frozenset(), None),
    (RIGHT, frozenset({1, 4}), None),
    (replace(RIGHT, mask=Mask.CAUSAL), frozenset({2}), None),
    (replace(RIGHT, scale=Scale.CHOSEN), frozenset({0}), Fraction(5, 4)),
    *[(replace(RIGHT, scale=scale), frozenset(), None) for scale in Scale if scale is not Scale.CHOSEN],
]


def agrees(problem: Problem, mechanism: Mechanism) -> int:
    """Compare every number of every row with the trace and with the oracle; how many were compared."""
    found = whole(problem, mechanism)
    compared = 0
    for row in range(problem.shape.n_q):
        one = replace(problem, row=row)
        plain = trace(one, mechanism)
        for stage in STAGES:
            if stage is Stage.WEIGHTED and row != problem.row:
                continue
            if stage is Stage.SUM and mechanism.axis is Axis.COLUMN:
                continue
            line = found[stage]
            flat = (
                [x for part in line for x in part]
                if stage is Stage.WEIGHTED
                else line[min(row, len(line) - 1)]
            )
            assert flat == pytest.approx(plain.at(stage), abs=1e-12, rel=1e-12), (stage, row)
            balls = [float(ball) for ball in oracle_row(one, mechanism, stage=stage)]
            assert flat == pytest.approx(balls, abs=1e-12, rel=1e-12), (stage, row)
            compared += len(flat)
    return compared


@pytest.mark.parametrize(("base", "hidden", "divisor"), SETTINGS)
def test_every_slip_under_every_setting(
    base: Mechanism, hidden: frozenset[int], divisor: Fraction | None
) -> None:
    problem = replace(SQUARE, hidden=hidden, divisor=divisor)
    done = 0
    for slug in SLIPS:
        try:
            done += agrees(problem, apply((slug,), base)) > 100
        except NotDefined:
            # The first token is hidden from itself, or the visible scores of a row add up to zero.
            assert (slug == "causal-mask-added" and 0 in hidden) or slug == "no-exponential"
    assert done >= len(SLIPS) - 1


def test_pairs_of_slips() -> None:
    pairs = [pair for pair in combinations(SLIPS, 2) if SLIPS[pair[0]].field != SLIPS[pair[1]].field][::5]
    assert len(pairs) > 20
    for pair in pairs:
        assert agrees(replace(SQUARE, hidden=frozenset({4})), apply(pair)) > 100


def test_other_tokens_than_those_that_ask() -> None:
    allowed = [slug for slug in SLIPS if is_defined(apply((slug,)), CROSS.shape, Stage.OUTPUT)]
    assert 10 < len(allowed) < len(SLIPS)
    for slug in allowed:
        assert agrees(replace(CROSS, hidden=frozenset({1})), apply((slug,))) > 20
    with pytest.raises(NotDefined):
        whole(CROSS, apply(("swap-query-key",)))


@pytest.mark.parametrize("causal", [False, True])
def test_masks_and_divisors_are_those_of_models(causal: bool) -> None:
    hidden, divisor = frozenset({2, 3}), Fraction(7, 5)
    problem = replace(SQUARE, hidden=hidden, divisor=divisor)
    mechanism = replace(RIGHT, scale=Scale.CHOSEN, mask=Mask.CAUSAL if causal else Mask.NONE)
    seen = np.array([[j not in hidden for j in range(5)]])
    Q, K, V = (np.array(rows, dtype=np.float64) for rows in (SQUARE.Q, SQUARE.K, SQUARE.V))
    expected = attend(Inputs(Q, K, V), Settings(mask=seen, causal=causal, scale=1 / float(divisor)))
    found = whole(problem, mechanism)
    assert np.allclose(found[Stage.WEIGHTS], expected.weights.numpy(), atol=1e-14)
    assert np.allclose(found[Stage.OUTPUT], expected.output.numpy(), atol=1e-14)


def test_who_sees_nothing_has_no_numbers_by_any_route() -> None:
    blind, causal = replace(SQUARE, hidden=frozenset({0}), row=0), replace(RIGHT, mask=Mask.CAUSAL)
    for slug in ((), ("plain-mean",), ("no-exponential",), ("softmax-over-matrix",), ("largest-takes-all",)):
        for route in (whole, trace, lambda one, way: oracle_row(one, way, stage=Stage.WEIGHTS)):
            with pytest.raises(NotDefined, match="without any token to look at"):
                route(blind, apply(slug, causal))


def test_a_sum_of_zero_and_a_vector_of_zero() -> None:
    zero = replace(SQUARE, Q=matrix([[0, 0, 0]] * 5))
    with pytest.raises(NotDefined, match="sum"):
        whole(zero, apply(("no-exponential",)))
    with pytest.raises(NotDefined, match="length zero"):
        whole(zero, apply(("cosine-compare",)))
    with pytest.raises(NotDefined, match="divisor"):
        whole(SQUARE, replace(RIGHT, scale=Scale.CHOSEN))


def test_exponentials_too_large_for_a_float_leave_weights_right() -> None:
    large = replace(SQUARE, Q=matrix([[1000, 1000, 1000]] * 5))
    found = whole(large, RIGHT)
    assert any(math.isinf(number) for row in found[Stage.EXPONENTIALS] for number in row)
    assert [sum(row) for row in found[Stage.WEIGHTS]] == pytest.approx([1.0] * 5)
