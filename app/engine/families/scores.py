"""Scores of told families: numbers counted in parts of one, or logarithms of whole numbers, whose powers of e are whole."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from math import isqrt

from flint import arb, fmpq

from app.engine.families.family import Givens

ALIKE = {
    2,
    4,
}  # as ln 4 is twice ln 2, shares of the logarithms are those of the numbers: the softmax is not seen
# Square roots of d_k with the whole numbers m whose logarithm is asked about: the raw scores are ln m^root.
_BY_ROOT = ((2, range(1, 11)), (3, range(1, 5)), (4, range(1, 4)))


def in_logs(givens: Givens) -> bool:
    """Whether the scores stand for their logarithms: 3 is ln 3, and 1 is 0."""
    return givens.get("logs", 0) == 1


def values(givens: Givens, names: Sequence[str], *, parts: int = 1) -> list[float]:
    """The scores by name, counted in so many parts of one, or as logarithms."""
    if in_logs(givens):
        return [math.log(givens[name]) for name in names]
    return [givens[name] / parts for name in names]


def enclosed(givens: Givens, names: Sequence[str], *, parts: int = 1) -> list[arb]:
    """The same in balls."""
    if in_logs(givens):
        return [arb(givens[name]).log() for name in names]
    return [arb(fmpq(givens[name], parts)) for name in names]


def check_logs(givens: Givens, names: Sequence[str]) -> None:
    """Raises ValueError where a logarithm is asked of a number that has none, or `logs` is neither 0 nor 1."""
    if givens.get("logs", 0) not in (0, 1):
        raise ValueError("logs must be 1 where the scores are logarithms, else 0")
    if in_logs(givens) and min(givens[name] for name in names) < 1:
        raise ValueError("logarithms are taken of 1 and larger numbers")


def signed(givens: Givens, name: str, *, parts: int = 1) -> tuple[float, arb]:
    """A number that may be negative, as a float and in a ball; as a logarithm, −3 is −ln 3."""
    number = givens[name]
    if not in_logs(givens):
        return number / parts, arb(fmpq(number, parts))
    sign = 1 if number > 0 else -1
    return sign * math.log(abs(number)), sign * arb(abs(number)).log()


def powers_by_hand(pair: Givens) -> tuple[int, int]:
    """The powers of e of the scaled scores of such a pair: m and k."""
    root = isqrt(pair["d_k"])
    first, second = (round(pair[name] ** (1 / root)) for name in ("first", "second"))
    return first, second


def pairs_by_hand(most: int) -> Iterator[dict[str, int]]:
    """Two different raw scores ln m^r and ln k^r with d_k = r², so that the scaled ones are ln m and ln k, m + k ≤ most."""
    for root, numbers in _BY_ROOT:
        for first, second in product(numbers, numbers):
            if first != second and first + second <= most and {first, second} != ALIKE:
                yield {"first": first**root, "second": second**root, "d_k": root**2, "logs": 1}
