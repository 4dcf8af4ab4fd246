"""A number as a person computes it: its exact value, and how far rounding of what came before can have moved it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_DUST = 1e-13  # what a few steps of float64 lose, relative to the number

_WHOLE = 1e-12  # how far, relative to its size, float64 may be from a whole number that it stands for
_NEAR = 1e-9  # of a unit of the last place: what float64 loses in a number that is written without rounding
_TIMES = 4  # the largest power that is asked of a whole number by hand
_SHARP = 1e-12  # relative width of an interval that float64 alone has made


@dataclass(frozen=True, slots=True)
class Reach:
    """A value in float64 with the interval that it may lie in by hand; NaN where there is no number.

    Arithmetic is that of intervals: every result holds whatever the operands may be. `low ≤ value ≤ high`.
    """

    value: float
    low: float
    high: float

    @staticmethod
    def of(number: float) -> "Reach":
        """A number that is known exactly."""
        return Reach(float(number), float(number), float(number))

    def __add__(self, other: "Reach") -> "Reach":
        return Reach(self.value + other.value, self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Reach") -> "Reach":
        return Reach(self.value - other.value, self.low - other.high, self.high - other.low)

    def __mul__(self, other: "Reach") -> "Reach":
        ends = [one * two for one in (self.low, self.high) for two in (other.low, other.high)]
        return Reach(self.value * other.value, min(ends), max(ends))

    def __truediv__(self, other: "Reach") -> "Reach":
        if not (other.low > 0 or other.high < 0):  # it may be zero by hand, or is no number
            return NOWHERE
        ends = [one / two for one in (self.low, self.high) for two in (other.low, other.high)]
        return Reach(self.value / other.value, min(ends), max(ends))

    def exp(self, base: float = math.e) -> "Reach":
        """base^x, for a base above 1."""
        rate = math.log(base)
        try:
            return Reach(*(math.exp(rate * end) for end in (self.value, self.low, self.high)))
        except OverflowError:
            return NOWHERE

    def whole(self) -> "Reach":
        """The same number; one that float64 misses by its last digits, such as e^(ln 3), is whole again."""
        nearest = round(self.value) if math.isfinite(self.value) else 0
        if nearest == 0 or abs(self.value - nearest) > _DUST * abs(nearest):
            return self
        if self.low == self.high:
            return Reach.of(nearest)
        return Reach(float(nearest), min(self.low, nearest), max(self.high, nearest))

    @property
    def is_sharp(self) -> bool:
        """Whether nothing was rounded on the way here, but by float64."""
        return self.high - self.low <= _SHARP * max(1.0, abs(self.value))

    def root(self) -> "Reach":
        """The square root; no number where x may be below zero."""
        if not self.low >= 0:
            return NOWHERE
        return Reach(math.sqrt(self.value), math.sqrt(self.low), math.sqrt(self.high))


def counted(number: Reach) -> Reach:
    """A count as it is accepted: it alone where it is whole, else both whole numbers beside what a slip gives."""
    value = number.value
    if not math.isfinite(value):
        return NOWHERE
    nearest = float(round(value))
    if abs(value - nearest) <= _WHOLE * max(1.0, abs(value)):
        return Reach.of(nearest)
    return Reach(value, float(math.floor(value)), float(math.ceil(value)))


NOWHERE = Reach(math.nan, math.nan, math.nan)


def total(numbers: Sequence[Reach]) -> Reach:
    """The sum; `numbers` are one or more."""
    first, *others = numbers
    for number in others:
        first = first + number
    return first


@dataclass(frozen=True, slots=True)
class Hand:
    """How a person writes intermediate numbers down: with so many decimals, exactly where these suffice."""

    decimals: int

    @property
    def half(self) -> float:
        """The farthest that a rounded number lies from the exact one."""
        return float(0.5 * 10.0**-self.decimals)

    def write(self, number: Reach) -> Reach:
        """What rounding may make of it; a single number that has no more decimals stays as it is."""
        scaled = number.value * 10.0**self.decimals
        if number.low == number.high and scaled == round(scaled):
            return number
        return Reach(number.value, number.low - self.half, number.high + self.half)

    def note(self, number: Reach) -> Reach:
        """The same, with what float64 has lost counted as nothing: e^(ln 3) needs no rounding."""
        scale = 10.0**self.decimals
        nearest = round(number.value * scale) / scale if number.is_sharp else 0.0
        if number.is_sharp and self.is_same(number, nearest):
            return Reach.of(nearest)
        return Reach(number.value, number.low - self.half, number.high + self.half)

    def either(self, first: Reach, *others: Reach) -> Reach:
        """One number by several ways that a careful person may go: whatever any of them can reach.

        The value is that of the first way; one that has no number by hand adds nothing.
        """
        ways = [one for one in (first, *others) if one.low == one.low]
        if first.value != first.value or not ways:
            return NOWHERE
        low, high = min(one.low for one in ways), max(one.high for one in ways)
        return Reach(first.value, min(low, first.value), max(high, first.value))

    def logarithm(self, number: Reach) -> Reach:
        """A logarithm as it comes from a calculator: in full, or rounded, before or after it is taken a few times."""
        scale = 10.0**self.decimals
        rounded = [round(times * number.value * scale) / scale / times for times in range(1, _TIMES + 1)]
        return Reach(number.value, min(number.low, *rounded), max(number.high, *rounded))

    def is_same(self, number: Reach, other: float) -> bool:
        """Whether a number that was written down is the very one, but for what float64 has lost."""
        return bool(abs(number.value - other) * 10.0**self.decimals <= _NEAR)

    def fair(self, number: Reach) -> tuple[float, float]:
        """The fair interval of an answer: what was rounded before, the last rounding, and one unit at least."""
        slack = 1e-12 * max(1.0, abs(number.low), abs(number.high))
        low = min(number.low - self.half, number.value - 2 * self.half)
        high = max(number.high + self.half, number.value + 2 * self.half)
        return low - slack, high + slack
