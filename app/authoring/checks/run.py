"""Runs the checks of an item on its variants: which answer, what was expected of it, and what came out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.authoring.checks.answers import Sent, sent
from app.authoring.checks.tried import Tried
from app.authoring.checks.usual import Usual, usual_checks
from app.bank.faults import FieldPath
from app.bank.findings import Finding, Severity
from app.bank.reader import Document
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.items.item import AuthoredItem, Item, MatchingItem, NumbersItem, OrderingItem, RecipeItem
from app.items.own_check import (
    CheckedAnswer,
    Chosen,
    Expected,
    Ordered,
    OwnCheck,
    Paired,
    Slipped,
    Typed,
    Word,
)
from app.items.variant import Variant

RULE = "own-check"
_SLACK = 1e-5  # of points; three thirds are a whole
_LATER = "It is tried on draws when the question is published."
_ADVICE = "Correct the item, or what the check expects."
_WORDS = {
    Expected.RIGHT: "right",
    Expected.WRONG: "wrong",
    Expected.TOO_FEW_DIGITS: "right with too few digits",
    Expected.INVALID: "refused as no answer",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer came to: how it stands, what it earned, and the slips that the diagnosis names."""

    stands: Expected
    points: float = 0.0
    slips: frozenset[str] = frozenset()

    def __str__(self) -> str:
        if self.stands is Expected.RIGHT and self.points != 1.0:
            return f"right, for {_points(self.points)}"
        if self.stands is not Expected.WRONG:
            return _WORDS[self.stands]
        named = f"with {', '.join(sorted(self.slips))}" if self.slips else "without a named slip"
        return f"wrong {named}, for {_points(self.points)}"


def outcome(variant: Variant, given: Sent) -> Outcome:
    """What the product makes of an answer that is sent: read by the form, then graded by the answer key."""
    response = parse(variant.shown.form, positions=given.positions, typed=given.typed)
    if isinstance(response, Invalid):
        return Outcome(Expected.INVALID)
    result = grade(variant.answer_key, response)
    if result.correct:
        return Outcome(Expected.RIGHT, result.points)
    candidates = [*result.diagnosis.candidates, *(one for step in result.steps for one in step.candidates)]
    slips = frozenset(slug for slugs in candidates for slug in slugs)
    if result.diagnosis.coarse:
        return Outcome(Expected.TOO_FEW_DIGITS, result.points, slips)
    return Outcome(Expected.WRONG, result.points, slips)


def own_findings(item: Item, document: Document, variants: Sequence[Variant]) -> tuple[Finding, ...]:
    """What the checks of an item find on these variants of it: an error for each that fails, once, at its line.

    `document` is the text that the item was read from.
    """
    found: dict[FieldPath, str] = {}
    for variant in variants:
        for where, message in (*_usual(item, variant), *_written(item, variant)):
            found.setdefault(where, message)
    for place, check in enumerate(item.header.checks):
        spoken = [one for one in variants if check.variant in ("", one.fixed)]
        if spoken and not any(_applies(check, one) for one in spoken):
            words = f"{_name(place, check)}: {_told(check.answer)} is no answer to any of {len(spoken)} variants. "
            found.setdefault(("checks", place), f"{words}Name another answer.")
    return tuple(
        Finding(
            Severity.ERROR,
            RULE,
            message,
            item.header.id,
            document.path,
            document.place(where)[0],
        )
        for where, message in found.items()
    )


def _usual(item: Item, variant: Variant) -> Iterator[tuple[FieldPath, str]]:
    for check in usual_checks(variant.answer_key):
        came = outcome(variant, check.sent)
        if not _holds(check, came):
            expected = _expected(check.expect, check.slips, check.points)
            words = f"{check.words}{_at(item, variant)} should be {expected}, and came out {came}. Correct the item."
            yield _where(item, check), words


def _written(item: Item, variant: Variant) -> Iterator[tuple[FieldPath, str]]:
    for place, check in enumerate(item.header.checks):
        came = _came(check, variant)
        if came is not None and not _holds(check, came):
            expected = _expected(check.expect, check.slips, check.points)
            answer = f"{_told(check.answer)}{_at(item, variant)}"
            yield (
                ("checks", place),
                f"{_name(place, check)}: {answer} should be {expected}, and came out {came}. {_ADVICE}",
            )


def tried_checks(item: Item, variants: Sequence[Variant]) -> tuple[Tried, ...]:
    """What each check that the author wrote comes to on these variants, in the order of the text."""
    return tuple(_tried(item, check, variants) for check in item.header.checks)


def _tried(item: Item, check: OwnCheck, variants: Sequence[Variant]) -> Tried:
    spoken = [one for one in variants if check.variant in ("", one.fixed)]
    came = [(one, found) for one in spoken if (found := _came(check, one)) is not None]
    if not came:
        return Tried(f"No answer to any of {len(spoken)} variants.", False) if spoken else Tried(_LATER, None)
    for variant, found in came:
        if not _holds(check, found):
            expected = _expected(check.expect, check.slips, check.points)
            return Tried(f"Came out {found}{_at(item, variant)}, and should be {expected}.", False)
    words = dict.fromkeys(str(found) for _, found in came)
    many = f" on each of {len(came)} variants" if len(came) > 1 else ""
    return Tried(f"Came out {next(iter(words)) if len(words) == 1 else 'as it should'}{many}.", True)


def _came(check: OwnCheck, variant: Variant) -> Outcome | None:
    """What the answer of a check comes to; None where it does not speak of the variant, or that has no such answer."""
    spoken = check.variant in ("", variant.fixed)
    given = sent(check.answer, variant.answer_key) if spoken else None
    return None if given is None else outcome(variant, given)


def _applies(check: OwnCheck, variant: Variant) -> bool:
    """Whether a check speaks of a variant, and the variant has such an answer."""
    spoken = not check.variant or check.variant == variant.fixed
    return spoken and sent(check.answer, variant.answer_key) is not None


def _holds(check: Usual | OwnCheck, came: Outcome) -> bool:
    """Whether it came out as expected."""
    points = check.points is None or abs(came.points - check.points) <= _SLACK
    return came.stands is check.expect and points and came.slips.issuperset(check.slips)


def _expected(expect: Expected, slips: Sequence[str], points: float | None) -> str:
    named = f" with {', '.join(slips)}" if slips else ""
    earned = "" if points is None else f" for {_points(points)}"
    return f"{_WORDS[expect]}{named}{earned}"


def _points(points: float) -> str:
    return f"{points:.4g} point{'' if points == 1.0 else 's'}"


def _name(place: int, check: OwnCheck) -> str:
    return f"check {place + 1} ({check.name})" if check.name else f"check {place + 1}"


def _told(answer: CheckedAnswer) -> str:
    """An answer in words."""
    match answer:
        case Word.RIGHT:
            return "the right answer"
        case Word.NOTHING:
            return "no answer"
        case Slipped():
            return f"what {answer.slug} gives"
        case Typed():
            return f"what is typed as {' | '.join(answer.texts) or 'nothing'}"
        case Chosen():
            return f"the choice of {', '.join(answer.options) or 'nothing'}"
        case Paired():
            return (
                f"the pairs {', '.join(f'{prompt}: {choice}' for prompt, choice in answer.pairs) or 'none'}"
            )
        case Ordered():
            return f"the order {', '.join(answer.entries) or 'of nothing'}"


def _at(item: Item, variant: Variant) -> str:
    """Which variant of a drawn item."""
    if not isinstance(item, RecipeItem):
        return ""
    return f" in {variant.fixed}" if variant.fixed else f" in the draw {variant.seed}"


def _where(item: Item, check: Usual) -> FieldPath:
    """The field of the author's text that a usual check is about."""
    if not check.member:
        return ("id",)
    match item:
        case AuthoredItem():
            return _member("options", [one.id for one in item.options], check)
        case MatchingItem():
            return _member("prompts", [one.id for one in item.prompts], check)
        case OrderingItem():
            return _member("entries", [one.id for one in item.entries], check)
        case NumbersItem():
            return ("fields", int(check.member), check.words)
        case RecipeItem():
            return ("recipe",)


def _member(name: str, ids: Sequence[str], check: Usual) -> FieldPath:
    return (name, ids.index(check.member), check.words)
