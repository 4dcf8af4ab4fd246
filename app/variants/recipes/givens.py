"""Reads givens that an author wrote or that were stored, and says in one sentence what is wrong with them."""

from collections.abc import Mapping
from fractions import Fraction

TOKENS = "ABCDEFGH"


def number(value: object, name: str) -> float:
    """A whole number, half or quarter, given as a number or as text. Raises ValueError for anything else."""
    try:
        exact = Fraction(str(value).strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name} holds {value!r}, which is not a number") from None
    if exact.denominator not in (1, 2, 4) or abs(exact) > 1_000_000:
        raise ValueError(
            f"{name} holds {value}: only whole numbers, halves and quarters can be worked exactly"
        )
    return float(exact)


def whole(givens: Mapping[str, object], name: str) -> int:
    """A whole number by name. Raises ValueError where it is missing or not whole."""
    if name not in givens:
        raise ValueError(f"{name} is missing from the givens")
    value = number(givens[name], name)
    if value != int(value):
        raise ValueError(f"{name} is {value}, and must be a whole number")
    return int(value)


def row(value: object, name: str) -> tuple[float, ...]:
    """A list of numbers. Raises ValueError for anything else."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{name} must be a list of numbers")
    return tuple(number(entry, name) for entry in value)


def matrix(givens: Mapping[str, object], name: str) -> tuple[tuple[float, ...], ...]:
    """A list of rows of one length, by name. Raises ValueError for anything else."""
    value = givens.get(name)
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{name} must be a list of rows")
    rows = tuple(row(entry, name) for entry in value)
    if len({len(entries) for entries in rows}) != 1:
        raise ValueError(f"the rows of {name} must all have the same length")
    return rows


def token(givens: Mapping[str, object], name: str, count: int) -> int:
    """The place of a token that is named by its letter. Raises ValueError for a letter that is not shown."""
    letter = str(givens.get(name, "")).strip()
    place = TOKENS.find(letter) if len(letter) == 1 else -1
    if not 0 <= place < count:
        raise ValueError(f"{name} must be one of {', '.join(TOKENS[:count])}, not {letter!r}")
    return place


def logs(givens: Mapping[str, object], rows: tuple[tuple[float, ...], ...]) -> bool:
    """Whether `logs` is 1, so that the rows stand for their logarithms. Raises ValueError where they have none."""
    if "logs" not in givens:
        return False
    named = whole(givens, "logs")
    if named not in (0, 1):
        raise ValueError("logs must be 1 where the numbers are logarithms, else 0")
    if named and any(entry < 1 or entry != int(entry) for entries in rows for entry in entries):
        raise ValueError("logarithms are taken of whole numbers from 1 on")
    return named == 1


def only(givens: Mapping[str, object], names: set[str]) -> None:
    """Raises ValueError for givens that the recipe does not know."""
    unknown = sorted(set(givens) - names)
    if unknown:
        raise ValueError(
            f"the recipe does not know {', '.join(unknown)}; it takes {', '.join(sorted(names))}"
        )
