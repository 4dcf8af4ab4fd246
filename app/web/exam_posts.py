"""What a running sitting sends as JSON, read strictly: each field of its kind and within its bounds, and nothing else.

It is read by hand: checking it by a model of its fields takes longer than saving it does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from app.exams.filled import LONGEST
from app.services.exams.saving import LONGEST_NOTES, MOST_CHANGES, NOTES, Change
from app.web.storable import clean

MOST_FIELDS = 65  # of one question; no page has as many
_LARGEST = 2**31 - 1  # what the database holds of a number that counts up
_LONGEST_VIEW = 7 * 24 * 3600 * 1000  # milliseconds
_TOP = {"csrf_token", "holder", "changes"}
_FIELDS = {"n", "seq", "positions", "typed", "flagged", "struck", "spent_ms"}
_NEEDED = {"n", "seq"}


class Unreadable(Exception):
    """What was sent is no list of changes; the message names the field and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ChangesPost:
    """Changes as sent, with the token of their form and the holder who made them."""

    csrf_token: str
    holder: int
    changes: tuple[Change, ...] = ()


def read_changes(body: bytes) -> ChangesPost:
    """The changes in a body. Raises Unreadable with the first thing that is wrong."""
    sent = _object(body, _TOP, {"csrf_token", "holder", "changes"})
    listed = sent["changes"]
    if not isinstance(listed, list) or len(listed) > MOST_CHANGES:
        raise Unreadable(f"changes: must be a list of at most {MOST_CHANGES}.")
    return ChangesPost(
        csrf_token=_token(sent),
        holder=_number(sent, "holder", "", 0, _LARGEST),
        changes=tuple(_change(one, f"changes.{place}") for place, one in enumerate(listed)),
    )


def read_take_over(body: bytes) -> str:
    """The form's token in the body of a wish to take over. Raises Unreadable as above."""
    return _token(_object(body, {"csrf_token"}, {"csrf_token"}))


def _object(body: bytes, known: set[str], needed: set[str]) -> Mapping[str, Any]:
    """The JSON object of a body. Numbers that are none, signs that no text can hold and deep nesting are faults of it."""
    try:
        sent = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise Unreadable("The body is not JSON.") from None
    return _checked(sent, "The body", known, needed)


def _checked(sent: object, name: str, known: set[str], needed: set[str]) -> Mapping[str, Any]:
    if not isinstance(sent, dict):
        raise Unreadable(f"{name}: must be an object.")
    if not needed <= sent.keys():
        raise Unreadable(f"{name}: {', '.join(sorted(needed - sent.keys()))} missing.")
    if not sent.keys() <= known:
        raise Unreadable(f"{name}: has a field that is not known.")
    return sent


def _change(one: object, path: str) -> Change:
    sent = _checked(one, path, _FIELDS, _NEEDED)
    n = _number(sent, "n", path, 0, 10_000)
    flagged = sent.get("flagged", False)
    if not isinstance(flagged, bool):
        raise Unreadable(f"{path}.flagged: must be true or false.")
    return Change(
        n=n,
        seq=_number(sent, "seq", path, 0, _LARGEST),
        positions=_texts(sent, "positions", path, 20),
        typed=_texts(sent, "typed", path, LONGEST_NOTES if n == NOTES else LONGEST),
        flagged=flagged,
        struck=_places(sent, "struck", path),
        spent_ms=_number(sent, "spent_ms", path, 0, _LONGEST_VIEW) if "spent_ms" in sent else 0,
    )


def _number(sent: Mapping[str, Any], name: str, path: str, least: int, most: int) -> int:
    found = sent[name]
    if type(found) is not int or not least <= found <= most:
        raise Unreadable(f"{_at(path, name)}: must be a whole number from {least} to {most}.")
    return found


def _token(sent: Mapping[str, Any]) -> str:
    found = sent["csrf_token"]
    if not isinstance(found, str) or len(found) > 100:
        raise Unreadable("csrf_token: must be a short text.")
    return found


def _texts(sent: Mapping[str, Any], name: str, path: str, longest: int) -> tuple[str, ...]:
    found = _list(sent, name, path)
    for text in found:
        if not isinstance(text, str) or len(text) > longest:
            raise _unfit(path, name)
    return clean(found)


def _places(sent: Mapping[str, Any], name: str, path: str) -> tuple[int, ...]:
    found = _list(sent, name, path)
    for place in found:
        if type(place) is not int or not 1 <= place <= MOST_FIELDS:
            raise _unfit(path, name)
    return tuple(found)


def _list(sent: Mapping[str, Any], name: str, path: str) -> list[Any]:
    found = sent.get(name, [])
    if not isinstance(found, list) or len(found) > MOST_FIELDS:
        raise _unfit(path, name)
    return found


def _unfit(path: str, name: str) -> Unreadable:
    return Unreadable(
        f"{_at(path, name)}: must be a list of at most {MOST_FIELDS} values that a page can send."
    )


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
