"""Formulas of steps as a person works them: one number for each name, written down before the next step goes on from it."""

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from app.engine.byhand.person import Person

_NEAR = 1e-9  # what floats lose in a number that needs no rounding
_SIGNS: Mapping[type[ast.operator], Callable[[float, float], float]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: operator.pow,
    }
)
_FUNCTIONS: Mapping[str, Callable[..., float]] = MappingProxyType(
    {
        "sqrt": math.sqrt,
        "exp": math.exp,
        "ln": math.log,
        "log2": math.log2,
        "abs": abs,
        "min": min,
        "max": max,
        "noted": lambda number, decimals: number,
    }
)


@dataclass(frozen=True, slots=True)
class Work:
    """One step as it is worked: the names of its numbers, the formula of each, and how coarsely they are written."""

    names: tuple[str, ...]
    formulas: tuple[str, ...]
    decimals: int
    counts: bool = False


def value_of(formula: str, values: Mapping[str, float]) -> float:
    """The number that a formula gives.

    ZeroDivisionError, OverflowError or ValueError where it gives none, KeyError for a name without a number.
    """
    return _value(_parsed(formula), values)


@lru_cache(maxsize=4096)
def _parsed(formula: str) -> ast.expr:
    return ast.parse(formula.strip().replace("^", "**"), mode="eval").body


def _value(part: ast.expr, values: Mapping[str, float]) -> float:
    match part:
        case ast.Constant(value=int(number) | float(number)):
            return float(number)
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, values)
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _value(inner, values)
        case ast.BinOp(left=left, op=op, right=right):
            return _SIGNS[type(op)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=inner):
            return _FUNCTIONS[name](*(_value(one, values) for one in inner))
        case _:
            raise TypeError(f"nobody works {ast.unparse(part)} by hand")


def worked_steps(
    givens: Sequence[tuple[str, str]], works: Sequence[Work], person: Person
) -> list[tuple[float | None, ...]]:
    """The numbers of every step as the person goes on from them; `givens` are formulas without names.

    None where nobody could go on: a sum of zero to divide by, a root of less than zero.
    """
    values = {name: _given(formula, person) for name, formula in givens}
    found = []
    for work in works:
        numbers = tuple(_possible(formula, values) for formula in work.formulas)
        row = tuple(None if number is None else written(number, work, person) for number in numbers)
        found.append(row)
        values |= {name: number for name, number in zip(work.names, row, strict=True) if number is not None}
    return found


def _given(formula: str, person: Person) -> float:
    """A given number; a logarithm comes from a calculator, and half of all people write it down before they use it."""
    number = value_of(formula, {})
    if not formula.startswith("noted(") or not person.chance.below(2):
        return number
    return person.write(number, int(formula.rpartition(",")[2].rstrip(")")))


def _possible(formula: str, values: Mapping[str, float]) -> float | None:
    try:
        return value_of(formula, values)
    except (ZeroDivisionError, OverflowError, ValueError, KeyError):
        return None


def written(number: float, work: Work, person: Person) -> float:
    """A number as it is written in its step: what needs no rounding stays as it is."""
    nearest = round(number, work.decimals)
    if work.counts or abs(number - nearest) <= _NEAR * 10.0**-work.decimals:
        return nearest
    return person.write(number, work.decimals)
