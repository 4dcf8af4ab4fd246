"""Comparing two versions line by line, and following a line from one to the next."""

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.lines import Side, carried_line, compared, lines_of

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "d: e"]), max_size=12).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_from_their_comparison(old: str, new: str) -> None:
    lines = compared(old, new, context=100)
    if old == new:
        assert lines == ()
        return
    assert [one.text for one in lines if one.side is not Side.NEW] == lines_of(old)
    assert [one.text for one in lines if one.side is not Side.OLD] == lines_of(new)
    assert [one.old for one in lines if one.old] == list(range(1, len(lines_of(old)) + 1))
    assert [one.new for one in lines if one.new] == list(range(1, len(lines_of(new)) + 1))


def test_what_is_far_from_a_change_is_left_out() -> None:
    old = "".join(f"{n}\n" for n in range(20))
    lines = compared(old, old.replace("10\n", "ten\n"), context=2)
    sides = [one.side for one in lines]
    assert sides == [Side.GAP, *[Side.BOTH] * 2, Side.OLD, Side.NEW, *[Side.BOTH] * 2, Side.GAP]
    assert (lines[0].old, lines[-1].old) == (8, 7)


@given(TEXTS, TEXTS, st.integers(-1, 14))
def test_a_line_is_found_where_it_says_the_same_or_not_at_all(old: str, new: str, line: int) -> None:
    there = carried_line(old, new, line)
    if there is not None:
        assert lines_of(new)[there - 1] == lines_of(old)[line - 1]
    elif old == new:
        assert not 1 <= line <= len(lines_of(old))


def test_a_line_moves_with_what_is_put_before_it() -> None:
    assert carried_line("a\nb\nc\n", "a\nx\ny\nb\nc\n", 2) == 4
    assert carried_line("a\nb\nc\n", "a\nB\nc\n", 2) is None
    assert carried_line("a\r\nb\r\n", "a\nb\n", 2) == 2
