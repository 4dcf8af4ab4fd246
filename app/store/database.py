"""One database, SQLite or PostgreSQL, opened the way that loses nothing."""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from app.kit.clock import SystemClock
from app.kit.errors import SetupFault
from app.store.driver import Args, DriverConnection, Found, open_driver
from app.store.faults import spoken, spoken_files
from app.store.pragmas import PATIENCE, patient, set_pragmas

T = TypeVar("T")
Watcher = Callable[[str], None]
_THREADS = 16
_LEAST = 200  # milliseconds for a database that waiting in line left no time for
_CLOCK = SystemClock()
_NO_ADDRESS = "KEYED_DATABASE_URL cannot be used: write postgresql://user:password@host/name, or leave it empty for SQLite."
_NO_DRIVER = "The driver for PostgreSQL is not installed. Install it: .venv/bin/pip install -e '.[postgres]'"


class Database:
    """An opened database: an engine for units of work, and driver connections for the two fast paths.

    `write_lock` is held by whoever writes to SQLite, which lets one writer in at a time: waiting for a lock of
    our own is quicker and fairer than SQLite's, which sleeps and looks again.
    """

    def __init__(self, url: URL, engine: Engine) -> None:
        self.url = url
        self.engine = engine
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.write_lock = threading.Lock()
        self._resting: deque[DriverConnection] = deque()
        self._watchers: list[Watcher] = []

    @property
    def path(self) -> Path | None:
        """The file of a SQLite database, None for PostgreSQL."""
        return Path(self.url.database or "") if self.is_sqlite else None

    @contextmanager
    def turn(self, since: float | None = None) -> Iterator[int]:
        """The turn to write; how many milliseconds another process may still be waited for.

        Rule: waiting in line, from `since` on the steady counter, and waiting for the file are one patience. Else whoever
        stands behind one that waits in vain would wait once more after it, and the tenth in line ten times.
        """
        if not self.is_sqlite:
            yield PATIENCE
            return
        began = _CLOCK.steady() if since is None else since
        with self.write_lock:
            waited = round((_CLOCK.steady() - began) * 1000)
            yield PATIENCE if waited < _LEAST else max(PATIENCE - waited, _LEAST)

    def driver(self, *, roomy: bool = False) -> DriverConnection:
        """A new connection straight to the driver, `roomy` for one that writes all the time; its owner closes it."""
        with spoken():
            connection = open_driver(self.engine, roomy=roomy)
        connection.watchers = self._watchers
        return connection

    def read_one(self, statement: str, args: Args) -> Found | None:
        """The first row of a statement that reads a page, or None; it sees what was committed before."""
        return self._read(lambda connection: connection.one(statement, args))

    def read_all(self, statement: str, args: Args) -> list[Found]:
        """All rows of a statement that reads a page."""
        return self._read(lambda connection: connection.all(statement, args))

    def _read(self, read: Callable[[DriverConnection], T]) -> T:
        """Read by a connection that rests, or by a new one, which rests again afterwards.

        As many exist as ever read at the same time, however many threads come and go.
        """
        try:
            connection = self._resting.pop()
        except IndexError:
            connection = self.driver()
        try:
            return read(connection)
        finally:
            if connection.closed:
                connection.close()
            else:
                self._resting.append(connection)

    def watch(self, watcher: Watcher) -> None:
        """Tell `watcher` the text of every statement from now on, by whichever way it is sent."""

        def heard(_connection: Connection, _cursor: Any, statement: str, *_rest: Any) -> None:
            watcher(statement)

        event.listen(self.engine, "before_cursor_execute", heard)
        self._watchers.append(watcher)

    def close(self) -> None:
        """Close every connection that this object opened."""
        while self._resting:
            self._resting.pop().close()
        self.engine.dispose()


def open_database(address: str) -> Database:
    """Open `sqlite:///path` or `postgresql://…`.

    Raises SetupFault or NotReady with a sentence where the file or the server is out of reach.
    """
    try:
        url = make_url(address)
    except ArgumentError as fault:
        raise SetupFault(_NO_ADDRESS) from fault
    match url.drivername:
        case "sqlite":
            return _open_sqlite(url)
        case "postgresql" | "postgresql+psycopg":
            return _open_postgresql(url.set(drivername="postgresql+psycopg"))
        case _:
            raise SetupFault(_NO_ADDRESS)


def _open_postgresql(url: URL) -> Database:
    try:
        engine = create_engine(url, pool_size=_THREADS, max_overflow=_THREADS, pool_pre_ping=True)
    except ImportError as fault:
        raise SetupFault(_NO_DRIVER) from fault
    return Database(url, engine)


def _open_sqlite(url: URL) -> Database:
    engine = create_engine(url, pool_size=_THREADS, max_overflow=_THREADS)

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver would begin a transaction by itself, of the kind that cannot wait for a lock.
        connection.isolation_level = None
        set_pragmas(connection)

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        patience = connection.get_execution_options().get("patience")
        if patience is None:
            connection.exec_driver_sql("BEGIN")
            return
        raw: Any = connection.connection.driver_connection
        with patient(raw, patience):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    database = Database(url, engine)
    _make_file(database.path)
    return database


def _make_file(path: Path | None) -> None:
    """Make the file with rights for its owner alone; SQLite gives its companions the same rights."""
    if path is None:
        return
    with spoken_files(f"The data folder {path.parent}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
