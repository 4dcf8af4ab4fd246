"""What an item sets of its recipe, as text: a difficulty, and ranges, which narrow what is drawn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

DIFFICULTY = "difficulty"
_NUMBER = r"[-−]?[0-9]{1,40}(?:\.[0-9]{1,6})?"
_RANGE = re.compile(rf"({_NUMBER})(?:\s+to\s+({_NUMBER}))?")
_NO_RANGE = "{text!r} is no range. Write a number such as 3, or the lowest and the highest such as 2 to 4."
_TURNED = "goes from {first} down to {last}. Write the lower number first: {last} to {first}."


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers low … high, both included."""

    low: Fraction
    high: Fraction

    def holds(self, number: float | Fraction) -> bool:
        """Whether a number is one of them; exact."""
        return self.low <= number <= self.high

    def __str__(self) -> str:
        """As it is written: "3" for one number, "2 to 4" for several."""
        low, high = _plain(self.low), _plain(self.high)
        return low if low == high else f"{low} to {high}"


def between(text: str) -> Between:
    """The numbers that a range in an item's settings stands for.

    Rule: one number in digits, or two with "to" between, the lower one first; a minus sign of either shape. Raises
    ValueError with a sentence that begins with what is wrong.
    """
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise ValueError(_NO_RANGE.format(text=text))
    first, last = found[1], found[2] or found[1]
    low, high = (Fraction(end.replace("−", "-")) for end in (first, last))
    if low > high:
        raise ValueError(_TURNED.format(first=first, last=last))
    return Between(low, high)


def canonical(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings with their ranges in the one way in which they are stored; what is no range stays as it is."""
    return {name: text if name == DIFFICULTY else _canonical(text) for name, text in settings.items()}


def _canonical(text: str) -> str:
    try:
        return str(between(text))
    except ValueError:
        return text


def _plain(number: Fraction) -> str:
    """A number of few decimals in digits, without zeros at its end."""
    text = f"{number.numerator / number.denominator:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
