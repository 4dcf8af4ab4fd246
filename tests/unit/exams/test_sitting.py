"""The state machine of a sitting under every order of events, and the moments at which its clock matters."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.exams.sitting import (
    OPEN,
    OVER,
    NotNow,
    Sitting,
    State,
    begun,
    finished,
    given_time,
    graded,
    paused,
    reopened,
    resumed,
)
from app.exams.warnings import time_left, warnings

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
LIMIT, GRACE = timedelta(minutes=30), timedelta(seconds=5)
SPANS = st.integers(0, 1200).map(lambda seconds: timedelta(seconds=seconds))


class Sat(RuleBasedStateMachine):
    """A model beside the real thing: how much of the clock has run, second by second."""

    def __init__(self) -> None:
        super().__init__()
        self.now = START
        self.sitting = Sitting(LIMIT)
        self.used = timedelta(0)  # time that ran since the clock was last set
        self.whole = LIMIT  # time that there is in all
        self.ended: datetime | None = None

    @rule(span=SPANS)
    def time_passes(self, span: timedelta) -> None:
        if self.sitting.state is State.RUNNING:
            self.used += span
        self.now += span

    @rule()
    def begin(self) -> None:
        self.sitting = begun(self.sitting, self.now)

    @rule()
    def pause(self) -> None:
        if self.sitting.state is State.PAUSED or (
            self.sitting.state is State.RUNNING and self.used < self.whole
        ):
            self.sitting = paused(self.sitting, self.now)
        else:
            with pytest.raises(NotNow):
                paused(self.sitting, self.now)

    @rule()
    def resume(self) -> None:
        if self.sitting.state in OPEN:
            self.sitting = resumed(self.sitting, self.now)
        else:
            with pytest.raises(NotNow):
                resumed(self.sitting, self.now)

    @rule(more=st.integers(1, 20).map(lambda minutes: timedelta(minutes=minutes)))
    def add_time(self, more: timedelta) -> None:
        if self.sitting.state in {*OPEN, State.CREATED}:
            before = self.sitting.base_deadline
            self.sitting = given_time(self.sitting, more)
            self.whole += more
            assert self.sitting.base_deadline == before
        else:
            with pytest.raises(NotNow):
                given_time(self.sitting, more)

    @rule()
    def finish(self) -> None:
        if self.sitting.state is State.CREATED:
            with pytest.raises(NotNow):
                finished(self.sitting, self.now, grace=GRACE)
            return
        before = self.sitting
        self.sitting = finished(before, self.now, grace=GRACE)
        if before.state in OPEN:
            in_time = self.used <= self.whole + GRACE
            assert self.sitting.state is (State.SUBMITTED if in_time else State.EXPIRED)
            self.ended = self.sitting.finished_at
            over = max(self.used - self.whole, timedelta(0))
            assert self.ended == self.now - over
        else:
            assert self.sitting == before

    @rule()
    def grade(self) -> None:
        if self.sitting.state in {*OVER, State.GRADED}:
            self.sitting = graded(self.sitting)
        else:
            with pytest.raises(NotNow):
                graded(self.sitting)

    @precondition(lambda self: self.sitting.state is State.GRADED)
    @rule(more=st.integers(1, 20).map(lambda minutes: timedelta(minutes=minutes)))
    def reopen(self, more: timedelta) -> None:
        self.sitting = reopened(self.sitting, self.now, more)
        self.used, self.whole, self.ended = timedelta(0), more, None

    @invariant()
    def the_clock_agrees(self) -> None:
        left = self.sitting.remaining(self.now)
        match self.sitting.state:
            case State.CREATED:
                assert left == self.whole
            case State.RUNNING | State.PAUSED:
                assert left == max(self.whole - self.used, timedelta(0))
            case _:
                assert left == timedelta(0)

    @invariant()
    def the_end_is_never_later_than_the_deadline(self) -> None:
        assert self.sitting.finished_at == self.ended
        if self.ended:
            deadline = self.sitting.deadline(self.now)
            assert deadline
            assert self.ended <= deadline

    @invariant()
    def answers_count_until_the_grace_is_over(self) -> None:
        running = self.sitting.state is State.RUNNING
        assert self.sitting.accepts(self.now, GRACE) is (running and self.used <= self.whole + GRACE)
        assert self.sitting.is_over(self.now, GRACE) is (running and self.used > self.whole + GRACE)


TestSat = Sat.TestCase
TestSat.settings = settings(max_examples=120, stateful_step_count=30, deadline=None, derandomize=True)


def test_the_last_moments() -> None:
    """An answer in the grace counts, one after it does not, and either way the end is the deadline."""
    sitting = begun(Sitting(LIMIT), START)
    deadline = START + LIMIT
    assert sitting.accepts(deadline + GRACE, GRACE)
    assert not sitting.accepts(deadline + GRACE + timedelta(microseconds=1), GRACE)
    in_grace = finished(sitting, deadline + GRACE, grace=GRACE)
    assert (in_grace.state, in_grace.finished_at) == (State.SUBMITTED, deadline)
    swept = finished(sitting, deadline + timedelta(hours=3), grace=GRACE)
    assert (swept.state, swept.finished_at) == (State.EXPIRED, deadline)
    early = finished(sitting, START + timedelta(minutes=1), grace=GRACE)
    assert early.finished_at == START + timedelta(minutes=1)


def test_a_clock_that_was_set_back_gives_no_time() -> None:
    """A moment before the pause counts as the pause itself."""
    sitting = paused(begun(Sitting(LIMIT), START), START + timedelta(minutes=10))
    again = resumed(sitting, START + timedelta(minutes=5))
    assert again.paused == timedelta(0)


def test_no_time_cannot_be_given() -> None:
    sitting = begun(Sitting(LIMIT), START)
    with pytest.raises(NotNow, match="above 0"):
        given_time(sitting, timedelta(0))
    over = graded(finished(sitting, START, grace=GRACE))
    with pytest.raises(NotNow, match="how many minutes"):
        reopened(over, START, timedelta(0))
    assert replace(over, state=State.GRADED) == over


def test_warnings_lie_within_the_limit() -> None:
    def minutes(limit: int) -> list[float]:
        return [left.total_seconds() / 60 for left in warnings(timedelta(minutes=limit))]

    assert minutes(120) == [30, 15, 5]
    assert minutes(30) == [15, 5]
    assert minutes(15) == [5]
    assert minutes(5) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (7500, "2 hours 5 minutes"),
        (3600, "1 hour"),
        (3661, "1 hour 1 minute"),
        (899, "14 minutes"),
        (60, "1 minute"),
        (59, "less than a minute"),
        (0, "no time"),
        (-5, "no time"),
    ],
)
def test_the_time_in_words(seconds: int, words: str) -> None:
    assert time_left(timedelta(seconds=seconds)) == words
