"""The trace gives the source lesson's steps with the right digits, and the order of operations under each slip."""

import math

import pytest

from app.engine.mechanism import RIGHT
from app.engine.problem import LogitProblem, Problem, matrix
from app.engine.slips import apply
from app.engine.stages import STAGES, Stage
from app.engine.trace import trace
from tests.unit.engine.cases import LESSON, TELLING


def test_first_worked_example_of_the_lesson() -> None:
    steps = trace(LESSON, RIGHT)
    assert steps.at(Stage.RAW) == (2, 0, 1)
    assert steps.at(Stage.SCALED) == (1.0, 0.0, 0.5)
    assert steps.at(Stage.EXPONENTIALS) == pytest.approx((2.71828, 1.0, 1.64872), abs=5e-6)
    assert steps.at(Stage.SUM) == pytest.approx((5.36700,), abs=5e-6)
    assert steps.at(Stage.WEIGHTS) == pytest.approx((0.50648, 0.18632, 0.30720), abs=5e-6)
    assert steps.at(Stage.OUTPUT) == pytest.approx((0.50648, 1.19928, 0.67984, 0.61439), abs=5e-6)
    # Three rounded weights need not add to 1.
    assert sum(round(weight, 3) for weight in steps.at(Stage.WEIGHTS)) == pytest.approx(0.999)


def test_second_worked_example_of_the_lesson() -> None:
    pair = LogitProblem((40, 2), 64)
    scaled = trace(pair, RIGHT, stage=Stage.WEIGHTS)
    assert scaled.at(Stage.SCALED) == (5.0, 0.25)
    assert scaled.at(Stage.WEIGHTS) == pytest.approx((0.99142, 0.00858), abs=5e-6)
    assert scaled.at(Stage.WEIGHTS)[0] != pytest.approx(0.9877, abs=1e-3)  # what the lesson prints
    unscaled = trace(pair, apply(("no-scale",)), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
    assert unscaled[0] == 1.0
    assert unscaled[1] == pytest.approx(3.14e-17, rel=1e-3)


def test_steps_come_in_order_with_rule_and_shape() -> None:
    cross = Problem(matrix([[1, 2, 0]] * 2), matrix([[1, 0, 1]] * 5), matrix([list(range(7))] * 5), 1)
    steps = trace(cross, RIGHT).steps
    assert tuple(step.slug for step in steps) == STAGES
    assert [step.shape for step in steps] == [(5,), (5,), (5,), (1,), (5,), (5, 7), (7,)]
    assert all(len(step.numbers) == math.prod(step.shape) for step in steps)
    assert steps[1].formula_latex == r"x_j = \frac{s_j}{\sqrt{d_k}}"
    with pytest.raises(KeyError):
        trace(cross, RIGHT, stage=Stage.RAW).at(Stage.SUM)


def _weights(*slugs: str) -> tuple[float, ...]:
    return trace(TELLING, apply(slugs), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)


def _rows() -> list[list[float]]:
    """The scaled logits of the telling problem, by hand."""
    Q, K = ([[float(x) for x in row] for row in rows] for rows in (TELLING.Q, TELLING.K))
    return [[sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(5) for k in K] for q in Q]


def _softmax(row: list[float]) -> list[float]:
    made = [math.exp(x) for x in row]
    return [a / sum(made) for a in made]


def test_scale_after_softmax_divides_the_weights() -> None:
    unscaled = [x * math.sqrt(5) for x in _rows()[0]]
    assert _weights("scale-after-softmax") == pytest.approx([w / math.sqrt(5) for w in _softmax(unscaled)])


def test_divisors() -> None:
    s = [x * math.sqrt(5) for x in _rows()[0]]
    for slug, factor in {
        "no-scale": 1,
        "divide-by-d-k": 1 / 5,
        "times-root-d-k": math.sqrt(5),
        "root-of-tokens": 1 / math.sqrt(3),
    }.items():
        assert _weights(slug) == pytest.approx(_softmax([x * factor for x in s]))


def test_no_exponential_divides_scores_by_their_sum() -> None:
    row = _rows()[0]
    assert _weights("no-exponential") == pytest.approx([x / sum(row) for x in row])


def test_base_two() -> None:
    made = [2**x for x in _rows()[0]]
    assert _weights("base-two") == pytest.approx([a / sum(made) for a in made])


def test_largest_takes_all_and_ties_share() -> None:
    row = _rows()[0]
    assert _weights("largest-takes-all") == tuple(1.0 if x == max(row) else 0.0 for x in row)
    tied = LogitProblem((3, 5, 5), 4)
    assert trace(tied, apply(("largest-takes-all",)), stage=Stage.WEIGHTS).at(Stage.WEIGHTS) == (0, 0.5, 0.5)


def test_softmax_over_columns_and_matrix() -> None:
    made = [[math.exp(x) for x in row] for row in _rows()]
    columns = [sum(row[j] for row in made) for j in range(3)]
    assert _weights("softmax-over-columns") == pytest.approx(
        [a / z for a, z in zip(made[0], columns, strict=True)]
    )
    whole = sum(sum(row) for row in made)
    assert _weights("softmax-over-matrix") == pytest.approx([a / whole for a in made[0]])
    steps = trace(TELLING, apply(("softmax-over-columns",)), stage=Stage.SUM)
    assert math.isnan(steps.at(Stage.SUM)[0])  # every column has a sum of its own


def test_plain_mean_and_causal_mask() -> None:
    assert _weights("plain-mean") == pytest.approx([1 / 3] * 3)
    assert _weights("causal-mask-added") == (1.0, 0.0, 0.0)
    second = Problem(TELLING.Q, TELLING.K, TELLING.V, 1)
    masked = trace(second, apply(("causal-mask-added",)), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
    assert masked == pytest.approx([*_softmax(_rows()[1][:2]), 0.0])
    both = trace(second, apply(("causal-mask-added", "plain-mean")), stage=Stage.WEIGHTS)
    assert both.at(Stage.WEIGHTS) == (0.5, 0.5, 0.0)


def test_the_row_after_the_last_is_the_first() -> None:
    last = Problem(TELLING.Q, TELLING.K, TELLING.V, 2)
    assert trace(last, apply(("other-row",))).at(Stage.OUTPUT) == trace(TELLING, RIGHT).at(Stage.OUTPUT)


def test_swaps() -> None:
    swapped = Problem(TELLING.V or (), TELLING.K, TELLING.V, 0)
    assert trace(TELLING, apply(("swap-query-value",))).at(Stage.OUTPUT) == trace(swapped, RIGHT).at(
        Stage.OUTPUT
    )
    swapped = Problem(TELLING.K, TELLING.Q, TELLING.V, 0)
    assert trace(TELLING, apply(("swap-query-key",))).at(Stage.OUTPUT) == trace(swapped, RIGHT).at(
        Stage.OUTPUT
    )
    carried = Problem(TELLING.Q, TELLING.K, TELLING.K, 0)
    assert trace(TELLING, apply(("carry-keys",))).at(Stage.OUTPUT) == trace(carried, RIGHT).at(Stage.OUTPUT)


def test_saturated_exponentials_overflow_but_weights_stay_right() -> None:
    far = LogitProblem((900, 890), 1)
    steps = trace(far, RIGHT, stage=Stage.WEIGHTS)
    assert steps.at(Stage.EXPONENTIALS) == (math.inf, math.inf)
    assert steps.at(Stage.WEIGHTS) == pytest.approx((0.9999546, 0.0000454), abs=1e-7)
