"""Problems and batches keep exact numbers and refuse shapes that do not fit, naming both."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from app.engine.batching import Batch, LogitBatch
from app.engine.mechanism import RIGHT, Scale
from app.engine.plain_engine import PlainEngine
from app.engine.problem import LogitProblem, Problem, Shape, exact, matrix
from app.engine.stages import Stage
from tests.unit.engine.cases import LESSON, TELLING, drawn_batch, drawn_scores


def test_numbers_stay_exact() -> None:
    assert matrix([[1.0, 0.5, -2]]) == ((1, Fraction(1, 2), -2),)
    assert type(matrix([[1.0]])[0][0]) is int
    assert exact(0.25) == Fraction(1, 4)
    with pytest.raises(ValueError, match="NaN"):
        exact(float("nan"))
    with pytest.raises(OverflowError):
        exact(float("inf"))


def test_shapes() -> None:
    assert LESSON.shape == Shape(3, 3, 4, 4)
    assert LogitProblem((1, 2), 64).shape == Shape(1, 2, 64, None, scores_only=True)


@pytest.mark.parametrize(
    ("Q", "K", "V", "row", "said"),
    [
        ([[1, 2]], [[1, 2, 3]], None, 0, r"Q is 1 × 2 and K is 1 × 3"),
        ([[1, 2]], [[1, 2]], [[1], [2]], 0, r"K is 1 × 2 and V is 2 × 1"),
        ([[1, 2]], [[1, 2]], None, 1, r"row 1 is not in Q, which has 1 rows"),
        ([[1, 2], [1]], [[1, 2]], None, 0, r"Q must have rows of one length"),
        ([], [[1, 2]], None, 0, r"Q must have rows of one length"),
    ],
)
def test_problems_that_do_not_fit(
    Q: list[list[int]], K: list[list[int]], V: list[list[int]] | None, row: int, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Problem(matrix(Q), matrix(K), None if V is None else matrix(V), row)


def test_batches_that_do_not_fit() -> None:
    Q, K, V, rows = (
        np.zeros((2, 3, 5)),
        np.zeros((2, 7, 5)),
        np.zeros((2, 7, 11)),
        np.zeros(2, dtype=np.int64),
    )
    assert Batch(Q, K, V, rows).shape == Shape(3, 7, 5, 11)
    with pytest.raises(ValueError, match=r"\(2, 3, 5\) and K of shape \(2, 5, 7\)"):
        Batch(Q, K.transpose(0, 2, 1), V, rows)
    with pytest.raises(ValueError, match=r"\(2, 7, 5\) and V of shape \(2, 11, 7\)"):
        Batch(Q, K, V.transpose(0, 2, 1), rows)
    with pytest.raises(ValueError, match="one row per item"):
        Batch(Q, K, V, rows[:1])
    with pytest.raises(ValueError, match="0 … 2"):
        Batch(Q, K, V, rows + 3)
    with pytest.raises(ValueError, match="do not fit"):
        LogitBatch(np.zeros((2, 3)), np.ones(3, dtype=np.int64))
    with pytest.raises(ValueError, match="1 or more"):
        LogitBatch(np.zeros((2, 3)), np.zeros(2, dtype=np.int64))
    with pytest.raises(ValueError, match="at least one score"):
        LogitProblem((), 4)


def test_batches_and_problems_turn_into_each_other() -> None:
    assert Batch.of([TELLING, TELLING]).problem(1) == TELLING
    batch = drawn_batch(3, (2, 3, 5, 7), seed=1)
    again = Batch.of([batch.problem(b) for b in range(3)])
    assert np.array_equal(again.Q, batch.Q)
    assert np.array_equal(again.rows, batch.rows)
    scores = drawn_scores(3, 2, seed=1)
    assert np.array_equal(LogitBatch.of([scores.problem(b) for b in range(3)]).scores, scores.scores)
    assert np.array_equal(LogitBatch.of([scores.problem(b) for b in range(3)]).d_k, scores.d_k)


def test_hidden_tokens_and_divisors_are_of_single_problems() -> None:
    """A batch would lose them, so it refuses them, and a mechanism that needs them."""
    plain = Problem(matrix([[1, 2]]), matrix([[3, 4], [5, 6]]), matrix([[1], [2]]), 0)
    for one in (replace(plain, hidden=frozenset({1})), replace(plain, divisor=2)):
        with pytest.raises(ValueError, match="single problems"):
            Batch.of([plain, one])
    chosen = replace(RIGHT, scale=Scale.CHOSEN)
    with pytest.raises(ValueError, match="chosen divisor"):
        PlainEngine().run(Batch.of([plain]), [RIGHT, chosen], stage=Stage.OUTPUT, decimals=3, stepped=1)


def test_what_can_be_hidden_and_divided_by() -> None:
    plain = Problem(matrix([[1, 2]]), matrix([[3, 4], [5, 6]]), None, 0)
    with pytest.raises(ValueError, match="cannot be hidden"):
        replace(plain, hidden=frozenset({2}))
    for divisor in (0, -1):
        with pytest.raises(ValueError, match="above 0"):
            replace(plain, divisor=divisor)
