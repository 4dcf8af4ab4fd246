"""Prints exact numbers in decimals, half away from zero and never a minus before zero, and takes printed ones back."""

from fractions import Fraction

from app.kit.decimals import fixed, magnitude, power_of_ten

__all__ = [
    "LARGE",
    "MINUS",
    "decimals_of",
    "exact",
    "fixed",
    "magnitude",
    "number_of",
    "power_of_ten",
    "readable",
    "significant",
    "terminating",
    "typographic",
]

MINUS = "−"  # the sign that is shown
LARGE = 10**6

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻" + MINUS, "0123456789--")


def exact(number: float) -> Fraction:
    """The decimal number that a float is written as (0.1 is one tenth). Raises ValueError for NaN and infinity."""
    return Fraction(repr(number))


def decimals_of(printed: str) -> int:
    """How many decimals a printed number has; of its mantissa where it has a power of ten."""
    return len(printed.partition(" ")[0].partition(".")[2])


def number_of(printed: str) -> Fraction:
    """The number that stands printed: "0.506", "−2", or "1.235 · 10⁸". Raises ValueError for anything else."""
    mantissa, times, power = printed.translate(_LOWERED).partition(" · 10")
    return Fraction(mantissa) * power_of_ten(int(power)) if times else Fraction(mantissa)


def typographic(text: str) -> str:
    """The text with the minus sign that is shown."""
    return text.replace("-", MINUS)


def readable(number: Fraction, decimals: int) -> str:
    """The number to so many decimals, with the sign that is shown, and a power of ten from LARGE on."""
    if abs(number) < LARGE:
        return typographic(fixed(number, decimals))
    power = magnitude(number)
    mantissa = fixed(number / power_of_ten(power), decimals)
    if mantissa.lstrip("-").startswith("10"):
        power += 1
        mantissa = fixed(number / power_of_ten(power), decimals)
    return f"{typographic(mantissa)} · 10{str(power).translate(_RAISED)}"


def significant(number: Fraction, figures: int) -> str:
    """The number to so many significant figures, or to units where it is larger; very small ones as 3.3e-12."""
    if number == 0:
        return "0"
    power = magnitude(number)
    if power < -6:
        return f"{fixed(number / power_of_ten(power), figures - 1)}e{power}"
    return fixed(number, max(0, figures - 1 - power))


def terminating(number: Fraction, most: int) -> str | None:
    """The number in full where it needs at most so many decimals, else None."""
    for decimals in range(most + 1):
        if (number * 10**decimals).denominator == 1:
            return fixed(number, decimals)
    return None
