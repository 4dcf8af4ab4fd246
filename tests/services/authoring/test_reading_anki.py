"""Packages of Anki, old and new, become questions by the names of fields and by gaps."""

import sqlite3

import pytest

from app.authoring.found import (
    ColumnWish,
    Format,
    FoundChoice,
    FoundFile,
    FoundNumbers,
    FoundOther,
    FoundQuestion,
    ReadWishes,
)
from app.services.authoring.reading import read_questions
from tests.unit.authoring.anki_files import (
    PIXEL,
    STUB,
    new_package,
    old_database,
    old_package,
    squeezed,
)
from tests.unit.authoring.qti_files import package

PACKAGES = {
    "old": old_package(),
    "newer": package({"collection.anki21": old_database(), "collection.anki2": old_database(STUB)}),
    "new": new_package(),
}


def read(content: bytes, *wishes: ColumnWish) -> FoundFile:
    return read_questions("deck.apkg", content, ReadWishes(columns=wishes))


def named(file: FoundFile) -> dict[str, FoundQuestion]:
    return {question.outer_id: question for question in file.questions}


def right(question: FoundQuestion) -> list[str]:
    assert isinstance(question.form, FoundChoice)
    return [option.text.text for option in question.form.options if option.share > 0]


@pytest.mark.parametrize("kind", PACKAGES)
def test_old_and_new_packages_give_the_same_notes(kind: str) -> None:
    """Trap 9: of several databases in a package the newest kind counts, and the others are passed over."""
    found = read(PACKAGES[kind])
    assert (found.format, found.bad) == (Format.ANKI, ())
    assert list(named(found)) == ["g1", "g2-1", "g2-2", "g3", "g4", "g5"]
    assert {question.category for question in found.questions} == {"Exam/Attention"}
    assert [question.line for question in found.questions] == [1, 2, 2, 3, 4, 5]


def test_a_card_becomes_a_choice_whose_wrong_options_have_to_be_written() -> None:
    card = named(read(PACKAGES["old"]))["g1"]
    assert card.stem.text == r"What divides?<br>\(QK\)"
    assert card.tags == ("easy", "scale::root")
    assert right(card) == [r"\(\sqrt{d_k}\)"]
    assert [loss.part for loss in card.losses] == ["options"]


def test_gaps_become_one_question_each() -> None:
    found = named(read(PACKAGES["new"]))
    number, word = found["g2-1"], found["g2-2"]
    assert number.stem.text == "Rows sum to _____, by softmax."
    assert isinstance(number.form, FoundNumbers)
    assert number.form.accepted[0].target == 1
    assert [loss.part for loss in number.losses] == ["tolerance", "hints"]
    assert (word.stem.text, right(word)) == ("Rows sum to 1, by _____.", ["softmax"])
    assert word.feedback is not None
    assert word.feedback.text == "Since it divides."


@pytest.mark.parametrize("kind", ["old", "new"])
def test_images_come_along_and_sound_is_told(kind: str) -> None:
    found = read(PACKAGES[kind])
    (image,) = found.images
    assert (image.name, image.content) == ("two rows.png", PIXEL)
    card = named(found)["g3"]
    assert card.stem.text == f'<img src="image:{image.id}">'
    assert right(card) == ["Two rows"]
    assert sorted(loss.part for loss in card.losses) == ["cards", "options", "sound"]


def test_a_number_on_the_back_is_typed_and_options_are_chosen() -> None:
    found = named(read(PACKAGES["old"]))
    assert isinstance(found["g4"].form, FoundNumbers)
    choice = found["g5"]
    assert isinstance(choice.form, FoundChoice)
    assert right(choice) == ["Q", "q"]
    assert len(choice.form.options) == 3
    assert choice.feedback is not None
    assert dict(choice.ours) == {"citation": "Vaswani"}


def test_how_fields_were_understood_is_told_and_can_be_changed() -> None:
    found = read(PACKAGES["old"])
    tables = {table.name: table for table in found.tables}
    assert [(column.name, column.field) for column in tables["Basic"].columns] == [
        ("Front", "stem"),
        ("Back", "right"),
    ]
    assert (tables["Basic"].rows, tables["Cloze"].columns[1].field) == (2, "feedback")
    turned = read(PACKAGES["old"], ColumnWish("Basic", "Front", "right"), ColumnWish("Basic", "Back", "stem"))
    assert named(turned)["g1"].stem.text == r"\(\sqrt{d_k}\)"


def test_a_package_that_only_asks_to_update_is_said_to_hold_no_notes() -> None:
    (bad,) = read(old_package(old_database(STUB))).bad
    assert "only asks to update Anki" in bad.sentence


EVIL = """DROP TABLE {table}; CREATE VIEW {table} AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {columns} FROM n;"""


@pytest.mark.parametrize(
    "database",
    [
        b"SQLite format 3\0 and nothing",
        b"no database at all",
        old_database()[:3000],
        old_database(extra="CREATE TABLE notetypes (id)"),
    ],
    ids=["short", "other", "cut", "mixed"],
)
def test_a_database_that_is_damaged_is_refused(database: bytes) -> None:
    (bad,) = read(old_package(database)).bad
    assert "Export the deck again" in bad.sentence


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("notes", "i AS id, 'g' AS guid, 1 AS mid, '' AS tags, 'a' AS flds"),
        ("cards", "i AS nid, 0 AS ord, 7 AS did"),
        ("col", "'{}' AS models, '{}' AS decks"),
    ],
)
def test_a_database_runs_nothing_of_its_own(table: str, columns: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(old_database())
    connection.executescript(EVIL.format(table=table, columns=columns))
    content = bytes(connection.serialize())
    (bad,) = read(old_package(content)).bad
    assert "Export the deck again" in bad.sentence


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"collection.anki21b": b"no zstd"}, "damaged"),
        ({"collection.anki21b": squeezed(b"\0" * (201 * 1024 * 1024))}, "more than 200 MiB"),
        ({"collection.anki2": old_database(), "media": "[" * 100_000}, "list of media"),
        (
            {"collection.anki21b": squeezed(old_database()), "media": squeezed(b"\x0a\xff\xff")},
            "list of media",
        ),
    ],
    ids=["zstd", "bomb", "json", "protobuf"],
)
def test_packages_that_are_damaged_are_refused(files: dict[str, bytes | str], words: str) -> None:
    (bad,) = read(package(files)).bad
    assert words in bad.sentence


def test_hidden_parts_of_an_image_are_no_question() -> None:
    hidden = "{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4}}<br>{{c2::image-occlusion:rect}}"
    notes = (("g9", 2, "", (hidden, '<img src="two rows.png">')),)
    (found,) = read(package({"collection.anki2": old_database(notes)})).questions
    assert (found.form, found.outer_id) == (FoundOther("image occlusion", found.form.why), "g9")  # type: ignore[union-attr]
    assert "hidden" in found.form.why  # type: ignore[union-attr]
