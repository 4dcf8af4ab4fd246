"""Formulas: what they give, how far rounding reaches, and what is no formula."""

import math

import pytest

from app.engine.families.reach import NOWHERE, Reach
from app.engine.formula import evaluate, names_in

_X = {"x": Reach(2.0, 1.5, 2.5), "y": Reach(-1.0, -2.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2*3", 7.0),
        ("-2^2", -4.0),
        ("(1 + 2) * 3 / 2", 4.5),
        ("2^3^2", 512.0),
        ("exp(ln(3))", 3.0),
        ("sqrt(16) - abs(-3)", 1.0),
        ("max(2, 3) * min(2, 3)", 6.0),
        ("log2(8)", 3.0),
        ("2^x", 4.0),
        ("x*x - y", 5.0),
    ],
)
def test_values(text: str, value: float) -> None:
    """Signs bind as on paper: powers before minus, and powers of powers from the right."""
    assert evaluate(text, _X).value == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("x + y", -0.5, 3.5),
        ("x - y", 0.5, 4.5),
        ("x * y", -5.0, 2.5),
        ("y^2", 0.0, 4.0),
        ("y^3", -8.0, 1.0),
        ("abs(y)", 0.0, 2.0),
        ("ln(x)", math.log(1.5), math.log(2.5)),
        ("-x", -2.5, -1.5),
        ("max(x, y)", 1.5, 2.5),
    ],
)
def test_reach(text: str, low: float, high: float) -> None:
    """The ends are those of interval arithmetic."""
    found = evaluate(text, _X)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.low <= found.value <= found.high


@pytest.mark.parametrize(
    "text",
    [
        *["1 / y", "sqrt(y)", "ln(y)", "exp(1000)", "1 / (x - x)", "9^(9^9)", "1e300 * 1e300", "1e300 - 1/y"],
        *["(x * 1e99)^12", "(1/y)^2", "(1/y)^0", "min(1, 1/y)", "max(1/y, 1)"],
    ],
)
def test_where_there_is_no_number(text: str) -> None:
    """Nothing is made up."""
    assert evaluate(text, _X) is NOWHERE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 +",
        "(1",
        "x ** 2",
        "7 // 2",
        "__import__('os')",
        "x.real",
        "[1]",
        "lambda: 1",
        "x if x else 1",
        "exp()",
        "exp(1, 2)",
        "min(1)",
        "sin(1)",
        "1 < 2",
        "x^0.5",
        "x^13",
        "0.5^x",
        "1" * 401,
        "+".join(["1"] * 150),
        "nan",
        "1e999",
    ],
)
def test_what_is_no_formula(text: str) -> None:
    """Anything else is refused with a sentence, and never run."""
    with pytest.raises(ValueError, match=r"\w{3}"):
        evaluate(text, _X)


def test_names() -> None:
    """The names that are needed, functions left out; one that has no number is named."""
    assert names_in("a_A / (a_A + exp(b))") == {"a_A", "b"}
    with pytest.raises(ValueError, match="c has no number here; there are: x, y"):
        evaluate("x + c", _X)


def test_a_noted_logarithm_is_also_what_rounding_makes_of_it() -> None:
    """ln 5 = 1.609…, so that e^x is 5 for one and 4.998 for another; 2 ln 2 rounds to 1.39 and twice 0.69 is 1.38."""
    five = evaluate("exp(noted(ln(5), 3))", {})
    assert five.value == pytest.approx(5, rel=1e-12)
    assert five.low <= round(math.exp(1.609), 3) + 1e-3
    assert five.low < 4.998 < 5 <= five.high + 1e-12
    two = evaluate("noted(ln(2), 2) * 2", {})
    assert (two.low, two.high) == pytest.approx((1.38, 1.39))
    assert names_in("noted(ln(5), 3) + x") == {"x"}
