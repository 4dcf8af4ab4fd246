"""A small database as a file of its own, for packages of other systems."""

import sqlite3
from collections.abc import Callable
from contextlib import closing


def database_file(fill: Callable[[sqlite3.Cursor], None]) -> bytes:
    """The bytes of a new SQLite file that `fill` has filled; nothing is written to the disk."""
    with closing(sqlite3.connect(":memory:")) as connection:
        fill(connection.cursor())
        connection.commit()
        return connection.serialize()
