"""The database within a package of Anki, read in memory and without trust: its notes, their kinds and their decks."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from app.authoring.formats.anki import Note, NoteKind

MOST_NOTES = 20_000
MOST_FIELDS = 200
MOST_STEPS = 2_000  # times 10,000 steps of SQLite's machine
MOST_SIGNS = 1_000_000  # of one field of the database
_MAGIC = b"SQLite format 3\0"
_READING = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ))
_DAMAGED = "The notes in this package cannot be read. Export the deck again."


class BadCollection(ValueError):
    """Why a database of Anki cannot be read, in a sentence that says what to do."""


def notes_of(database: bytes) -> tuple[Note, ...]:
    """All notes in their order. Raises BadCollection.

    The database lies in memory, is only read, and runs nothing of its own: no functions, no views, no recursion.
    """
    if not database.startswith(_MAGIC) or len(database) < 512:
        raise BadCollection(_DAMAGED)
    connection = sqlite3.connect(":memory:")
    try:
        _guarded(connection, database)
        kinds = dict(_new_kinds(connection) if _has(connection, "notetypes") else _old_kinds(connection))
        return tuple(_notes(connection, kinds, _decks(connection)))
    except (sqlite3.Error, ValueError, OverflowError, RecursionError) as fault:
        sentence = str(fault) if isinstance(fault, BadCollection) else _DAMAGED
        raise BadCollection(sentence) from None
    finally:
        connection.close()


def _guarded(connection: sqlite3.Connection, database: bytes) -> None:
    plain = bytearray(database)
    plain[18:20] = (
        b"\x01\x01"  # a journal beside the file was not sent; without it the file is read as it stands
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_SIGNS * 50)
    connection.deserialize(bytes(plain))
    connection.text_factory = lambda text: text[:MOST_SIGNS].decode("utf-8", "replace")
    connection.create_collation("unicase", lambda one, other: (one > other) - (one < other))
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA cell_size_check = ON")
    turns = iter(range(MOST_STEPS))
    connection.set_progress_handler(lambda: next(turns, None) is None, 10_000)
    connection.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY
    )


def _has(connection: sqlite3.Connection, table: str) -> bool:
    """Whether there is a table, and no view, of that name."""
    found = connection.execute("SELECT type FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return bool(found == ("table",))


def _old_kinds(connection: sqlite3.Connection) -> Iterator[tuple[int, NoteKind]]:
    for number, kind in _objects(connection, "models"):
        listed = [field for field in _list(kind, "flds") if isinstance(field, dict)]
        fields = tuple(str(field.get("name", "")) for field in listed[:MOST_FIELDS])
        cards = len(_list(kind, "tmpls"))
        yield number, NoteKind(str(kind.get("name", "")), fields, kind.get("type") == 1, max(cards, 1))


def _objects(connection: sqlite3.Connection, column: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects that the old kind of database holds as JSON in one column, by their numbers."""
    if column not in ("models", "decks"):
        raise ValueError(column)
    row = connection.execute(f"SELECT {column} FROM col LIMIT 1").fetchone()  # noqa: S608 — one of two names
    found = json.loads(row[0]) if row and isinstance(row[0], str) and row[0] else {}
    if not isinstance(found, dict):
        raise BadCollection(_DAMAGED)
    for number, one in found.items():
        if number.lstrip("-").isdigit() and isinstance(one, dict):
            yield int(number), one


def _list(record: dict[str, Any], name: str) -> list[Any]:
    found = record.get(name)
    return found if isinstance(found, list) else []


def _new_kinds(connection: sqlite3.Connection) -> Iterator[tuple[int, NoteKind]]:
    fields: dict[int, list[str]] = {}
    for number, _, name in _ordered(connection, "SELECT ntid, ord, name FROM fields LIMIT 50000"):
        fields.setdefault(number, []).append(str(name))
    cards: dict[int, list[bytes]] = {}
    for number, config in _rows(connection, "SELECT ntid, config FROM templates LIMIT 50000"):
        cards.setdefault(number, []).append(config if isinstance(config, bytes) else b"")
    for number, name in _rows(connection, "SELECT id, name FROM notetypes LIMIT 10000"):
        fronts = cards.get(number, [])
        cloze = any(b"{{cloze:" in front for front in fronts)
        yield (
            number,
            NoteKind(str(name), tuple(fields.get(number, ())[:MOST_FIELDS]), cloze, max(len(fronts), 1)),
        )


def _rows(connection: sqlite3.Connection, statement: str) -> list[Any]:
    return connection.execute(statement).fetchall()


def _ordered(connection: sqlite3.Connection, statement: str) -> list[Any]:
    """The rows in the order of their first two values, where these are the whole numbers that they should be."""
    rows = _rows(connection, statement)
    return sorted(
        (row for row in rows if all(type(value) is int for value in row[:2])), key=lambda row: row[:2]
    )


def _decks(connection: sqlite3.Connection) -> dict[int, str]:
    """The name of the deck of each note's first card."""
    if _has(connection, "decks"):
        names = {
            number: str(name) for number, name in _rows(connection, "SELECT id, name FROM decks LIMIT 50000")
        }
    else:
        names = {number: str(deck.get("name", "")) for number, deck in _objects(connection, "decks")}
    cards = _ordered(connection, f"SELECT nid, ord, did FROM cards LIMIT {MOST_NOTES * 10}")  # noqa: S608 — a number of ours
    decks: dict[int, str] = {}
    for note, _, deck in reversed(cards):
        decks[note] = names.get(deck, "")
    return decks


def _notes(
    connection: sqlite3.Connection, kinds: dict[int, NoteKind], decks: dict[int, str]
) -> Iterator[Note]:
    if not _has(connection, "notes"):
        raise BadCollection(_DAMAGED)
    statement = f"SELECT id, 0, guid, mid, tags, flds FROM notes LIMIT {MOST_NOTES + 1}"  # noqa: S608 — a number of ours
    for place, (number, _, guid, kind, tags, fields) in enumerate(_ordered(connection, statement), 1):
        if place > MOST_NOTES:
            raise BadCollection(f"This package has more than {MOST_NOTES:,} notes. Export a smaller deck.")
        values = tuple(str(fields).split("\x1f", MOST_FIELDS)[:MOST_FIELDS])
        usual = NoteKind("Notes", tuple(f"Field {n}" for n in range(1, len(values) + 1)))
        yield Note(
            place, str(guid), kinds.get(kind, usual), values, tuple(str(tags).split()), decks.get(number, "")
        )
