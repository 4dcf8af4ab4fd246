"""Anki's notes as text: their head, their columns and their markup."""

import pytest

from app.authoring.formats.anki_text import is_note_text, read_note_text
from app.authoring.found import Format, FoundChoice, FoundFile, FoundNumbers, Markup, ReadWishes


def read(text: str) -> FoundFile:
    return read_note_text(text, ReadWishes())


def test_a_head_says_how_columns_are_parted_and_what_they_hold() -> None:
    text = """#separator:Semicolon
#html:true
#tags:all of them
#columns:guid;notetype;deck;tags;Question;Answer
#guid column:1
#notetype column:2
#deck column:3
#tags column:4
g1;Basic;A::B;one two;"What; is
asked?";64
g2;Mine;A;;Who <b>asks</b>?;the <i>Query</i>
"""
    found = read(text)
    assert (found.format, found.bad) == (Format.ANKI_TEXT, ())
    first, second = found.questions
    assert (first.outer_id, first.category, first.tags, first.line) == (
        "g1",
        "A/B",
        ("all", "of", "them", "one", "two"),
        9,
    )
    assert first.stem.text == "What; is\nasked?"
    assert isinstance(first.form, FoundNumbers)
    assert (second.category, second.stem.markup, second.line) == ("A", Markup.HTML, 11)
    assert isinstance(second.form, FoundChoice)
    assert second.form.options[0].text.text == "the <i>Query</i>"
    assert [(table.name, len(table.columns)) for table in found.tables] == [("Basic", 2), ("Mine", 2)]


def test_without_html_signs_mean_themselves() -> None:
    (question,) = read("#separator:tab\n#html:false\na < b\tyes\n").questions
    assert (question.stem.text, question.stem.markup) == ("a < b", Markup.PLAIN)


def test_gaps_are_seen_without_a_kind() -> None:
    found = read("#separator:Pipe\n#html:false\n{{c1::Softmax}} divides.|Extra\n")
    assert [question.stem.text for question in found.questions] == ["_____ divides."]


def test_notes_without_a_head_are_front_and_back() -> None:
    (question,) = read("Who asks?\tQuery\n").questions
    assert question.stem.text == "Who asks?"


def test_a_line_of_the_head_that_nobody_knows_is_told() -> None:
    found = read("#separator:tab\n#colour:red\nWho?\tQ\n")
    assert [(bad.line, "#colour:red" in bad.sentence) for bad in found.bad] == [(2, True)]
    assert len(found.questions) == 1


def test_quotes_that_do_not_end_are_told_by_their_line() -> None:
    found = read('#separator:tab\nWho?\tQ\n"What?\tK\n')
    assert len(found.questions) == 1
    assert [bad.line for bad in found.bad] == [3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#separator:tab\n", True),
        ("#tags column:3", True),
        ("# a comment: of words", False),
        ("Who?\tQ", False),
    ],
)
def test_a_head_is_known_by_its_first_line(text: str, expected: bool) -> None:
    assert is_note_text(text) is expected
