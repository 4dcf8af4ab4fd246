"""Stored variants as they leave: what a recipe drew, frozen, with its tables, conventions and worked solution."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from app.authoring.found import Fate, Loss
from app.authoring.outgoing.question import (
    OutChoice,
    OutField,
    OutForm,
    OutNumber,
    OutNumbers,
    OutOption,
    OutQuestion,
)
from app.grading.explain_options import why
from app.grading.printing import decimals_of, exact, fixed, number_of, power_of_ten
from app.grading.tolerance import accepted
from app.grading.words import Words
from app.items.answer_key import AnswerKey, ChoiceAnswer, NumberAnswer, NumbersAnswer, StepsAnswer
from app.items.item import Header, Tolerance
from app.items.public import ChoiceForm, GridForm, NumbersForm, PublicVariant, StepsForm
from app.items.slip_table import SlipReading, SlipTable

_NAME = 8  # signs of a variant's name that stand in a question's; a bank has no two alike by chance
_FINER = 6  # decimals beyond a number's own, to which the ends of its range are written
FROZEN = Loss(
    Fate.CHANGED,
    "numbers",
    "A recipe draws this question's numbers; the file has one variant with the numbers frozen.",
)


def frozen_id(item_id: str, variant_id: str) -> str:
    """The lasting name of a frozen variant, as long as an item's name may be."""
    return f"{item_id[: 79 - _NAME].rstrip('-')}-{variant_id[:_NAME]}"


def frozen(header: Header, shown: PublicVariant, answer_key: AnswerKey, words: Words) -> OutQuestion:
    """The question of a stored variant, without its name; `named` gives it one.

    Raises TypeError where form and answer are not of one kind, or of one that no recipe makes.
    """
    return OutQuestion(
        id=header.id,
        header=header,
        stem=shown.stem,
        form=_form(shown, answer_key, words),
        tables=shown.matrices,
        conventions=shown.conventions,
        asks="" if isinstance(shown.form, ChoiceForm) else shown.legend,
        explanation=_solution(answer_key),
        losses=(FROZEN,),
    )


def _form(shown: PublicVariant, answer_key: AnswerKey, words: Words) -> OutForm:
    match shown.form, answer_key.answer:
        case ChoiceForm() as form, ChoiceAnswer() as answer:
            pairs = zip(form.options, answer.options, strict=True)
            return OutChoice(
                tuple(
                    OutOption(
                        _slug(one.option_id),
                        option.text,
                        one.correct,
                        one.weight,
                        why(one, words),
                        one.slips[0] if len(one.slips) == 1 else "",
                    )
                    for option, one in pairs
                ),
                form.choose,
                answer.all_or_nothing,
            )
        case NumbersForm() | GridForm() as form, NumbersAnswer() as answer:
            labels = form.labels if len(form.labels) > 1 else ("",)
            fields = _fields(labels, answer.numbers, answer.tolerance)
            return OutNumbers(_with_slips(fields, answer_key.slip_table, words))
        case StepsForm() as form, StepsAnswer() as answer:
            return OutNumbers(_fields(_step_labels(form), answer.numbers, Tolerance()))
        case form, answer:
            raise TypeError(f"no recipe makes a {type(form).__name__} with a {type(answer).__name__}")


def _slug(option_id: str) -> str:
    """The name of a computed option as an item's may be: slips at once are joined by a sign that none may have."""
    return option_id.replace("+", "-and-")


def _fields(
    labels: tuple[str, ...], numbers: tuple[NumberAnswer, ...], tolerance: Tolerance
) -> tuple[OutField, ...]:
    fields = []
    for label, number in zip(labels, numbers, strict=True):
        right = accepted(number, tolerance)
        decimals = decimals_of(number.printed)
        low, high = _ends(right.low, right.high, decimals)
        one = OutNumber(fixed(number_of(number.printed), decimals), low, high)
        fields.append(OutField(label, (one,)))
    return tuple(fields)


def _ends(low: Fraction, high: Fraction, decimals: int) -> tuple[Fraction, Fraction]:
    """The ends of a range to some more decimals than the number has, so that no shorter number changes sides."""
    unit = power_of_ten(-decimals - _FINER)
    return ceil(low / unit) * unit, floor(high / unit) * unit


def _with_slips(fields: tuple[OutField, ...], table: SlipTable | None, words: Words) -> tuple[OutField, ...]:
    """The fields with what each single slip gives there, where that is told apart from what is right."""
    if table is None or table.layout.width != len(fields):
        return fields
    slips = [reading for reading in table.readings() if len(reading.slugs) == 1]
    return tuple(
        replace(field, wrong=tuple(_wrong(field, slips, place, words))) for place, field in enumerate(fields)
    )


def _wrong(field: OutField, slips: Sequence[SlipReading], place: int, words: Words) -> Iterator[OutNumber]:
    """What each slip gives at that place, where neither what is right nor an earlier slip takes its numbers."""
    right = field.right[0]
    decimals, taken = decimals_of(right.printed), [right]
    for slip in slips:
        low, high = _ends(exact(slip.low[place]), exact(slip.high[place]), decimals)
        value = Fraction(printed := fixed(exact(slip.values[place]), decimals))
        apart = (high < right.low or right.high < low) and low <= value <= high
        if apart and not any(one.low <= value <= one.high for one in taken):
            why = f"This is what comes out {words.phrase(slip.slugs)}."
            taken.append(OutNumber(printed, low, high, 0.0, why, slip.slugs[0]))
            yield taken[-1]


def _step_labels(form: StepsForm) -> tuple[str, ...]:
    """What the fields are called, each with its step; one field alone in a step is called as the step."""
    found: list[str] = []
    for nth, step in enumerate(form.steps, 1):
        alone = len(step.labels) == 1
        found += [f"Step {nth}, {step.title}" + ("" if alone else f": {label}") for label in step.labels]
    return tuple(found)


def _solution(answer_key: AnswerKey) -> str:
    """The worked solution as a list: what is done, by which rule, and what comes out."""
    lines = []
    for nth, step in enumerate(answer_key.solution, 1):
        rule = f" by ${step.rule}$" if step.rule else ""
        named = len(step.names) == len(step.shown)
        numbers = (
            [f"{name} {text}" for name, text in zip(step.names, step.shown, strict=True)]
            if named
            else step.shown
        )
        lines.append(f"{nth}. {step.title}{rule}: {', '.join(numbers)}")
    return "\n".join(lines)
