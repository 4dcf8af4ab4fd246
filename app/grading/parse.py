"""Turns the raw values of a form into a response, or says field by field what cannot be read."""

import re
from collections.abc import Sequence
from typing import assert_never

from app.grading.counts import count_word, counted_word
from app.grading.number import read_number
from app.grading.parse_places import parse_matching, parse_ordering
from app.grading.parse_steps import parse_steps
from app.grading.response import ChoiceResponse, FieldFault, Invalid, NumbersResponse, ReadNumber, Response
from app.grading.row import split_matrix, split_row
from app.grading.together import read_together
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

_POSITION = re.compile(r"[1-9][0-9]?")
_FOREIGN = "This answer names an option that is not on the page; choose again from the options shown."
_TWICE = "This answer names one option twice; choose again from the options shown."
_MISSING = "This field is still empty; type a number here."
_MOST = 64  # fields; no page has as many
_NOTHING = "Nothing is typed yet; type a number into every field, or a whole matrix into the first."
_SEVERAL = re.compile(r"[0-9].*[\s;,\[\](){}].*[0-9]", re.DOTALL)
_STRAY = "This answer has more fields than the page; load the page again and type it once more."


def parse(form: Form, *, positions: tuple[str, ...], typed: tuple[str, ...]) -> Response | Invalid:
    """The response that a form's raw values say, or every reason why there is none.

    Rule: nothing is judged here and nothing that is wrong is refused, only what is not an answer to this form.
    `positions` are the chosen options as sent ("1" is the first), `typed` the texts of the fields in order,
    which for a matching are the positions of choices ("2" is B), and for an ordering the places.
    Values that belong to the other kind of form are not looked at.
    """
    match form:
        case ChoiceForm():
            return _parse_choice(form, positions)
        case NumbersForm():
            return _parse_numbers((form.unit,) * len(form.labels), typed)
        case FieldsForm():
            return _parse_numbers(form.units, typed)
        case GridForm():
            return _parse_grid(form, typed)
        case StepsForm():
            return parse_steps(form, typed)
        case MatchingForm():
            return parse_matching(form, typed)
        case OrderingForm():
            return parse_ordering(form, typed)
        case _:
            assert_never(form)


def _parse_choice(form: ChoiceForm, sent: tuple[str, ...]) -> ChoiceResponse | Invalid:
    """Exactly `choose` different positions of options on the page."""
    many = len(sent) > 2 * len(form.options)
    sent = sent[: 2 * len(form.options)]
    good = [int(text) for text in sent if _POSITION.fullmatch(text) and int(text) <= len(form.options)]
    chosen = frozenset(good)
    if len(good) < len(sent):
        return Invalid((FieldFault(0, _FOREIGN),), positions=chosen)
    if many or len(chosen) < len(good):
        return Invalid((FieldFault(0, _TWICE),), positions=chosen)
    if len(chosen) != form.choose:
        return Invalid((FieldFault(0, _count_sentence(form.choose, len(chosen))),), positions=chosen)
    return ChoiceResponse(chosen)


def _count_sentence(wanted: int, chosen: int) -> str:
    """What to do when too few or too many options are chosen."""
    if wanted == 1:
        return (
            "Choose one option."
            if chosen == 0
            else f"Choose one option only; {count_word(chosen)} are chosen now."
        )
    verb = "is" if chosen == 1 else "are"
    if chosen < wanted:
        return f"Choose {count_word(wanted)}; {count_word(chosen)} {verb} chosen so far."
    return f"Choose {count_word(wanted)}; {count_word(chosen)} are chosen now, so take {count_word(chosen - wanted)} away."


def _parse_numbers(units: Sequence[str], typed: tuple[str, ...]) -> NumbersResponse | Invalid:
    """One number per field, with or without its unit; a whole row in the first field stands for all of them."""
    width = len(units)
    if len(typed) > _MOST or any(text.strip() for text in typed[width:]):
        return Invalid((FieldFault(0, _STRAY),), typed=typed[:width])
    fields = (*typed[:width], *("",) * (width - len(typed)))
    row = _whole_row(fields, units[0])
    if isinstance(row, str):
        return Invalid((FieldFault(1, row),), typed=fields)
    faults: list[FieldFault] = []
    numbers: list[ReadNumber] = []
    texts = row or fields
    for place, found in enumerate(read_together(texts, units=units), 1):
        if isinstance(found, str):
            faults.append(FieldFault(place, found if texts[place - 1].strip() else _MISSING))
        else:
            numbers.append(found)
    return Invalid(tuple(faults), typed=texts) if faults else NumbersResponse(tuple(numbers))


def _parse_grid(form: GridForm, typed: tuple[str, ...]) -> NumbersResponse | Invalid:
    """One number per field, row by row; a whole matrix in the first field stands for all of them."""
    rows, columns = len(form.row_names), len(form.column_names)
    first = typed[0] if typed else ""
    if not any(text.strip() for text in typed):
        return Invalid((FieldFault(0, _NOTHING),), typed=("",) * (rows * columns))
    if any(text.strip() for text in typed[1:]) or not isinstance(read_number(first), str):
        return _parse_numbers(("",) * (rows * columns), typed)
    pieces = split_matrix(first, rows, columns)
    if pieces is None and _SEVERAL.search(first):
        wanted = (
            f"{counted_word(rows, 'row')} with {counted_word(columns, 'number')}{' each' if rows > 1 else ''}"
        )
        told = f"This is not a matrix of {wanted}; give each row on a line of its own or in brackets, or fill the fields one by one."
        return Invalid((FieldFault(1, told),), typed=(first, *("",) * (rows * columns - 1)))
    return _parse_numbers(("",) * (rows * columns), pieces or typed)


def _whole_row(fields: tuple[str, ...], unit: str) -> tuple[str, ...] | str | None:
    """The texts of a row that was pasted into the first field, None if there is none, or why it does not fit.

    Rule: a text that reads as one number is one number, and the row must be alone on the page.
    """
    if any(text.strip() for text in fields[1:]) or not isinstance(read_number(fields[0], unit=unit), str):
        return None
    pieces = split_row(fields[0], len(fields))
    if pieces is None or len(pieces) == len(fields):
        return pieces
    if any(isinstance(piece, str) for piece in read_together(pieces, units=(unit,) * len(pieces))):
        return None
    asked = "one is asked for" if len(fields) == 1 else f"{count_word(len(fields))} are asked for"
    return (
        f"This is a row of {count_word(len(pieces))} numbers and {asked}; give as many as there are fields."
    )
