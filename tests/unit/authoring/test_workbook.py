"""Workbooks: the first sheet or a named one, values as they were last computed, and nothing larger than it may be."""

import pytest

from app.authoring.formats.archive import BadArchive
from app.authoring.formats.sheets import read_workbook
from app.authoring.found import Format, FoundChoice, FoundNumbers, ReadWishes
from tests.unit.authoring.qti_files import package
from tests.unit.authoring.workbooks import rows, workbook

NUMBERS = rows(("Question", "Answer", "Tolerance"), ("How much?", "=1/2", 0.01), ("How many?", 3.0, 0))
CHOICES = rows(
    ("A title of this sheet",), (), ("Question", "A", "B", "Correct"), ("Is it so?", True, "no", "A")
)


def test_the_first_sheet_is_read_with_the_last_results_of_formulas() -> None:
    found = read_workbook(workbook({"Numbers": NUMBERS, "Choices": CHOICES}), ReadWishes())
    assert (found.format, found.sheets, found.bad) == (Format.XLSX, ("Numbers", "Choices"), ())
    assert [question.line for question in found.questions] == [2, 3]
    half, three = (question.form for question in found.questions)
    assert isinstance(half, FoundNumbers)
    assert isinstance(three, FoundNumbers)
    assert (half.accepted[0].low, half.accepted[0].high) == (0.49, 0.51)
    assert three.accepted[0].target == 3
    assert found.tables[0].name == "Numbers"


def test_a_named_sheet_is_read_and_a_title_above_the_names_is_no_part_of_it() -> None:
    found = read_workbook(workbook({"Numbers": NUMBERS, "Choices": CHOICES}), ReadWishes(sheet="Choices"))
    (question,) = found.questions
    assert question.line == 4
    assert isinstance(question.form, FoundChoice)
    assert [option.text.text for option in question.form.options] == ["true", "no"]


def test_a_sheet_that_is_not_there_is_named_with_those_that_are() -> None:
    (bad,) = read_workbook(workbook({"Numbers": NUMBERS}), ReadWishes(sheet="Words")).bad
    assert "The sheets are Numbers" in bad.sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (workbook({"Far": '<row r="1"><c r="A1"/><c r="XFD1048576"/></row>'}), "more than a million cells"),
        (workbook({"Far": '<row r="900000"><c r="B900000"><v>1</v></c></row>'}), "more than a million cells"),
        (package({"xl/workbook.xml": "no XML", "[Content_Types].xml": ""}), "cannot be read"),
    ],
    ids=["far", "deep", "broken"],
)
def test_workbooks_that_are_refused(content: bytes, words: str) -> None:
    (bad,) = read_workbook(content, ReadWishes()).bad
    assert words in bad.sentence


def test_a_bomb_is_refused_before_it_is_opened() -> None:
    with pytest.raises(BadArchive, match="hundred times"):
        read_workbook(package({"xl/workbook.xml": b" " * (40 * 1024 * 1024)}), ReadWishes())


def test_where_no_sheet_is_named_the_first_with_questions_is_read() -> None:
    words = {"Read me": rows(("How to use this",)), "Cover": rows(("Course", "Autumn"))}
    assert [one.line for one in read_workbook(workbook({**words, "Q": CHOICES}), ReadWishes()).questions] == [
        4
    ]
    assert read_workbook(workbook(words), ReadWishes()).tables[0].name == "Cover"


def test_a_row_whose_formula_has_no_result_is_left_out_and_told() -> None:
    """A missing option would move the letter of the right one."""
    row = (
        '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>Is it so?</t></is></c>{1}'
        '<c r="C{0}"><v>2</v></c><c r="D{0}"><v>3</v></c><c r="E{0}" t="inlineStr"><is><t>B</t></is></c></row>'
    )
    cells = (
        '<c r="B2"><f>1+1</f></c>',
        '<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        '<c r="B4"><f>1</f><v>1</v></c>',
    )
    names = rows(("Question", "A", "B", "C", "Correct"))
    sheet = names + "".join(row.format(n, cell) for n, cell in enumerate(cells, 2))
    found = read_workbook(workbook({"Cover": rows(("Course",)), "Q": sheet}), ReadWishes())
    assert [one.line for one in found.questions] == [4]
    assert [(bad.line, f"B{bad.line} has no result" in bad.sentence) for bad in found.bad] == [
        (2, True),
        (3, True),
    ]
