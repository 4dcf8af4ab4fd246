"""The oracle where numbers stand for their logarithms, so that powers of e come out whole."""

import math
from fractions import Fraction

import pytest
from flint import arb

from app.engine.mechanism import RIGHT, NotDefined
from app.engine.oracle import Oracle
from app.engine.problem import LogitProblem, Matrix, Problem, matrix
from app.engine.slips import apply, is_defined, slips_at
from app.engine.stages import Stage


@pytest.mark.parametrize("stage", Stage)
def test_an_oracle_of_logarithms_agrees_with_one_of_their_decimals(stage: Stage) -> None:
    """K holds ln m: once as such, once as the fractions that floats are; and e to them is whole beyond doubt."""
    Q: Matrix = ((2, 0, 1, 0), (0, 2, 0, 1), (2, 2, 0, 0))
    K: Matrix = ((3, 2, 4, 1), (1, 4, 9, 2), (2, 1, 1, 3))
    V: Matrix = ((1, 2), (0, 1), (3, -1))
    decimals = matrix([[Fraction(math.log(m)) for m in row] for row in K])
    exact, near = Oracle(Problem(Q, K, V, 0), logs=frozenset("K")), Oracle(Problem(Q, decimals, V, 0))
    tried = 0
    for slug in (None, *slips_at(stage)):
        mechanism = apply((slug,) if slug else ())
        if not is_defined(mechanism, exact.problem.shape, stage):
            continue
        try:
            rows = exact.row(mechanism, stage), near.row(mechanism, stage)
        except NotDefined:
            continue
        tried += 1
        for one, other in zip(*rows, strict=True):
            assert float(one) == pytest.approx(float(other), rel=1e-13, abs=1e-13), (slug, stage)
    assert tried >= 5
    if stage is Stage.EXPONENTIALS:
        balls = exact.row(RIGHT, stage)
        assert all(ball.contains(whole) for ball, whole in zip(balls, (6, 3, 2), strict=True))


def test_an_oracle_of_scores_that_are_logarithms() -> None:
    (one, two) = Oracle(LogitProblem((9, 1), 4), logs=frozenset({"scores"})).row(RIGHT, Stage.WEIGHTS)
    assert one.contains(arb(3) / 4)
    assert two.contains(arb(1) / 4)
    assert float(one.rad()) < 1e-15
