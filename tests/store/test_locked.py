"""A file that another process holds: whoever stands in line behind one that waits in vain is told with it."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from app.kit.clock import SystemClock
from app.kit.errors import NotReady
from app.store import database as opened
from app.store.database import Database
from app.store.meta import put_fact
from app.store.pragmas import PATIENCE
from app.store.unit import writing
from app.store.writer import Writer
from tests.loops import run

SHORT, LEAST, IN_LINE = 600, 20, 4  # milliseconds, milliseconds, writers


@pytest.fixture
def held(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A database that another process writes to and does not let go, and that is waited for only shortly."""
    monkeypatch.setattr(opened, "PATIENCE", SHORT)
    monkeypatch.setattr(opened, "_LEAST", LEAST)
    with closing(sqlite3.connect(str(sqlite_database.path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield sqlite_database


def test_units_that_stand_in_line_wait_for_one_patience_together(held: Database) -> None:
    told: list[str] = []

    def note() -> None:
        with pytest.raises(NotReady) as fault, writing(held) as unit:
            put_fact(unit, "a fact", "1")
        told.append(fault.value.sentence)

    began = SystemClock().steady()
    threads = [threading.Thread(target=note) for _ in range(IN_LINE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert SHORT / 1000 * 0.9 < SystemClock().steady() - began < 2 * SHORT / 1000
    assert len(told) == IN_LINE
    assert "nothing was saved" in told[0]


def test_an_answer_that_came_during_a_round_in_vain_has_waited_for_that_long(held: Database) -> None:
    writer = Writer(held)

    async def send() -> tuple[list[object], float]:
        first = asyncio.ensure_future(writer.write(lambda _answers: None))
        await asyncio.sleep(0.05)  # its round has begun
        began = SystemClock().steady()
        second = asyncio.ensure_future(writer.write(lambda _answers: None))
        found = await asyncio.gather(first, second, return_exceptions=True)
        return found, SystemClock().steady() - began

    found, took = run(send())
    writer.stop()
    assert [type(one) for one in found] == [NotReady, NotReady]
    assert took < 1.6 * SHORT / 1000


def test_whoever_need_not_stand_in_line_has_all_the_time(sqlite_database: Database) -> None:
    with sqlite_database.turn() as patience:
        assert patience == PATIENCE
    with sqlite_database.turn(since=SystemClock().steady() - 7) as patience:
        assert PATIENCE - 8000 < patience <= PATIENCE - 7000
    with closing(sqlite_database.driver()) as connection, sqlite_database.turn(since=0) as patience:
        connection.begin(patience)
        connection.rollback()
        assert connection.one("PRAGMA busy_timeout") == (PATIENCE,)
