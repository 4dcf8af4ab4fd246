"""A number with how near is near enough, in words, as the range that is accepted."""

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from app.authoring.found import FoundNumber, FoundText
from app.items.item import Tolerance, ToleranceKind

NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")
LARGEST = 300  # the power of ten of the largest number that is read


def decimal_of(written: str) -> Decimal:
    """The number that is written. Raises ValueError with a sentence."""
    text = written.strip().replace("−", "-")
    if not NUMBER.fullmatch(text):
        raise ValueError(f"{written[:40]!r} is no number. Write one such as 3.14, with a point.")
    value = Decimal(text)
    if value.adjusted() > LARGEST:
        raise ValueError(f"{written[:40]} is larger than any number that is read here.")
    return value


def span(value: Decimal, kind: ToleranceKind, amount: Decimal, said: FoundText | None = None) -> FoundNumber:
    """All x that are near enough to the value, both ends included.

    Rules: |x − a| ≤ amount; |x − a| ≤ amount·|a|; what rounds as a does to so many decimals or figures, halves away
    from zero. Raises ValueError with a sentence.
    """
    match kind:
        case ToleranceKind.ABSOLUTE:
            middle, reach = value, amount
        case ToleranceKind.RELATIVE:
            middle, reach = value, amount * abs(value)
        case ToleranceKind.DECIMALS | ToleranceKind.SIGNIFICANT_FIGURES:
            middle, reach = _rounded(value, kind, amount)
        case _:
            raise ValueError(f"A tolerance of the kind {kind} is not known.")
    return FoundNumber(
        low=float(middle - reach),
        high=float(middle + reach),
        feedback=said,
        target=float(value),
        tolerance=Tolerance(kind, float(amount)),
    )


def _rounded(value: Decimal, kind: ToleranceKind, amount: Decimal) -> tuple[Decimal, Decimal]:
    places = int(amount)
    if (
        places != amount
        or not 0 <= places <= 15
        or (kind is ToleranceKind.SIGNIFICANT_FIGURES and not places)
    ):
        raise ValueError("Figures and decimals are whole numbers up to 15. Write one.")
    unit = Decimal(1).scaleb(-places if kind is ToleranceKind.DECIMALS else value.adjusted() - places + 1)
    try:
        return value.quantize(unit, ROUND_HALF_UP), unit / 2
    except InvalidOperation:
        raise ValueError(f"{value} has no {places} decimals that can be computed with.") from None
