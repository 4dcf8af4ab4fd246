"""Which typed numbers count as a right number, for every kind of tolerance, in exact arithmetic."""

from dataclasses import dataclass
from fractions import Fraction

from app.grading.printing import decimals_of, exact, number_of, power_of_ten, readable
from app.grading.response import ReadNumber
from app.items.answer_key import NumberAnswer
from app.items.tolerance import Tolerance, ToleranceKind, interval
from app.kit.decimals import rounded


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from `low` to `high`, both included."""

    low: Fraction
    high: Fraction

    def holds(self, number: Fraction) -> bool:
        return self.low <= number <= self.high


def accepted(answer: NumberAnswer, tolerance: Tolerance) -> Interval:
    """The interval of numbers that are right.

    Rule, with a the number as printed: fair: the fair interval itself; range: low … high; otherwise as `interval` says
    of a. Amounts are read as the decimal numbers that an author wrote. More digits than asked for are never wrong for
    being more.
    """
    match tolerance.kind:
        case ToleranceKind.FAIR:
            return Interval(Fraction(answer.low), Fraction(answer.high))
        case ToleranceKind.RANGE:
            return Interval(exact(tolerance.low), exact(tolerance.high))
        case _:
            return Interval(*interval(number_of(answer.printed), tolerance.kind, exact(tolerance.amount)))


def is_right(number: ReadNumber, answer: NumberAnswer, tolerance: Tolerance) -> bool:
    """Whether the typed number lies in the accepted interval; what is printed as right always is, except for a
    range, which alone says what is right."""
    if tolerance.kind is not ToleranceKind.RANGE and number.value == number_of(answer.printed):
        return True
    return accepted(answer, tolerance).holds(number.value)


def is_coarse(number: ReadNumber, answer: NumberAnswer) -> bool:
    """Whether the typed number is the right one to fewer decimals than asked for.

    Rule: x was typed with d decimals, d less than those of the printed a and at least 1 (0 where a has one), and
    |x − a| ≤ ½·10^−d: x's own rounding interval holds a. 0.51 and 0.5 are coarse for 0.506, and 1 is not.
    """
    asked = decimals_of(answer.printed)
    least = 0 if asked == 1 else 1
    if number.decimals is None or not least <= number.decimals < asked:
        return False
    return 2 * abs(number.value - number_of(answer.printed)) <= power_of_ten(-number.decimals)


def is_cut_off(number: ReadNumber, answer: NumberAnswer) -> bool:
    """Whether the typed number is the right one with its digits cut off at a place, where rounding gives another.

    Rule: x was typed with d decimals, d less than those of the printed a, and |x| = ⌊|a|·10^d⌋·10^−d with a's sign.
    41.5 and 41 are 41.57 cut off; so is −0.6 for −0.68. Of 0, no digit is left, so it is never one.
    """
    if not number.value or number.decimals is None or number.decimals >= decimals_of(answer.printed):
        return False
    right = number_of(answer.printed)
    unit = power_of_ten(-number.decimals)
    cut = abs(right) // unit * unit
    return number.value == (-cut if right < 0 else cut)


def is_as_printed(number: ReadNumber, value: Fraction, decimals: int) -> bool:
    """Whether a typed number is what a value is as printed, and not only near it.

    Rule: both are printed alike to the decimals that are asked, or the value, rounded to the decimals that were typed,
    is the number.
    """
    if readable(number.value, decimals) == readable(value, decimals):
        return True
    return number.decimals is not None and rounded(value, number.decimals) == number.value
