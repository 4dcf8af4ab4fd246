"""What somebody sends who answers a variant in a given way: as positions of options, or as the texts of its fields."""

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import assert_never

from app.engine.families.reach import Reach
from app.engine.formula import evaluate
from app.grading.fields import right_number
from app.grading.printing import decimals_of, exact, fixed, number_of
from app.grading.response import (
    ChoiceResponse,
    MatchingResponse,
    NumbersResponse,
    OrderingResponse,
    Response,
    StepsResponse,
)
from app.grading.right import right_response
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldKey,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepKey,
    StepsAnswer,
)
from app.items.own_check import CheckedAnswer, Chosen, Ordered, Paired, Slipped, Typed, Word

_LONGEST = 38  # signs of a number that can be typed


@dataclass(frozen=True, slots=True)
class Sent:
    """What reaches the server: positions of options ("1" is the first), and the texts of the fields in order."""

    positions: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()


NOTHING = Sent()


def sent(answer: CheckedAnswer, answer_key: AnswerKey) -> Sent | None:
    """The answer as it is sent for this variant; None where the variant has no such answer, as a slip it does not offer."""
    match answer:
        case Word.RIGHT:
            return as_sent(right_response(answer_key))
        case Word.NOTHING:
            return NOTHING
        case Slipped():
            return _slipped(answer.slug, answer_key)
        case Typed():
            return Sent(typed=answer.texts)
        case Chosen():
            return _chosen(answer, answer_key)
        case Paired():
            return _paired(answer, answer_key)
        case Ordered():
            return _ordered(answer, answer_key)
        case _:
            assert_never(answer)


def as_sent(response: Response) -> Sent:
    """A response as it is sent."""
    match response:
        case ChoiceResponse():
            return Sent(positions=tuple(map(str, sorted(response.positions))))
        case NumbersResponse():
            return Sent(typed=tuple(number.typed for number in response.numbers))
        case MatchingResponse():
            return Sent(typed=tuple(map(str, response.chosen)))
        case OrderingResponse():
            return Sent(typed=tuple(map(str, response.places)))
        case StepsResponse():
            return Sent(typed=tuple(number.typed if number else "" for number in response.fields))
        case _:
            assert_never(response)


def _chosen(answer: Chosen, answer_key: AnswerKey) -> Sent | None:
    options = answer_key.answer
    if not isinstance(options, ChoiceAnswer):
        return None
    places = {option.option_id: str(place) for place, option in enumerate(options.options, 1)}
    return Sent(positions=tuple(places[name] for name in answer.options))


def _paired(answer: Paired, answer_key: AnswerKey) -> Sent | None:
    matching = answer_key.answer
    if not isinstance(matching, MatchingAnswer):
        return None
    places = {name: str(place) for place, name in enumerate(matching.choice_ids, 1)}
    given = dict(answer.pairs)
    return Sent(typed=tuple(places[given[name]] if name in given else "" for name in matching.prompt_ids))


def _ordered(answer: Ordered, answer_key: AnswerKey) -> Sent | None:
    ordering = answer_key.answer
    if not isinstance(ordering, OrderingAnswer):
        return None
    places = {name: str(place) for place, name in enumerate(answer.entries, 1)}
    return Sent(typed=tuple(places.get(name, "") for name in ordering.entry_ids))


def _slipped(slug: str, answer_key: AnswerKey) -> Sent | None:
    """What the slip leads to: the option that shows it, its numbers as printed, or the first step in which it is made."""
    match answer_key.answer:
        case ChoiceAnswer() as choice if len(choice.correct) == 1:
            places = [str(place) for place, one in enumerate(choice.options, 1) if one.slips == (slug,)]
            return Sent(positions=(places[0],)) if places else None
        case NumbersAnswer() as numbers:
            return printed_reading(numbers, answer_key, (slug,))
        case FieldsAnswer() as fields:
            texts = [_of_field(field, slug) for field in fields.fields]
            return Sent(typed=tuple(text for text, _ in texts)) if any(slip for _, slip in texts) else None
        case StepsAnswer() as steps:
            return _first_step(steps, slug)
        case _:
            return None


def printed_reading(numbers: NumbersAnswer, answer_key: AnswerKey, slugs: tuple[str, ...]) -> Sent | None:
    """The numbers of slips as the right ones are printed; None where they have none here, or the right ones."""
    table = answer_key.slip_table
    decimals = [decimals_of(right.printed) for right in numbers.numbers]
    for reading in table.readings() if table else ():
        if reading.slugs == slugs and all(map(isfinite, reading.values)):
            texts = tuple(
                fixed(exact(one), count) for one, count in zip(reading.values, decimals, strict=True)
            )
            return None if texts == tuple(one.printed for one in numbers.numbers) else Sent(typed=texts)
    return None


def _of_field(field: FieldKey, slug: str) -> tuple[str, bool]:
    """What is typed into a field by the misconception, or what is right there, and whether it is the former."""
    for one in field.wrong:
        if one.slips == (slug,):
            return one.value or middle(one.low, one.high), True
    return right_number(field), False


def middle(low: str, high: str) -> str:
    """Half way between two numbers, cut to what can be typed."""
    return fixed((Fraction(low) + Fraction(high)) / 2, 20)[:_LONGEST]


def _first_step(steps: StepsAnswer, slug: str) -> Sent | None:
    """Right numbers up to the step in which the slip is made, its own there, and nothing after it."""
    values = {name: evaluate(formula, {}) for name, formula in steps.givens}
    texts: list[str] = []
    for step in steps.steps:
        slip = next((one for one in step.slips if one.slug == slug), None)
        if slip is not None:
            found = _printed_step(step, slip.formulas, values)
            if found is not None:
                blank = len(steps.numbers) - len(texts) - len(found)
                return Sent(typed=(*texts, *found, *[""] * blank))
        texts += [one.printed for one in step.numbers]
        values |= {
            name: Reach.of(float(number_of(one.printed)))
            for name, one in zip(step.names, step.numbers, strict=True)
        }
    return None


def _printed_step(
    step: StepKey, formulas: tuple[str, ...], values: dict[str, Reach]
) -> tuple[str, ...] | None:
    """The numbers of a slip in its step; None where they are none, or the right ones."""
    led = [evaluate(formula, values).value for formula in formulas]
    if not all(map(isfinite, led)):
        return None
    texts = tuple(fixed(exact(one), step.decimals) for one in led)
    return None if texts == tuple(one.printed for one in step.numbers) else texts
