"""Says of every number that an author put behind a field what it earns and why, and which of them was typed."""

from collections.abc import Iterator

from app.grading.feedback import NumberNote
from app.grading.fields import Met, met_by
from app.grading.printing import typographic
from app.grading.response import NumbersResponse
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey, FieldKey, FieldsAnswer, NumberKey
from app.items.field import is_whole
from app.items.public import FieldForm, FieldsForm, PublicVariant


def explain_numbers(
    shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words
) -> tuple[NumberNote, ...]:
    """The accepted numbers and the wrong ones of each field, in the author's order; none for anything else."""
    form, answer, response = shown.form, answer_key.answer, judged.response
    if not (
        isinstance(form, FieldsForm)
        and isinstance(answer, FieldsAnswer)
        and isinstance(response, NumbersResponse)
    ):
        return ()
    notes: list[NumberNote] = []
    for field, behind, number in zip(form.fields, answer.fields, response.numbers, strict=True):
        label = field.label if len(form.fields) > 1 else ""
        notes += _notes(label, field, behind, met=met_by(behind, number), words=words)
    return tuple(notes)


def printed_of(field: FieldForm, behind: FieldKey) -> str:
    """What is right in a field, with its unit."""
    return _with_unit(behind.right.printed, field)


def _notes(label: str, field: FieldForm, behind: FieldKey, *, met: Met, words: Words) -> Iterator[NumberNote]:
    for one in (*behind.accepted, *behind.wrong):
        whole = is_whole(one.share)
        yield NumberNote(
            label=label,
            printed=_with_unit(one.printed, field),
            ends=_ends(one),
            correct=whole,
            met=one is met.accepted or one in met.wrong,
            why=one.rationale,
            percent="" if whole or not one.share else typographic(f"{100 * one.share:.4g} %"),
            names=tuple(words.name(slug) for slug in one.slips),
        )


def _ends(numbers: NumberKey) -> str:
    """From where to where they go; empty for one number alone, and for a range, which is printed so."""
    if numbers.low == numbers.high or not numbers.value:
        return ""
    return typographic(f"{numbers.low} to {numbers.high}")


def _with_unit(printed: str, field: FieldForm) -> str:
    return typographic(f"{printed} {field.unit}".rstrip())
