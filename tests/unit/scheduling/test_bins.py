"""Days up to six weeks, then calendar weeks, by the learner's own calendar."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scheduling.bins import Bin, bins, place

days = st.dates(date(2020, 1, 1), date(2030, 1, 1))


def test_days_then_weeks() -> None:
    first = date(2026, 3, 4)  # a Wednesday
    assert bins(first, first) == (Bin(first, 1),)
    assert [one.days for one in bins(first, first + timedelta(days=40))] == [1] * 41
    weeks = bins(first, first + timedelta(days=41))
    assert weeks[0] == Bin(date(2026, 3, 2), 7)
    assert len(weeks) == 7
    assert weeks[-1].start <= first + timedelta(days=41) <= weeks[-1].last
    with pytest.raises(ValueError, match="lies before"):
        bins(first, first - timedelta(days=1))


def test_of_many_years_the_last_two_are_left() -> None:
    found = bins(date(2010, 1, 1), date(2026, 3, 1))
    assert len(found) == 104
    assert found[-1].last == date(2026, 3, 1)  # a Sunday
    assert place(found, date(2010, 1, 1)) is None
    assert place(found, date(2026, 3, 2)) is None


@given(first=days, span=st.integers(0, 900), at=st.integers(0, 900))
def test_every_day_lies_in_one_bin_and_bins_touch(first: date, span: int, at: int) -> None:
    last = first + timedelta(days=span)
    found = bins(first, last)
    assert all(after.start == before.last + timedelta(days=1) for before, after in pairwise(found))
    assert len(found) <= 104
    day = first + timedelta(days=min(at, span))
    where = place(found, day)
    if where is None:
        assert day < found[0].start
    else:
        assert found[where].start <= day <= found[where].last
