"""Rows of numbers as HTML: escaped, named where there are names, and as a template would have drawn them."""

from app.items.public import Matrix
from app.web.cells import column_numbers, matrix_rows, step_cells


def test_a_matrix_is_one_row_for_each_token() -> None:
    named = Matrix("Q", "query", ("A", "$x_1$"), (), (("1", "-0.5"), ("<b>", "2")))
    first, second, rest = matrix_rows(named).split("\n")
    assert first == '<tr><th scope="row">A</th><td>1</td><td>−0.5</td></tr>'
    assert second.endswith("<td>&lt;b&gt;</td><td>2</td></tr>")
    assert "<math" in second
    assert rest == ""
    bare = Matrix("M", "plain", (), (), (("1",),))
    assert matrix_rows(bare) == "<tr><td>1</td></tr>\n"
    assert column_numbers(2) == '<th scope="col">1</th><th scope="col">2</th>'


def test_numbers_of_a_step_have_their_names_and_weights_their_shade() -> None:
    assert step_cells(("-2",), (), "sum") == '<span class="one">−2</span>'
    assert step_cells(("0.25", "0.75"), ("A", "B"), "weights") == (
        '<span class="cells by-2 weights"><span class="w2"><i>A</i> 0.25<b class="unseen">, </b></span>'
        '<span class="w8"><i>B</i> 0.75</span></span>'
    )
    assert step_cells(("1", "<2>"), ("A",), "scaled") == (
        '<span class="cells by-2"><span>1<b class="unseen">, </b></span><span>&lt;2&gt;</span></span>'
    )
    assert 'class="cells by-2 long"' in step_cells(("1234.5678", "1"), (), "scaled")
