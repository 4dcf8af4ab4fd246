"""Packages of Anki, old and new: which database counts, and the media beside it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO

import zstandard

from app.authoring.formats.archive import Archive, BadArchive

MOST_BYTES = 200 * 1024 * 1024
_WINDOW = 1 << 27
_DATABASES = ("collection.anki21b", "collection.anki21", "collection.anki2")


@dataclass(frozen=True, slots=True)
class Media:
    """The files beside the notes, by the names that the notes use."""

    archive: Archive
    members: Mapping[str, str]
    packed: bool
    _read: dict[str, bytes] = field(default_factory=dict)

    def read(self, name: str) -> bytes | None:
        """The content of a file, or None where there is none. Raises BadArchive."""
        member = self.members.get(name)
        if member is None or not self.archive.holds(member):
            return None
        if member not in self._read:
            content = self.archive.read(member)
            self._read[member] = unpacked(content) if self.packed else content
        return self._read[member]


def database_of(archive: Archive) -> tuple[bytes, Media]:
    """The database of a package with its media. Raises BadArchive.

    Rule: the newest kind counts. New packages hold a database of the old kind too, in which a note asks to update Anki.
    """
    for name in _DATABASES:
        if archive.holds(name):
            new = name == _DATABASES[0]
            content = archive.read(name)
            return (unpacked(content) if new else content), _media(archive, new=new)
    raise BadArchive("This package holds no notes of Anki. Export the deck again.")


def unpacked(content: bytes) -> bytes:
    """What zstd has packed, 200 MiB at most, whatever the frame says of its size. Raises BadArchive."""
    found = BytesIO()
    try:
        with zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(BytesIO(content)) as reader:
            while block := reader.read(64 * 1024):
                found.write(block)
                if found.tell() > MOST_BYTES:
                    raise BadArchive(
                        "A part of the package unpacks to more than 200 MiB. Export a smaller deck."
                    )
    except zstandard.ZstdError:
        raise BadArchive("A part of the package is damaged. Export the deck again.") from None
    return found.getvalue()


def _media(archive: Archive, *, new: bool) -> Media:
    content = archive.read("media") if archive.holds("media") else b""
    if new:
        names = list(_names(unpacked(content))) if content else []
        return Media(archive, {name: str(place) for place, name in enumerate(names)}, packed=True)
    try:
        listed = json.loads(content or b"{}")
    except (ValueError, RecursionError):
        raise BadArchive("The list of media in the package is damaged. Export the deck again.") from None
    pairs = listed.items() if isinstance(listed, dict) else ()
    return Media(archive, {name: member for member, name in pairs if isinstance(name, str)}, packed=False)


def _names(content: bytes) -> Iterator[str]:
    """The names in a list of media: a message of which field 1 is an entry, whose own field 1 is its name."""
    for number, entry in _fields(content):
        if number == 1:
            name = next((value for inner, value in _fields(entry) if inner == 1), b"")
            yield name.decode("utf-8", "replace")


def _fields(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a message of Protocol Buffers that hold bytes; other ones are passed over."""
    at = 0
    while at < len(content):
        tag, at = _number(content, at)
        match tag & 7:
            case 0:
                _, at = _number(content, at)
            case 1:
                at += 8
            case 2:
                length, at = _number(content, at)
                yield tag >> 3, content[at : at + length]
                at += length
            case 5:
                at += 4
            case _:
                raise BadArchive("The list of media in the package is damaged. Export the deck again.")


def _number(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(content) and shift < 64:
        byte = content[at]
        value |= (byte & 0x7F) << shift
        at += 1
        shift += 7
        if byte < 0x80:
            return value, at
    raise BadArchive("The list of media in the package is damaged. Export the deck again.")
