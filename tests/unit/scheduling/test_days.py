"""Days in a learner's zone, and what may be typed as an aim."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.scheduling.aim import Aim, AimFaults, AimTexts, read_aim, read_zone
from app.scheduling.days import IN_UTC, days_in, zone_names

TODAY = date(2026, 12, 1)


def test_a_moment_belongs_to_the_day_of_the_zone() -> None:
    late = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
    assert IN_UTC.of(late) == TODAY
    assert days_in("Asia/Tokyo").of(late) == date(2026, 12, 2)
    assert days_in("America/Los_Angeles").of(datetime(2026, 12, 1, 5, tzinfo=UTC)) == date(2026, 11, 30)
    with pytest.raises(ValueError, match="no day"):
        IN_UTC.of(late.replace(tzinfo=None))


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (TODAY, 24)])
def test_days_have_the_hours_that_their_clocks_give_them(day: date, hours: int) -> None:
    berlin = days_in("Europe/Berlin")
    begins = berlin.start(day)
    assert berlin.of(begins) == day
    assert berlin.of(begins - timedelta(seconds=1)) == day - timedelta(days=1)
    assert berlin.end(begins) - begins == timedelta(hours=hours)
    assert berlin.end(begins).tzinfo is UTC


def test_an_unknown_zone_and_none_are_utc() -> None:
    assert days_in(None) is IN_UTC
    assert days_in("Mars/Olympus") is IN_UTC
    assert days_in("../../etc/passwd") is IN_UTC


def test_zones_are_places_and_utc_comes_first() -> None:
    names = zone_names()
    assert names[0] == "UTC"
    assert {"Europe/Berlin", "America/New_York", "Asia/Kolkata"} < set(names)
    assert not [name for name in names if name.startswith(("Etc/", "posix", "right"))]


def test_a_zone_is_found_as_it_is_said() -> None:
    assert read_zone(" europe/berlin ") == "Europe/Berlin"
    assert read_zone("America/New York") == "America/New_York"
    assert read_zone("") == "UTC"
    assert read_zone("Berlin") is None


def test_an_aim_is_read() -> None:
    assert read_aim(AimTexts("2026-12-31", " 30 ", "UTC"), TODAY) == Aim(date(2026, 12, 31), 30)
    assert read_aim(AimTexts("2026-12-01", "5"), TODAY) == Aim(TODAY, 5)


@pytest.mark.parametrize(
    ("texts", "faulty"),
    [
        (AimTexts("", "30"), {"exam_day"}),
        (AimTexts("31.12.2026", "30"), {"exam_day"}),
        (AimTexts("2026-11-30", "30"), {"exam_day"}),
        (AimTexts("2029-01-01", "30"), {"exam_day"}),
        (AimTexts("2026-W50-1", "30"), {"exam_day"}),
        (AimTexts("2026-12-31", "4"), {"minutes"}),
        (AimTexts("2026-12-31", "241"), {"minutes"}),
        (AimTexts("2026-12-31", "²"), {"minutes"}),
        (AimTexts("2026-12-31", "9" * 5000), {"minutes"}),
        (AimTexts("x", "x", "x"), {"exam_day", "minutes", "zone"}),
    ],
)
def test_each_field_that_cannot_be_used_has_its_sentence(texts: AimTexts, faulty: set[str]) -> None:
    found = read_aim(texts, TODAY)
    assert isinstance(found, AimFaults)
    assert {name for name in ("exam_day", "minutes", "zone") if getattr(found, name)} == faulty


def test_a_machine_without_zones_counts_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.scheduling.days.available_timezones", set)
    zone_names.cache_clear()
    try:
        assert zone_names() == ("UTC",)
        assert days_in("Europe/Berlin") is IN_UTC
        assert read_zone("Europe/Berlin") is None
    finally:
        zone_names.cache_clear()
