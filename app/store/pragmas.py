"""How every SQLite connection is set: an accepted answer survives a power cut, and a lock is waited for."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 10_000  # milliseconds that a lock of another process is waited for

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    f"busy_timeout = {PATIENCE}",
    "foreign_keys = ON",
    "cache_size = -2000",  # 2 MB a connection: the system's own cache holds the file
    "wal_autocheckpoint = 4000",  # pages, 16 MB: a class dirties four with each save, many of them again and again
    "temp_store = MEMORY",
    "journal_size_limit = 67108864",
    "trusted_schema = OFF",
)

_ROOM = "cache_size = -16000"


def set_pragmas(connection: sqlite3.Connection, *, roomy: bool = False) -> None:
    """Set the pragmas; they hold for this connection (the journal mode for the file).

    A `roomy` one keeps 16 MB of pages: the writing thread comes back to the same ones again and again.
    """
    for pragma in (*_PRAGMAS, _ROOM) if roomy else _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


@contextmanager
def patient(connection: sqlite3.Connection, milliseconds: int) -> Iterator[None]:
    """Let this connection wait for a lock so long, and as long as ever afterwards."""
    if milliseconds == PATIENCE:
        yield
        return
    connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
