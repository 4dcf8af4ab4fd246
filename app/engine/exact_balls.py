"""Balls of exact numbers: sign and square kept as integers, one root at the end, and powers of differences; see `oracle`."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from math import lcm
from typing import Any

from flint import arb, fmpq

from app.engine.problem import Exact, Matrix

Grid = tuple[tuple[tuple[int | arb, ...], ...], int]  # integers over one common denominator, or logarithms
Square = tuple[int | arb, int | arb]  # (total, under): the number total / √under, exactly but for logarithms
ZERO = arb(0)
ONE = arb(1)


def whole(rows: Matrix) -> Grid:
    """Numbers over their common denominator."""
    if {*map(type, chain.from_iterable(rows))} == {int}:
        integers: Any = rows
        return integers, 1
    below = lcm(*(number.denominator for row in rows for number in row))
    return tuple(
        tuple(number.numerator * (below // number.denominator) for number in row) for row in rows
    ), below


def logarithm(number: Exact) -> arb:
    """The natural logarithm of an exact number."""
    return arb(fmpq(number.numerator, number.denominator)).log()


def logarithms(rows: Matrix) -> Grid:
    """The natural logarithms of exact numbers."""
    return tuple(tuple(logarithm(number) for number in row) for row in rows), 1


def rooted(total: int | arb, up: int, under: int | arb, bits: int) -> arb:
    """The number total · √(up / under)."""
    if isinstance(total, int) and isinstance(under, int):
        return _ball(total, up, under, bits)
    return total * (arb(up) / under).sqrt()


@lru_cache(maxsize=1 << 14)
def _ball(total: int, up: int, under: int, bits: int) -> arb:
    """The number total · √(up / under) at the precision `bits`, to which the context is set: one root, at the end."""
    if total == 0:
        return ZERO
    size = (arb(total * total * up) / under).sqrt()
    return size if total > 0 else -size


@lru_cache(maxsize=64)
def ratio_under(up: int, down: int, bits: int, *, two: bool, exact: bool) -> Callable[[Square, Square], arb]:
    """A function for exp(x − x_0), or with `two` for e, of numbers total · √(up / (under · down)), at so many bits.

    The context is set to that precision. Scores of small whole numbers are few, so that most powers are met again: those of `exact` numbers are kept.
    """

    def ratio(one: Square, first: Square) -> arb:
        (total, under), (start, below) = one, first
        exponent = rooted(total, up, under * down, bits) - rooted(start, up, below * down, bits)
        return (exponent * arb(2).log()).exp() if two else exponent.exp()

    return lru_cache(maxsize=1 << 12)(ratio) if exact else ratio


def column_balls(column: Sequence[int | arb]) -> Sequence[arb]:
    """A column of logarithms, or of whole numbers among them, as balls."""
    return [number if isinstance(number, arb) else arb(number) for number in column]


@lru_cache(maxsize=1 << 13)
def whole_column(column: tuple[int, ...]) -> Sequence[arb]:
    """A column of whole numbers as balls, which are kept."""
    return tuple(map(arb, column))


def _signed_square(number: Any) -> Any:
    return number * abs(number)


def above(one: Square, other: Square) -> bool:
    """Whether one number is larger than the other; exact, and of logarithms larger beyond doubt."""
    left, right = _signed_square(one[0]) * other[1], _signed_square(other[0]) * one[1]
    return bool(left > right)
