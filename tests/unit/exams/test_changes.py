"""Which answer stood first, and what became of it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.changes import Change, Shift, changed, first_standing, shift

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


def events(*rows: tuple[float, int, str]) -> list[Change]:
    return [Change(n, START + timedelta(seconds=at), given) for at, n, given in rows]


def reads(_n: int, given: str) -> bool:
    return given != ""


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        pytest.param([(0, 1, "A")], {1: "A"}, id="the only one"),
        pytest.param([(0, 1, "0"), (1, 1, "0.6"), (2, 1, "0.66")], {1: "0.66"}, id="typing"),
        pytest.param([(0, 1, "A"), (9.9, 1, "B")], {1: "B"}, id="a slip of the hand"),
        pytest.param([(0, 1, "A"), (10, 1, "B")], {1: "A"}, id="left for ten seconds"),
        pytest.param([(0, 1, "A"), (1, 2, "C"), (2, 1, "B")], {1: "A", 2: "C"}, id="went on and came back"),
        pytest.param([(0, 1, ""), (60, 1, "B")], {1: "B"}, id="nothing that can be read"),
        pytest.param([(0, 1, "A"), (1, 1, "")], {}, id="taken back at once"),
    ],
)
def test_the_first_answer_that_stood(rows: list[tuple[float, int, str]], first: dict[int, str]) -> None:
    assert first_standing(events(*rows), reads) == first


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 3), st.sampled_from(("", "A", "B"))), max_size=20)
)
def test_what_stood_was_given_and_can_be_read(steps: list[tuple[int, int, str]]) -> None:
    at, rows = 0, []
    for wait, n, given_text in steps:
        at += wait
        rows.append((at, n, given_text))
    found = first_standing(events(*rows), reads)
    assert all((n, text) in [(row[1], row[2]) for row in rows] and text for n, text in found.items())
    last = {row[1]: row[2] for row in rows}
    if rows and last[rows[-1][1]]:
        assert rows[-1][1] in found  # whoever ends with an answer has one that stood


def test_what_became_of_a_changed_answer() -> None:
    found = [shift(was_right=was, is_right=now) for was in (True, False) for now in (True, False)]
    assert found == [Shift.STAYED_RIGHT, Shift.LOST, Shift.GAINED, Shift.STAYED_WRONG]
    told = changed([(4, Shift.LOST), (2, Shift.GAINED), (1, Shift.LOST), (3, Shift.STAYED_WRONG)])
    assert (told.gained, told.lost, told.stayed_wrong, told.stayed_right) == ((2,), (1, 4), (3,), ())
    assert told.count == 4
    assert [told.of(n) for n in range(1, 6)] == [
        Shift.LOST,
        Shift.GAINED,
        Shift.STAYED_WRONG,
        Shift.LOST,
        None,
    ]
