"""The share right and its interval, against SciPy and its own laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from app.scheduling.mastery import Mastery, Sureness, mastery, mastery_by, wilson


@pytest.mark.parametrize(("right", "answered"), [(0, 1), (1, 1), (3, 10), (10, 10), (0, 40), (81, 263)])
def test_wilson_agrees_with_scipy(right, answered):
    expected = binomtest(right, answered).proportion_ci(0.95, "wilson")
    assert wilson(right, answered) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_answered_says_nothing():
    assert mastery(0, 0) == Mastery(0, 0, 0.0, 1.0)


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_interval_holds_the_share_and_mirrors(right, wrong):
    low, high = wilson(right, right + wrong)
    other_low, other_high = wilson(wrong, right + wrong)
    assert 0 <= low < high <= 1
    assert (low, high) == pytest.approx((1 - other_high, 1 - other_low))
    if right + wrong:
        assert low <= right / (right + wrong) <= high
        longer = wilson(4 * right, 4 * (right + wrong))
        assert longer[1] - longer[0] < high - low


@pytest.mark.parametrize(("right", "answered"), [(-1, 2), (3, 2), (0, -1)])
def test_no_share(right, answered):
    with pytest.raises(ValueError, match="not a share"):
        wilson(right, answered)


def test_groups():
    outcomes = [("1.2", True), ("1.1", False), ("1.2", False), ("1.2", True)]
    assert mastery_by(outcomes) == {"1.1": mastery(0, 1), "1.2": mastery(2, 3)}
    assert list(mastery_by(outcomes)) == ["1.1", "1.2"]
    assert mastery_by([]) == {}


@pytest.mark.parametrize(
    ("right", "answered", "expected"),
    [
        (0, 0, Sureness.NOTHING),
        (3, 3, Sureness.LITTLE),
        (5, 10, Sureness.LITTLE),
        (10, 10, Sureness.ROUGH),
        (20, 40, Sureness.ROUGH),
        (90, 100, Sureness.FIRM),
        (100, 200, Sureness.FIRM),
    ],
)
def test_how_much_a_share_says(right: int, answered: int, expected: Sureness) -> None:
    assert mastery(right, answered).sureness is expected
