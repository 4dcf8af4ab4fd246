"""What may be set in an experiment, within which limits, and how settings that were typed are read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

_WHOLE = re.compile("[0-9]{1,9}|[0-9]{1,3}(?:[ \u00a0\u2009\u202f][0-9]{3}){1,2}")
_BLANKS = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in low … high."""

    name: str
    label: str
    low: int
    high: int
    default: int


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several names, each with its label."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


Setting = Whole | Pick


@dataclass(frozen=True, slots=True)
class Values:
    """Settings as chosen: whole numbers and picks by name."""

    wholes: Mapping[str, int]
    picks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SettingFault:
    """Why one setting cannot be taken, and what to do."""

    name: str
    sentence: str


def defaults(settings: tuple[Setting, ...]) -> Values:
    """Every setting at its default."""
    return Values(
        {one.name: one.default for one in settings if isinstance(one, Whole)},
        {one.name: one.default for one in settings if isinstance(one, Pick)},
    )


def read_values(
    settings: tuple[Setting, ...], typed: Mapping[str, str]
) -> tuple[Values, tuple[SettingFault, ...]]:
    """The values that typed texts say, with a fault for each that says none; its default stands in for it.

    A missing or empty text is the default. Names that are not settings are not looked at.
    """
    wholes, picks, faults = {}, {}, []
    for one in settings:
        text = typed.get(one.name, "").strip()
        match one:
            case Whole():
                number = _whole(text) if text else one.default
                good = number is not None and one.low <= number <= one.high
                wholes[one.name] = number if good and number is not None else one.default
                if not good:
                    faults.append(SettingFault(one.name, _wanted(one)))
            case Pick():
                good = not text or text in {name for name, _ in one.choices}
                picks[one.name] = text if good and text else one.default
                if not good:
                    faults.append(SettingFault(one.name, f"{one.label}: choose one of those on the page."))
            case _:
                assert_never(one)
    return Values(wholes, picks), tuple(faults)


def _whole(text: str) -> int | None:
    """A whole number of plain digits, also in groups of three as `grouped` prints it; or None.

    Nine digits are more than any limit.
    """
    return int(_BLANKS.sub("", text)) if _WHOLE.fullmatch(text) else None


def grouped(number: int) -> str:
    """A whole number in groups of three digits, as a page prints it."""
    return f"{number:,}".replace(",", "\u202f")


def _wanted(one: Whole) -> str:
    return f"{one.label}: type a whole number from {grouped(one.low)} to {grouped(one.high)}."
