"""What is remembered of an item, when it is due, and where it stands."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scheduling.memory import (
    DueCounts,
    Memory,
    Standing,
    State,
    due_at,
    due_counts,
    is_in,
    remember,
    rests,
    standing,
)
from app.scheduling.rating import Confidence, Event, Pace

START = datetime(2026, 1, 1, tzinfo=UTC)
RIGHT, WRONG = Event(True), Event(False)
SURE = Event(True, Confidence.SURE, Pace.QUICK)
GUESSED = Event(True, Confidence.GUESS)
MISLED = Event(False, Confidence.SURE)

events = st.builds(Event, st.booleans(), st.sampled_from([None, *Confidence]), st.sampled_from(Pace))
gaps = st.timedeltas(timedelta(0), timedelta(days=400))
pasts = st.lists(st.tuples(events, gaps), max_size=12)


def after(answers: Sequence[Event], apart: timedelta = timedelta(0)) -> Memory | None:
    memory = None
    for turn, event in enumerate(answers):
        memory = remember(memory, event, START + turn * apart)
    return memory


def lived(past: Sequence[tuple[Event, timedelta]]) -> tuple[Memory | None, datetime]:
    """The memory after answers with the gaps before each, and the moment after all of them."""
    memory, now = None, START
    for event, gap in past:
        now += gap
        memory = remember(memory, event, now)
    return memory, now


GOLDEN = [
    # the answer, the seen and known ones so far, the run of known ones, and how long until the scheduler asks again;
    # the waits are those of py-fsrs for Good, Good, Good, Again, Good, Easy, each taken when the one before is due
    (RIGHT, 1, 1, 1, timedelta(minutes=10)),
    (RIGHT, 2, 2, 2, timedelta(days=2)),
    (RIGHT, 3, 3, 3, timedelta(days=11)),
    (WRONG, 4, 3, 0, timedelta(minutes=10)),
    (RIGHT, 5, 4, 1, timedelta(days=2)),
    (SURE, 6, 5, 2, timedelta(days=8)),
]


def test_a_golden_sequence() -> None:
    memory, now = None, START
    for event, seen, right, streak, wait in GOLDEN:
        memory = remember(memory, event, now)
        assert (memory.seen, memory.right, memory.streak) == (seen, right, streak)
        assert (memory.last_at, memory.last_right, memory.last_confidence) == (
            now,
            event.correct,
            event.confidence,
        )
        assert memory.plan.due == now + wait
        now = memory.plan.due


@pytest.mark.parametrize(("hour", "rest"), [(0, 24), (9, 15), (12, 12), (23, 12)])
def test_what_was_known_rests_until_another_day(hour: int, rest: int) -> None:
    now = START + timedelta(hours=hour)
    memory = remember(None, RIGHT, now)
    assert due_at(memory) == now + timedelta(hours=rest)
    assert rests(memory, now + timedelta(hours=rest - 1))
    assert not rests(memory, now + timedelta(hours=rest))


def test_what_was_not_known_does_not_rest() -> None:
    assert not rests(None, START)
    assert due_at(remember(None, WRONG, START)) == START + timedelta(minutes=1)
    assert due_at(remember(None, GUESSED, START)) == START + timedelta(minutes=1)


@given(pasts)
def test_counts_add_up(past: list[tuple[Event, timedelta]]) -> None:
    memory, _ = lived(past)
    if memory is None:
        return
    known = [event.is_known for event, _ in past]
    assert (memory.seen, memory.right) == (len(known), sum(known))
    assert memory.streak == next((n for n, one in enumerate(reversed(known)) if not one), len(known))
    assert due_at(memory) > memory.last_at


@given(pasts, gaps, st.sampled_from(Pace), st.sampled_from(Pace))
def test_a_lucky_guess_comes_back_sooner_than_what_was_known(
    past: list[tuple[Event, timedelta]], gap: timedelta, one: Pace, other: Pace
) -> None:
    memory, now = lived(past)
    guessed = remember(memory, Event(True, Confidence.GUESS, one), now + gap)
    sure = remember(memory, Event(True, Confidence.SURE, other), now + gap)
    assert due_at(guessed) < due_at(sure)
    assert guessed.plan.due < sure.plan.due
    assert standing(guessed, now + gap) is not Standing.KNOWN


@given(pasts, gaps, st.sampled_from([None, *Confidence]), st.sampled_from(Pace))
def test_what_was_wrong_is_due_within_a_day(
    past: list[tuple[Event, timedelta]], gap: timedelta, confidence: Confidence | None, pace: Pace
) -> None:
    memory, now = lived(past)
    wrong = remember(memory, Event(False, confidence, pace), now + gap)
    assert now + gap < due_at(wrong) <= now + gap + timedelta(days=1)


@given(pasts, gaps)
def test_the_surer_and_quicker_the_later(past: list[tuple[Event, timedelta]], gap: timedelta) -> None:
    memory, now = lived(past)
    rising = (WRONG, Event(True, Confidence.UNSURE), RIGHT, SURE)
    dues = [due_at(remember(memory, event, now + gap)) for event in rising]
    assert all(sooner <= later for sooner, later in pairwise(dues))


@given(pasts, events, st.timedeltas(timedelta(days=-400), timedelta(days=400)))
def test_time_never_goes_backwards(past: list[tuple[Event, timedelta]], event: Event, gap: timedelta) -> None:
    memory, now = lived(past)
    following = remember(memory, event, now + gap)
    assert following.last_at >= now + gap
    assert memory is None or following.last_at >= memory.last_at
    assert due_at(following) > following.last_at


@pytest.mark.parametrize(
    "moment", [START.replace(tzinfo=None), datetime(2026, 11, 29, tzinfo=timezone(timedelta(hours=1)))]
)
def test_only_utc(moment: datetime) -> None:
    with pytest.raises(ValueError, match="UTC"):
        remember(None, RIGHT, moment)


@pytest.mark.parametrize(
    ("answers", "wait", "expected"),
    [
        ([], timedelta(0), Standing.NEW),
        ([RIGHT], timedelta(hours=23), Standing.KNOWN),
        ([RIGHT], timedelta(hours=24), Standing.DUE),
        ([SURE], timedelta(days=7), Standing.KNOWN),
        ([SURE], timedelta(days=8), Standing.DUE),
        ([WRONG], timedelta(seconds=59), Standing.WEAK),
        ([WRONG], timedelta(minutes=1), Standing.DUE),
        ([GUESSED], timedelta(seconds=59), Standing.WEAK),
        ([GUESSED], timedelta(minutes=1), Standing.DUE),
        ([MISLED], timedelta(0), Standing.MISLED),
        ([MISLED], timedelta(days=30), Standing.MISLED),
        ([MISLED, RIGHT], timedelta(hours=1), Standing.WEAK),
        ([WRONG, RIGHT, RIGHT], timedelta(hours=1), Standing.KNOWN),
        ([RIGHT], timedelta(days=-5), Standing.KNOWN),
    ],
)
def test_standing(answers: list[Event], wait: timedelta, expected: Standing) -> None:
    assert standing(after(answers), START + wait) is expected


@pytest.mark.parametrize(
    ("answers", "wait", "expected"),
    [
        ([], timedelta(0), {State.ALL, State.NEW}),
        ([SURE], timedelta(hours=1), {State.ALL}),
        ([SURE], timedelta(days=9), {State.ALL, State.DUE}),
        ([WRONG], timedelta(seconds=1), {State.ALL, State.MISSED}),
        ([WRONG], timedelta(minutes=5), {State.ALL, State.MISSED, State.DUE}),
        ([GUESSED], timedelta(seconds=1), {State.ALL, State.MISSED}),
        ([MISLED], timedelta(0), {State.ALL, State.MISSED, State.DUE}),
    ],
)
def test_states(answers: list[Event], wait: timedelta, expected: set[State]) -> None:
    assert {state for state in State if is_in(state, after(answers), START + wait)} == expected | {
        State.FLAGGED,
        State.PLAN,
    }


def test_what_is_due_today_and_within_a_week() -> None:
    """At noon: a miss is due today, what was known now tomorrow, what was sure in eight days."""
    now = START + timedelta(hours=13)
    memories = {
        name: remember(None, event, now)
        for name, event in zip("abcd", (WRONG, RIGHT, SURE, GUESSED), strict=True)
    }
    assert due_counts(memories, now) == DueCounts(now=0, today=2, week=3)
    assert due_counts(memories, now + timedelta(days=2)) == DueCounts(now=3, today=3, week=4)
    assert due_counts({}, now) == DueCounts(0, 0, 0)
