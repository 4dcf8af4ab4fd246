"""The schema: up, check, down, up on both databases; a backup first; and a quick look that needs no alembic."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import inspect, text

from app.kit.errors import SetupFault
from app.store.database import Database, open_database
from app.store.meta import fact, put_fact
from app.store.migrate import alembic_config, migrate, to_version
from app.store.unit import reading, writing
from app.store.versions import is_current, newest_version, stored_version
from tests.databases import NOW


def _check(database: Database) -> None:
    """Alembic's own check that the tables are what the code says they are."""
    config = alembic_config()
    with database.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)


def test_up_check_down_up(database: Database) -> None:
    assert is_current(database)
    _check(database)
    to_version(database, "base")
    with reading(database) as unit:
        assert set(inspect(unit.connection).get_table_names()) <= {"alembic_version"}
    to_version(database, "head")
    assert is_current(database)
    _check(database)


def test_migrating_again_does_nothing(database: Database) -> None:
    assert migrate(database, now=NOW) is None


def test_a_database_that_holds_something_is_backed_up_first(sqlite_database: Database) -> None:
    with writing(sqlite_database) as unit:
        put_fact(unit, "kept", "yes")
        unit.connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
        unit.commit()
    with pytest.raises(Exception, match="0000"):  # no such migration: what matters is what was done before
        migrate(sqlite_database, now=NOW)
    path = sqlite_database.path
    assert path is not None
    copies = list((path.parent / "backups").iterdir())
    assert len(copies) == 1
    with sqlite3.connect(copies[0]) as copy:
        assert copy.execute("SELECT content FROM meta WHERE name = 'kept'").fetchone() == ("yes",)
    copy.close()
    assert copies[0].stat().st_mode & 0o777 == 0o600


def test_a_migration_that_fails_leaves_the_old_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'keyed.sqlite3'}")

    def refuse(_connection: object) -> None:
        raise SetupFault("undone")

    monkeypatch.setattr("app.store.migrate._require_whole", refuse)
    with pytest.raises(SetupFault, match="undone"):
        migrate(database, now=NOW)
    with reading(database) as unit:
        assert inspect(unit.connection).get_table_names() == []
    database.close()


def test_a_newer_database_is_refused(database: Database) -> None:
    with writing(database) as unit:
        unit.connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        unit.commit()
    with pytest.raises(SetupFault, match="version 9999"):
        is_current(database)


def test_the_quick_look_loads_no_alembic(sqlite_database: Database) -> None:
    script = (
        "import sys; from app.store.database import open_database; from app.store.versions import is_current;"
        f"assert is_current(open_database('sqlite:///{sqlite_database.path}'));"
        "assert 'alembic' not in sys.modules, 'alembic was loaded'"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_versions_are_the_numbers_of_the_files(database: Database) -> None:
    assert stored_version(database) == newest_version()
    assert newest_version().isdigit()


@pytest.mark.parametrize("table", ["item_revisions", "slip_layouts", "variants", "responses", "audit"])
def test_the_database_itself_refuses_changes(database: Database, table: str) -> None:
    with reading(database) as unit:
        if database.is_sqlite:
            statement = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :name"
        else:
            statement = "SELECT count(*) FROM information_schema.triggers WHERE event_object_table = :name"
        assert unit.connection.scalar(text(statement), {"name": table})


def test_facts_are_kept(database: Database) -> None:
    with writing(database) as unit:
        put_fact(unit, "name", "one")
        put_fact(unit, "name", "two")
        unit.commit()
    with writing(database) as unit:
        put_fact(unit, "name", "three")  # not committed, so undone
    with reading(database) as unit:
        assert fact(unit, "name") == "two"
        assert fact(unit, "other") is None
