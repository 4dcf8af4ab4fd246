"""Exact decimal numbers: their size, rounding with halves away from zero, and the digits that they are written in."""

from decimal import Decimal
from fractions import Fraction

_PLAIN = 20  # powers of ten up to which a number is written out


def power_of_ten(exponent: int) -> Fraction:
    """10 to the exponent, which may be negative, exact."""
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


def magnitude(number: Fraction) -> int:
    """The power of ten of the first digit: 0 for 1 … 9.99, −1 for 0.1 … 0.999. Raises ValueError for zero."""
    if number == 0:
        raise ValueError("zero has no first digit")
    size = abs(number)
    power = len(str(size.numerator)) - len(str(size.denominator))
    return power if size >= power_of_ten(power) else power - 1


def rounded(number: Fraction, decimals: int) -> Fraction:
    """sign(x)·⌊|x|·10^d + 1/2⌋ / 10^d; negative decimals round before the point."""
    unit = power_of_ten(-decimals)
    size = (abs(number) / unit + Fraction(1, 2)) // 1 * unit
    return -size if number < 0 else size


def fixed(number: Fraction, decimals: int) -> str:
    """The number to so many decimals, halves away from zero, with an ASCII minus, and no "-0.000"."""
    scaled = abs(number) * 10**decimals
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(units).rjust(decimals + 1, "0")
    whole, part = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    sign = "-" if number < 0 and units else ""
    return f"{sign}{whole}.{part}" if decimals else f"{sign}{whole}"


def in_full(number: Fraction) -> str:
    """All decimals of a number, with an ASCII minus. Raises ValueError where they never end."""
    left, twos, fives = number.denominator, 0, 0
    while left % 2 == 0:
        left, twos = left // 2, twos + 1
    while left % 5 == 0:
        left, fives = left // 5, fives + 1
    if left != 1:
        raise ValueError(f"the decimals of {number} never end")
    return fixed(number, max(twos, fives))


def tidy(number: Decimal) -> Decimal:
    """The same number without zeros at the end of its digits, and zero without a sign: equal numbers look alike."""
    sign, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        raise ValueError(f"{number} is not finite")
    kept = list(digits)
    while kept and kept[-1] == 0:
        kept.pop()
        exponent += 1
    return Decimal((sign, kept, exponent)) if kept else Decimal(0)


def written(number: Decimal) -> str:
    """The digits of a number: in full, or with a power of ten ("6.02e23") where it is very large or very small."""
    plain = tidy(number)
    power = plain.adjusted() if plain else 0
    if abs(power) <= _PLAIN:
        return format(plain, "f")
    sign, digits, _ = plain.as_tuple()
    return f"{format(Decimal((sign, digits, 1 - len(digits))), 'f')}e{power}"
