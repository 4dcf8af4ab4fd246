"""Formulas as text: arithmetic with names and a few functions, evaluated on numbers that know their reach by hand."""

import ast
import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from app.engine.families.reach import NOWHERE, Hand, Reach

LONGEST = 400  # characters
MOST_PARTS = 200  # numbers, names, signs and calls together
LARGEST_POWER = 12

_FORM = re.compile(r"[A-Za-z0-9_.+\-*/^(), ]+")
_LANGUAGE = "numbers, names, + - * / ^, brackets, and sqrt, exp, ln, log2, abs, min, max"


def evaluate(text: str, values: Mapping[str, Reach]) -> Reach:
    """The number that a formula gives, with how far rounding of its names' numbers can have moved it.

    Rule: interval arithmetic, so that every occurrence of a name is taken as independent of the others. `x^n` takes
    whole n from 0 to 12, or a number above 1 for x. Where there is no number (a root of less than zero, a division
    by what may be zero, an overflow) the result is NOWHERE. Raises ValueError, with a sentence, for a text that is no
    formula, and for a name that has no number.
    """
    return _number(_parsed(text), values)


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[str]:
    """The names that a formula needs. Raises ValueError for a text that is no formula."""
    return (
        frozenset(node.id for node in ast.walk(_parsed(text)) if isinstance(node, ast.Name))
        - _FUNCTIONS.keys()
    )


@lru_cache(maxsize=4096)
def _parsed(text: str) -> ast.expr:
    if len(text) > LONGEST or not _FORM.fullmatch(text) or "**" in text or "//" in text:
        raise ValueError(f"{text[:60]!r} is no formula: there are {_LANGUAGE}")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(
            f"{text[:60]!r} is no formula: a sign or a bracket is missing or left over"
        ) from None
    parts = list(ast.walk(tree))
    if len(parts) > MOST_PARTS:
        raise ValueError(f"{text[:60]!r} has more than {MOST_PARTS} parts")
    for part in parts:
        if not _is_known(part):
            raise ValueError(f"{text[:60]!r} is no formula: there are {_LANGUAGE}")
    return tree


def _is_known(part: ast.AST) -> bool:
    match part:
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        case ast.Call(func=ast.Name(id=name), args=values, keywords=[]):
            return (
                name in _FUNCTIONS and (len(values) == 1) is (name not in _OF_TWO) and 1 <= len(values) <= 2
            )
        case ast.Name() | ast.Load() | ast.BinOp() | ast.UnaryOp() | ast.USub() | ast.UAdd():
            return True
        case ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow():
            return True
        case _:
            return False


def _number(part: ast.expr, values: Mapping[str, Reach]) -> Reach:
    match part:
        case ast.Constant(value=value):
            return Reach.of(float(value))  # type: ignore[arg-type]  # _is_known lets numbers in alone
        case ast.Name(id=name):
            if name not in values:
                raise ValueError(f"{name} has no number here; there are: {', '.join(values) or 'none'}")
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _finite(Reach.of(0) - _number(operand, values))
        case ast.UnaryOp(operand=operand):
            return _number(operand, values)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _finite(_power(left, right, values))
        case ast.BinOp(left=left, op=op, right=right):
            return _finite(_SIGNS[type(op)](_number(left, values), _number(right, values)))
        case ast.Call(func=ast.Name(id=name), args=inner):
            return _finite(_FUNCTIONS[name](*(_number(one, values) for one in inner)))
        case _:
            raise ValueError(f"{ast.unparse(part)[:60]!r} is no part of a formula")


def _finite(number: Reach) -> Reach:
    """The number, or none where some end of it is infinite or no number."""
    return (
        number
        if math.isfinite(number.low) and math.isfinite(number.high) and number.value == number.value
        else NOWHERE
    )


def _power(left: ast.expr, right: ast.expr, values: Mapping[str, Reach]) -> Reach:
    match left, right:
        case _, ast.Constant(value=int(times)) if 0 <= times <= LARGEST_POWER:
            found = _number(left, values)
            return _times(found, times) if _is_number(found) else NOWHERE
        case ast.Constant(value=int(base) | float(base)), _ if base > 1:
            return _number(right, values).exp(float(base))
        case _:
            raise ValueError(
                f"{ast.unparse(left)}^{ast.unparse(right)}: write x^2 to x^{LARGEST_POWER}, or 2^x"
            )


def _times(number: Reach, times: int) -> Reach:
    """x^n: monotonic for odd n, and never below zero for even n."""
    try:
        value, low, high = (end**times for end in (number.value, number.low, number.high))
    except OverflowError:
        return NOWHERE
    if times % 2 or number.low >= 0 or times == 0:
        return Reach(value, low, high)
    return Reach(value, 0.0 if number.high > 0 else high, max(low, high))


def _ln(number: Reach) -> Reach:
    """The natural logarithm; none where x may be zero or less."""
    if not number.low > 0:
        return NOWHERE
    return Reach(math.log(number.value), math.log(number.low), math.log(number.high))


def _log2(number: Reach) -> Reach:
    return _ln(number) / Reach.of(math.log(2.0))


def _size(number: Reach) -> Reach:
    """|x|, whose least is zero where x may have either sign."""
    ends = abs(number.low), abs(number.high)
    least = 0.0 if number.low < 0 < number.high else min(ends)
    return Reach(abs(number.value), least, max(ends))


def _is_number(*numbers: Reach) -> bool:
    return all(math.isfinite(number.value) for number in numbers)


def _smaller(one: Reach, two: Reach) -> Reach:
    if not _is_number(one, two):
        return NOWHERE
    return Reach(min(one.value, two.value), min(one.low, two.low), min(one.high, two.high))


def _larger(one: Reach, two: Reach) -> Reach:
    if not _is_number(one, two):
        return NOWHERE
    return Reach(max(one.value, two.value), max(one.low, two.low), max(one.high, two.high))


def _noted(number: Reach, decimals: Reach) -> Reach:
    """A given logarithm, which people may write down with so many decimals before they use it."""
    return Hand(round(decimals.value)).logarithm(number)


_SIGNS: Mapping[type[ast.operator], Callable[[Reach, Reach], Reach]] = MappingProxyType(
    {ast.Add: Reach.__add__, ast.Sub: Reach.__sub__, ast.Mult: Reach.__mul__, ast.Div: Reach.__truediv__}
)
_OF_TWO = frozenset(("min", "max", "noted"))
_FUNCTIONS: Mapping[str, Callable[..., Reach]] = MappingProxyType(
    {
        "sqrt": Reach.root,
        "exp": Reach.exp,
        "ln": _ln,
        "log2": _log2,
        "abs": _size,
        "min": _smaller,
        "max": _larger,
        "noted": _noted,  # of our own computations alone
    }
)
