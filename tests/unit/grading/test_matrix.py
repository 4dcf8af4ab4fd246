"""A whole matrix in one field: taken apart where there is one way to do it, on the server as in the browser."""

import pytest

from app.grading.parse import parse
from app.grading.response import Invalid, NumbersResponse
from app.grading.row import split_matrix
from app.items.public import GridForm
from tests.scripts import run_module

ROWS = (("0.5", "0.25", "0.25"), ("1", "-2", "1e-3"))
CELLS = tuple(text for row in ROWS for text in row)
SAME = [  # read alike with a script and without
    "0.5 0.25 0.25\n1 -2 1e-3",
    "0.5\t0.25\t0.25\r\n1\t-2\t1e-3\r\n",
    "0.5, 0.25, 0.25\n1, -2, 1e-3",
    "0.5, 0.25, 0.25;\n1, -2, 1e-3",
    "0.5 0.25 0.25; 1 -2 1e-3",
    "[[0.5, 0.25, 0.25], [1, -2, 1e-3]]",
    "[[0.5, 0.25, 0.25],\n [1, -2, 1e-3]]",
    "[[ 0.5   0.25  0.25]\n [ 1    -2   1e-3]]",
    "[0.5, 0.25, 0.25]\n[1, -2, 1e-3]",
    "[0.5 0.25 0.25; 1 -2 1e-3]",
    "0.5 0.25 0.25 1 -2 1e-3",
]


@pytest.mark.parametrize("text", SAME)
def test_a_matrix_is_taken_apart(text: str) -> None:
    assert split_matrix(text, 2, 3) == CELLS


def test_the_browser_takes_the_same_apart() -> None:
    found = run_module("grid.js", "given.map((text) => names.cellsOf(text).flat())", SAME)
    assert found == [list(CELLS)] * len(SAME)
    shapes = run_module("grid.js", "given.map((text) => names.cellsOf(text).map((row) => row.length))", SAME)
    assert shapes == [[3, 3]] * (len(SAME) - 1) + [[6]]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("0.5, 0.25, 0.25 1, -2, 1e-3", CELLS),  # what a field of one line makes of two lines
        ("0,5 0,25\n0,1 0,9", ("0,5", "0,25", "0,1", "0,9")),
        ("0,5; 0,25; 0,1; 0,9", ("0,5", "0,25", "0,1", "0,9")),
        ("0.5,0.25\n0.1,0.9", ("0.5", "0.25", "0.1", "0.9")),
        ("1/2 1/4\n1/8 1", ("1/2", "1/4", "1/8", "1")),
        ("−1 2\n3 4", ("-1", "2", "3", "4")),
    ],
)
def test_signs_of_other_countries_and_rows_that_ran_together(text: str, cells: tuple[str, ...]) -> None:
    assert split_matrix(text, 2, len(cells) // 2) == cells


@pytest.mark.parametrize(
    "text",
    ["", "0.5", "1 2\n3", "1 2 3\n4 5 6\n7 8 9", "one two three\nfour five six", "[[1, 2], [3, 4]]", "[[]]", "[" * 50,
     "1 1/2 3\n4 5 6", "1 " * 400],
)  # fmt: skip
def test_what_is_no_matrix_of_that_shape_is_left_alone(text: str) -> None:
    assert split_matrix(text, 2, 3) is None


def test_a_column_has_one_number_in_each_row() -> None:
    assert split_matrix("[[1], [2.5]]", 2, 1) == ("1", "2.5")
    assert split_matrix("1\n2.5", 2, 1) == ("1", "2.5")


FORM = GridForm("W", ("A", "B"), ("A", "B", "C"), 3)


def read(*typed: str) -> NumbersResponse | Invalid:
    found = parse(FORM, positions=(), typed=typed)
    assert isinstance(found, NumbersResponse | Invalid)
    return found


@pytest.mark.parametrize("text", SAME)
def test_a_matrix_in_the_first_field_is_the_whole_answer(text: str) -> None:
    whole, single = read(text, "", "", "", "", ""), read(*CELLS)
    assert isinstance(whole, NumbersResponse)
    assert whole == single
    assert read(text) == single


@pytest.mark.parametrize(
    "text", ["1 2\n3 4", "[[1, 2], [3, 4]]", "1, 2, 3", "[1, 2, 3]; [4, 5]", "1 2 3 4 5 6 7"]
)
def test_a_matrix_of_another_shape_is_said_to_be_one_and_comes_back(text: str) -> None:
    found = read(text)
    assert isinstance(found, Invalid)
    (fault,) = found.faults
    assert fault.field == 1
    assert fault.sentence.startswith(
        "This is not a matrix of two rows with three numbers each; give each row"
    )
    assert found.typed == (text, "", "", "", "", "")


def test_each_cell_that_cannot_be_read_is_named_and_the_rest_stays() -> None:
    found = read("0.5", "", "x", "1", "2", "0.1.1")
    assert isinstance(found, Invalid)
    assert [fault.field for fault in found.faults] == [2, 3, 6]
    assert found.typed == ("0.5", "", "x", "1", "2", "0.1.1")
    pasted = read("[[1, 2, y3], [4, 5, 6]]")
    assert isinstance(pasted, Invalid)
    assert [fault.field for fault in pasted.faults] == [3]
    assert pasted.typed == ("1", "2", "y3", "4", "5", "6")


def test_too_many_fields_are_no_answer() -> None:
    found = read(*CELLS, "7")
    assert isinstance(found, Invalid)
    assert found.faults[0].field == 0
