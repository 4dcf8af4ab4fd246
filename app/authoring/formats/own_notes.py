"""Notes that we wrote for Anki ourselves: their fields are the columns of our own sheet, their texts HTML."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from html import unescape
from typing import TypeVar

from app.authoring.formats.own_rows import own_question
from app.authoring.found import FoundQuestion, FoundText, Markup

_PLAIN = (
    "id",
    "kind",
    "right",
    "objectives",
    "level",
    "shape",
    "difficulty",
    "source_as_of",
    "experiment",
    "scoring",
)
_PLAIN_ENDS = ("_id", "_unit", "_decimals", "_tolerance", "_misconception", "_share", "_weight", "_field")
T = TypeVar("T")


def own_note(place: int, names: Sequence[str], values: Sequence[str]) -> FoundQuestion:
    """The question of a note; its texts are HTML, and so are those among the item's own fields.

    What is only shown on the card's two sides is passed over. Raises BadRow, ValueError.
    """
    row = {
        name: unescape(value) if name in _PLAIN or name.endswith(_PLAIN_ENDS) or _is_number(name) else value
        for name, value in zip(names, values, strict=False)
        if value
    }
    return _in_html(own_question(place, row))


def _is_number(name: str) -> bool:
    return name.startswith("number_") and name.removeprefix("number_").isdigit()


def _in_html(value: T) -> T:
    """The same with every text within it as HTML."""
    if isinstance(value, FoundText):
        return replace(value, markup=Markup.HTML)
    if isinstance(value, tuple):
        return type(value)(map(_in_html, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _in_html(getattr(value, one.name)) for one in fields(value)})
    return value
