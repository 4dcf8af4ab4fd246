"""Intervals of numbers as arrays, and what rounding to a number of decimals makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec import Struct

from app.engine.batching import Floats


class Span(Struct, frozen=True, eq=False):
    """Lower and upper ends of the same shape; NaN where there is no number."""

    low: Floats
    high: Floats

    def __getitem__(self, place: Any) -> "Span":
        return Span(self.low[place], self.high[place])

    @staticmethod
    def empty(shape: tuple[int, ...]) -> "Span":
        """Ends that are still to be written."""
        return Span(np.empty(shape), np.empty(shape))

    @staticmethod
    def joined(spans: Sequence["Span"]) -> "Span":
        """Spans one after the other along their first axis."""
        if len(spans) == 1:
            return spans[0]
        return Span(
            np.concatenate([span.low for span in spans]), np.concatenate([span.high for span in spans])
        )

    @staticmethod
    def stacked(spans: Sequence["Span"]) -> "Span":
        """Spans of one shape along a new first axis."""
        return Span(np.array([span.low for span in spans]), np.array([span.high for span in spans]))

    def put(self, place: Any, span: "Span") -> None:
        """Write a span into a place of this one."""
        self.low[place] = span.low
        self.high[place] = span.high


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers with a fixed count of decimals; rounding to them moves a number by half a unit at most."""

    decimals: int

    @property
    def unit(self) -> float:
        """One unit of the last decimal."""
        return float(10.0**-self.decimals)

    @property
    def half(self) -> float:
        """The farthest that a rounded number lies from the exact one."""
        return 0.5 * self.unit

    def holds(self, numbers: Floats) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which numbers have no more than the grid's decimals, so that rounding leaves them as they are."""
        scaled = numbers * 10.0**self.decimals
        return np.equal(scaled, np.rint(scaled))

    def round_off(self, span: Span) -> Span:
        """What rounding can make of the numbers of a span: a single number on the grid stays as it is."""
        exact = (span.low == span.high) & self.holds(span.low)
        half = np.where(exact, 0.0, self.half)
        return Span(span.low - half, span.high + half)


def quotient(span: Span, divisor: Span) -> Span:
    """A span divided by a span; NaN where the divisor can be zero or less."""
    if divisor.low is divisor.high:
        return Span(span.low / divisor.low, span.high / divisor.low)
    low = np.where(divisor.low > 0, divisor.low, np.nan)
    return Span(
        np.minimum(span.low / low, span.low / divisor.high),
        np.maximum(span.high / low, span.high / divisor.high),
    )


def root(numbers: Floats, grid: Grid) -> Span:
    """Square roots of positive numbers as a person writes them down."""
    exact = np.sqrt(numbers)
    if np.array_equal(exact, np.rint(exact)):
        return Span(exact, exact)
    return grid.round_off(Span(exact, exact))
