"""How the time of a practice counts."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.practice.practice import Ask, Finished, Open, Run, again, what_next
from app.practice.timing import minutes_left, minutes_taken, time_spent

START = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


def at(*seconds: int) -> list[datetime]:
    return [START + timedelta(seconds=one) for one in seconds]


@pytest.mark.parametrize(
    ("asked", "until", "seconds"),
    [
        ((), 100, 0),
        ((0,), 100, 100),
        ((0, 40), 100, 100),
        ((0,), 301, 300),  # one question counts five minutes at most
        ((0, 1000), 1060, 360),
        ((0, -50), 10, 60),  # a clock that was set back takes nothing away
    ],
)
def test_the_time_from_question_to_question(asked: tuple[int, ...], until: int, seconds: int) -> None:
    assert time_spent(at(*asked), *at(until)) == timedelta(seconds=seconds)


@given(
    st.lists(st.integers(-1000, 1000), max_size=8),
    st.integers(0, 5000),
    st.integers(0, 5000),
)
def test_time_never_runs_back(gaps: list[int], sooner: int, more: int) -> None:
    """So that a practice whose time is up stays so."""
    asked = at(*(sum(gaps[: n + 1]) for n in range(len(gaps))))
    last = asked[-1] if asked else START
    first, second = (time_spent(asked, last + timedelta(seconds=one)) for one in (sooner, sooner + more))
    assert timedelta(0) <= first <= second


@pytest.mark.parametrize(("spent", "left"), [(0, 15), (1, 15), (61, 14), (899, 1), (900, 0), (5000, 0)])
def test_minutes_left(spent: int, left: int) -> None:
    assert minutes_left(15, timedelta(seconds=spent)) == left


def test_minutes_taken_are_at_least_one() -> None:
    assert [minutes_taken(timedelta(seconds=one)) for one in (1, 89, 91, 300)] == [1, 1, 2, 5]


def test_when_time_is_up_only_what_is_open_is_finished() -> None:
    assert what_next(Run(200, (True, False), time_is_up=True)) == Open(2)
    assert what_next(Run(200, (True, True), time_is_up=True)) == Finished()
    assert what_next(Run(200, (True, True))) == Ask(3)
    assert again(Run(200, (True,), time_is_up=True)) == Ask(2)


def test_a_closed_practice_asks_nothing_any_more() -> None:
    closed = Run(5, (True, False), closed=True)
    assert what_next(closed) == again(closed) == Finished()
