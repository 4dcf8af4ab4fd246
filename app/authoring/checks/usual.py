"""The checks that every item has without writing any: the right answer is right, each mistake is told, nothing is none."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

from app.authoring.checks.answers import NOTHING, Sent, as_sent, middle, printed_reading
from app.grading.fields import met_by, right_number
from app.grading.number import read_number
from app.grading.response import ReadNumber
from app.grading.right import right_response
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldKey,
    FieldsAnswer,
    MatchingAnswer,
    NumberKey,
    NumbersAnswer,
    OrderingAnswer,
)
from app.items.own_check import Expected


@dataclass(frozen=True, slots=True)
class Usual:
    """One of these checks: what is answered, in words, and as sent, with what it should come to.

    `member` is the author's name of what it is about (an option, a prompt, an entry) or a field's place; empty for the
    item as a whole.
    """

    words: str
    sent: Sent
    expect: Expected
    slips: tuple[str, ...] = ()
    points: float | None = None
    member: str = ""


def usual_checks(answer_key: AnswerKey) -> Iterator[Usual]:
    """The checks of a variant. Of a computation in steps no slip is tried: the first wrong number shows it by itself."""
    yield Usual("the right answer", as_sent(right_response(answer_key)), Expected.RIGHT, points=1.0)
    yield Usual("no answer", NOTHING, Expected.INVALID)
    match answer_key.answer:
        case ChoiceAnswer() as choice:
            yield from _options(choice)
        case NumbersAnswer() as numbers:
            yield from _readings(numbers, answer_key)
        case MatchingAnswer() as matching:
            yield from _pairs(matching)
        case OrderingAnswer() as ordering:
            yield from _reversals(ordering)
        case FieldsAnswer() as fields:
            yield from _fields(fields)
        case _:
            pass


def _options(choice: ChoiceAnswer) -> Iterator[Usual]:
    """Each distractor, in the place of a right option where several are to be chosen."""
    kept = sorted(choice.correct)[1:]
    for place, option in enumerate(choice.options, 1):
        if not option.correct:
            positions = tuple(map(str, sorted((*kept, place))))
            words = f"the option {option.option_id}"
            yield Usual(words, Sent(positions), Expected.WRONG, option.slips, member=option.option_id)


def _readings(numbers: NumbersAnswer, answer_key: AnswerKey) -> Iterator[Usual]:
    """What each slip gives, as printed, where no other one prints the same, so that it can be told."""
    table = answer_key.slip_table
    singles = [slugs for slugs in (table.layout.readings if table else ()) if len(slugs) == 1]
    printed = {slugs: printed_reading(numbers, answer_key, slugs) for slugs in singles}
    looks = Counter(printed.values())
    for slugs, found in printed.items():
        if found is not None and looks[found] == 1:
            yield Usual(f"what {slugs[0]} gives", found, Expected.WRONG, slugs)


def _pairs(matching: MatchingAnswer) -> Iterator[Usual]:
    """Each wrong pair; the prompt whose choice was taken away gets the one that is left over."""
    for prompt, row in enumerate(matching.cells):
        for choice, cell in enumerate(row, 1):
            own = matching.right[prompt]
            if choice == own:
                continue
            chosen = [
                choice if n == prompt else own if right == choice else right
                for n, right in enumerate(matching.right)
            ]
            names = (matching.prompt_ids[prompt], matching.choice_ids[choice - 1])
            yield Usual(
                f"{names[1]} for {names[0]}", Sent(typed=tuple(map(str, chosen))), Expected.WRONG, cell.slips,
                member=names[0],
            )  # fmt: skip


def _reversals(ordering: OrderingAnswer) -> Iterator[Usual]:
    """Each reversal: the later entry put directly before the earlier one."""
    for one in ordering.reversals:
        order = [place for place in range(1, len(ordering.places) + 1) if place != one.later]
        order.insert(order.index(one.earlier), one.later)
        typed = tuple(str(order.index(place) + 1) for place in ordering.places)
        names = dict(zip(ordering.places, ordering.entry_ids, strict=True))
        words = f"{names[one.later]} before {names[one.earlier]}"
        yield Usual(words, Sent(typed=typed), Expected.WRONG, one.slips, member=names[one.later])


def _fields(fields: FieldsAnswer) -> Iterator[Usual]:
    """A number out of each span of each field, beside right ones in the others."""
    right = [right_number(field) for field in fields.fields]
    for place, field in enumerate(fields.fields):
        for behind in (*field.accepted, *field.wrong):
            text = _out_of(field, behind)
            if text is None:
                continue
            typed = tuple(text if n == place else other for n, other in enumerate(right))
            share = behind.share if behind.share < 1 - 1e-5 else 1.0
            if share == 1.0:
                yield Usual(text, Sent(typed=typed), Expected.RIGHT, points=1.0, member=str(place))
            else:
                points = None if behind.slips else _points(fields, share)
                yield Usual(text, Sent(typed=typed), Expected.WRONG, behind.slips, points, str(place))


def _points(fields: FieldsAnswer, share: float) -> float:
    """What one field with this share earns beside right ones."""
    if fields.all_or_nothing:
        return 0.0
    shares: Sequence[float] = [share, *[1.0] * (len(fields.fields) - 1)]
    return min(1.0, max(0.0, fsum(shares) / len(shares)))


def _out_of(field: FieldKey, behind: NumberKey) -> str | None:
    """A number of the span that meets just this one of the accepted, or this wrong one; None where there is none to type."""
    for text in (behind.value, behind.low, behind.high, middle(behind.low, behind.high)):
        number = read_number(text) if text else ""
        if (
            isinstance(number, ReadNumber)
            and number.value == Fraction(text)
            and _meets(field, number, behind)
        ):
            return text
    return None


def _meets(field: FieldKey, number: ReadNumber, behind: NumberKey) -> bool:
    met = met_by(field, number)
    return met.accepted is behind or (not met.right and behind in met.wrong)
