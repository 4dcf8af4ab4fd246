"""Packages of Anki for the tests, old and new, made without Anki."""

import json
import sqlite3

import zstandard

from tests.unit.authoring.qti_files import package

KINDS = {
    1: ("Basic", ("Front", "Back"), ("{{Front}}",), 0),
    2: ("Cloze", ("Text", "Back Extra"), ("{{cloze:Text}}",), 1),
    3: ("Both ways", ("Front", "Back"), ("{{Front}}", "{{Back}}"), 0),
    4: ("Choices", ("Question", "Q_1", "Q_2", "Q_3", "Answers", "Extra", "Sources"), ("{{Question}}",), 0),
}
DECKS = {1: "Default", 7: "Exam::Attention"}
NOTES: tuple[tuple[str, int, str, tuple[str, ...]], ...] = (
    ("g1", 1, "easy scale::root", ("What divides?<br>[$]QK[/$]", "\\(\\sqrt{d_k}\\)")),
    ("g2", 2, "", ("Rows sum to {{c1::1::number}}, by {{c2::softmax}}.", "Since it divides.")),
    ("g3", 3, "", ('<img src="two rows.png">', "Two rows [sound:a.mp3]")),
    ("g4", 1, "", ("How many?", "<b>64</b>")),
    ("g5", 4, "", ("Which ask?", "Q", "K", "q", "1 0 1", "Since.", "Vaswani")),
)
STUB = (("stub", 1, "", ("Please update to the latest Anki version, then import the file again.", "")),)
_NOTES = (
    "CREATE TABLE notes (id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT, sfld INTEGER)"
)
_CARDS = "CREATE TABLE cards (id INTEGER PRIMARY KEY, nid INTEGER, did INTEGER, ord INTEGER)"


def _filled(
    connection: sqlite3.Connection, notes: tuple[tuple[str, int, str, tuple[str, ...]], ...]
) -> bytes:
    for number, (guid, kind, tags, fields) in enumerate(notes, 1):
        connection.execute(
            "INSERT INTO notes VALUES (?, ?, ?, ?, ?, 0)",
            (number, guid, kind, f" {tags} ", "\x1f".join(fields)),
        )
        connection.execute("INSERT INTO cards (nid, did, ord) VALUES (?, 7, 0)", (number,))
    connection.commit()
    content = connection.serialize()
    connection.close()
    return bytes(content)


def old_database(notes: tuple[tuple[str, int, str, tuple[str, ...]], ...] = NOTES, extra: str = "") -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.executescript(f"{_NOTES}; {_CARDS}; CREATE TABLE col (models TEXT, decks TEXT); {extra}")
    models = {
        str(number): {
            "name": name,
            "type": cloze,
            "flds": [{"name": one} for one in fields],
            "tmpls": [{"qfmt": front} for front in fronts],
        }
        for number, (name, fields, fronts, cloze) in KINDS.items()
    }
    decks = {str(number): {"name": name} for number, name in DECKS.items()}
    connection.execute("INSERT INTO col VALUES (?, ?)", (json.dumps(models), json.dumps(decks)))
    return _filled(connection, notes)


def new_database(notes: tuple[tuple[str, int, str, tuple[str, ...]], ...] = NOTES) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.create_collation("unicase", lambda one, other: (one > other) - (one < other))
    connection.executescript(
        f"""{_NOTES}; {_CARDS};
CREATE TABLE notetypes (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE unicase);
CREATE TABLE fields (ntid INTEGER, ord INTEGER, name TEXT COLLATE unicase, PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
CREATE UNIQUE INDEX idx_fields ON fields (name, ntid);
CREATE TABLE templates (ntid INTEGER, ord INTEGER, config BLOB);
CREATE TABLE decks (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE unicase);"""
    )
    for number, (name, fields, fronts, _) in KINDS.items():
        connection.execute("INSERT INTO notetypes VALUES (?, ?)", (number, name))
        connection.executemany(
            "INSERT INTO fields VALUES (?, ?, ?)", [(number, n, one) for n, one in enumerate(fields)]
        )
        connection.executemany(
            "INSERT INTO templates VALUES (?, ?, ?)",
            [(number, n, one.encode()) for n, one in enumerate(fronts)],
        )
    connection.executemany(
        "INSERT INTO decks VALUES (?, ?)",
        [(number, name.replace("::", "\x1f")) for number, name in DECKS.items()],
    )
    return _filled(connection, notes)


def squeezed(content: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(content)


def entry(name: str) -> bytes:
    """An entry of the new list of media: its name, its size, and a hash that nobody reads."""
    inner = b"\x0a" + bytes([len(name)]) + name.encode() + b"\x10\x05" + b"\x1a\x02ab"
    return b"\x0a" + bytes([len(inner)]) + inner


PIXEL = b"\x89PNG not looked at yet"


def old_package(database: bytes | None = None, name: str = "collection.anki2") -> bytes:
    return package(
        {
            name: database or old_database(),
            "media": json.dumps({"0": "other.png", "1": "two rows.png"}),
            "1": PIXEL,
        }
    )


def new_package(database: bytes | None = None) -> bytes:
    return package(
        {
            "meta": b"\x08\x03",
            "collection.anki21b": squeezed(database or new_database()),
            "collection.anki2": old_database(STUB),
            "media": squeezed(entry("other.png") + entry("two rows.png")),
            "1": squeezed(PIXEL),
        }
    )
