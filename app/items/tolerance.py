"""How near a typed number must come to what is right: for computed numbers, and for those that an author wrote."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from app.kit.decimals import magnitude, power_of_ten, rounded


class ToleranceKind(StrEnum):
    """How near a typed number must come."""

    FAIR = "fair"  # what rounding at each step can reach; the recipe's own rule
    ABSOLUTE = "absolute"
    RELATIVE = "relative"
    SIGNIFICANT_FIGURES = "significant_figures"
    DECIMALS = "decimals"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Tolerance:
    """A kind with its amount: |x − a| ≤ amount, |x − a| ≤ amount·|a|, digits, decimals, or low … high for a range."""

    kind: ToleranceKind = ToleranceKind.FAIR
    amount: float = 0.0
    low: float = 0.0
    high: float = 0.0


@dataclass(frozen=True, slots=True)
class Within:
    """How near one must come to a number that an author wrote, in exact decimals; any kind but fair.

    `amount` belongs to every kind but a range, which has `low` and `high`.
    """

    kind: ToleranceKind
    amount: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers around a value: itself alone, or those `within` a tolerance of it. A range needs no value."""

    value: Decimal | None
    within: Within | None = None

    def bounds(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest number of the span, both included.

        Rule as in `interval`. Raises ValueError for a span without the numbers that its kind needs.
        """
        within = self.within
        if within is not None and within.kind is ToleranceKind.RANGE:
            if within.low is None or within.high is None:
                raise ValueError("a range needs both of its ends")
            return Fraction(within.low), Fraction(within.high)
        if self.value is None:
            raise ValueError("only a range needs no value")
        value = Fraction(self.value)
        return (
            (value, value) if within is None else interval(value, within.kind, Fraction(within.amount or 0))
        )

    def middle(self) -> Fraction:
        """The value, or half way between the ends of a range that has none."""
        if self.value is not None:
            return Fraction(self.value)
        low, high = self.bounds()
        return (low + high) / 2


def interval(right: Fraction, kind: ToleranceKind, amount: Fraction) -> tuple[Fraction, Fraction]:
    """The lowest and the highest number that count as `right`, both included, in exact arithmetic.

    Rule: absolute: a ± amount; relative: a ± amount·|a|; decimals and significant figures: all that rounds to what a
    itself is rounded to at that place, halves away from zero and both ends included, so that 3.175 to three figures
    is 3.18, and 3.175 … 3.185 are right. Of zero only zero itself has a figure. Raises ValueError for fair and range,
    which are no matter of an amount.
    """
    match kind:
        case ToleranceKind.ABSOLUTE:
            return right - amount, right + amount
        case ToleranceKind.RELATIVE:
            return right - amount * abs(right), right + amount * abs(right)
        case ToleranceKind.DECIMALS:
            half, middle = power_of_ten(-int(amount)) / 2, rounded(right, int(amount))
            return middle - half, middle + half
        case ToleranceKind.SIGNIFICANT_FIGURES:
            return _figures(right, int(amount))
        case _:
            raise ValueError(f"{kind} says nothing by an amount")


def _figures(right: Fraction, figures: int) -> tuple[Fraction, Fraction]:
    """All that rounds to what `right` is rounded to at so many figures; below a power of ten the figures are finer."""
    if right == 0:
        return right, right
    middle = abs(rounded(right, figures - 1 - magnitude(right)))
    outer = power_of_ten(magnitude(middle) + 1 - figures) / 2
    inner = outer / 10 if middle == power_of_ten(magnitude(middle)) else outer
    low, high = middle - inner, middle + outer
    return (low, high) if right > 0 else (-high, -low)
