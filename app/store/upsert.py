"""Insertions that meet a row that is there already, in the one form that SQLite and PostgreSQL share.

SQLAlchemy has such statements per database; loading both databases' dialects for them would slow every start.
"""

from collections.abc import Sequence

from sqlalchemy import Table, TextClause, bindparam, text


def insert_new(table: Table) -> TextClause:
    """Insert a whole row; one that clashes with a row that is there is left out."""
    return _typed(table, f"{_insert(table)} ON CONFLICT DO NOTHING")


def insert_or_replace(table: Table, by: Sequence[str]) -> TextClause:
    """Insert a whole row; where the columns `by` clash, the other columns of the row that is there are set."""
    changes = ", ".join(
        f"{column.name} = excluded.{column.name}" for column in table.c if column.name not in by
    )
    return _typed(table, f"{_insert(table)} ON CONFLICT ({', '.join(by)}) DO UPDATE SET {changes}")


def _insert(table: Table) -> str:
    names = [column.name for column in table.c]
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"  # noqa: S608


def _typed(table: Table, statement: str) -> TextClause:
    return text(statement).bindparams(*(bindparam(column.name, type_=column.type) for column in table.c))
