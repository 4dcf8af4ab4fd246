"""What a running sitting sends as JSON, read strictly: each field of its kind and within its bounds, and nothing else."""

import re
from typing import Annotated, TypeVar

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder
from msgspec.structs import replace

from app.exams.filled import LONGEST
from app.services.exams.saving import LARGEST, MOST_CHANGES, NOTES, Change
from app.web.storable import clean

T = TypeVar("T")
_PLACE = re.compile(r" - at `\$\.?([a-z_0-9.\[\]]{0,60})`$")
_UNKNOWN = "Object contains unknown field"
_Token = Annotated[str, Meta(max_length=100)]


class Unreadable(Exception):
    """What was sent is no list of changes; the message names the field and what is wrong with it."""


class ChangesPost(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes as sent, with the token of their form and the holder who made them."""

    csrf_token: _Token
    holder: Annotated[int, Meta(ge=0, le=LARGEST)]
    changes: Annotated[tuple[Change, ...], Meta(max_length=MOST_CHANGES)]


class TakeOverPost(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to take over, with the token of its form."""

    csrf_token: _Token


_CHANGES, _TAKE_OVER = Decoder(ChangesPost), Decoder(TakeOverPost)


def read_changes(body: bytes) -> ChangesPost:
    """The changes in a body. Raises Unreadable with the first thing that is wrong."""
    sent = _read(_CHANGES, body)
    if len(body) > LONGEST:  # else no text of it can be longer
        for place, change in enumerate(sent.changes):
            if change.n != NOTES and any(len(text) > LONGEST for text in change.typed):
                raise Unreadable(f"changes[{place}].typed: expected texts of at most {LONGEST} signs.")
    if b"\\u0000" in body:
        return replace(sent, changes=tuple(_storable(one) for one in sent.changes))
    return sent


def read_take_over(body: bytes) -> str:
    """The form's token in the body of a wish to take over. Raises Unreadable as above."""
    return _read(_TAKE_OVER, body).csrf_token


def _read(decoder: Decoder[T], body: bytes) -> T:
    """The object that a body says. Signs that no text can hold, and numbers that are none, are faults of its JSON."""
    try:
        return decoder.decode(body)
    except ValidationError as fault:
        raise Unreadable(_told(str(fault))) from None
    except DecodeError:
        raise Unreadable("The body is not JSON.") from None


def _told(fault: str) -> str:
    """Where something is wrong, and what. Names that are none of ours are not repeated, whatever they hold."""
    found = _PLACE.search(fault)
    said = "it has a field that is unknown here" if fault.startswith(_UNKNOWN) else _PLACE.sub("", fault)
    return f"{(found and found[1]) or 'The body'}: {said[:1].lower()}{said[1:]}."


def _storable(change: Change) -> Change:
    return replace(change, positions=clean(change.positions), typed=clean(change.typed))
