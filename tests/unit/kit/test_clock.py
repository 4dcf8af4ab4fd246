"""Moments are aware and in UTC, and the steady counter only goes forward."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.kit.clock import FixedClock, GuardedClock, SystemClock, uptime


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


@pytest.mark.parametrize("step", [timedelta(hours=-1), timedelta(hours=1), timedelta(days=400)])
def test_whoever_sets_the_machines_clock_does_not_set_a_guarded_one(step: timedelta) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    wall, counted = FixedClock(start), [100.0]
    clock = GuardedClock(wall, count=lambda: counted[0])
    counted[0] += 7.25
    wall.move_to(start + timedelta(seconds=7.25) + step)
    assert clock.now() == start + timedelta(seconds=7.25)
    assert clock.ahead() == -step


@pytest.mark.parametrize(
    ("passed", "began"),
    [
        (timedelta(hours=-1), timedelta(0)),
        (timedelta(hours=1), timedelta(hours=1)),  # the clock was set back before the start
        (timedelta(days=2), timedelta(0)),  # rather what was written down is wrong
    ],
)
def test_a_guarded_clock_begins_no_earlier_than_what_has_passed(passed: timedelta, began: timedelta) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    clock = GuardedClock(FixedClock(start), not_before=start + passed, count=lambda: 1.0)
    assert clock.now() == start + began


def test_the_guarded_clock_of_this_machine_goes_with_it() -> None:
    clock = GuardedClock()
    assert abs(clock.ahead()) < timedelta(seconds=0.5)
    assert clock.now().tzinfo is UTC
    assert uptime() <= uptime()
