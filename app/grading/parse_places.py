"""Reads the fields of a matching (a letter's position for each line) and of an ordering (a place for each line)."""

import re
from collections.abc import Sequence

from app.grading.counts import letter
from app.grading.response import FieldFault, Invalid, MatchingResponse, OrderingResponse
from app.items.public import MatchingForm, OrderingForm

_PLACE = re.compile(r"[1-9][0-9]?")
_NO_PAIRS = "Nothing is chosen yet; choose a letter for every line."
_NO_PLACES = "No line has a place yet; give each of them its place."
_STRAY = "This answer has more fields than the page; load the page again and answer once more."


def parse_matching(form: MatchingForm, sent: tuple[str, ...]) -> MatchingResponse | Invalid:
    """A choice on the page for every prompt, and none for two of them."""
    places, faults = _read(sent, len(form.prompts), len(form.choices), none=_NO_PAIRS)
    fields = _fields(sent, len(form.prompts))
    letters = f"{letter(1)} to {letter(len(form.choices))}"
    for number, (text, place) in enumerate(zip(fields, places, strict=True), 1):
        if place and place in places[: number - 1]:
            first = places.index(place) + 1
            faults.append(
                FieldFault(
                    number,
                    f"{letter(place)} is chosen for line {first} already; each letter goes with one line at most.",
                )
            )
        elif not place and text:
            faults.append(
                FieldFault(
                    number, f"Line {number} has none of the letters on the page; choose one of {letters}."
                )
            )
        elif not place and any(fields):
            faults.append(
                FieldFault(number, f"Nothing is chosen for line {number} yet; choose one of {letters}.")
            )
    return Invalid(tuple(faults), typed=fields) if faults else MatchingResponse(tuple(places))


def parse_ordering(form: OrderingForm, sent: tuple[str, ...]) -> OrderingResponse | Invalid:
    """Each place from 1 to the number of entries, once."""
    count = len(form.entries)
    places, faults = _read(sent, count, count, none=_NO_PLACES)
    fields = _fields(sent, count)
    for number, (text, place) in enumerate(zip(fields, places, strict=True), 1):
        if place and place in places[: number - 1]:
            faults.append(
                FieldFault(number, f"Place {place} is given twice; two lines cannot stand in one place.")
            )
        elif not place and text:
            faults.append(FieldFault(number, f"This place is not on the page; choose one from 1 to {count}."))
        elif not place and any(fields):
            faults.append(FieldFault(number, f"This line has no place yet; choose one from 1 to {count}."))
    return Invalid(tuple(faults), typed=fields) if faults else OrderingResponse(tuple(places))


def _fields(sent: Sequence[str], count: int) -> tuple[str, ...]:
    """As many texts as there are fields, without blanks at their ends."""
    return tuple(text.strip() for text in (*sent[:count], *("",) * (count - len(sent))))


def _read(sent: tuple[str, ...], count: int, last: int, *, none: str) -> tuple[list[int], list[FieldFault]]:
    """The number in each field, 0 where there is none from 1 to `last`; and what is wrong with the whole."""
    fields = _fields(sent, count)
    places = [int(text) if _PLACE.fullmatch(text) and int(text) <= last else 0 for text in fields]
    if any(text.strip() for text in sent[count:]):
        return places, [FieldFault(0, _STRAY)]
    return places, [] if any(fields) else [FieldFault(0, none)]
