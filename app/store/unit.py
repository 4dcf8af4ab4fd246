"""Units of work: what is not committed is undone, and a function says by its type whether it may write."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from app.store.database import Database
from app.store.faults import spoken


class Reading:
    """An open transaction that only reads."""

    __slots__ = ("connection",)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Writing(Reading):
    """An open transaction that may write; it has no effect unless `commit` is called."""

    __slots__ = ()

    def commit(self) -> None:
        """Make everything so far durable. The unit is over after it."""
        self.connection.commit()


@contextmanager
def reading(database: Database) -> Iterator[Reading]:
    """A consistent view of the database."""
    with spoken(), database.engine.connect() as connection:
        yield Reading(connection)


@contextmanager
def writing(database: Database) -> Iterator[Writing]:
    """A unit that may write. SQLite lets one in at a time (BEGIN IMMEDIATE, behind a lock of our own)."""
    with (
        spoken(),
        database.turn() as patience,
        database.engine.connect().execution_options(patience=patience) as connection,
    ):
        yield Writing(connection)
