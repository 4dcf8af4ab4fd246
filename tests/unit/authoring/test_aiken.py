"""Aiken is read whole, and what other readers lose silently is kept or told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.formats.aiken import read_aiken
from app.authoring.formats.decode import decoded
from app.authoring.found import FoundChoice

GOOD = "What sums to one?\nA. each row\nB) each column\nANSWER: A\n"


def test_a_question_with_its_right_option() -> None:
    (question,) = read_aiken(GOOD).questions
    assert (question.stem.text, question.line) == ("What sums to one?", 1)
    assert isinstance(question.form, FoundChoice)
    assert [(one.text.text, one.share) for one in question.form.options] == [
        ("each row", 1.0),
        ("each column", 0.0),
    ]


def test_a_stem_and_an_option_over_several_lines_are_whole() -> None:
    text = "Scores are scaled.\nWhat sums to one?\nA. each row\nof weights\nB. each column\nANSWER: B"
    (question,) = read_aiken(text).questions
    assert question.stem.text == "Scores are scaled.\nWhat sums to one?"
    assert isinstance(question.form, FoundChoice)
    assert question.form.options[0].text.text == "each row\nof weights"


def test_marks_line_ends_and_empty_lines_do_not_matter() -> None:
    content = b"\xef\xbb\xbf" + f"\n\n{GOOD}\n{GOOD}".replace("\n", "\r\n").encode()
    found = read_aiken(decoded(content))
    assert len(found.questions) == 2
    assert found.bad == ()


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ("Which?\nA. a\nB. b\nANSWER: A,B", "one right option"),
        ("Which?\nA. a\nB. b\nANSWER: C", "Name one of them"),
        ("Which?\nA. a\nB. b\nANSWER: a", "capital letter"),
        ("Which?\na. a\nb. b\nANSWER: A", "small letters"),
        ("Which?\nA. a\nC. b\nANSWER: A", "A, B, C"),
        ("Which?\nANSWER: A", "no options"),
        ("A. a\nB. b\nANSWER: A", "no text"),
    ],
)
def test_what_cannot_be_held_is_told_and_takes_no_other_with_it(bad: str, sentence: str) -> None:
    found = read_aiken(f"{GOOD}\n{bad}\n\n{GOOD}")
    assert len(found.questions) == 2
    (part,) = found.bad
    assert part.line == 6
    assert sentence in part.sentence


def test_a_last_question_without_answer_is_told() -> None:
    (part,) = read_aiken("Which?\nA. a\nB. b").bad
    assert "no line ANSWER" in part.sentence


def test_older_bytes_are_read_and_what_is_no_text_is_refused() -> None:
    assert decoded("Größe".encode("cp1252")) == "Größe"
    assert decoded("Größe".encode("utf-16")) == "Größe"
    with pytest.raises(ValueError, match="no text file"):
        decoded(b"PK\x03\x04\0\0")


@given(st.text(alphabet="ABab. )\n:ANSWER", max_size=80))
def test_any_text_is_read(text: str) -> None:
    found = read_aiken(text)
    assert all(part.sentence.endswith(".") for part in found.bad)


def test_what_is_said_behind_an_answer_belongs_to_its_question() -> None:
    said = "FEEDBACK: Each row is divided by its sum.\nExplanation: A softmax does.\n"
    first, second = read_aiken(f"{GOOD}{said}\n{GOOD}").questions
    assert first.feedback is not None
    assert first.feedback.text == "Each row is divided by its sum.\nA softmax does."
    assert (second.stem.text, second.feedback) == ("What sums to one?", None)
    after_bad = read_aiken(f"{GOOD}{GOOD.replace('ANSWER: A', 'ANSWER: C')}{said}{GOOD}")
    assert [one.feedback for one in after_bad.questions] == [None, None]
    assert len(after_bad.bad) == 1


def test_roman_numbers_in_a_stem_are_no_options() -> None:
    statements = "Which are so?\nI. Rows sum to one.\nII. Columns do.\nA. I\nB. II\nANSWER: A"
    (question,) = read_aiken(statements).questions
    assert question.stem.text == "Which are so?\nI. Rows sum to one.\nII. Columns do."


def test_letters_without_a_blank_are_named() -> None:
    (bad,) = read_aiken("What?\nA.one\nB.two\nANSWER: A").bad
    assert "Write a blank after each" in bad.sentence
