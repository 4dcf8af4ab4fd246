"""Digits are certified, ties are stated, edges are refused, and zero has no sign."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from app.engine.certify import Certified, Edge, Tie, digits, digits_row, printed, prove, rounded
from app.engine.mechanism import RIGHT, NotDefined
from app.engine.oracle import Oracle, oracle_row
from app.engine.problem import LogitProblem, Problem, matrix
from app.engine.slips import apply
from app.engine.stages import Stage
from tests.unit.engine.cases import LESSON


def _texts(found: tuple[Certified | Tie | Edge, ...]) -> list[str]:
    return [result.printed for result in found if isinstance(result, Certified)]


def test_the_lesson_with_right_digits() -> None:
    assert _texts(prove(LESSON, RIGHT, stage=Stage.WEIGHTS, decimals=3)) == ["0.506", "0.186", "0.307"]
    assert _texts(prove(LESSON, RIGHT, stage=Stage.WEIGHTS, decimals=5)) == ["0.50648", "0.18632", "0.30720"]
    output = _texts(prove(LESSON, RIGHT, stage=Stage.OUTPUT, decimals=3))
    assert output == ["0.506", "1.199", "0.680", "0.614"]
    assert output != ["0.507", "1.200", "0.679", "0.614"]  # what the lesson prints
    five = _texts(prove(LESSON, RIGHT, stage=Stage.OUTPUT, decimals=5))
    assert five == ["0.50648", "1.19928", "0.67984", "0.61439"]


def test_the_saturation_pair_of_the_lesson() -> None:
    pair = LogitProblem((40, 2), 64)
    assert _texts(prove(pair, RIGHT, stage=Stage.WEIGHTS, decimals=5)) == ["0.99142", "0.00858"]
    unscaled = oracle_row(pair, apply(("no-scale",)), stage=Stage.WEIGHTS, bits=128)
    assert unscaled[0] < 1  # in ball arithmetic it is not 1, in float64 it is
    assert float(1 - unscaled[0]) == pytest.approx(3.14e-17, rel=1e-3)


def test_printed() -> None:
    assert printed(5, 3) == "0.005"
    assert printed(-5, 3) == "-0.005"
    assert printed(0, 3) == "0.000"
    assert printed(-12345, 2) == "-123.45"
    assert printed(7, 0) == "7"


def test_zero_is_never_negative() -> None:
    assert digits(arb("-0.0001"), 3) == "0.000"
    assert digits(arb(0), 3) == "0.000"
    assert rounded(Fraction(-1, 10000), 3) == Certified("0.000")


def test_an_exact_tie_is_a_result_of_its_own() -> None:
    sixteenth = arb(1) / 16
    assert rounded(sixteenth, 3) == Tie("0.062", "0.063")
    assert rounded(Fraction(1, 16), 3) == Tie("0.062", "0.063")
    assert rounded(-sixteenth, 3) == Tie("-0.063", "-0.062")
    assert rounded(Fraction(-1, 16), 3) == Tie("-0.063", "-0.062")
    assert rounded(arb(-1) / 2, 0) == Tie("-1", "0")
    assert digits(sixteenth, 3) is None
    assert digits(sixteenth, 4) == "0.0625"
    halves = LogitProblem((1, 0), 16)
    assert prove(halves, RIGHT, stage=Stage.SCALED, decimals=1) == (Tie("0.2", "0.3"), Certified("0.0"))


def test_an_enclosure_that_straddles_an_edge_is_refused() -> None:
    wide = arb("0.1235", "0.00001")
    assert digits(wide, 3) is None
    assert rounded(wide, 3) == Edge()
    assert digits(wide, 2) == "0.12"
    assert digits_row([arb(1), wide], 3) is None
    assert digits_row([arb(1), arb(2)], 1) == ("1.0", "2.0")


def test_precision_is_doubled_where_an_edge_is_near() -> None:
    # √over / 1 lies 10^-30 below a rounding edge, which 64 bits cannot tell.
    edge = Fraction(12345, 100000) - Fraction(1, 10**30)
    near = LogitProblem((edge, 0), 1)
    assert rounded(oracle_row(near, RIGHT, stage=Stage.SCALED)[0], 4) == Edge()
    assert prove(near, RIGHT, stage=Stage.SCALED, decimals=4)[0] == Certified("0.1234")
    tied = LogitProblem((Fraction(1, 20), 0), 1)
    assert prove(tied, RIGHT, stage=Stage.SCALED, decimals=1)[0] == Edge()  # a tie that no ball can show


def test_the_precision_of_others_is_left_alone() -> None:
    before = ctx.prec
    prove(LESSON, RIGHT, stage=Stage.OUTPUT, decimals=3)
    assert ctx.prec == before
    with pytest.raises(NotDefined):
        Oracle(LogitProblem((1, 2), 4)).row(RIGHT, Stage.OUTPUT)
    assert ctx.prec == before


def test_the_largest_is_found_exactly() -> None:
    # Two cosines that float64 cannot tell apart.
    near = Problem(
        matrix([[10**9, 1], [1, 0]]), matrix([[10**9, 1], [10**9 + 1, 1]]), matrix([[1, 0], [0, 1]]), 0
    )
    found = oracle_row(near, apply(("cosine-compare", "largest-takes-all")), stage=Stage.WEIGHTS)
    assert [float(ball) for ball in found] == [1.0, 0.0]


@given(st.fractions(min_value=-1000, max_value=1000), st.integers(0, 6))
def test_digits_are_those_of_exact_rounding(number: Fraction, decimals: int) -> None:
    result = rounded(number, decimals)
    scaled = number * 10**decimals
    if (2 * scaled).denominator == 1 and scaled.denominator == 2:
        assert isinstance(result, Tie)
        return
    assert isinstance(result, Certified)
    assert abs(Fraction(result.printed) - number) * 10**decimals < Fraction(1, 2)
    assert not (result.printed.startswith("-") and Fraction(result.printed) == 0)
    ball = arb(number.numerator) / number.denominator
    assert digits(ball, decimals) in (result.printed, None)


@given(st.integers(-(10**7), 10**7), st.integers(0, 5))
def test_printed_agrees_with_decimal(units: int, decimals: int) -> None:
    expected = Decimal(units).scaleb(-decimals).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    text = printed(units, decimals)
    assert Decimal(text) == expected
    assert len(text.partition(".")[2]) == decimals
