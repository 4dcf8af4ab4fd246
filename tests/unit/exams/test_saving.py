"""Changes that come doubled, late, out of order, or from a tab that has been left: the newest of the holder stands."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.exams.saving import Arrival, Fate, Stamp, arrival, fate
from app.exams.sitting import Sitting, begun, finished, graded, paused, reopened, resumed

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
GRACE = timedelta(seconds=5)
INSTANT = timedelta(microseconds=1)
IN_TIME = Arrival.IN_TIME
STAMPS = st.builds(Stamp, st.integers(1, 3), st.integers(1, 8), st.just("a"))


def stamp(holder: int, seq: int, digest: str = "a") -> Stamp:
    return Stamp(holder, seq, digest)


@pytest.mark.parametrize(
    ("change", "holder", "arrived", "expected"),
    [
        (stamp(2, 6), 2, IN_TIME, Fate.TAKEN),
        (stamp(2, 5), 2, IN_TIME, Fate.REPEATED),
        (stamp(2, 5), 3, Arrival.LATE, Fate.REPEATED),
        (stamp(2, 5), 3, Arrival.STOPPED, Fate.REPEATED),
        (stamp(2, 5, "b"), 2, IN_TIME, Fate.OLDER),
        (stamp(2, 4), 2, IN_TIME, Fate.OLDER),
        (stamp(1, 9), 2, IN_TIME, Fate.OUSTED),
        (stamp(4, 1), 2, IN_TIME, Fate.OUSTED),
        (stamp(3, 1), 3, IN_TIME, Fate.TAKEN),
        (stamp(2, 6), 2, Arrival.LATE, Fate.LATE),
        (stamp(1, 6), 2, Arrival.LATE, Fate.LATE),
        (stamp(2, 6), 2, Arrival.STOPPED, Fate.WAITING),
    ],
)
def test_each_fate(change: Stamp, holder: int, arrived: Arrival, expected: Fate) -> None:
    assert fate(change, stamp(2, 5), holder=holder, arrived=arrived) is expected


def test_the_first_change_of_a_question_is_taken() -> None:
    assert fate(stamp(1, 1), None, holder=1, arrived=IN_TIME) is Fate.TAKEN


def test_only_what_counts_now_stands() -> None:
    assert [one for one in Fate if one.stands] == [Fate.TAKEN, Fate.REPEATED]


@settings(max_examples=300, derandomize=True)
@given(st.lists(STAMPS, max_size=30), st.randoms(use_true_random=False))
def test_whatever_the_order_the_newest_stands(changes: list[Stamp], chance) -> None:  # type: ignore[no-untyped-def]
    """Of one holder, all orders and repetitions end with the highest number; what stands never goes back."""
    mine = [change for change in changes if change.holder == 1]
    sent = mine * 2
    chance.shuffle(sent)
    there: Stamp | None = None
    for change in sent:
        before = there
        if fate(change, there, holder=1, arrived=IN_TIME) is Fate.TAKEN:
            there = change
        assert before is None or (there is not None and there.seq >= before.seq)
    assert (there.seq if there else 0) == max((change.seq for change in mine), default=0)


@given(st.lists(STAMPS, min_size=1, max_size=30))
def test_who_was_ousted_changes_nothing(changes: list[Stamp]) -> None:
    """Once a later holder has taken over, nothing of an earlier one is taken."""
    there: Stamp | None = stamp(2, 1)
    for change in changes:
        found = fate(change, there, holder=2, arrived=IN_TIME)
        if found is Fate.TAKEN:
            assert change.holder == 2
            there = change
    assert there is not None
    assert there.holder == 2


def test_how_a_moment_lies_to_the_clock() -> None:
    """Until deadline + grace in time; in a pause only what was under way; after the end late, until it is re-opened."""
    created = Sitting(timedelta(minutes=30))
    assert arrival(created, START, GRACE) is Arrival.STOPPED
    running = begun(created, START)
    deadline = START + timedelta(minutes=30)
    assert arrival(running, deadline + GRACE, GRACE) is Arrival.IN_TIME
    assert arrival(running, deadline + GRACE + INSTANT, GRACE) is Arrival.LATE
    stopped = paused(running, START + timedelta(minutes=1))
    assert arrival(stopped, START + timedelta(minutes=1) + GRACE, GRACE) is Arrival.IN_TIME
    assert arrival(stopped, START + timedelta(minutes=1) + GRACE + INSTANT, GRACE) is Arrival.STOPPED
    goes_on = resumed(stopped, START + timedelta(minutes=61))
    assert arrival(goes_on, deadline + timedelta(hours=1), GRACE) is Arrival.IN_TIME
    over = finished(running, START + timedelta(minutes=2), grace=GRACE)
    assert arrival(over, START + timedelta(minutes=2), GRACE) is Arrival.LATE
    again = reopened(graded(over), START + timedelta(hours=1), timedelta(minutes=5))
    assert arrival(again, START + timedelta(hours=1, minutes=5), GRACE) is Arrival.IN_TIME
