"""Where two texts differ: nothing of either is left out, and words are told apart within a line."""

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.differences import Change, Piece, Row, differences

LINES = st.lists(st.sampled_from(["a b c", "a b d", "x", "", "a  b c", "- id: é"]), max_size=8)


def side(rows: tuple[Row, ...], *, left: bool) -> list[str]:
    lines = [(row.left_line, row.left) if left else (row.right_line, row.right) for row in rows]
    return ["".join(piece.text for piece in pieces) for number, pieces in lines if number]


@given(LINES, LINES)
def test_both_texts_can_be_read_off_in_full(left: list[str], right: list[str]) -> None:
    old, new = "\n".join(left), "\n".join(right)
    rows = differences(old, new, around=100)
    if old.splitlines() == new.splitlines():
        assert rows == ()
        return
    assert side(rows, left=True) == old.splitlines()
    assert side(rows, left=False) == new.splitlines()
    for row in rows:
        differs = any(piece.differs for piece in (*row.left, *row.right))
        assert differs or row.change is not Change.CHANGED
        assert (row.left == row.right) is (row.change is Change.SAME)


@given(LINES, LINES)
def test_what_is_skipped_is_the_same(left: list[str], right: list[str]) -> None:
    old, new = "\n".join(left), "\n".join(right)
    whole, short = differences(old, new, around=100), differences(old, new, around=1)
    assert [row for row in whole if row.change is not Change.SAME] == [
        row for row in short if row.change not in {Change.SAME, Change.SKIPPED}
    ]
    assert sum(max(row.skipped, 1) for row in short) == len(whole)


def test_a_changed_line_shows_its_words() -> None:
    rows = differences(
        "id: a\nstem: Which rows are mixed?\nlevel: x", "id: a\nstem: Which columns are mixed?\nlevel: x"
    )
    assert [row.change for row in rows] == [Change.SAME, Change.CHANGED, Change.SAME]
    assert [piece for piece in rows[1].left if piece.differs] == [Piece("rows", True)]
    assert [piece for piece in rows[1].right if piece.differs] == [Piece("columns", True)]


def test_lines_that_have_little_in_common_are_one_gone_and_one_new() -> None:
    rows = differences("alpha beta", "1 + 2 = 3")
    assert [(row.change, row.left_line, row.right_line) for row in rows] == [
        (Change.GONE, 1, 0),
        (Change.NEW, 0, 1),
    ]


def test_a_long_text_takes_no_longer_than_it_may() -> None:
    old = "\n".join(f"- {n % 3}" for n in range(6_000))
    assert differences(old, old.replace("- 1", "- 7"))
