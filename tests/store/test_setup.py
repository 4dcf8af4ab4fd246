"""The surroundings: rights, full disks, broken files, servers that are not there; each gives one sentence."""

import errno
import sqlite3
import stat
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from app.kit.errors import NotReady, SetupFault
from app.store.backup import back_up
from app.store.database import Database, open_database
from app.store.faults import problem_of, spoken_files
from app.store.learners import add_guest, learners
from app.store.meta import put_fact
from app.store.moments import from_micros, to_micros
from app.store.unit import reading, writing
from app.store.versions import is_current
from tests.databases import NOW


def test_a_new_file_belongs_to_its_owner(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'deep' / 'keyed.sqlite3'}")
    with writing(database) as unit:
        unit.connection.execute(text("CREATE TABLE t (a INTEGER)"))
        unit.commit()
    for path in (tmp_path / "deep").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    database.close()


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("busy_timeout", 10_000),
        ("foreign_keys", 1),
        ("temp_store", 2),
        ("wal_autocheckpoint", 4_000),
    ],
)
def test_every_connection_is_set_up_to_lose_nothing(
    sqlite_database: Database, pragma: str, expected: object
) -> None:
    with reading(sqlite_database) as unit:
        assert unit.connection.scalar(text(f"PRAGMA {pragma}")) == expected
    connection = sqlite_database.driver()
    assert connection.one(f"PRAGMA {pragma}") == (expected,)
    connection.close()


def test_writing_units_take_the_lock_at_once(sqlite_database: Database) -> None:
    statements: list[str] = []
    with sqlite_database.engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        raw.set_trace_callback(statements.append)  # type: ignore[union-attr]
    with reading(sqlite_database) as unit:
        unit.connection.execute(text("SELECT 1"))
    with writing(sqlite_database) as unit:
        unit.connection.execute(text("SELECT 1"))
    begun = [one.strip() for one in statements if one.startswith("BEGIN")]
    assert begun == ["BEGIN", "BEGIN IMMEDIATE"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupFault, match="KEYED_DATA"):
        open_database(f"sqlite:///{tmp_path / 'file' / 'keyed.sqlite3'}")


@pytest.mark.parametrize(
    ("code", "part"),
    [
        (errno.EACCES, "cannot be written"),
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "cannot be used"),
    ],
)
def test_what_the_file_system_refuses(code: int, part: str) -> None:
    with pytest.raises(SetupFault, match=part), spoken_files("The data folder"):
        raise OSError(code, "refused")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "keyed.sqlite3"
    path.write_bytes(b"not a database at all" * 100)
    database = open_database(f"sqlite:///{path}")
    with pytest.raises(SetupFault, match="not one of ours"):
        is_current(database)
    database.close()


def test_a_database_without_tables_is_told(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'keyed.sqlite3'}")
    with pytest.raises(SetupFault, match="keyed migrate"), writing(database) as unit:
        put_fact(unit, "a", "b")
    database.close()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    database = open_database(f"postgresql://postgres@/keyed?host={tmp_path}")
    with pytest.raises(NotReady, match="cannot be reached"):
        is_current(database)
    with pytest.raises(NotReady, match="cannot be reached"):
        database.driver()
    database.close()


def test_a_read_only_database_is_told(sqlite_database: Database) -> None:
    with sqlite_database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
        connection.detach()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.connection.dbapi_connection.execute("DELETE FROM meta")  # type: ignore[union-attr]
    problem = problem_of("attempt to write a readonly database")
    assert isinstance(problem, SetupFault)
    assert "data folder" in problem.sentence


def test_a_fault_of_our_own_is_no_sentence(database: Database) -> None:
    assert problem_of("UNIQUE constraint failed: items.id") is None
    with pytest.raises(Exception, match=r"learner_id|FOREIGN KEY|null") as found, writing(database) as unit:
        unit.connection.execute(text("INSERT INTO guest_tokens (token_hash) VALUES ('x')"))
    assert not isinstance(found.value, SetupFault | NotReady)


def test_only_moments_in_utc_are_stored(database: Database) -> None:
    naive = datetime(2026, 12, 1)  # noqa: DTZ001 - the point of the test
    other = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=2)))
    for moment in (naive, other):
        with pytest.raises(Exception, match="only moments in UTC"), writing(database) as unit:
            unit.connection.execute(insert(learners).values(created_at=moment))
    assert from_micros(to_micros(NOW)) == NOW
    with writing(database) as unit:
        add_guest(unit, "h", now=NOW + timedelta(microseconds=1), expires_at=NOW)
        found = unit.connection.execute(learners.select()).one()
    assert found.created_at == NOW + timedelta(microseconds=1)


def test_a_backup_under_way_holds_what_was_committed(sqlite_database: Database) -> None:
    with writing(sqlite_database) as unit:
        put_fact(unit, "kept", "yes")
        unit.commit()
    path = back_up(sqlite_database, name="test", now=NOW)
    assert path is not None
    copy = open_database(f"sqlite:///{path}")
    with reading(copy) as unit:
        assert unit.connection.scalar(text("SELECT content FROM meta WHERE name = 'kept'")) == "yes"
    copy.close()
    assert not list(path.parent.glob("*.partial"))


def test_postgresql_is_backed_up_by_its_own_tools(postgresql_database: Database) -> None:
    assert back_up(postgresql_database, name="test", now=NOW) is None


@pytest.mark.parametrize("told", ["database is locked", "deadlock detected\nDETAIL: Process 7 waits"])
def test_what_somebody_else_holds_is_said_to_be_busy(told: str) -> None:
    """On PostgreSQL two who wait for each other are told apart; one of them gives way, and nothing of it is kept."""
    problem = problem_of(told)
    assert isinstance(problem, NotReady)
    assert "busy: nothing was saved" in problem.sentence
