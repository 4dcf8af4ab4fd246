"""What is expected to be known when nothing is practised, and what comes due on which day."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scheduling.days import days_in
from app.scheduling.forecast import DueDay, due_by_day, expected_share, forecast
from app.scheduling.memory import Memory, due_at, due_counts, recall, remember
from app.scheduling.rating import Confidence, Event

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
RIGHT, WRONG, GUESSED = Event(True), Event(False), Event(True, Confidence.GUESS)
SURE = Event(True, Confidence.SURE)

pasts = st.lists(
    st.tuples(
        st.builds(Event, st.booleans(), st.sampled_from([None, *Confidence])),
        st.timedeltas(timedelta(0), timedelta(days=60)),
    ),
    min_size=1,
    max_size=6,
)


def after(*events: Event, at: datetime = START) -> Memory:
    memory = None
    for event in events:
        memory = remember(memory, event, at)
    assert memory is not None
    return memory


def test_recall_is_whole_on_the_day_and_nine_in_ten_after_the_stability() -> None:
    memory = after(RIGHT)
    assert recall(memory, START) == 1.0
    assert recall(memory, START + timedelta(hours=23)) == 1.0
    days = round(memory.plan.stability)
    assert recall(memory, START + days * DAY) == pytest.approx(0.9, abs=0.02)


def test_what_was_missed_or_guessed_counts_as_not_known() -> None:
    assert expected_share([after(RIGHT), after(WRONG), after(GUESSED), after(RIGHT, WRONG)], START) == 0.25
    assert expected_share([after(WRONG, RIGHT)], START) == 1.0
    assert expected_share([], START) is None


def test_a_forecast_by_hand() -> None:
    first, second = after(RIGHT), after(SURE)
    found = forecast([first, second], START, (0, 7, 30))
    for one in found:
        at = START + one.days * DAY
        assert one.share == pytest.approx((recall(first, at) + recall(second, at)) / 2)
    assert [one.days for one in found] == [0, 7, 30]
    assert forecast([], START) == ()
    with pytest.raises(ValueError, match="looks ahead"):
        forecast([first], START, (-1,))


@given(past=pasts)
def test_nothing_is_learned_by_waiting(past: list[tuple[Event, timedelta]]) -> None:
    memory, now = None, START
    for event, gap in past:
        now += gap
        memory = remember(memory, event, now)
    assert memory is not None
    shares = [one.share for one in forecast([memory], now)]
    assert len(shares) == 31
    assert all(0.0 <= later <= sooner <= 1.0 for sooner, later in pairwise(shares))


def test_each_item_is_due_on_one_day_and_what_was_due_is_due_today() -> None:
    old, fresh, missed = after(RIGHT, at=START - 30 * DAY), after(RIGHT), after(WRONG)
    found = due_by_day([old, fresh, missed], START)
    assert len(found) == 14
    assert found[0] == DueDay(date(2026, 3, 1), 2)
    on = (due_at(fresh).date() - START.date()).days
    assert found[on].count == 1
    assert sum(one.count for one in found) == 3
    assert found[0].count == due_counts({"old": old, "fresh": fresh, "missed": missed}, START).today


def test_days_are_those_of_the_learners_calendar() -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    memory = after(WRONG, at=late)  # due ten minutes later
    assert due_by_day([memory], late)[0] == DueDay(date(2026, 3, 1), 1)
    tokyo = due_by_day([memory], late, days_in("Asia/Tokyo"))
    assert tokyo[0] == DueDay(date(2026, 3, 2), 1)
    spring = due_by_day([], datetime(2026, 3, 28, 12, tzinfo=UTC), days_in("Europe/Berlin"), ahead=3)
    assert [one.day for one in spring] == [date(2026, 3, 28), date(2026, 3, 29), date(2026, 3, 30)]
