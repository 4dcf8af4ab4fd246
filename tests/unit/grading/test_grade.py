"""Points, right fields, coarse numbers, and every kind of tolerance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.grading.grade import grade
from app.grading.number import read_number
from app.grading.response import ChoiceResponse, NumbersResponse
from app.grading.result import Diagnosis, Result, Verdict
from app.grading.tolerance import accepted, is_coarse, is_cut_off, is_right
from app.items.answer_key import NumberAnswer
from app.items.item import Tolerance, ToleranceKind
from app.services.records import judged_json, result_of
from tests.unit.grading.samples import authored_choice, computed_choice, numbers_variant


def chosen(*positions):
    return ChoiceResponse(frozenset(positions))


def typed(*texts):
    return NumbersResponse(tuple(read_number(text) for text in texts))


def test_a_single_choice():
    _, answer_key = computed_choice()
    assert grade(answer_key, chosen(1)) == Result(1.0, True)
    assert grade(answer_key, chosen(2)) == Result(0.0, False, diagnosis=Diagnosis((("no-scale",),)))
    assert grade(answer_key, chosen(4)) == Result(
        0.0, False, diagnosis=Diagnosis((("no-scale", "carry-keys"),))
    )


def test_choose_two_all_or_nothing():
    _, answer_key = authored_choice(choose=2)
    assert grade(answer_key, chosen(1, 2)) == Result(1.0, True)
    assert grade(answer_key, chosen(1, 3)) == Result(
        0.0, False, diagnosis=Diagnosis((("order-matters",),)), partly=True
    )
    assert grade(answer_key, chosen(3, 4)).diagnosis.candidates == (
        ("order-matters",),
        ("gone-from-registry",),
    )


@pytest.mark.parametrize(("positions", "points"), [((1, 2), 1.0), ((1, 3), 0.0), ((3, 4), 0.0)])
def test_choose_two_by_weights_is_clipped(positions, points):
    _, answer_key = authored_choice(choose=2, all_or_nothing=False)
    assert grade(answer_key, chosen(*positions)).points == points


@given(st.sets(st.integers(1, 4)))
def test_points_stay_between_nothing_and_one(positions):
    for all_or_nothing in (True, False):
        _, answer_key = authored_choice(choose=2, all_or_nothing=all_or_nothing)
        result = grade(answer_key, chosen(*positions))
        assert 0 <= result.points <= 1
        assert result.correct == (positions == {1, 2})


def test_broken_calls_are_loud():
    _, choice_key = authored_choice()
    _, numbers_key = numbers_variant()
    with pytest.raises(ValueError, match="positions"):
        grade(choice_key, chosen(5))
    with pytest.raises(TypeError, match="graded against"):
        grade(choice_key, typed("1"))
    with pytest.raises(TypeError, match="graded against"):
        grade(numbers_key, chosen(1))
    with pytest.raises(ValueError, match="zip"):
        grade(numbers_key, typed("1"))


def test_a_right_row():
    _, answer_key = numbers_variant()
    assert grade(answer_key, typed("0.506", "0.186", "0.307")) == Result(1.0, True, (True, True, True))
    assert grade(answer_key, typed("0.5065", ".1855", "0,3075")).correct


def test_a_partly_right_row_earns_nothing_and_says_which():
    _, answer_key = numbers_variant()
    result = grade(answer_key, typed("0.506", "0.2", "0.9"))
    assert result == Result(0.0, False, (True, False, False), partly=True)
    assert result.verdict is Verdict.PARTLY
    assert result_of(0.0, False, judged_json(result)) == result


def test_what_is_partly_right_is_kept_and_read_from_points_where_it_was_not():
    """All of it or nothing, and half of it right; answers that were stored before are partly right by their points."""
    bare = judged_json(Result(0.5, False))
    assert "partly" not in bare
    found = {points: result_of(points, False, bare).verdict for points in (0.0, 0.5)}
    assert found == {0.0: Verdict.WRONG, 0.5: Verdict.PARTLY}
    assert result_of(1.0, True, bare).verdict is Verdict.RIGHT
    assert result_of(1.0, False, bare).verdict is Verdict.WRONG  # full points for everyone


@pytest.mark.parametrize("row", [("0.51", "0.19", "0.31"), ("0.5", "0.2", "0.3"), ("0.506", "0.19", "0.307")])
def test_too_few_digits_are_coarse_and_not_wrong(row):
    _, answer_key = numbers_variant()
    result = grade(answer_key, typed(*row))
    assert (result.points, result.correct) == (0.0, False)
    assert result.diagnosis == Diagnosis(coarse=True)


@pytest.mark.parametrize(
    "row", [("1", "0", "0"), ("0.51", "0.19", "0.30"), ("0.51", "0.190", "0.31"), ("1/2", "1/5", "3/10")]
)
def test_wrong_is_not_coarse(row):
    _, answer_key = numbers_variant()
    assert not grade(answer_key, typed(*row)).diagnosis.coarse


@pytest.mark.parametrize(
    ("text", "printed", "coarse"),
    [
        ("0.51", "0.506", True),
        ("0.5", "0.506", True),
        ("1", "0.506", False),
        ("0.52", "0.506", False),
        ("0.50", "0.506", False),
        ("0.510", "0.506", False),
        ("5.1e-1", "0.506", False),
        ("3", "2.8", True),
        ("2", "2.8", False),
        ("-0.51", "-0.506", True),
        ("0.51", "-0.506", False),
        ("0.51", "0.505", True),
        ("2", "2", False),
    ],
)
def test_coarse_goes_by_the_rounding_interval_of_what_was_typed(text, printed, coarse):
    assert is_coarse(read_number(text), NumberAnswer(printed, 0.0, 0.0)) is coarse


@pytest.mark.parametrize(
    ("text", "printed", "cut"),
    [
        ("41.5", "41.57", True),
        ("41", "41.57", True),
        ("41.6", "41.57", False),
        ("41.57", "41.57", False),
        ("-0.6", "−0.68", True),
        ("0.6", "−0.68", False),
        ("0.18", "0.186", True),
        ("0.17", "0.186", False),
        ("0", "0.186", False),
        ("0.1860", "0.186", False),
        ("83/2", "41.57", False),
    ],
)
def test_cut_off_goes_by_the_leading_digits(text, printed, cut):
    assert is_cut_off(read_number(text), NumberAnswer(printed, 0.0, 0.0)) is cut


@pytest.mark.parametrize(
    ("tolerance", "printed", "right", "wrong"),
    [
        (Tolerance(ToleranceKind.ABSOLUTE, 0.1), "0.3", ["0.2", "0.4", "0.30000001"], ["0.1999", "0.4001"]),
        (Tolerance(ToleranceKind.RELATIVE, 0.05), "-20", ["-19", "-21"], ["-18.99", "-21.01", "20"]),
        (Tolerance(ToleranceKind.DECIMALS, 2), "78.54", ["78.54", "78.535", "78.5401"], ["78.5", "78.546"]),
        (
            Tolerance(ToleranceKind.SIGNIFICANT_FIGURES, 3),
            "1.234",
            ["1.23", "1.234", "1.2349"],
            ["1.24", "1.2"],
        ),
        (
            Tolerance(ToleranceKind.SIGNIFICANT_FIGURES, 2),
            "0.00419",
            ["0.0042", "4.19e-3"],
            ["0.0041", "0.004"],
        ),
        (Tolerance(ToleranceKind.SIGNIFICANT_FIGURES, 2), "0", ["0", "-0.0"], ["0.001"]),
        (Tolerance(ToleranceKind.RANGE, low=0.1, high=0.3), "0.2", ["0.1", "0.3", "1/5"], ["0.09", "0.31"]),
        (Tolerance(ToleranceKind.FAIR), "0.506", ["0.5051", "0.5069", "0.506"], ["0.5049", "0.5071", "0.51"]),
    ],
)
def test_every_kind_of_tolerance(tolerance, printed, right, wrong):
    answer = NumberAnswer(printed, float(printed) - 0.001, float(printed) + 0.001)
    for text in right:
        assert is_right(read_number(text), answer, tolerance), text
    for text in wrong:
        assert not is_right(read_number(text), answer, tolerance), text


@given(
    st.decimals(-99, 99, places=3).map(str),
    st.sampled_from([kind for kind in ToleranceKind if kind is not ToleranceKind.RANGE]),
    st.integers(1, 3),
)
def test_what_is_printed_as_right_is_always_right(printed, kind, amount):
    answer = NumberAnswer(printed, float(printed), float(printed))
    assert is_right(read_number(printed), answer, Tolerance(kind, amount))


@given(st.integers(-(10**6), 10**6), st.integers(1, 6))
def test_an_amount_is_the_decimal_number_that_was_written(units, amount):
    right = Fraction(units, 1000)
    tolerance = Tolerance(ToleranceKind.ABSOLUTE, amount / 10)
    interval = accepted(NumberAnswer(str(units / 1000), 0.0, 0.0), tolerance)
    assert interval.holds(right + Fraction(amount, 10))
    assert interval.holds(right - Fraction(amount, 10))
    assert not interval.holds(right + Fraction(amount, 10) + Fraction(1, 10**20))
