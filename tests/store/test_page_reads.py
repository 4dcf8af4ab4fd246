"""Reads of pages: threads come and go, and connections do not pile up."""

import threading
from pathlib import Path

from app.store.database import Database

STATEMENT = "SELECT 1 WHERE 1 = ?"


def test_threads_that_come_and_go_leave_no_connection_behind(database: Database) -> None:
    opened = []
    make = database.driver
    database.driver = lambda: opened.append(1) or make()  # type: ignore[method-assign,func-returns-value]
    for _ in range(40):
        thread = threading.Thread(target=database.read_one, args=(STATEMENT, (1,)))
        thread.start()
        thread.join()
    assert len(opened) == 1


def test_as_many_connections_as_read_at_the_same_time(database: Database) -> None:
    together, found = threading.Barrier(4), []

    def read() -> None:
        for _ in range(20):
            together.wait(20)
            found.append(database.read_one(STATEMENT, (1,)))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == [(1,)] * 80
    assert 1 <= len(database._resting) <= 4


def test_closing_gives_all_files_back(sqlite_database: Database) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert sqlite_database.read_one(STATEMENT, (1,)) == (1,)
    assert sqlite_database.read_one(STATEMENT, (2,)) is None
    sqlite_database.close()
    assert len(list(Path("/proc/self/fd").iterdir())) <= before
