"""Laws that hold for every problem: rows add to one, order does not matter, a shift of the logits does not show."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.batching import LogitBatch
from app.engine.mechanism import RIGHT
from app.engine.problem import LogitProblem, Problem, matrix
from app.engine.slips import apply
from app.engine.stages import Stage
from app.engine.tensors.attention import Inputs, attend
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.engine.trace import trace

TORCH = TorchEngine(choose_device("cpu"))
SOFT = [
    (),
    ("no-scale",),
    ("divide-by-d-k",),
    ("base-two",),
    ("causal-mask-added",),
    ("other-row",),
    ("plain-mean",),
]


@st.composite
def problems(draw: st.DrawFn, n: int = 3, d_k: int = 5, d_v: int = 2) -> Problem:
    count = n * (2 * d_k + d_v)
    halves = draw(st.lists(st.integers(-6, 6), min_size=count, max_size=count))
    numbers = iter([half / 2 for half in halves])
    Q, K, V = ([[next(numbers) for _ in range(width)] for _ in range(n)] for width in (d_k, d_k, d_v))
    return Problem(matrix(Q), matrix(K), matrix(V), draw(st.integers(0, n - 1)))


@given(problems(), st.sampled_from(SOFT))
def test_weights_are_positive_and_add_to_one(problem: Problem, slugs: tuple[str, ...]) -> None:
    weights = trace(problem, apply(slugs), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
    assert min(weights) >= 0
    assert sum(weights) == pytest.approx(1, abs=1e-12)


@given(problems())
def test_columns_add_to_one_when_the_softmax_runs_down_them(problem: Problem) -> None:
    down, whole = apply(("softmax-over-columns",)), apply(("softmax-over-matrix",))
    rows = [Problem(problem.Q, problem.K, problem.V, row) for row in range(3)]
    columns = np.array([trace(each, down, stage=Stage.WEIGHTS).at(Stage.WEIGHTS) for each in rows])
    assert columns.sum(axis=0) == pytest.approx(np.ones(3), abs=1e-12)
    every = np.array([trace(each, whole, stage=Stage.WEIGHTS).at(Stage.WEIGHTS) for each in rows])
    assert every.sum() == pytest.approx(1, abs=1e-12)


@given(problems(), st.permutations(range(3)))
def test_the_order_of_keys_and_values_does_not_matter(problem: Problem, order: list[int]) -> None:
    assert problem.V is not None
    moved = Problem(
        problem.Q, tuple(problem.K[j] for j in order), tuple(problem.V[j] for j in order), problem.row
    )
    before, after = trace(problem, RIGHT), trace(moved, RIGHT)
    assert after.at(Stage.OUTPUT) == pytest.approx(before.at(Stage.OUTPUT), abs=1e-12)
    weights = before.at(Stage.WEIGHTS)
    assert after.at(Stage.WEIGHTS) == pytest.approx([weights[j] for j in order], abs=1e-12)


@given(problems(), st.permutations(range(3)))
def test_permuted_tokens_give_permuted_outputs(problem: Problem, order: list[int]) -> None:
    Q, K, V = (np.array(rows, dtype=np.float64) for rows in (problem.Q, problem.K, problem.V))
    plain = attend(Inputs(Q, K, V)).output.numpy()
    moved = attend(Inputs(Q[order], K[order], V[order])).output.numpy()
    assert moved == pytest.approx(plain[order], abs=1e-12)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5), st.integers(0, 300))
def test_a_shift_of_all_logits_does_not_show(scores: list[int], shift: int) -> None:
    plain, moved = LogitProblem(tuple(scores), 4), LogitProblem(tuple(score + shift for score in scores), 4)
    for slugs in ((), ("no-scale",), ("base-two",), ("largest-takes-all",)):
        before = trace(plain, apply(slugs), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
        after = trace(moved, apply(slugs), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
        assert after == pytest.approx(before, abs=1e-12)
    batch = LogitBatch.of([plain, moved])
    values = TORCH.run(batch, [RIGHT], stage=Stage.WEIGHTS, decimals=3, stepped=0).values[0]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@given(problems())
def test_general_attention_agrees_with_the_trace(problem: Problem) -> None:
    Q, K, V = (np.array(rows, dtype=np.float64) for rows in (problem.Q, problem.K, problem.V))
    rows = attend(Inputs(Q, K, V)).output.numpy()
    assert rows[problem.row] == pytest.approx(trace(problem, RIGHT).at(Stage.OUTPUT), abs=1e-12)
    following = trace(problem, apply(("other-row",))).at(Stage.OUTPUT)
    assert rows[(problem.row + 1) % 3] == pytest.approx(following, abs=1e-12)


@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3))
def test_without_the_scale_the_largest_weight_grows(scores: list[int]) -> None:
    problem = LogitProblem(tuple(scores), 64)
    near = trace(problem, RIGHT, stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
    sharp = trace(problem, apply(("no-scale",)), stage=Stage.WEIGHTS).at(Stage.WEIGHTS)
    assert max(sharp) >= max(near) - 1e-12
