"""Anki's notes as text: lines of fields, with a preface that says how they are parted and what they are."""

import re
from dataclasses import dataclass, field, replace

from app.authoring.formats.anki import Note, NoteKind, read_notes
from app.authoring.formats.tables import records
from app.authoring.found import BadPart, Format, FoundFile, Markup, ReadWishes

_PREFACE = re.compile(r"#\s*([a-z ]{2,20}):(.*)", re.I)
_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"}
_PLACES = ("notetype column", "deck column", "tags column", "guid column")


@dataclass(slots=True)
class _Preface:
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
    preface, start, bad = _preface(text)
    rows, broken = records("\n".join(text.split("\n")[start:]), preface.separator)
    notes = [_note(line + start, row, preface) for line, row in rows if any(one.strip() for one in row)]
    if broken is not None:
        bad.append(BadPart(broken.line + start, broken.sentence))
    found = read_notes(notes, lambda _: None, wishes, Markup.HTML if preface.html else Markup.PLAIN)
    return replace(found, bad=(*bad, *found.bad), format=Format.ANKI_TEXT)


def is_note_text(text: str) -> bool:
    """Whether the text begins with a line of such a preface."""
    match = _PREFACE.match(text)
    known = ("separator", "html", "tags", "columns", "notetype", "deck", *_PLACES)
    return match is not None and match[1].strip().casefold() in known


def _preface(text: str) -> tuple[_Preface, int, list[BadPart]]:
    preface, bad = _Preface(), []
    place = 0
    for place, line in enumerate(text.split("\n")):
        match = _PREFACE.match(line)
        if not line.startswith("#"):
            break
        if match is None:
            continue
        name, value = match[1].strip().casefold(), match[2].strip()
        if not _put(preface, name, value, match[2]):
            bad.append(
                BadPart(place + 1, f"The line #{name[:20]}:{value[:20]} is not known, and is passed over.")
            )
    return preface, place, bad


def _put(preface: _Preface, name: str, value: str, raw: str) -> bool:
    match name:
        case "separator":
            sign = _SEPARATORS.get(value.casefold(), raw[:1] or "\t")
            preface.separator = "\t" if sign == "\\" else sign
        case "html":
            preface.html = value.casefold() == "true"
        case "tags":
            preface.tags = tuple(value.split())
        case "columns":
            preface.columns = tuple(one.strip() for one in raw.split(preface.separator))
        case "notetype":
            preface.kind = value
        case "deck":
            preface.deck = value
        case _ if name in _PLACES and value.isdigit() and 0 < int(value) < 100:
            preface.places[name] = int(value) - 1
        case _:
            return name == "if matches"
    return True


def _note(line: int, row: list[str], preface: _Preface) -> Note:
    def at(name: str) -> str:
        place = preface.places.get(name, -1)
        return row[place].strip() if 0 <= place < len(row) else ""

    held = set(preface.places.values())
    fields = tuple(text for place, text in enumerate(row) if place not in held)
    names = tuple(name for place, name in enumerate(preface.columns) if place not in held)
    usual = ("Front", "Back", *(f"Field {place}" for place in range(3, len(fields) + 1)))
    kind = at("notetype column") or preface.kind or "Notes"
    cloze = "{{c1::" in "".join(fields[:1])
    return Note(
        place=line,
        guid=at("guid column"),
        kind=NoteKind(kind, (names or usual)[: len(fields)] or usual[: len(fields)], cloze),
        fields=fields,
        tags=(*preface.tags, *at("tags column").split()),
        deck=at("deck column") or preface.deck,
    )
