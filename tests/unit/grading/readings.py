"""A second reader of numbers, written apart: it tries every convention and collects all readings of a text."""

from decimal import Decimal
from fractions import Fraction

MINUSES = ("\u2212", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\ufe63", "\uff0d")
THINS = ("\u00a0", "\u2009", "\u202f", "\u2007")
DIGITS = set("0123456789")


def readings(text):
    """The set of numbers that the text can mean, by the house's conventions; one member means it is readable."""
    text = text.strip()
    for minus in MINUSES:
        text = text.replace(minus, "-")
    if text == "":
        return set()
    sign = 1
    if text[0] in "+-":
        sign, text = (-1 if text[0] == "-" else 1), text[1:].lstrip()
    return {sign * number for number in _unsigned(text)}


def _unsigned(text):
    if "/" in text:
        above, _, below = text.partition("/")
        above, below = above.strip(), below.strip()
        if any(mark.isspace() for mark in above):
            return set()
        return {a / b for a in _decimal(above) for b in _decimal(below) if b}
    for sign in ("e", "E", "×", "·"):
        front, found, back = text.partition(sign)
        if not found:
            continue
        if sign in "×·":
            if not back.strip().startswith("10"):
                return set()
            front, back = front.removesuffix(" "), back.removeprefix(" ")
            back = back.removeprefix("10").removeprefix(" ")
            if not back.startswith("^"):
                return set()
            back = back[1:].removeprefix(" ")
        return _scaled(_decimal(front), back, spaced=sign in "×·")
    if text.startswith("10") and "^" in text:
        rest = text[2:].removeprefix(" ")
        return (
            _scaled({Fraction(1)}, rest[1:].removeprefix(" "), spaced=True) if rest.startswith("^") else set()
        )
    return _decimal(text)


def _scaled(numbers, exponent, *, spaced):
    sign = exponent[:1] if exponent[:1] in ("+", "-") else ""
    digits = exponent[len(sign) :]
    if spaced and sign:
        digits = digits.removeprefix(" ")
    if not digits or set(digits) - DIGITS or int(digits) > 99:
        return set()
    power = int(sign + digits)
    return {number * Fraction(10) ** power for number in numbers}


def _decimal(text):
    """Every reading with one decimal sign and one group sign, but for two rules that settle which one holds."""
    found = set()
    for mark in ".,":
        for gap in (".", ",", " ", "'", *THINS):
            if gap != mark:
                found |= _by(text, mark, gap)
    if text.count(".") == 1 and not set(text) - DIGITS - {"."}:
        return _by(text, ".", "")  # a point alone is the decimal sign
    if text.count(".") > 1 and "," not in text:
        return set()  # several points and nothing else: refused
    front, _, back = text.partition(",")
    if len(back) == 3 and len(front) in (2, 3) and front.startswith("0"):
        return set()  # padded with zeros before one comma: refused like the reading without them
    return found


def _by(text, mark, gap):
    front, signed, back = text.partition(mark)
    if set(back) & {".", ",", " ", "'"}:
        return set()
    parts = back.split(gap) if gap in THINS else [back]
    if len(parts) > 1 and not (all(len(part) == 3 for part in parts[:-1]) and 1 <= len(parts[-1]) <= 3):
        return set()
    groups = front.split(gap) if gap else [front]
    if len(groups) > 1:
        if (
            groups[0].startswith("0")
            or not 1 <= len(groups[0]) <= 3
            or any(len(each) != 3 for each in groups[1:])
        ):
            return set()
        if signed and not back:
            return set()
    digits, part = "".join(groups), "".join(parts)
    if (set(digits) | set(part)) - DIGITS or not digits + part:
        return set()
    return {Fraction(Decimal(f"{digits or '0'}.{part or '0'}"))}
