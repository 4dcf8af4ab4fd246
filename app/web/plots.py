"""Plots as a page describes them: series over equal steps, a sentence that says what they show, and their table.

How they are drawn stands in `drawing.py`. Why this is not a library: docs/decisions/0008-plots.md.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import assert_never

from app.web.words import percent

Values = tuple[float | None, ...]
MINUS = "\N{MINUS SIGN}"
INTERVAL = "95\N{NARROW NO-BREAK SPACE}% interval"


class Form(StrEnum):
    """How series are drawn: stacked bars, or lines with marks."""

    BARS = "bars"
    LINES = "lines"


class Unit(StrEnum):
    """What the values are: whole numbers from 0, shares from 0 to 1, numbers from 0, or positive numbers by powers of ten."""

    COUNT = "count"
    SHARE = "share"
    NUMBER = "number"
    POWERS = "powers"


@dataclass(frozen=True, slots=True)
class Series:
    """Values with a name, one for each place, None where there is none; `low` and `high` are an interval around each."""

    name: str
    values: Values
    low: Values = ()
    high: Values = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """What is to be drawn.

    `slug` is its own on the page. `says` is its text equivalent, a sentence or two, computed from the values.
    `places` name the steps along the bottom in full, `short` for the axis; `first` is what they are. With `up`, what the
    values are, both axes get a title. Up to four series can be told apart.
    Raises ValueError where series and places are not of one length.
    """

    slug: str
    title: str
    says: str
    first: str
    places: tuple[str, ...]
    short: tuple[str, ...]
    series: tuple[Series, ...]
    form: Form = Form.LINES
    unit: Unit = Unit.COUNT
    up: str = ""

    def __post_init__(self) -> None:
        for one in self.series:
            lengths = {len(one.values), len(one.low) or len(self.places), len(one.high) or len(self.places)}
            if lengths != {len(self.places)} or len(self.short) != len(self.places):
                raise ValueError(f"{one.name} needs one value for each of {len(self.places)} places")


def columns(plot: Plot) -> tuple[str, ...]:
    """The headings of the table behind a plot, without the one of the places."""
    names = []
    for one in plot.series:
        names.append(one.name)
        if one.low:
            names.append(INTERVAL)
    return tuple(names)


def rows(plot: Plot) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The places where something is, with what stands there. A count of 0 is nothing; a measured 0 is a value."""
    nothing = (None, 0) if plot.unit is Unit.COUNT else (None,)
    found = []
    for place, name in enumerate(plot.places):
        if all(one.values[place] in nothing and not _has_span(one, place) for one in plot.series):
            continue
        cells: list[str] = []
        for one in plot.series:
            cells.append(printed(one.values[place], plot.unit))
            if one.low:
                low, high = one.low[place], one.high[place]
                cells.append(
                    "" if low is None else f"{printed(low, plot.unit)} to {printed(high, plot.unit)}"
                )
        found.append((name, tuple(cells)))
    return tuple(found)


def _has_span(one: Series, place: int) -> bool:
    return bool(one.low) and one.low[place] is not None


def printed(value: float | None, unit: Unit) -> str:
    """A value as a page prints it."""
    if value is None:
        return "–"
    match unit:
        case Unit.SHARE:
            return percent(value)
        case Unit.COUNT:
            return f"{value:.0f}"
        case Unit.NUMBER | Unit.POWERS:
            return significant(value)
        case _:
            assert_never(unit)


def significant(value: float) -> str:
    """A number with three digits, as a power of ten where it is very small or large: "0.125", "−22.6", "7.1 · 10⁻¹⁷"."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        rounded = Decimal(f"{value:.3g}")  # which may come to 1000 from below
        return (f"{rounded:f}" if abs(rounded) < 1000 else f"{value:.0f}").replace("-", MINUS)
    mantissa, _, power = f"{value:.1e}".partition("e")
    return f"{mantissa.replace('-', MINUS)} · 10{str(int(power)).translate(_RAISED)}"


_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
