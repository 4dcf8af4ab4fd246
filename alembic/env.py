"""How alembic meets the database: with the connection that it is given, else with the one of the settings."""

from alembic import context
from sqlalchemy import Connection

from app.settings import read_settings
from app.store.database import open_database
from app.store.moments import Moment
from app.store.tables import METADATA


def _render(kind: str, found: object, _autogen: object) -> str | bool:
    """Moments are written into migrations as the plain numbers they are, so that a migration never changes."""
    return "sa.BigInteger()" if kind == "type" and isinstance(found, Moment) else False


def _migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=True,
        render_item=_render,
        # SQLite can undo DDL: all steps are one transaction, and a crash leaves the old schema or the new one.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if isinstance(given, Connection):
    _migrate(given)
else:
    database = open_database(read_settings().url)
    with database.engine.connect().execution_options(writes=True) as own:
        _migrate(own)
        own.commit()
    database.close()
