"""What the forms ask for, field by field, and what was given in one line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from app.grading.counts import letter
from app.items.public import (
    ChoiceForm,
    FieldsForm,
    Form,
    GridForm,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    StepsForm,
)
from app.services.views import Given

EMPTY = "–"


@dataclass(frozen=True, slots=True)
class RowPart:
    """One row of a matrix to be typed: its name, and the places of its fields (1 is the first)."""

    nth: int
    name: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StepPart:
    """One step to be typed: its title, how many decimals, and each field with its place (1 is the first) and label."""

    nth: int
    title: str
    decimals: int
    fields: tuple[tuple[int, str], ...]


def form_kind(form: Form) -> str:
    """What a form asks for: "options", "numbers", "pairs", "order", "grid", "steps" or "fields"."""
    match form:
        case ChoiceForm():
            return "options"
        case NumbersForm():
            return "numbers"
        case MatchingForm():
            return "pairs"
        case OrderingForm():
            return "order"
        case GridForm():
            return "grid"
        case StepsForm():
            return "steps"
        case FieldsForm():
            return "fields"
        case _:
            assert_never(form)


def rows_of(form: Form) -> tuple[RowPart, ...]:
    """The rows of a matrix to be typed; none of any other form."""
    if not isinstance(form, GridForm):
        return ()
    width = len(form.column_names)
    return tuple(
        RowPart(nth, name, tuple(range(width * (nth - 1) + 1, width * nth + 1)))
        for nth, name in enumerate(form.row_names, 1)
    )


def steps_of(form: Form) -> tuple[StepPart, ...]:
    """The steps to be typed, their fields counted through; none of any other form."""
    if not isinstance(form, StepsForm):
        return ()
    parts, first = [], 1
    for nth, step in enumerate(form.steps, 1):
        parts.append(StepPart(nth, step.title, step.decimals, tuple(enumerate(step.labels, first))))
        first += len(step.labels)
    return tuple(parts)


def where(form: Form, place: int) -> str:
    """Which field the place (1 is the first) is, where its label alone does not say: "Step 2, A", "Row A, column B"."""
    for step in steps_of(form):
        for one, label in step.fields:
            if one == place:
                return f"Step {step.nth}, {label}" if len(step.fields) > 1 else f"Step {step.nth}"
    for row in rows_of(form):
        if place in row.places and isinstance(form, GridForm):
            return f"Row {row.name}, column {form.column_names[row.places.index(place)]}"
    return ""


def given_line(form: Form, given: Given) -> str:
    """An answer in one line: letters of options, lines with their letters, places, or the numbers as typed.

    Rows of a matrix, and steps, are set apart by semicolons; what was left empty is a dash.
    """
    positions, typed = given
    match form:
        case ChoiceForm():
            return ", ".join(letter(int(one)) for one in positions if one.isascii() and one.isdigit())
        case NumbersForm() | FieldsForm():
            return ", ".join(typed)
        case MatchingForm():
            return ", ".join(f"{line} {letter(int(one))}" for line, one in enumerate(typed, 1))
        case OrderingForm():
            return f"places {', '.join(typed)}"
        case GridForm():
            return _grouped(typed, [len(row.places) for row in rows_of(form)])
        case StepsForm():
            return _grouped(typed, [len(step.fields) for step in steps_of(form)])
        case _:
            assert_never(form)


def _grouped(typed: Sequence[str], sizes: Sequence[int]) -> str:
    """Typed texts in groups of these sizes; one text alone may be a whole matrix and stands as it is."""
    filled = [text for text in typed if text.strip()]
    if len(filled) == 1 and typed[0].strip():
        return " ".join(filled[0].split())
    texts = iter((*typed, *("",) * (sum(sizes) - len(typed))))
    return "; ".join(", ".join(text.strip() or EMPTY for text in islice(texts, size)) for size in sizes)
