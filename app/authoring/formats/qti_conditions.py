"""Conditions in the response processing of QTI, where they are such as can be known for sure."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from app.authoring.formats.qti_declared import BadItem, Declared, number, truth
from app.authoring.formats.xml import Element, all_text, children, line_of, local_name
from app.authoring.found import FoundNumber
from app.items.item import Tolerance, ToleranceKind

_WORD = re.compile(r"[\w ,;:'\"-]+")  # signs that mean themselves in every kind of regular expression
HELP = "Use match_correct or map_response, or send this question in another format."


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was given."""


@dataclass(frozen=True, slots=True)
class Given:
    """Something was given, whatever it is."""


@dataclass(frozen=True, slots=True)
class Correct:
    """What was given is what is declared as correct."""


@dataclass(frozen=True, slots=True)
class Values:
    """What was given are exactly these values, in their order where it counts."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """What was given is this text, or holds it."""

    text: str
    case_counts: bool
    within: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """What was given is a number of this range."""

    number: FoundNumber


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these holds."""

    conditions: tuple["Condition", ...]


Condition = Nothing | Given | Correct | Values | Text | Near | AnyOf


def condition(element: Element, answer: Declared) -> Condition:
    """What a condition asks of the answer. Raises BadItem for what is not known for sure."""
    parts = list(children(element))
    match local_name(element):
        case "isNull" if len(parts) == 1 and _is_answer(parts[0], answer):
            return Nothing()
        case "not" if len(parts) == 1 and condition(parts[0], answer) == Nothing():
            return Given()
        case "or":
            return AnyOf(tuple(condition(part, answer) for part in parts))
        case "and" if len(parts) == 1:
            return condition(parts[0], answer)
        case "and" if len(parts) == 2 and {local_name(part) for part in parts} == {"gte", "lte"}:
            return Near(_between(parts, answer))
        case "equal":
            return Near(_equal(element, answer))
        case "equalRounded":
            return Near(_rounded(element, answer))
        case _:
            return _values(element, parts, answer)


def _values(element: Element, parts: list[Element], answer: Declared) -> Condition:
    """Conditions that compare the answer with values or texts."""
    match local_name(element):
        case "match":
            return _match(element, answer)
        case "member" if len(parts) == 2 and _is_answer(parts[0], answer):
            return _member(parts[1], answer)
        case "stringMatch":
            value = _against(element, answer)
            case_counts = truth(element.get("caseSensitive")) is not False
            return Text(value, case_counts, within=truth(element.get("substring")) is True)
        case "patternMatch" if text := _literal(element, parts, answer):
            return Text(text, truth(element.get("caseSensitive")) is not False)
        case name:
            raise BadItem(
                f"How it is graded cannot be read: <{name[:40]}> is not known here. {HELP}", line_of(element)
            )


def _is_answer(element: Element, answer: Declared) -> bool:
    return local_name(element) == "variable" and element.get("identifier") == answer.name


def _is_correct(element: Element, answer: Declared) -> bool:
    return local_name(element) == "correct" and element.get("identifier") == answer.name


def _sides(element: Element, answer: Declared) -> tuple[Element, bool]:
    """What the answer is compared with, and whether the answer stands first."""
    parts = list(children(element))
    if len(parts) == 2:
        for place, other in ((0, 1), (1, 0)):
            if _is_answer(parts[place], answer):
                return parts[other], place == 0
    raise BadItem(
        f"How it is graded cannot be read: <{local_name(element)}> does not compare the answer with a value. {HELP}",
        line_of(element),
    )


def _value(element: Element, answer: Declared) -> str:
    if local_name(element) == "baseValue":
        return " ".join(all_text(element).split())
    if _is_correct(element, answer) and len(answer.correct) == 1:
        return answer.correct[0]
    raise BadItem(
        f"How it is graded cannot be read: <{local_name(element)}> is no value that is known. {HELP}",
        line_of(element),
    )


def _against(element: Element, answer: Declared) -> str:
    return _value(_sides(element, answer)[0], answer)


def _literal(element: Element, parts: list[Element], answer: Declared) -> str:
    """The pattern, where it is a mere word; nothing where it is a regular expression."""
    pattern = element.get("pattern") or (all_text(parts[-1]).strip() if len(parts) == 2 else "")
    asks = any(_is_answer(part, answer) for part in parts)
    return pattern if asks and _WORD.fullmatch(pattern) else ""


def _member(values: Element, answer: Declared) -> Condition:
    """One of several values, which are written out or declared as correct."""
    if _is_correct(values, answer):
        found = list(answer.correct)
    else:
        found = [_value(one, answer) for one in children(values, "baseValue")]
    if not found or local_name(values) not in ("multiple", "ordered", "correct"):
        raise BadItem(f"How it is graded cannot be read: <member> names no values. {HELP}", line_of(values))
    return AnyOf(tuple(_one(value, answer, line_of(values)) for value in found))


def _one(value: str, answer: Declared, line: int) -> Condition:
    if answer.base in ("float", "integer"):
        return Near(exactly(value, line))
    return Text(value, case_counts=True)


def _match(element: Element, answer: Declared) -> Condition:
    other, _ = _sides(element, answer)
    if _is_correct(other, answer):
        return Correct()
    if local_name(other) in ("multiple", "ordered"):
        return Values(tuple(_value(one, answer) for one in children(other)))
    return _one(_value(other, answer), answer, line_of(element))


def exactly(value: str, line: int) -> FoundNumber:
    """This number and no other."""
    exact = number(value, line)
    return FoundNumber(exact, exact, target=exact)


def _equal(element: Element, answer: Declared) -> FoundNumber:
    """Rule: the bounds lie around the value that stands first, be it the answer or what it is compared with."""
    other, answer_first = _sides(element, answer)
    line = line_of(element)
    middle = Decimal(str(number(_value(other, answer), line)))
    mode = element.get("toleranceMode") or "exact"
    if mode == "exact":
        return exactly(str(middle), line)
    below, above = _tolerances(element)
    if mode == "absolute":
        if answer_first:
            below, above = above, below
        low, high = middle - below, middle + above
    elif mode == "relative":
        low, high = _relative(middle, (below, above), answer_first=answer_first, line=line)
    else:
        raise BadItem(f"The mode of tolerance {mode[:40]!r} is not known. {HELP}", line)
    rule = None
    if below == above and mode == "absolute":
        rule = Tolerance(ToleranceKind.ABSOLUTE, float(below))
    elif below == above and not answer_first:
        rule = Tolerance(ToleranceKind.RELATIVE, float(below / 100))
    return FoundNumber(float(low), float(high), target=float(middle), tolerance=rule)


def _tolerances(element: Element) -> tuple[Decimal, Decimal]:
    written = (element.get("tolerance") or "").split()
    if not 1 <= len(written) <= 2:
        raise BadItem("The tolerance is missing. Write one number, or two.", line_of(element))
    found = [Decimal(str(number(one, line_of(element)))) for one in written]
    if min(found) < 0:
        raise BadItem(
            "The tolerance is below 0. Write how far from the number is still right.", line_of(element)
        )
    return found[0], found[-1]


def _relative(
    middle: Decimal, reach: tuple[Decimal, Decimal], *, answer_first: bool, line: int
) -> tuple[Decimal, Decimal]:
    below, above = 1 - reach[0] / 100, 1 + reach[1] / 100
    if answer_first:
        if below <= 0:
            raise BadItem(
                "A tolerance of 100 % of the answer itself has no end. Put the right number first.", line
            )
        below, above = 1 / above, 1 / below
    ends = (middle * below, middle * above)
    return min(ends), max(ends)


def _rounded(element: Element, answer: Declared) -> FoundNumber:
    """Rule: both are rounded to the figures, halves away from zero, in decimals; the range is what rounds alike."""
    other, _ = _sides(element, answer)
    line = line_of(element)
    value = Decimal(str(number(_value(other, answer), line)))
    places = number(element.get("figures"), line)
    mode = element.get("roundingMode") or "significantFigures"
    if places != int(places) or not 0 <= places <= 15 or (mode == "significantFigures" and places < 1):
        raise BadItem("The figures are not a whole number from 1 to 15. Write one.", line)
    figures = int(places)
    if mode == "significantFigures":
        unit = Decimal(1).scaleb(value.adjusted() - figures + 1)
        kind = ToleranceKind.SIGNIFICANT_FIGURES
    else:
        unit = Decimal(1).scaleb(-figures)
        kind = ToleranceKind.DECIMALS
    try:
        middle = value.quantize(unit, ROUND_HALF_UP)
    except InvalidOperation:
        raise BadItem(f"{value} has no {figures} decimals that can be computed with.", line) from None
    low, high = middle - unit / 2, middle + unit / 2
    return FoundNumber(float(low), float(high), target=float(value), tolerance=Tolerance(kind, figures))


def _between(parts: list[Element], answer: Declared) -> FoundNumber:
    low = high = 0.0
    for part in parts:
        other, answer_first = _sides(part, answer)
        end = number(_value(other, answer), line_of(part))
        if (local_name(part) == "gte") == answer_first:
            low = end
        else:
            high = end
    if low > high:
        raise BadItem(
            f"No number lies between {low:g} and {high:g}. Write the smaller one first.", line_of(parts[0])
        )
    return FoundNumber(low, high)
