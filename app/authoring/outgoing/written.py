"""Written items as they leave: in the author's order, with everything that stands behind their parts."""

from typing import assert_never

from app.authoring.outgoing.question import (
    OutChoice,
    OutEntry,
    OutForm,
    OutMatch,
    OutOption,
    OutOrder,
    OutPairs,
    OutPrompt,
    OutQuestion,
    OutWrong,
)
from app.items.item import AuthoredItem, MatchingItem, OrderingItem, WrittenItem

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


def outgoing(item: WrittenItem) -> OutQuestion:
    """The question of a written item."""
    form, asks = _form(item)
    return OutQuestion(item.header.id, item.header, item.stem, form, asks=asks)


def _form(item: WrittenItem) -> tuple[OutForm, str]:
    match item:
        case AuthoredItem():
            asks = f"Choose {_COUNTS.get(item.choose, item.choose)}." if item.choose > 1 else ""
            return _choice(item), asks
        case MatchingItem():
            return _pairs(item), ""
        case OrderingItem():
            return _order(item), "Put them in order."
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
