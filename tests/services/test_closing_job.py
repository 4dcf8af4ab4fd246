"""The sweeper in the background: it goes on after a failure, closes what is over, and ends when it is told to."""

import logging
import threading
from datetime import timedelta

import pytest
from sqlalchemy import update

from app.exams.sitting import State
from app.jobs.close_sittings import CloseSittings
from app.kit.errors import NotReady
from app.store.sittings import last_event_at, sitting_answers
from app.store.unit import reading, writing
from tests.services.exam_house import LIMIT, offer
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, sat


def test_a_sweep_that_fails_is_written_down_and_the_next_one_works(caplog: pytest.LogCaptureFixture) -> None:
    faults = [ZeroDivisionError("one that cannot be graded"), NotReady("The database is out of reach.")]
    worked, times = threading.Event(), []

    def sweep() -> None:
        times.append(1)
        if faults:
            raise faults.pop(0)
        worked.set()

    job = CloseSittings(sweep, every=0.001)
    with caplog.at_level(logging.WARNING, "keyed.sittings"):
        job.start()
        assert worked.wait(10)
        job.stop()
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        "A sweep of sittings failed; the next ones try again",
        "Sittings were not closed: The database is out of reach.",
    ]
    count = len(times)
    job.stop()
    assert len(times) == count


def test_the_same_fault_is_written_down_once_an_hour_and_another_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults = iter(
        [*[ZeroDivisionError("the same")] * 9, KeyError("another"), *[ZeroDivisionError("the same")] * 9]
    )
    done = threading.Event()

    def sweep() -> None:
        fault = next(faults, None)
        if fault is None:
            done.set()
            return
        raise fault

    told = []
    for every in (0.001, 1800.0):  # once an hour is every second sweep of half an hour
        job = CloseSittings(sweep, every=every)
        caplog.clear()
        with caplog.at_level(logging.WARNING, "keyed.sittings"):
            if every < 1:
                job.start()
                assert done.wait(10)
                job.stop()
            else:
                for _ in range(4):
                    job._tell(ZeroDivisionError("the same"))
        told.append([str(record.exc_info[1]) for record in caplog.records if record.exc_info])
    assert told == [["the same", "'another'", "the same"], ["the same", "the same"]]


def test_a_clock_that_is_set_is_written_down_once(caplog: pytest.LogCaptureFixture) -> None:
    steps = iter([0, 0, 3600, 3600.2, 3600, 0])
    done = threading.Event()
    sweeps = []

    def sweep() -> None:
        sweeps.append(1)
        if len(sweeps) > 6:
            done.set()

    job = CloseSittings(sweep, every=0.001, ahead=lambda: timedelta(seconds=next(steps, 0)))
    with caplog.at_level(logging.WARNING, "keyed.sittings"):
        job.start()
        assert done.wait(10)
        job.stop()
    told = [record.getMessage() for record in caplog.records]
    assert ["+3600.0 s" in one or "+0.0 s" in one for one in told] == [True, True]


def test_what_is_over_is_closed_in_the_background(sqlite_house: House) -> None:
    """B40: nobody looks at it, and it is closed all the same, at its deadline."""
    offer(sqlite_house)
    over, still = sat(sqlite_house), sat(sqlite_house)
    over.send(over.right(1))
    over.wait(LIMIT + GRACE + SECOND)
    swept = threading.Event()

    def sweep() -> None:
        sqlite_house.services.exams.finishing.sweep()
        swept.set()

    job = CloseSittings(sweep, every=0.01)
    job.start()
    assert swept.wait(10)
    job.stop()
    assert (over.row.clock.state, over.row.clock.finished_at) == (State.GRADED, over.row.clock.base_deadline)
    assert still.row.clock.state is State.GRADED  # its time was up at the same moment


def test_the_last_word_of_an_open_sitting_is_what_a_new_start_goes_on_from(sqlite_house: House) -> None:
    offer(sqlite_house)
    mine = sat(sqlite_house)
    mine.wait(SECOND * 90)
    mine.send(mine.right(1))
    with reading(sqlite_house.database) as unit:
        assert last_event_at(unit) == sqlite_house.clock.now()
    mine.finish()
    with reading(sqlite_house.database) as unit:
        assert last_event_at(unit) is None


def test_one_sitting_that_cannot_be_graded_keeps_no_other_open(sqlite_house: House) -> None:
    """Everything that is over is closed before anything is graded, and the fault comes out at the end."""
    offer(sqlite_house)
    sittings = sorted((sat(sqlite_house) for _ in range(3)), key=lambda one: one.name)
    broken, *others = sittings
    broken.send(broken.right(1))
    broken.wait(LIMIT + GRACE + SECOND)
    with writing(sqlite_house.database) as unit:
        unit.connection.execute(update(sitting_answers).values(given="no JSON"))
        unit.commit()
    with pytest.raises(ValueError, match="invalid literal"):
        sqlite_house.services.exams.finishing.sweep()
    assert broken.row.clock.state is State.EXPIRED
    assert [one.row.clock.state for one in others] == [State.GRADED] * 2
