"""The sweeper in the background: it goes on after a failure, closes what is over, and ends when it is told to."""

import logging
import threading

import pytest
from sqlalchemy import update

from app.exams.sitting import State
from app.jobs.close_sittings import CloseSittings
from app.kit.errors import NotReady
from app.store.sittings import sitting_answers
from app.store.unit import writing
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
    assert told == ["A sweep of sittings failed", "Sittings were not closed: The database is out of reach."]
    count = len(times)
    job.stop()
    assert len(times) == count


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
