"""Which version of the schema a database has and which one the code wants, without loading the migrations."""

from pathlib import Path

from sqlalchemy import inspect, text

from app.kit.errors import SetupFault
from app.store.database import Database
from app.store.unit import reading

MIGRATIONS = Path(__file__).resolve().parent.parent.parent / "alembic"


def newest_version() -> str:
    """The number that starts the name of the last file of the migrations: they are called 0001_…, 0002_…."""
    files = sorted(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
    if not files:
        raise SetupFault(f"The folder {MIGRATIONS} has no migrations. Clone the project again.")
    return files[-1].split("_", 1)[0]


def stored_version(database: Database) -> str | None:
    """The version of this database, or None where it is empty."""
    with reading(database) as unit:
        if not inspect(unit.connection).has_table("alembic_version"):
            return None
        found: str | None = unit.connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def is_current(database: Database) -> bool:
    """Whether nothing is to be migrated. Raises SetupFault where the database is newer than this code."""
    stored, newest = stored_version(database), newest_version()
    if stored is not None and stored > newest:
        raise SetupFault(
            f"The database has version {stored} and this program knows versions up to {newest}. "
            "Use the newer program, or restore an older backup."
        )
    return stored == newest
