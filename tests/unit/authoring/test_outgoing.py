"""What is written is read again as it was, up to what the report says; and none of the known traps is set."""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from app.authoring.formats.aiken import read_aiken
from app.authoring.formats.gift import read_gift
from app.authoring.formats.moodle import read_moodle
from app.authoring.found import Fate, FoundChoice
from app.authoring.outgoing.aiken import write_aiken
from app.authoring.outgoing.gift import write_gift
from app.authoring.outgoing.moodle import write_moodle
from app.authoring.outgoing.qti import write_qti
from app.authoring.outgoing.question import (
    OutChoice,
    OutField,
    OutNumber,
    OutNumbers,
    OutOption,
    OutPicture,
    OutQuestion,
)
from app.authoring.outgoing.report import Ledger, OutFile
from app.authoring.outgoing.shares import fraction, fractions, spans
from app.authoring.outgoing.sheet import guarded, row_of, write_sheet
from app.authoring.outgoing.tables import whole_line
from app.authoring.outgoing.texts import plain, written
from app.services.authoring.reading import read_questions
from tests.unit.authoring.back import asked, same_as_written
from tests.unit.authoring.leaving import HEADER, choices, fields, questions, some, texts


def choice(*options: OutOption, choose: int = 1, all_or_nothing: bool = True) -> OutQuestion:
    return OutQuestion("q-1", HEADER, "Which?", OutChoice(options, choose, all_or_nothing))


RIGHT, WRONG = OutOption("a", "one", True, 1.0, "so"), OutOption("b", "two", False, 0.0, "not so", "no-scale")


@some
@given(questions())
def test_gift_comes_back(question: OutQuestion) -> None:
    found = read_gift(write_gift([question]).content.decode())
    assert found.bad == ()
    for one, wanted in zip(found.questions, asked(question), strict=True):
        same_as_written(one, wanted)


@some
@given(questions())
def test_moodle_xml_comes_back(question: OutQuestion) -> None:
    found = read_moodle(write_moodle([question]).content)
    assert found.bad == ()
    for one, wanted in zip(found.questions, asked(question), strict=True):
        same_as_written(one, wanted)
        assert one.losses == ()


@some
@given(questions())
def test_aiken_comes_back_or_says_why_not(question: OutQuestion) -> None:
    file = write_aiken([question])
    found = read_aiken(file.content.decode())
    assert found.bad == ()
    assert len(found.questions) == file.questions == (0 if file.lines[0].left_out else 1)
    for one in found.questions:
        form = question.form
        assert isinstance(form, OutChoice)
        assert isinstance(one.form, FoundChoice)
        assert one.stem.text == plain(whole_line(question))
        wanted = sorted((plain(option.text), float(option.correct)) for option in form.options)
        assert sorted((option.text.text, option.share) for option in one.form.options) == wanted


@some
@given(questions())
def test_the_sheet_holds_every_column(question: OutQuestion) -> None:
    (row,) = csv.DictReader(io.StringIO(write_sheet([question]).content.decode(), newline=""))
    wanted = {name: written(text) for name, text in row_of(question).items() if text}
    found = {name: unguarded(text) for name, text in row.items() if text}
    assert found == wanted


def unguarded(text: str) -> str:
    """What a reader of the sheet makes of a field, by docs/import-export.md."""
    return text[1:] if re.match(r"'+[=+\-@\t\r\n]", text) else text


@given(texts)
def test_a_guarded_text_is_told_from_others(text: str) -> None:
    """No two texts are written alike, and none that is written begins a formula unless it is a number."""
    assert unguarded(guarded(text)) == text
    assert not re.match(r"[=+\-@\t\r\n]", guarded(text)) or re.fullmatch(r"[+-][0-9]+(\.[0-9]+)?", text)


@pytest.mark.parametrize(
    ("text", "written"),
    [("=1+1", "'=1+1"), ("-0.5", "-0.5"), ("-x", "'-x"), ("@a", "'@a"), ("'=1", "''=1"), ("'so'", "'so'"), ("a=1", "a=1")],
)  # fmt: skip
def test_what_a_spreadsheet_would_compute_is_guarded(text: str, written: str) -> None:
    assert guarded(text) == written


@given(fields())
def test_the_numbers_with_their_distances_reach_exactly_the_ends(field: OutField) -> None:
    number = field.right[0]
    reached = [
        (Fraction(value) - Fraction(reach), Fraction(value) + Fraction(reach))
        for value, reach in spans(number)
    ]
    assert (min(low for low, _ in reached), max(high for _, high in reached)) == (number.low, number.high)
    assert not number.printed or spans(number)[0][0] == number.printed


@given(choices())
def test_shares_are_those_that_moodle_allows(form: OutChoice) -> None:
    """All right options together earn everything, all options together nothing more than that."""
    ledger = Ledger()
    shares = [float(one) / 100 for one in fractions(form, ledger)]
    right = sum(share for share, one in zip(shares, form.options, strict=True) if one.correct)
    assert right == pytest.approx(1.0, abs=1e-4)
    if form.choose > 1 and form.all_or_nothing:
        assert sum(shares) < 1
        assert any(loss.part == "scoring" for loss in ledger.losses)


def test_a_third_is_written_as_moodle_writes_it_and_a_share_it_lacks_is_told() -> None:
    assert fraction(1 / 3) == ("33.33333", True)
    assert fraction(-2 / 3) == ("-66.66667", True)
    assert fraction(0.37) == ("40", False)
    odd = choice(RIGHT, replace(WRONG, weight=0.37), all_or_nothing=False)
    (line,) = write_moodle([odd]).lines
    assert any("fixed fractions" in loss.why for loss in line.losses)
    assert b'fraction="40"' in write_moodle([odd]).content


@pytest.mark.parametrize("write", [write_gift, write_moodle, write_aiken, write_sheet])
def test_no_file_begins_with_a_mark(write) -> None:  # type: ignore[no-untyped-def]
    marked = choice(replace(RIGHT, text="\ufeffone"), WRONG)
    content = write([replace(marked, stem="\ufeffWhich?")]).content
    assert codecs.BOM_UTF8 not in content


def test_a_line_end_in_a_name_does_not_break_the_comment() -> None:
    named = replace(choice(RIGHT, WRONG), id="one\ntwo")
    text = write_gift([named]).content.decode()
    assert "// [id:one two] " in text
    (found,) = read_gift(text).questions
    assert (found.name, found.outer_id) == ("one two", "one two")


def test_a_backslash_before_n_is_no_line_end() -> None:
    text = write_gift([replace(choice(RIGHT, WRONG), stem=r"Is $a \neq b$?")]).content.decode()
    assert r"\\(a \\neq b\\)" in text


def test_a_stroke_in_a_bank_is_no_step_of_the_category() -> None:
    parted = replace(choice(RIGHT, WRONG), header=replace(HEADER, bank="a/b"))
    (from_gift,) = read_gift(write_gift([parted]).content.decode()).questions
    (from_moodle,) = read_moodle(write_moodle([parted]).content).questions
    assert from_gift.category == from_moodle.category


def test_aiken_holds_one_right_option_alone() -> None:
    two = choice(replace(RIGHT, weight=0.5), replace(RIGHT, id="c", weight=0.5), WRONG, choose=2)
    file = write_aiken([two, choice(RIGHT, WRONG)])
    assert file.questions == 1
    assert "one right option" in file.lines[0].left_out
    assert b"ANSWER: A,B" not in file.content


def test_a_stem_that_looks_like_an_option_is_left_out_of_aiken() -> None:
    (line,) = write_aiken([replace(choice(RIGHT, WRONG), stem="A. Or what?")]).lines
    assert "begins like an option" in line.left_out


def test_the_report_says_what_is_kept_changed_and_dropped() -> None:
    (line,) = write_gift([choice(RIGHT, WRONG)]).lines
    assert {"stem", "form", "right answer", "reasons"} <= set(line.kept)
    fates = {loss.part: loss.fate for loss in line.losses}
    assert fates["source"] is Fate.CHANGED
    assert fates["misconceptions"] is fates["difficulty"] is Fate.DROPPED
    assert not set(line.kept) & set(fates)


def test_a_row_of_numbers_becomes_a_question_for_each() -> None:
    one = OutNumber("0.5", Fraction("0.49"), Fraction("0.51"))
    row = OutQuestion(
        "q-1",
        HEADER,
        "Which?",
        OutNumbers((OutField("to A", (one,)), OutField("to B", (one,)))),
        asks="Weights",
    )
    file = write_gift([row])
    assert file.questions == 2
    assert [found.outer_id for found in read_gift(file.content.decode()).questions] == ["q-1-1", "q-1-2"]
    assert "Weights: to B" in file.content.decode().replace("\\", "")
    assert any("in a question of its own" in loss.why for loss in file.lines[0].losses)


PIXELS = b"\x89PNG\r\n\x1a\n not looked at here"
PICTURE = OutPicture("0123456789abcdef" * 2, "0123456789abcdef0123456789abcdef.png", PIXELS)


@pytest.mark.parametrize(("name", "write"), [("one.xml", write_moodle), ("one.zip", write_qti)])
def test_images_go_along_where_a_format_takes_them(
    name: str, write: Callable[[Sequence[OutQuestion]], OutFile]
) -> None:
    shows = f"What does ![a plot of rows](image:{PICTURE.id}) show?"
    question = replace(choice(replace(RIGHT, text=shows), WRONG), stem=shows, pictures=(PICTURE,))
    file = write([question])
    assert "images" in file.lines[0].kept
    found = read_questions(name, file.content)
    assert [image.content for image in found.images] == [PIXELS]
    (one,) = found.questions
    assert isinstance(one.form, FoundChoice)
    for text in (one.stem.text, one.form.options[0].text.text):
        assert f'src="image:{found.images[0].id}"' in text
        assert 'alt="a plot of rows"' in text


@pytest.mark.parametrize("write", [write_gift, write_aiken, write_moodle, write_qti])
def test_an_image_that_cannot_go_along_is_told_in_words(
    write: Callable[[Sequence[OutQuestion]], OutFile],
) -> None:
    shows = f"What does ![a plot of rows](image:{PICTURE.id}) show?"
    content = write([replace(choice(RIGHT, WRONG), stem=shows)]).content
    if write is write_qti:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = archive.read("items/q-1.xml")
    assert b"[image\\: a plot of rows]" in content or b"[image: a plot of rows]" in content
    assert b"image:0123" not in content
