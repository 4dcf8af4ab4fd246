"""Small computations beside beliefs: each shows a difference, and some numbers are worked by hand."""

import re

import pytest

from app.services.examples import Examples
from app.services.worked.figures import FIGURES
from tests.house.sources import ROOT

EXAMPLES = Examples()
REGISTRY = ROOT / "questions" / "_facts" / "misconceptions"
FILES = ("architecture", "derivation", "scale")


def numbers(slug: str, title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What one step prints, as it is and as believed."""
    example = EXAMPLES.of(slug)
    assert example is not None
    return next((step.right, step.slipped) for step in example.steps if step.title.startswith(title))


@pytest.mark.parametrize("name", FILES)
def test_every_misconception_of_these_themes_is_worked(name: str) -> None:
    slugs = re.findall(r"^- slug: (\S+)$", (REGISTRY / f"{name}.yaml").read_text(), re.MULTILINE)
    assert slugs
    assert [slug for slug in slugs if EXAMPLES.of(slug) is None] == []


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


def test_the_scale_worked_by_hand() -> None:
    """Variances of sums of signs are their number; of k = q with entries −2, 0, 2 the mean is 4 · 1, the variance 4 · 3."""
    assert numbers("variance-constant", "Its variance") == (("4", "16", "64"), ("1", "1", "1"))
    assert numbers("deviation-grows-linearly", "Typical size") == (("2", "4", "8"), ("2", "8", "32"))
    assert numbers("deviation-needs-normal", "Variance of the score")[0] == ("4", "4", "4")
    assert numbers("independence-not-needed", "Mean of the score") == (("4",), ("0",))
    assert numbers("independence-not-needed", "Variance of the score") == (("12",), ("4",))
    assert numbers("scale-centres-scores", "Variance after") == (("1.5",), ("6",))
    assert numbers("scale-is-tuned", "Deviation after it") == (("1", "1", "1"), ("0.5", "1", "2"))
    assert numbers("scale-for-speed", "Together")[0] == ("45",)
    assert numbers("variance-divided-once", "Variance of $s / 8$") == (("1",), ("8",))


def test_the_softmax_worked_by_hand() -> None:
    """1 / (1 + e^−2) is 0.8808 and its slope 0.8808 · 0.1192; 1 / (1 + e^−5) is 0.9933 and its slope 0.0066."""
    assert numbers("softmax-slope-constant", "Slope") == (("0.250", "0.105", "0.007"), ("0.25",) * 3)
    assert numbers("softmax-sees-ratios", "Weight of A") == (
        ("0.881", "0.982", "0.881"),
        ("0.75", "0.75", "0.625"),
    )
    assert numbers("saturation-is-overflow", "Larger exponential")[0] == ("2.35e17",)
    assert numbers("saturation-is-overflow", "Largest number")[0] == ("1.80e308",)
    assert numbers("saturation-stops-values", "Passed back to the values") == (
        ("1 − 3.14e-17", "3.14e-17"),
        ("3.14e-17", "3.14e-17"),
    )


def test_counts_worked_by_hand() -> None:
    """Sums of 16 signs beyond 8 are 10 and more: 2 · (1 + 16 + 120 + 560) outcomes; beyond 12 there are 2 · (1 + 16)."""
    assert numbers("deviation-is-a-bound", "Outcomes")[0][1:] == ("1394", "34")
    assert numbers("heads-save-parameters", "Numbers for all heads")[0] == ("786\u202f432",) * 3
    assert numbers("heads-in-single-head", "What divides") == (("2",), ("1.414",))
    assert numbers("heads-are-the-scale", "Deviation") == (("22.627", "8"), ("22.627", "1"))
    assert numbers("normalisation-inside-attention", "What enters") == (("2", "-2"), ("1", "-1"))
    assert numbers("length-for-squared-length", "Length") == (("2", "4", "8"), ("4", "16", "64"))
