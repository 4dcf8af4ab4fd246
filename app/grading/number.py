"""Reads a number as a person types it: exactly, by a grammar of our own, and never by guessing."""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from app.grading.characters import RAISED, THIN, is_raised, plain
from app.grading.printing import MINUS, power_of_ten, significant, terminating
from app.grading.response import ReadNumber

LONGEST = 40
LARGEST_EXPONENT = 99

_WAYS = "0.506, -2, 1/3 or 1.2e-3"
_EMPTY = f"Type a number, such as {_WAYS}."
_TOO_LONG = f"This is too long to read; type one number of at most {LONGEST} characters."
_NOT_FINITE = f"Only finite numbers can be read here; type one such as {_WAYS}."
_RAISED_DIGITS = "Raised digits are read after 10 only; write the number out, such as 25 or 1.2×10⁻³."
_SIGNS = "There is more than one sign in front; write one minus, or none."
_MARKS = "There is more than one decimal sign here; write the number like 1234.5."
_SPACES = "There is a space inside; type one number without spaces, such as 0.506."
_ANY = f"This cannot be read as one number; write it like {_WAYS}."
_EXPONENT = f"This exponent is too large to read; it may go from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}."
_BELOW = "A fraction needs a number other than 0 below the line; check the part after the slash."
_FRACTION = "Write a fraction as two numbers with one slash and the sign in front, such as -1/3."

_PLAIN = re.compile(r"(?P<whole>[0-9]*)(?:(?P<mark>[.,])(?P<part>[0-9]*))?")
_GROUPED = re.compile(
    rf"(?P<whole>[1-9][0-9]{{0,2}}(?P<gap>[ {THIN}'.,])[0-9]{{3}}(?:(?P=gap)[0-9]{{3}})*)"
    r"(?:(?P<mark>(?!(?P=gap))[.,])(?P<part>[0-9]+))?"
)
_THIN_DECIMALS = re.compile(rf"([^.,]*[.,])([0-9]{{3}}(?:{THIN}[0-9]{{3}})*{THIN}[0-9]{{1,3}})")
_POWER = re.compile(r"(?:(?P<mantissa>[^·]*[^· ]) ?· ?)?10 ?(?:\^|··) ?(?P<exponent>[+-]? ?[0-9]+)")
_E_NOTATION = re.compile(r"(?P<mantissa>[^e]+)e(?P<exponent>[+-]?[0-9]+)")
_RAISED_POWER = re.compile(r"(.*10)([⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_UNKNOWN = re.compile(rf"[^0-9+\-.,/e·^' {THIN}]")


class _Unreadable(Exception):
    """Carries the sentence that says what to do, from the place that knows it to `read_number`."""


@dataclass(frozen=True, slots=True)
class _Digits:
    """An unsigned decimal number: its digits before and after the decimal sign."""

    whole: str
    part: str

    @property
    def number(self) -> Fraction:
        return Fraction(int(self.whole + self.part), 10 ** len(self.part))

    @property
    def text(self) -> str:
        whole = self.whole.lstrip("0") or "0"
        return f"{whole}.{self.part}" if self.part else whole


def read_number(text: str, *, unit: str = "") -> ReadNumber | str:
    """The number that was typed, exact, or one sentence that says why it cannot be read and what to do.

    Rule: optional sign, then a decimal number, a fraction of two, or a decimal number with a power of ten. The
    decimal sign is a point or a comma; thousands may be grouped by spaces, apostrophes, or the other of the two.
    What can be read in two ways is refused: one comma before exactly three digits ("1,234"; but "0,506" has one
    reading), and several points ("1.234.567"). A percent sign, or another unit, is read only where it is the
    form's own `unit`. At most LONGEST characters and exponents up to LARGEST_EXPONENT, so every text is read fast.
    """
    return _TOO_LONG if len(text) > 8 * LONGEST else _known(text, unit)


@lru_cache(maxsize=4_096)
def _known(text: str, unit: str) -> ReadNumber | str:
    """What a row holds is read again with each change of one of its fields, and once more when it is graded."""
    try:
        return _read(text, plain(text), unit)
    except _Unreadable as fault:
        return str(fault)


def _read(typed: str, text: str, unit: str) -> ReadNumber:
    """Reads text that `plain` has been through."""
    if not text:
        raise _Unreadable(_EMPTY)
    if len(text) > LONGEST:
        raise _Unreadable(_TOO_LONG)
    if unit and text.endswith(plain(unit)):
        text = text.removesuffix(plain(unit)).rstrip(" " + THIN)
    elif text.endswith("%"):
        raise _Unreadable(_percent_sentence(typed, text[:-1].rstrip(" " + THIN)))
    _refuse_strange(text)
    raised = _RAISED_POWER.fullmatch(text)
    if raised:
        text = f"{raised[1]}^{raised[2].translate(RAISED)}"
    sign, body = _sign(text)
    if match := _POWER.fullmatch(body) or _E_NOTATION.fullmatch(body):
        return _scientific(typed, sign, match)
    if "/" in body:
        return _fraction(typed, sign, body)
    digits = _decimal(body, sign)
    echo = digits.text if sign > 0 or not digits.number else f"-{digits.text}"
    return ReadNumber(typed, sign * digits.number, echo, len(digits.part))


def _percent_sentence(typed: str, text: str) -> str:
    """The way to write a percentage as a plain number, with the number itself where it can be read."""
    try:
        share = terminating(_read(typed, text, "").value / 100, LONGEST)
    except _Unreadable:
        share = None
    example = f"{share} here" if share else "0.25 for a quarter"
    return f"A plain number is asked for, not a percentage; write {example}."


def _refuse_strange(text: str) -> None:
    """Raises for words, superscripts out of place, and characters that no number has."""
    if text.lstrip("+-").replace(" ", "").lower() in {"nan", "inf", "infinity", "∞"}:
        raise _Unreadable(_NOT_FINITE)
    raised = _RAISED_POWER.fullmatch(text)
    strange = _UNKNOWN.search(raised[1] if raised else text)
    if strange is None:
        return
    mark = strange[0]
    if is_raised(mark):
        raise _Unreadable(_RAISED_DIGITS)
    if unicodedata.category(mark) == "No" and "FRACTION" in unicodedata.name(mark, ""):
        raise _Unreadable("Write the fraction with a slash, such as 1/2.")
    if mark.isprintable() and not mark.isspace():
        raise _Unreadable(f"“{mark}” cannot be read here; write one number like {_WAYS}.")
    raise _Unreadable(_ANY)


def _sign(text: str) -> tuple[int, str]:
    """−1 or 1, and what follows the sign."""
    if text[:1] not in {"+", "-"}:
        return 1, text
    body = text[1:].lstrip(" " + THIN)
    if body[:1] in {"+", "-"}:
        raise _Unreadable(_SIGNS)
    return (-1 if text[0] == "-" else 1), body


def _scientific(typed: str, sign: int, match: re.Match[str]) -> ReadNumber:
    """A decimal number times a power of ten; without a number in front, the power alone."""
    written = match["exponent"].replace(" ", "")
    size = written.lstrip("+-").lstrip("0") or "0"
    if len(size) > len(str(LARGEST_EXPONENT)):
        raise _Unreadable(_EXPONENT)
    exponent = -int(size) if written.startswith("-") else int(size)
    digits = _decimal(match["mantissa"], sign) if match["mantissa"] else _Digits("1", "")
    number = sign * digits.number * power_of_ten(exponent)
    echo = terminating(number, 12) if abs(exponent) <= 12 else None
    minus = "-" if number < 0 else ""
    return ReadNumber(typed, number, echo or f"{minus}{digits.text}e{exponent}", None)


def _fraction(typed: str, sign: int, body: str) -> ReadNumber:
    """Two decimal numbers with a slash between them."""
    if body.count("/") != 1:
        raise _Unreadable(_FRACTION)
    above, below = (part.strip(" " + THIN) for part in body.split("/"))
    if " " in above or THIN in above:
        raise _Unreadable("Write a mixed number as one fraction or in decimals, such as 3/2 or 1.5.")
    if not above or not below or below[0] in "+-":
        raise _Unreadable(_FRACTION)
    divisor = _decimal(below).number
    if divisor == 0:
        raise _Unreadable(_BELOW)
    number = sign * _decimal(above, sign).number / divisor
    full = terminating(number, 6)
    if number.denominator == 1:
        echo = str(number)
    else:
        echo = f"{number} = {full}" if full else f"{number} ≈ {significant(number, 4)}"
    return ReadNumber(typed, number, echo, None)


def _decimal(body: str, sign: int = 1) -> _Digits:
    """An unsigned decimal number; raises where it has two readings or none, and names both with the sign in front."""
    thin = _THIN_DECIMALS.fullmatch(body)
    if thin:
        body = thin[1] + thin[2].replace(THIN, "")
    if match := _PLAIN.fullmatch(body):
        whole, part = match["whole"], match["part"] or ""
        if not whole and not part:
            raise _Unreadable(_ANY)
        if match["mark"] == "," and len(part) == 3 and 0 < len(whole) <= 3 and whole != "0":
            raise _Unreadable(_two_readings(whole, part, MINUS if sign < 0 else ""))
        return _Digits(whole or "0", part)
    if match := _GROUPED.fullmatch(body):
        whole = match["whole"].replace(match["gap"], "")
        if match["gap"] == "." and not match["mark"]:
            raise _Unreadable(
                "Points can be read in more than one way here; "
                f"write {MINUS if sign < 0 else ''}{whole} for the whole number."
            )
        return _Digits(whole, match["part"] or "")
    if body.count(".") + body.count(",") > 1:
        raise _Unreadable(_MARKS)
    raise _Unreadable(_SPACES if " " in body or THIN in body else _ANY)


def _two_readings(whole: str, part: str, minus: str) -> str:
    """How to write either reading of one comma before three digits."""
    large, small = _Digits(whole + part, "").text, _Digits(whole, part).text
    return (
        f"The comma can be read in two ways here; write {minus}{large} or {minus}{small}, whichever you mean."
    )
