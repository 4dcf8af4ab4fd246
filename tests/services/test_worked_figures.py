"""Small computations beside beliefs: each shows a difference, and some numbers are worked by hand."""

import pytest

from app.services.examples import Examples
from app.services.worked_figures import FIGURES

EXAMPLES = Examples()


def numbers(slug: str, title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What one step prints, as it is and as believed."""
    example = EXAMPLES.of(slug)
    assert example is not None
    return next((step.right, step.slipped) for step in example.steps if step.title.startswith(title))


@pytest.mark.parametrize("slug", sorted(FIGURES))
def test_every_belief_shows_in_its_example(slug: str) -> None:
    example = EXAMPLES.of(slug)
    assert example is not None
    assert example.believed
    assert example.given
    (parting,) = [step for step in example.steps if step.parts]
    assert not parting.same
    assert all(step.same for step in example.steps[: example.steps.index(parting)])
    for step in example.steps:
        assert len(step.names) in {0, len(step.right)}
        assert len(step.right) == len(step.slipped)
        assert not {"nan", "inf", ""} & {*step.right, *step.slipped}


def test_tokens_worked_by_hand() -> None:
    """Weights of the scores 1, 0, 0.5 are e, 1 and e^0.5 over their sum 5.367; those of 5 and 3 alone 1 / (1 + e^∓2)."""
    assert numbers("permutation-changes-nothing", "Output, order B")[0][2] == "[0.506, 1.199, 0.680, 0.614]"
    assert numbers("knows-word-order", "Output of A, order B")[0] == ("0.506", "1.199", "0.680", "0.614")
    assert numbers("mask-is-soft", "Weights")[0] == ("0.119", "0.881", "0")
    assert numbers("recurrence-is-parallel", "States") == (("3", "2", "4"), ("3", "5", "6"))
    assert numbers("recurrence-still-needed", "Operations")[1] == ("2", "9", "99")
    assert numbers("generation-order-is-attention-order", "Turns altogether") == (("4",), ("30",))
    assert numbers("position-after-attention", "Scores") == (("1", "0", "2"), ("1", "0", "1"))
