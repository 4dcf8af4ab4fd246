"""How often and how soon an exam may be sat again."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from app.exams.attempts import Because, NotYet, may_sit
from app.items.exam import Attempts

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)


def test_as_often_as_one_likes() -> None:
    assert may_sit(Attempts(), [NOON] * 50, NOON) is None


def test_five_sittings_and_no_sixth() -> None:
    five = Attempts(most=5, wait_days=1)
    ends = [NOON - n * DAY for n in range(1, 6)]
    assert may_sit(five, ends[1:], NOON) is None
    assert may_sit(five, ends, NOON + 365 * DAY) == NotYet(Because.USED_UP)


def test_a_wait_ends_at_the_moment_that_is_named() -> None:
    fortnight = Attempts(wait_days=14)
    until = NOON + 14 * DAY
    assert may_sit(fortnight, [], NOON) is None
    assert may_sit(fortnight, [NOON, NOON - 30 * DAY], until - TICK) == NotYet(Because.TOO_SOON, until)
    assert may_sit(fortnight, [NOON - 30 * DAY, NOON], until) is None


@given(
    st.integers(0, 6),
    st.integers(0, 40),
    st.lists(st.integers(0, 5000), max_size=8).map(lambda hours: [NOON - h * DAY / 24 for h in hours]),
)
def test_the_moment_that_is_named_is_the_first_at_which_it_may_be_sat(
    most: int, wait_days: int, ends: list[datetime]
) -> None:
    attempts = Attempts(most, wait_days)
    found = may_sit(attempts, ends, NOON)
    if found is None:
        assert not most or len(ends) < most
        assert all(end + wait_days * DAY <= NOON for end in ends)
    elif found.since is not None:
        assert found.since > NOON
        assert may_sit(attempts, ends, found.since) is None
        assert may_sit(attempts, ends, found.since - TICK) == found
    else:
        assert len(ends) >= most > 0
