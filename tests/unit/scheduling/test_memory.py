"""What is remembered of an item, when it is due, and where it stands."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scheduling.memory import Memory, Outcome, Standing, due_at, remember, standing, standings

START = datetime(2026, 11, 29, 12, tzinfo=UTC)
RIGHT, WRONG = Outcome.RIGHT, Outcome.WRONG


def after(outcomes, *, apart=timedelta(0), start=START):
    memory = None
    for turn, outcome in enumerate(outcomes):
        memory = remember(memory, outcome, start + turn * apart)
    return memory


GOLDEN = [
    # outcome, seen, right, streak, until due
    (RIGHT, 1, 1, 1, timedelta(days=1)),
    (RIGHT, 2, 2, 2, timedelta(days=3)),
    (WRONG, 3, 2, 0, timedelta(minutes=10)),
    (WRONG, 4, 2, 0, timedelta(minutes=10)),
    (RIGHT, 5, 3, 1, timedelta(days=1)),
    (RIGHT, 6, 4, 2, timedelta(days=3)),
    (RIGHT, 7, 5, 3, timedelta(days=7)),
    (RIGHT, 8, 6, 4, timedelta(days=21)),
    (RIGHT, 9, 7, 5, timedelta(days=21)),
    (WRONG, 10, 7, 0, timedelta(minutes=10)),
]


def test_a_golden_sequence():
    memory, now = None, START
    for outcome, seen, right, streak, wait in GOLDEN:
        memory = remember(memory, outcome, now)
        assert memory == Memory(seen, right, streak, now, outcome is RIGHT)
        assert due_at(memory) == now + wait
        now = due_at(memory)


@given(st.lists(st.sampled_from(Outcome), min_size=1, max_size=30))
def test_counts_add_up(outcomes):
    memory = after(outcomes)
    assert memory.seen == len(outcomes)
    assert memory.right == outcomes.count(RIGHT)
    assert memory.last_right == (outcomes[-1] is RIGHT)
    assert memory.streak == next(
        (n for n, one in enumerate(reversed(outcomes)) if one is WRONG), len(outcomes)
    )
    assert due_at(memory) > memory.last_at


@given(st.lists(st.sampled_from(Outcome), min_size=1, max_size=12))
def test_one_more_right_answer_never_makes_it_due_sooner(outcomes):
    before = after(outcomes)
    assert due_at(remember(before, RIGHT, START)) >= due_at(before)


@pytest.mark.parametrize(
    "moment", [START.replace(tzinfo=None), datetime(2026, 11, 29, tzinfo=timezone(timedelta(hours=1)))]
)
def test_only_utc(moment):
    with pytest.raises(ValueError, match="UTC"):
        remember(None, RIGHT, moment)


@pytest.mark.parametrize(
    ("outcomes", "wait", "expected"),
    [
        ([], timedelta(0), Standing.NEW),
        ([RIGHT], timedelta(hours=23), Standing.KNOWN),
        ([RIGHT], timedelta(days=1), Standing.DUE),
        ([WRONG], timedelta(minutes=9), Standing.WEAK),
        ([WRONG], timedelta(minutes=10), Standing.DUE),
        ([WRONG, RIGHT], timedelta(hours=1), Standing.WEAK),
        ([WRONG, RIGHT, RIGHT], timedelta(hours=1), Standing.KNOWN),
        ([RIGHT, RIGHT, RIGHT, RIGHT], timedelta(days=20), Standing.KNOWN),
        ([RIGHT, RIGHT, RIGHT, RIGHT], timedelta(days=21), Standing.DUE),
        ([RIGHT], timedelta(days=-5), Standing.KNOWN),
    ],
)
def test_standing(outcomes, wait, expected):
    memory = after(outcomes)
    assert standing(memory, START + wait) is expected
    if memory:
        assert standings({"item": memory}, START + wait) == {"item": expected}
