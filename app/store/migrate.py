"""Bring a database to the newest version, all of it or nothing, with a backup before.

Loading alembic takes longer than starting to serve may: look with `versions.is_current` before importing this.
"""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from app.kit.errors import SetupFault
from app.store.backup import back_up
from app.store.database import Database
from app.store.faults import spoken
from app.store.pragmas import PATIENCE
from app.store.versions import MIGRATIONS, is_current, newest_version, stored_version

_LOCK = 5_390_337  # any number, the same for all processes: PostgreSQL lets one of them migrate


@dataclass(frozen=True, slots=True)
class Migrated:
    """From which version to which, and where the backup lies; `before` is None for an empty database."""

    before: str | None
    after: str
    backup: Path | None


def migrate(database: Database, *, now: datetime) -> Migrated | None:
    """Bring the database to the newest version; None where it has it.

    A SQLite database that holds anything is backed up first, beside itself in `backups/`.
    """
    if is_current(database):
        return None
    before = stored_version(database)
    backup = None if before is None else back_up(database, name=f"before-{newest_version()}", now=now)
    to_version(database, "head")
    return Migrated(before, newest_version(), backup)


def to_version(database: Database, version: str) -> None:
    """Go up to a version ("head" is the newest), or down to one ("base" is an empty database)."""
    config = alembic_config()
    with spoken(), database.engine.connect().execution_options(patience=PATIENCE) as connection:
        connection.detach()  # its settings are for migrating only: it does not go back to the pool
        _let_tables_be_rebuilt(connection)
        connection.begin()  # ours, so that alembic leaves the commit to us
        _keep_others_out(connection)
        config.attributes["connection"] = connection
        if version == "base" or (version.isdigit() and version < (stored_version(database) or "")):
            command.downgrade(config, version)
        else:
            command.upgrade(config, version)
        _require_whole(connection)
        connection.commit()


def alembic_config() -> Config:
    """Alembic's settings, from pyproject.toml."""
    config = Config(toml_file=MIGRATIONS.parent / "pyproject.toml")
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _let_tables_be_rebuilt(connection: Connection) -> None:
    """Rebuilding a table drops it for a moment; the rows that point to it must not mind.

    The pragma has no effect inside a transaction, so it is sent to the driver before the first one begins.
    """
    if connection.dialect.name == "sqlite":
        driver_connection: Any = connection.connection.dbapi_connection
        driver_connection.execute("PRAGMA foreign_keys = OFF")


def _keep_others_out(connection: Connection) -> None:
    """SQLite's transaction has done it already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": _LOCK})


def _require_whole(connection: Connection) -> None:
    """Refuse to commit a migration that left a row pointing nowhere."""
    if connection.dialect.name == "sqlite":
        loose = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if loose:
            raise SetupFault(
                f"The migration was undone: it would leave {len(loose)} rows that point nowhere."
            )
