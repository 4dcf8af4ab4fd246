"""The interval of the true score, its coverage computed exactly, and the difference of two sittings."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.interval import Span, difference, true_share
from app.scheduling.mastery import wilson

COUNTS = st.integers(1, 70)


@given(COUNTS, st.data())
def test_the_interval_holds_the_share_and_lies_between_nothing_and_everything(
    count: int, data: st.DataObject
) -> None:
    points = data.draw(st.fractions(0, count, max_denominator=12))
    span = true_share(float(points), count)
    assert 0 <= span.low <= span.share + 1e-12
    assert span.share - 1e-12 <= span.high <= 1
    other = true_share(count - float(points), count)
    assert span.low == pytest.approx(1 - other.high, abs=1e-12)


@given(COUNTS, st.data())
def test_whole_points_have_the_interval_of_right_answers_and_parts_lie_between(
    count: int, data: st.DataObject
) -> None:
    right = data.draw(st.integers(0, count - 1))
    below, above = wilson(right, count), wilson(right + 1, count)
    between = true_share(right + 0.5, count)
    assert (true_share(float(right), count).low, true_share(float(right), count).high) == below
    assert below[0] <= between.low <= above[0]
    assert below[1] <= between.high <= above[1]


@pytest.mark.parametrize("count", [10, 20, 65])
def test_over_all_true_scores_the_interval_covers_what_it_says(count: int) -> None:
    """Each question right or wrong: the chance that the interval holds the true share, summed exactly."""
    spans = [true_share(right, count) for right in range(count + 1)]
    found = []
    for percent in range(5, 96):
        share = percent / 100
        held = sum(
            comb(count, right) * share**right * (1 - share) ** (count - right)
            for right, span in enumerate(spans)
            if span.low <= share <= span.high
        )
        found.append(held)
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.015)
    assert min(found) > 0.89


@pytest.mark.parametrize("count", [10, 20])
def test_points_in_parts_are_covered_at_least_as_well(count: int) -> None:
    """Each question earns nothing, a half, or all of a point: the distribution of the sum is convolved exactly."""
    for one in (Fraction(1, 5), Fraction(1, 3), Fraction(1, 2)):
        for half in (Fraction(1, 5), Fraction(2, 5)):
            weights = [1 - one - half, half, one]
            chances = [Fraction(1)]
            for _ in range(count):
                wider = [Fraction(0)] * (len(chances) + 2)
                for place, chance in enumerate(chances):
                    for step, weight in enumerate(weights):
                        wider[place + step] += chance * weight
                chances = wider
            true = float(one + half / 2)
            held = 0.0
            for halves, chance in enumerate(chances):
                span = true_share(halves / 2, count)
                held += float(chance) if span.low <= true <= span.high else 0.0
            assert held > 0.94, (one, half, held)


def test_ten_questions_are_not_enough_and_sixty_five_are() -> None:
    assert not true_share(7, 10).is_enough
    assert true_share(7, 10).width == pytest.approx(0.4955, abs=1e-3)
    assert true_share(14, 20).is_enough
    assert true_share(45.5, 65).is_enough
    nothing = true_share(0, 0)
    assert (nothing.low, nothing.high, nothing.share, nothing.is_enough) == (0.0, 1.0, 0.0, False)


def test_more_points_than_questions_have_no_interval() -> None:
    with pytest.raises(ValueError, match="not a share"):
        true_share(3, 2)


def test_the_difference_is_that_of_the_published_example() -> None:
    """Newcombe (1998), table II, row (a): 56/70 against 48/80; method 10 gives 0.0524 to 0.3339."""
    found = difference(true_share(56, 70), true_share(48, 80))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert found.is_clear


@given(COUNTS, COUNTS, st.data())
def test_the_difference_turned_round_is_its_negative(one: int, two: int, data: st.DataObject) -> None:
    first = true_share(data.draw(st.integers(0, one)), one)
    second = true_share(data.draw(st.integers(0, two)), two)
    there, back = difference(first, second), difference(second, first)
    assert there.value == -back.value
    assert there.low == pytest.approx(-back.high)
    assert -1 - 1e-9 <= there.low <= there.value <= there.high <= 1 + 1e-9
    assert not difference(first, first).is_clear
    assert isinstance(first, Span)
