"""Prints what the calculator found, with no more digits than the arithmetic carries."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

from app.practice.calculator.estimate import Estimate

DIGITS = 10
MINUS = "\N{MINUS SIGN}"


def printed(estimate: Estimate) -> str:
    """At most ten significant digits, fewer where the error leaves fewer, and no zeros at the end.

    Rule: floor(log10(|value| / error)) digits, half away from zero; none left is 0. From 10⁻⁵ to below 10¹⁰ in full,
    else with a power of ten that can be typed in again: 1.5×10^−7.
    """
    value, error = abs(estimate.value), estimate.error
    digits = DIGITS if error == 0 or value == 0 else min(DIGITS, math.floor(math.log10(value / error)))
    if value == 0 or digits < 1:
        return "0"
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(Decimal(value))
    size = rounded.adjusted()
    written = "".join(map(str, rounded.as_tuple().digits)).rstrip("0")
    sign = MINUS if estimate.value < 0 else ""
    if not -5 <= size < DIGITS:
        power = f"{MINUS if size < 0 else ''}{abs(size)}"
        return f"{sign}{_pointed(written, 1)}×10^{power}"
    return f"{sign}{_pointed(written, size + 1)}"


def _pointed(digits: str, place: int) -> str:
    """Digits with a decimal point after `place` of them; zeros where there are too few."""
    if place <= 0:
        return f"0.{'0' * -place}{digits}"
    if place >= len(digits):
        return digits + "0" * (place - len(digits))
    return f"{digits[:place]}.{digits[place:]}"
