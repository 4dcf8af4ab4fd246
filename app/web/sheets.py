"""What a page of a sitting sends, and the address that carries an answer which could not be saved back to its question."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.exams.saving import Fate
from app.services.exams.saving import LARGEST, LONGEST_NOTES, LONGEST_VIEW
from app.services.views import Given
from app.web.posts import clean, given_in
from app.web.quick import FORM, kind_of

NOTES_LONGEST = LONGEST_NOTES
_MOST_STRUCK = 20
_WAY = re.compile(r"(?:items/[1-9][0-9]{0,2}|notes|review|part|end)?(?:\?[^\s#\\]*)?")
_LOOK = "look-"
_LONGEST_DRAFT = 8_000  # signs of an address


@dataclass(frozen=True, slots=True)
class SheetPost:
    """The form of a page of a sitting: an answer with its stamp, the notes where the page has them, and where to go."""

    csrf_token: str = ""
    holder: int = 0
    seq: int = 0
    given: Given = ((), ())
    flagged: bool = False
    struck: tuple[int, ...] = ()
    spent_ms: int = 0
    notes: str | None = None
    notes_seq: int = 0
    go: str = ""
    looks: Mapping[str, str] = field(default_factory=dict)
    back: str = ""
    fields: tuple[tuple[str, str], ...] = ()  # all that was sent, as it was sent


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer that could not be saved, and why; it stands in the address of its question until it is."""

    fate: Fate
    given: Given
    notes: str | None = None


async def read_sheet(request: Request) -> SheetPost:
    """The form in a request's body. Raises HTTPException (415) where it is none.

    What can be no answer (too many fields, too many signs) is cut down to what still is none, as in practice; a number
    that is none counts as 0.
    """
    if kind_of(request.scope["headers"]) != FORM:
        raise HTTPException(415)
    body = (await request.body()).decode("utf-8", "replace")
    pairs = parse_qsl(body, keep_blank_values=True, errors="replace")
    fields = dict(pairs)
    return SheetPost(
        csrf_token=fields.get("csrf_token", "")[:100],
        holder=_number(fields.get("holder", "")),
        seq=_number(fields.get("seq", "")),
        given=given_in(pairs),
        flagged=fields.get("flagged") == "yes",
        struck=_struck(text for name, text in pairs if name == "strike"),
        spent_ms=_number(fields.get("spent_ms", ""), LONGEST_VIEW),
        notes=_text(fields["notes"]) if "notes" in fields else None,
        notes_seq=_number(fields.get("notes_seq", "")),
        go=fields.get("go", "")[:20],
        looks={
            name.removeprefix(_LOOK): text[:20] for name, text in fields.items() if name.startswith(_LOOK)
        },
        back=fields.get("back", ""),
        fields=tuple(pairs),
    )


def way_back(sent: str) -> str:
    """The address within a sitting to which a page says that it leads back, or "" for what is none of them."""
    return sent if _WAY.fullmatch(sent) else ""


def draft_tail(fate: Fate, given: Given, *, numbered: bool, notes: str | None = None) -> str | None:
    """What follows the address of a question to bring an unsaved answer back; None where that is too long for one.

    `numbered`: its fields have places.
    """
    positions, typed = given
    pairs = [("kept", fate.value), *(("option", text) for text in positions)]
    pairs += [(f"place-{n}" if numbered else "number", text) for n, text in enumerate(typed, 1)]
    pairs += [("notes", notes)] if notes is not None else []
    tail = urlencode(pairs)
    return f"?{tail}" if len(tail) <= _LONGEST_DRAFT else None


def draft_of(request: Request) -> Draft | None:
    """The unsaved answer that an address carries, or None."""
    pairs = parse_qsl(request.url.query, keep_blank_values=True, errors="replace")
    named = dict(pairs).get("kept", "")
    fate = next((one for one in Fate if one.value == named), None)
    if fate is None or fate.stands:
        return None
    notes = dict(pairs).get("notes")
    return Draft(fate, given_in(pairs), None if notes is None else _text(notes))


def _number(text: str, most: int = LARGEST) -> int:
    """A whole number from 0 on, within the bounds of what a script sends; whatever is none is 0."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
    return number if number <= most else 0


def _struck(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({number for text in texts if 0 < (number := _number(text)) <= _MOST_STRUCK}))


def _text(typed: str) -> str:
    """Notes with one sign at the end of each line. What is too long stays so: it is refused, and never saved in part."""
    (text,) = clean([typed.replace("\r\n", "\n")])
    return text


def same(given: Sequence[tuple[str, ...]], other: Sequence[tuple[str, ...]]) -> bool:
    """Whether two answers are the same; fields that are empty at the end, or all of them, make no difference."""
    return [_trimmed(part) for part in given] == [_trimmed(part) for part in other]


def _trimmed(texts: Sequence[str]) -> tuple[str, ...]:
    kept = list(texts)
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)
