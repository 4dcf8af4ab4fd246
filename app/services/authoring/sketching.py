"""A question as far as it is written: what is missing stands as a dash, so that it can be looked at while it is made."""

from collections.abc import Iterator
from decimal import Decimal

from app.authoring.paths import Data
from app.authoring.posted import Fields
from app.bank.fields import is_drawn
from app.items.field import AcceptedNumber, NumberField
from app.items.item import (
    AuthoredItem,
    Header,
    Kind,
    Level,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    Shape,
    Source,
    WrittenItem,
)
from app.items.option import AuthoredOption
from app.items.pairing import MatchChoice, MatchPrompt, OrderEntry
from app.items.tolerance import Span

_MISSING = "–"
_ANYTHING = (AcceptedNumber(Span(Decimal(0)), ""),)
_LEAST = 2  # members that there must be to be put in an order
_MOST = 12


def sketched(fields: Fields) -> WrittenItem | None:
    """The question that the fields are on the way to; None for drawn numbers, and where there is nothing to see yet."""
    kind = next((one for one in Kind if one == fields.get("kind")), None)
    if kind is None or is_drawn(fields):
        return None
    header = Header("sketch", "", kind, ("1.1",), Level.MECHANISM, Shape.FORMULA, 0.5, Source("", ""))
    stem = _text(fields, "stem")
    match kind:
        case Kind.SINGLE_CHOICE | Kind.MULTIPLE_SELECT:
            options = tuple(
                AuthoredOption(name, text, False, "") for name, text in _members(fields, "options")
            )
            choose = _text(fields, "choose")
            count = int(choose) if choose in {"2", "3", "4", "5"} else 1
            return AuthoredItem(header, stem, options, count) if options else None
        case Kind.MATCHING:
            choices = tuple(MatchChoice(name, text) for name, text in _members(fields, "choices"))
            if not choices:
                return None
            prompts = tuple(
                MatchPrompt(name, text, choices[n % len(choices)].id, "")
                for n, (name, text) in enumerate(_members(fields, "prompts"))
            )
            return (
                MatchingItem(header, stem, prompts, tuple(_reasoned(one) for one in choices))
                if prompts
                else None
            )
        case Kind.ORDERING:
            entries = tuple(OrderEntry(name, text, "") for name, text in _members(fields, "entries"))
            return OrderingItem(header, stem, entries, ()) if len(entries) >= _LEAST else None
        case Kind.NUMBERS:
            asked = tuple(_fields(fields))
            return NumbersItem(header, stem, asked, _text(fields, "rounding", "")) if asked else None
    return None


def _reasoned(choice: MatchChoice) -> MatchChoice:
    return MatchChoice(choice.id, choice.text, "", "")


def _text(fields: Fields, name: str, missing: str = _MISSING) -> str:
    value = fields.get(name)
    return value.strip() if isinstance(value, str) and value.strip() else missing


def _fields(fields: Fields) -> Iterator[NumberField]:
    """The fields for typed numbers, of which nothing is known to be right yet."""
    found: Data = fields.get("fields", [])
    for one in (found if isinstance(found, list) else [])[:_MOST]:
        inside = one if isinstance(one, dict) else {}
        decimals = _text(inside, "decimals", "")
        asked = int(decimals) if decimals in set("0123456789") else None
        unit = _text(inside, "unit", "")
        yield NumberField(_text(inside, "label"), _ANYTHING, unit=unit, decimals=asked)


def _members(fields: Fields, name: str) -> Iterator[tuple[str, str]]:
    """The members of a list, each with a name of its own and its text."""
    found: Data = fields.get(name, [])
    members = found if isinstance(found, list) else []
    for place, member in enumerate(members[:_MOST]):
        yield f"{name}-{place}", _text(member, "text") if isinstance(member, dict) else _MISSING
