"""Reads the questions of a file of another system, whatever its format: the one place that knows all readers."""

from dataclasses import replace

from app.authoring.formats.aiken import read_aiken
from app.authoring.formats.anki import is_stub, read_notes
from app.authoring.formats.anki_package import database_of
from app.authoring.formats.anki_text import read_note_text
from app.authoring.formats.archive import BadArchive, opened
from app.authoring.formats.decode import decoded
from app.authoring.formats.gift import read_gift
from app.authoring.formats.moodle import read_moodle
from app.authoring.formats.qti import read_item
from app.authoring.formats.qti_package import read_package
from app.authoring.formats.sheets import read_csv, read_workbook
from app.authoring.found import BadPart, Format, FoundFile, ReadWishes
from app.authoring.sniffing import Refusal, format_of
from app.store.anki_tables import notes_of


def read_questions(name: str, content: bytes, wishes: ReadWishes | None = None) -> FoundFile:
    """All that the file holds, and what cannot be read of it; the format is found by its content.

    `name` only helps where the content leaves it open. Nothing is raised: a file that cannot be read at all, or that
    is of a format that does not come in, is one bad part whose sentence says so. Our own YAML is not read here.
    """
    wishes = wishes or ReadWishes()
    found = format_of(name, content)
    if isinstance(found, Refusal):
        return FoundFile(bad=(BadPart(1, found.sentence),))
    try:
        file = _read(found, content, wishes)
    except (ValueError, BadArchive) as fault:
        return FoundFile(bad=(BadPart(1, str(fault)),), format=found)
    if not file.questions and not file.bad:
        return replace(file, bad=(BadPart(1, "This file holds no questions. Send one that does."),))
    return file


def _read(found: Format, content: bytes, wishes: ReadWishes) -> FoundFile:
    match found:
        case Format.GIFT:
            return read_gift(decoded(content))
        case Format.AIKEN:
            return read_aiken(decoded(content))
        case Format.MOODLE:
            return read_moodle(content)
        case Format.QTI:
            return read_package(opened(content)) if content[:2] == b"PK" else read_item(content)
        case Format.CSV:
            return read_csv(decoded(content), wishes)
        case Format.XLSX:
            return read_workbook(content, wishes)
        case Format.ANKI_TEXT:
            return read_note_text(decoded(content), wishes)
        case Format.ANKI:
            return _anki(content, wishes)
        case _:
            raise ValueError(f"Files of the format {found} are not read here.")


def _anki(content: bytes, wishes: ReadWishes) -> FoundFile:
    database, media = database_of(opened(content))
    notes = notes_of(database)
    if is_stub(notes):
        raise ValueError(
            "The notes are not in this package; it only asks to update Anki. Export the deck again, as a package (.apkg)."
        )
    return read_notes(notes, media.read, wishes)
