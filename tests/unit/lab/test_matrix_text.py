"""A matrix as text is taken apart into the cells that a person meant."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.lab.matrix_text import cells_of, padded, text_of


@pytest.mark.parametrize(
    "text",
    [
        "1 0 -2\n0,5 1 3",
        "1 0 -2;0,5 1 3",
        "1 0 -2~0,5 1 3",
        "1\t0\t-2\r\n0,5\t1\t3\r\n\r\n",
        "1, 0, -2 | 0,5, 1, 3",
        "  1   0 -2 ;; 0,5 1 3 ; ",
    ],
)
def test_rows_and_cells(text: str) -> None:
    assert cells_of(text) == (("1", "0", "-2"), ("0,5", "1", "3"))


@pytest.mark.parametrize(
    "text",
    ["[[1, 0], [0.5, 1]]", "[[1,0],[0.5,1]]", "[[1 0]\n [0.5 1]]", "tensor([[1, 0],\n        [0.5, 1]])"],
)
def test_matrices_as_programs_print_them(text: str) -> None:
    assert cells_of(text)[-1][-2:] == ("0.5", "1")
    if not text.startswith("tensor"):
        assert cells_of(text) == (("1", "0"), ("0.5", "1"))


def test_nothing_is_no_matrix() -> None:
    assert cells_of("") == cells_of(" \n ; ") == cells_of("[]") == ()


def test_short_rows_are_filled_with_empty_cells() -> None:
    assert padded((("1", "2"), ("3",))) == (("1", "2"), ("3", ""))
    assert padded(()) == ()


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from(["1", "-2", "0.5", "1/3"]), min_size=1, max_size=8), min_size=1, max_size=6
    )
)
def test_cells_come_back_from_their_text(rows: list[list[str]]) -> None:
    cells = tuple(map(tuple, rows))
    assert cells_of(text_of(cells)) == cells_of(text_of(cells, between="~")) == cells


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_no_text_breaks_it_and_no_cell_is_empty(text: str) -> None:
    assert all(cell for row in cells_of(text) for cell in row)
