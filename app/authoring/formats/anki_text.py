"""Anki's notes as text: lines of fields, with a head that says how they are parted and what they are."""

import re
from dataclasses import dataclass, field, replace

from app.authoring.formats.anki import Note, NoteKind, read_notes
from app.authoring.formats.tables import records
from app.authoring.found import BadPart, Format, FoundFile, Markup, ReadWishes

_HEAD = re.compile(r"#\s*([a-z ]{2,20}):(.*)", re.I)
_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"}
_PLACES = ("notetype column", "deck column", "tags column", "guid column")


@dataclass(slots=True)
class _Head:
    """What the first lines say."""

    separator: str = "\t"
    html: bool = True
    tags: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    kind: str = ""
    deck: str = ""
    places: dict[str, int] = field(default_factory=dict)


def read_note_text(text: str, wishes: ReadWishes) -> FoundFile:
    """All questions of the notes, and what cannot be read of them.

    Rules of the format: lines that begin with # come first and say separator, html, tags, columns, notetype and deck,
    or which column holds them; tags are parted by blanks.
    """
    head, start, bad = _head(text)
    rows, broken = records("\n".join(text.split("\n")[start:]), head.separator)
    notes = [_note(line + start, row, head) for line, row in rows if any(one.strip() for one in row)]
    if broken is not None:
        bad.append(BadPart(broken.line + start, broken.sentence))
    found = read_notes(notes, lambda _: None, wishes, Markup.HTML if head.html else Markup.PLAIN)
    return replace(found, bad=(*bad, *found.bad), format=Format.ANKI_TEXT)


def is_note_text(text: str) -> bool:
    """Whether the text begins with a line of such a head."""
    match = _HEAD.match(text)
    known = ("separator", "html", "tags", "columns", "notetype", "deck", *_PLACES)
    return match is not None and match[1].strip().casefold() in known


def _head(text: str) -> tuple[_Head, int, list[BadPart]]:
    head, bad = _Head(), []
    place = 0
    for place, line in enumerate(text.split("\n")):
        match = _HEAD.match(line)
        if not line.startswith("#"):
            break
        if match is None:
            continue
        name, value = match[1].strip().casefold(), match[2].strip()
        if not _put(head, name, value, match[2]):
            bad.append(
                BadPart(place + 1, f"The line #{name[:20]}:{value[:20]} is not known, and is passed over.")
            )
    return head, place, bad


def _put(head: _Head, name: str, value: str, raw: str) -> bool:
    match name:
        case "separator":
            sign = _SEPARATORS.get(value.casefold(), raw[:1] or "\t")
            head.separator = "\t" if sign == "\\" else sign
        case "html":
            head.html = value.casefold() == "true"
        case "tags":
            head.tags = tuple(value.split())
        case "columns":
            head.columns = tuple(one.strip() for one in raw.split(head.separator))
        case "notetype":
            head.kind = value
        case "deck":
            head.deck = value
        case _ if name in _PLACES and value.isdigit() and 0 < int(value) < 100:
            head.places[name] = int(value) - 1
        case _:
            return name == "if matches"
    return True


def _note(line: int, row: list[str], head: _Head) -> Note:
    def at(name: str) -> str:
        place = head.places.get(name, -1)
        return row[place].strip() if 0 <= place < len(row) else ""

    held = set(head.places.values())
    fields = tuple(text for place, text in enumerate(row) if place not in held)
    names = tuple(name for place, name in enumerate(head.columns) if place not in held)
    usual = ("Front", "Back", *(f"Field {place}" for place in range(3, len(fields) + 1)))
    kind = at("notetype column") or head.kind or "Notes"
    cloze = "{{c1::" in "".join(fields[:1])
    return Note(
        place=line,
        guid=at("guid column"),
        kind=NoteKind(kind, (names or usual)[: len(fields)] or usual[: len(fields)], cloze),
        fields=fields,
        tags=(*head.tags, *at("tags column").split()),
        deck=at("deck column") or head.deck,
    )
