"""Attention agrees with worked examples that others published, and differs where what they print is wrong."""

import numpy as np
import pytest

from app.engine.mechanism import RIGHT
from app.engine.problem import Problem, matrix
from app.engine.slips import apply
from app.engine.stages import Stage
from app.engine.tensors.attention import Inputs, Settings, attend
from app.engine.trace import trace
from tests.unit.engine.tensors.published import (
    EXAMPLES,
    RASCHKA_CAUSAL,
    RASCHKA_SCORES,
    RASCHKA_UNMASKED,
    Example,
    Rows,
)

# The inputs of that notebook are printed with four decimals, so its results are only good to one unit of the last.
_OF_ROUNDED_INPUTS = 1e-4


def _computed(example: Example) -> tuple[np.ndarray, np.ndarray]:
    settings = Settings(
        scale=None if example.scaled else 1.0,
        mask=None if example.seen is None else np.array(example.seen, dtype=bool),
    )
    found = attend(Inputs(np.array(example.Q), np.array(example.K), np.array(example.V)), settings)
    return found.weights.numpy(), found.output.numpy()


def _agrees(published: Rows | None, computed: np.ndarray, decimals: int) -> bool:
    return published is None or bool(
        np.all(np.abs(np.array(published) - computed) <= 0.5 * 10.0**-decimals + 1e-12)
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_published_example(example: Example) -> None:
    weights, output = _computed(example)
    assert _agrees(example.exact_weights, weights, 10)
    assert _agrees(example.exact_output, output, 10)
    # One source prints its weights with fewer decimals than its output needs; three are enough there.
    as_printed = _agrees(example.weights, weights, min(example.decimals, 3 if not example.scaled else 9))
    assert (as_printed and _agrees(example.output, output, example.decimals)) is example.right


_UNMASKED = [example for example in EXAMPLES if example.seen is None]


@pytest.mark.parametrize("example", _UNMASKED, ids=lambda example: example.name)
def test_published_example_by_the_trace(example: Example) -> None:
    mechanism = RIGHT if example.scaled else apply(("no-scale",))
    weights, output = _computed(example)
    for row in range(len(example.Q)):
        steps = trace(Problem(matrix(example.Q), matrix(example.K), matrix(example.V), row), mechanism)
        assert steps.at(Stage.WEIGHTS) == pytest.approx(weights[row], abs=1e-12)
        assert steps.at(Stage.OUTPUT) == pytest.approx(output[row], abs=1e-12, rel=1e-12)


def test_two_published_answers_are_wrong() -> None:
    assert [example.name for example in EXAMPLES if not example.right] == [
        "amanailab-case-1",
        "onpoint-week-5",
    ]


def test_every_example_names_its_source() -> None:
    assert len({example.name for example in EXAMPLES}) == 14
    assert all(example.source for example in EXAMPLES)


def _causal(logits: np.ndarray, scale: float) -> np.ndarray:
    count = len(logits)
    found = attend(Inputs(np.eye(count), logits.T, np.zeros((count, 1))), Settings(causal=True, scale=scale))
    return found.weights.numpy()


def test_causal_weights_of_raschka() -> None:
    renormalised = _causal(np.log(RASCHKA_UNMASKED), 1.0)
    assert renormalised == pytest.approx(np.array(RASCHKA_CAUSAL), abs=_OF_ROUNDED_INPUTS)
    assert renormalised[4] == pytest.approx([0.217469, 0.198336, 0.198455, 0.188711, 0.197029, 0.0], abs=1e-6)
    masked = _causal(np.array(RASCHKA_SCORES), 2**-0.5)
    assert masked == pytest.approx(np.array(RASCHKA_CAUSAL), abs=_OF_ROUNDED_INPUTS)
