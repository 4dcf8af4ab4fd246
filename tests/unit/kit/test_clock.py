"""Moments are aware and in UTC, and the steady counter only goes forward."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.kit.clock import FixedClock, SystemClock


def test_the_system_clock_speaks_utc_and_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    first = clock.steady()
    assert clock.steady() >= first


def test_a_fixed_clock_stands_until_it_is_moved() -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    clock = FixedClock(start)
    assert clock.now() == clock.now() == start
    clock.move_to(start + timedelta(hours=2))
    assert clock.now() - start == timedelta(hours=2)
    assert clock.steady() == 7200.0


@pytest.mark.parametrize("zone", [None, timezone(timedelta(hours=1))])
def test_a_moment_outside_utc_is_refused(zone: timezone | None) -> None:
    with pytest.raises(ValueError, match="UTC"):
        FixedClock(datetime(2026, 3, 1, tzinfo=zone))
