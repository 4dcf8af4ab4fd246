"""Written items as they leave: in the author's order, with everything that stands behind their parts."""

from fractions import Fraction
from typing import assert_never

from app.authoring.outgoing.question import (
    OutChoice,
    OutEntry,
    OutField,
    OutForm,
    OutMatch,
    OutNumber,
    OutNumbers,
    OutOption,
    OutOrder,
    OutPairs,
    OutPrompt,
    OutQuestion,
    OutWrong,
)
from app.items.field import AcceptedNumber, NumberField, WrongNumber
from app.items.item import AuthoredItem, MatchingItem, NumbersItem, OrderingItem, WrittenItem
from app.items.tolerance import Span
from app.kit.decimals import fixed, in_full

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


def outgoing(item: WrittenItem) -> OutQuestion:
    """The question of a written item."""
    form, asks = _form(item)
    numbers = item if isinstance(item, NumbersItem) else None
    return OutQuestion(
        item.header.id,
        item.header,
        item.stem,
        form,
        conventions=numbers.rounding if numbers else "",
        asks=asks,
        head_workable=bool(numbers and numbers.head_workable),
    )


def _form(item: WrittenItem) -> tuple[OutForm, str]:
    match item:
        case AuthoredItem():
            asks = f"Choose {_COUNTS.get(item.choose, item.choose)}." if item.choose > 1 else ""
            return _choice(item), asks
        case MatchingItem():
            return _pairs(item), ""
        case OrderingItem():
            return _order(item), "Put them in order."
        case NumbersItem():
            numbers = OutNumbers(tuple(map(_field, item.fields)), item.scoring.all_or_nothing)
            return numbers, numbers.fields[0].name if len(numbers.fields) == 1 else ""
        case _:
            assert_never(item)


def _choice(item: AuthoredItem) -> OutChoice:
    options = tuple(
        OutOption(one.id, one.text, one.correct, one.weight, one.rationale, one.misconception or "")
        for one in item.options
    )
    return OutChoice(options, item.choose, item.scoring.all_or_nothing)


def _pairs(item: MatchingItem) -> OutPairs:
    prompts = {one.id: place for place, one in enumerate(item.prompts, 1)}
    choices = {one.id: place for place, one in enumerate(item.choices, 1)}
    return OutPairs(
        tuple(OutPrompt(one.id, one.text, choices[one.choice], one.rationale) for one in item.prompts),
        tuple(
            OutMatch(one.id, one.text, one.misconception or "", one.rationale or "") for one in item.choices
        ),
        tuple(
            OutWrong(prompts[one.prompt], choices[one.choice], one.misconception, one.rationale)
            for one in item.cells
        ),
        item.scoring.all_or_nothing,
    )


def _order(item: OrderingItem) -> OutOrder:
    places = {one.id: place for place, one in enumerate(item.entries, 1)}
    return OutOrder(
        tuple(OutEntry(one.id, one.text, one.rationale) for one in item.entries),
        tuple(
            OutWrong(places[one.earlier], places[one.later], one.misconception, one.rationale)
            for one in item.reversals
        ),
        item.scoring.all_or_nothing,
    )


def _field(field: NumberField) -> OutField:
    return OutField(
        field.label,
        tuple(_number(one, field.decimals) for one in field.accepted),
        tuple(_number(one, field.decimals) for one in field.wrong),
        field.unit,
        field.decimals,
    )


def _number(number: AcceptedNumber | WrongNumber, decimals: int | None) -> OutNumber:
    span = number.span
    low, high = span.bounds()
    share = number.share if isinstance(number, AcceptedNumber) else 0.0
    belief = number.misconception if isinstance(number, WrongNumber) else ""
    return OutNumber(_printed(span, decimals), low, high, share, number.rationale, belief, span.within)


def _printed(span: Span, decimals: int | None) -> str:
    """The value to the field's decimals where these show all of it, else in full; nothing for a range alone."""
    if span.value is None:
        return ""
    value = Fraction(span.value)
    asked = "" if decimals is None else fixed(value, decimals)
    return asked if asked and Fraction(asked) == value else in_full(value)
