"""Printed numbers: halves away from zero, no negative zero, and the decimals that a float is written with."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.grading.printing import (
    decimals_of,
    exact,
    fixed,
    magnitude,
    number_of,
    readable,
    significant,
    terminating,
)


@pytest.mark.parametrize(
    ("number", "decimals", "printed"),
    [
        ("0.5", 0, "1"),
        ("-0.5", 0, "-1"),
        ("-0.4", 0, "0"),
        ("2.5", 0, "3"),
        ("-0.0004", 3, "0.000"),
        ("-0.0005", 3, "-0.001"),
        ("419.5675", 3, "419.568"),
        ("0", 2, "0.00"),
        ("12", 1, "12.0"),
    ],
)
def test_fixed(number, decimals, printed):
    assert fixed(Fraction(number), decimals) == printed


@given(st.decimals(-(10**6), 10**6, places=8), st.integers(0, 6))
def test_fixed_agrees_with_the_decimal_module(number, decimals):
    expected = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert fixed(Fraction(number), decimals) == f"{expected + 0 if expected else abs(expected):f}"


@given(st.floats(-1e6, 1e6), st.integers(0, 4))
def test_a_float_is_the_decimal_it_is_written_as(number, decimals):
    assert fixed(exact(number), decimals) == fixed(Fraction(Decimal(repr(number))), decimals)
    assert not fixed(exact(number), decimals).startswith("-0.") or float(fixed(exact(number), decimals)) < 0


@given(st.fractions().filter(bool))
def test_magnitude_brackets_the_number(number):
    power = magnitude(number)
    assert Fraction(10) ** power <= abs(number) < Fraction(10) ** (power + 1)


def test_zero_has_no_magnitude():
    with pytest.raises(ValueError, match="first digit"):
        magnitude(Fraction(0))


@pytest.mark.parametrize(
    ("number", "figures", "printed"),
    [
        ("0", 2, "0"),
        ("1/3", 4, "0.3333"),
        ("2000/3", 4, "666.7"),
        ("1/3e9", 4, "3.333e-10"),
        ("0.00104", 2, "0.0010"),
    ],
)
def test_significant(number, figures, printed):
    whole = Fraction(1, 3 * 10**9) if number == "1/3e9" else Fraction(number)
    assert significant(whole, figures) == printed


def test_terminating():
    assert terminating(Fraction(1, 8), 3) == "0.125"
    assert terminating(Fraction(1, 8), 2) is None
    assert terminating(Fraction(1, 3), 40) is None
    assert terminating(Fraction(-5), 0) == "-5"


@pytest.mark.parametrize(
    ("number", "decimals", "printed"),
    [
        ("-2.5", 1, "−2.5"),
        ("999999", 1, "999999.0"),
        ("1000000", 1, "1.0 · 10⁶"),
        ("-123456789", 3, "−1.235 · 10⁸"),
        ("9999999", 3, "1.000 · 10⁷"),
    ],
)
def test_readable_numbers_are_taken_back(number, decimals, printed):
    assert readable(Fraction(number), decimals) == printed
    assert decimals_of(printed) == decimals
    assert abs(number_of(printed) - Fraction(number)) <= abs(Fraction(number)) / 1000


@pytest.mark.parametrize("text", ["", "x", "1,5", "1 · 2", "[1, 2]"])
def test_only_printed_numbers_are_taken_back(text):
    with pytest.raises(ValueError, match="Invalid literal"):
        number_of(text)
