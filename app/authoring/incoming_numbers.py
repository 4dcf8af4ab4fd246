"""A typed number that was found, as a typed number of ours: what is accepted, how near, and what it earns."""

import math
from decimal import Decimal

from app.authoring.found import SLACK, FoundNumber, FoundNumbers, is_whole
from app.authoring.incoming import Body, CannotComeIn, counted, decimal, joined, with_reason
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_text import markdown_of
from app.bank.reader import Data
from app.items.item import ToleranceKind

LABEL = "Answer"
_PLAIN = 30  # digits before or after the point that are written out
_WIDEST = 99  # powers of ten beyond which no number is written


def numbers_body(form: FoundNumbers, general: str, notes: Notes) -> Body:
    """One field with its accepted numbers in order, of which the first that fits counts.

    Rule: a range stays a range and never becomes a middle with a reach, whose ends would be other numbers. Raises
    CannotComeIn where nothing is right, or a number is beyond 10^99.
    """
    if not any(one.share > SLACK for one in form.accepted):
        raise CannotComeIn("No number earns a point. Name one that is right in the file, and send it again.")
    accepted: list[Data] = []
    for place, one in enumerate(form.accepted):
        notes.part = f"feedback on number {place + 1}"
        rationale = markdown_of(one.feedback, notes)
        if place == 0 and general:
            rationale = joined((rationale, general))
            notes.part = "feedback to everybody"
            notes.changed("it is in the reason of the first number now")
        fields = _span(one)
        if not is_whole(one.share):
            fields["share"] = decimal(one.share)
        accepted.append(with_reason(fields, rationale))
    if form.otherwise is not None and form.otherwise.text.strip():
        notes.part = "feedback on all other numbers"
        notes.dropped("here each wrong number that matters has a misconception and a reason of its own")
    field: Data = {"label": LABEL, "accepted": accepted}
    partly = any(abs(one.share) > SLACK and not is_whole(one.share) for one in form.accepted)
    scoring: dict[str, Data] = {"scoring": {"all_or_nothing": "false"}} if partly else {}
    return Body(
        "numbers", scoring | {"fields": [field]}, (counted(len(accepted), "number"), "how near is right")
    )


def _span(one: FoundNumber) -> dict[str, Data]:
    """The numbers that are accepted: a value alone, a value with a tolerance, or a range."""
    if one.target is not None and one.tolerance is not None and one.tolerance.kind is not ToleranceKind.RANGE:
        value: dict[str, Data] = {"value": _exact(one.target)}
        if one.tolerance.amount <= 0:
            return value
        return value | {
            "tolerance": {"kind": one.tolerance.kind.value, "amount": _exact(one.tolerance.amount)}
        }
    if one.low == one.high:
        return {"value": _exact(one.low)}
    span: Data = {"kind": "range", "low": _exact(one.low), "high": _exact(one.high)}
    return {"tolerance": span} if one.target is None else {"value": _exact(one.target), "tolerance": span}


def _exact(value: float) -> str:
    """The shortest digits that give the same number again."""
    if not math.isfinite(value):
        raise CannotComeIn("A number is larger than can be typed. Write it smaller, with its unit changed.")
    digits = Decimal(repr(value))
    plain = format(digits, "f")
    before, _, after = plain.lstrip("-").partition(".")
    if len(before) <= _PLAIN and len(after) <= _PLAIN:
        return plain.rstrip("0").rstrip(".") if after else plain
    power = digits.adjusted()
    if abs(power) > _WIDEST:
        raise CannotComeIn("A number is beyond 10 to the power of 99. Change its unit.")
    mantissa = format(digits.scaleb(-power).normalize(), "f")
    return f"{mantissa}e{power}"
