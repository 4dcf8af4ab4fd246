"""Matrices of small exact numbers: as the oracle takes them, as plain data, and as they are shown."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import log
from typing import Any

from app.engine.problem import Exact
from app.items.public import Matrix
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.words.logs import log_text
from app.variants.rounding import exact_text

Rows = tuple[tuple[float, ...], ...]

_ROLES = {"Q": "query", "K": "key", "V": "value"}
_COMMON = [half / 2 for half in range(-40, 41)]
_TEXTS = {number: exact_text(number) for number in _COMMON}
_EXACT: dict[float, Exact] = {
    number: int(number) if number.is_integer() else Fraction(number) for number in _COMMON
}


def _all_whole(rows: Rows) -> bool:
    """Whether all entries are of the type int, as most drawn ones are."""
    return {*map(type, chain.from_iterable(rows))} == {int}


def exact(rows: Rows) -> tuple[tuple[Exact, ...], ...]:
    """Whole numbers as int, others as fractions."""
    if _all_whole(rows):
        integers: Any = rows
        return integers  # type: ignore[no-any-return]  # whole, as was just seen
    try:
        return tuple([tuple([_EXACT[entry] for entry in row]) for row in rows])
    except KeyError:
        return tuple(tuple(_one_exact(entry) for entry in row) for row in rows)


def _one_exact(number: float) -> Exact:
    return int(number) if number == int(number) else Fraction(number)


def floats(rows: Rows, *, logs: bool) -> Rows:
    """The numbers themselves, or their logarithms."""
    return tuple([tuple(map(log, row)) for row in rows]) if logs else rows


def plain(rows: Rows) -> list[list[float]]:
    """Lists of numbers for JSON, whole ones without a point."""
    if _all_whole(rows):
        return list(map(list, rows))
    return [[int(entry) if entry == int(entry) else entry for entry in row] for row in rows]


def shown(name: str, rows: Rows, *, logs: bool = False) -> Matrix:
    """A matrix with one named row per token; with `logs` of logarithms of the numbers."""
    if logs:
        entries = tuple(tuple(log_text(int(entry)) for entry in row) for row in rows)
        return Matrix(name, _ROLES[name], tuple(TOKENS[: len(rows)]), (), entries)
    try:
        entries = tuple(map(_row_texts, rows))
    except KeyError:
        entries = tuple(texts(row) for row in rows)
    return Matrix(name, _ROLES[name], tuple(TOKENS[: len(rows)]), (), entries)


@lru_cache(maxsize=8192)
def _row_texts(row: tuple[float, ...]) -> tuple[str, ...]:
    """A row of common numbers as it is shown. Raises KeyError for any other."""
    return tuple([_TEXTS[number] for number in row])


def texts(numbers: Sequence[float]) -> tuple[str, ...]:
    """Exact numbers as they are shown."""
    return tuple([_TEXTS.get(number) or exact_text(number) for number in numbers])
