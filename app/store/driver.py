"""Prepared SQL sent straight to the driver, for the two paths where an ORM would cost most of the time.

Statements are written with `?`; for PostgreSQL they are rewritten once. Both drivers keep a statement prepared
after its first uses. No module of PostgreSQL's is imported unless the address names it.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Engine

from app.kit.errors import NotReady
from app.store.faults import UNREACHABLE, problem_of
from app.store.pragmas import PATIENCE, patient, set_pragmas

Args = Sequence[Any]
Found = tuple[Any, ...]
ROWS = "(rows)"  # stands in a statement for the rows of values that it is given


def over(statement: str, rows: Sequence[Args]) -> tuple[str, list[Any]]:
    """A statement over some rows, at least one, all of the same width, and its arguments."""
    return _with_rows(statement, len(rows), len(rows[0])), [value for row in rows for value in row]


@lru_cache(maxsize=256)
def _with_rows(statement: str, count: int, width: int) -> str:
    row = f"({', '.join('?' * width)})"
    return statement.replace(ROWS, ", ".join([row] * count))


@lru_cache(maxsize=256)
def _for_postgresql(statement: str) -> str:
    return statement.replace("?", "%s")


class DriverConnection:
    """One connection of the driver in autocommit: `begin` opens a transaction, nothing else does.

    `fault` is the driver's own root of errors. An error that a person can do something about comes out as a
    Problem; any other comes out as the driver raised it.
    """

    def __init__(self, raw: Any, fault: type[Exception], *, is_sqlite: bool) -> None:
        self._raw = raw
        self.fault = fault
        self.is_sqlite = is_sqlite
        self.for_update = "" if is_sqlite else " FOR UPDATE"
        self.watchers: list[Callable[[str], None]] = []
        self._closed = False

    def one(self, statement: str, args: Args = ()) -> Found | None:
        """The first row, or None."""
        found: Found | None = self._send(statement, args).fetchone()
        return found

    def all(self, statement: str, args: Args = ()) -> list[Found]:
        """All rows."""
        found: list[Found] = self._send(statement, args).fetchall()
        return found

    def run(self, statement: str, args: Args = ()) -> int:
        """Carry a statement out; how many rows it touched."""
        count: int = self._send(statement, args).rowcount
        return count

    def begin(self, patience: int = PATIENCE) -> None:
        """Open a transaction that may write: SQLite's lock is taken at once, and waited for so many milliseconds."""
        if not self.is_sqlite:
            self._send("BEGIN", ())
            return
        with patient(self._raw, patience):
            self._send("BEGIN IMMEDIATE", ())

    def commit(self) -> None:
        self._send("COMMIT", ())

    def rollback(self) -> None:
        """Undo what the open transaction did; nothing happens where the database has undone it already."""
        if self.is_sqlite and not self._raw.in_transaction:
            return
        self._send("ROLLBACK", ())

    @property
    def closed(self) -> bool:
        return self._closed or (not self.is_sqlite and bool(self._raw.closed))

    def close(self) -> None:
        self._closed = True
        self._raw.close()

    def _send(self, statement: str, args: Args) -> Any:
        for watcher in self.watchers:
            watcher(statement)
        text = statement if self.is_sqlite else _for_postgresql(statement)
        try:
            return self._raw.execute(text, args)
        except self.fault as fault:
            problem = problem_of(str(fault))
            if problem is None and self.closed:
                problem = NotReady(UNREACHABLE)
            if problem is None:
                raise
            raise problem from fault


def open_driver(engine: Engine, *, roomy: bool = False) -> DriverConnection:
    """A connection of the engine's driver, set up as the engine sets up its own, usable from any one thread."""
    dialect = engine.dialect
    if dialect.name == "sqlite":
        raw: Any = sqlite3.connect(
            engine.url.database or "", isolation_level=None, check_same_thread=False, cached_statements=256
        )
        set_pragmas(raw, roomy=roomy)
        return DriverConnection(raw, sqlite3.Error, is_sqlite=True)
    args, named = dialect.create_connect_args(engine.url)
    driver: Any = dialect.loaded_dbapi
    try:
        raw = driver.connect(*args, **named, autocommit=True, prepare_threshold=1)
    except driver.OperationalError as fault:
        raise NotReady(UNREACHABLE) from fault
    return DriverConnection(raw, driver.Error, is_sqlite=False)
