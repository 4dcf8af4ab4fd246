"""Points and tolerances as Moodle writes them: the fractions that it allows, and numbers with how far is near enough."""

from dataclasses import dataclass
from fractions import Fraction

from app.authoring.outgoing.parts import Part
from app.authoring.outgoing.question import OutChoice, OutField, OutNumber
from app.authoring.outgoing.report import Ledger
from app.kit.decimals import in_full

_ALLOWED = (
    "100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20",
    "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0",
)  # fmt: skip
_SLACK = 0.001  # percent: 33.33333 is a third


def fraction(share: float) -> tuple[str, bool]:
    """The percentage that Moodle allows nearest to a share of the points in [-1, 1], and whether it is that share."""
    wanted = abs(share) * 100
    found = min(_ALLOWED, key=lambda one: abs(float(one) - wanted))
    sign = "-" if share < 0 and found != "0" else ""
    return sign + found, abs(float(found) - wanted) < _SLACK


def fractions(form: OutChoice, ledger: Ledger) -> tuple[str, ...]:
    """The percentage of each option, with what had to change noted.

    Rule: where one option is chosen a right one has 100 and a wrong one what its author gave it. Where several are, all
    may be ticked there, so that a wrong one without a weight of its own takes away what a right one gives.
    """
    if form.choose == 1:
        weights = [1.0 if one.correct else 0.0 if form.all_or_nothing else one.weight for one in form.options]
    else:
        weights = [_several(form, place) for place in range(len(form.options))]
        if form.all_or_nothing:
            ledger.changed(Part.SCORING, "Moodle gives part of the points for some of the right options.")
        ledger.changed(
            Part.SCORING,
            "Moodle lets all options be ticked, so a wrong one takes away what a right one gives.",
        )
    found = [fraction(weight) for weight in weights]
    if not all(same for _, same in found):
        ledger.changed(Part.SCORING, "Moodle has fixed fractions; weights are the nearest of these.")
    return tuple(text for text, _ in found)


def _several(form: OutChoice, place: int) -> float:
    option, share = form.options[place], 1 / form.choose
    if option.correct:
        return share if form.all_or_nothing else option.weight or share
    return -share if form.all_or_nothing or not option.weight else option.weight


def spans(number: OutNumber) -> tuple[tuple[str, str], ...]:
    """Numbers with how far to either side is right, which together accept exactly what the question does.

    Rule: the right number comes first, since it is shown as such, with the shorter of the two ways to the ends. Where
    the ends are not equally far, a second number stands in the middle of the range and reaches both.
    """
    low, high = number.low, number.high
    middle = (in_full((low + high) / 2), in_full((high - low) / 2))
    if not number.printed:
        return (middle,)
    right = Fraction(number.printed)
    near = min(right - low, high - right)
    if near < 0:
        return (middle,)
    first = (number.printed, in_full(near))
    return (first,) if right - low == high - right else (first, middle)


@dataclass(frozen=True, slots=True)
class Answer:
    """A number as Moodle takes it: its digits, how far is near enough, and the percentage."""

    number: OutNumber
    value: str
    reach: str
    share: str


def shared(field: OutField, ledger: Ledger) -> tuple[Answer, ...]:
    """Every number of a field, right ones first."""
    found = []
    if any(number.tolerance is not None for number in field.right):
        ledger.changed(
            Part.TOLERANCE,
            "It is written as a distance to either side, within which the same numbers are right.",
        )
    for number in field.right:
        share, same = fraction(number.share)
        if not same:
            ledger.changed(Part.SCORING, "Moodle has fixed fractions; weights are the nearest of these.")
        found += [Answer(number, *span, share) for span in spans(number)]
    for number in field.wrong:
        found.append(Answer(number, *spans(number)[-1], "0"))
    return tuple(found)
