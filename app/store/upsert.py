"""Insertions that meet a row that is there already, in the one form that SQLite and PostgreSQL share.

SQLAlchemy has such statements per database; loading both databases' dialects for them would slow every start.
"""

from collections.abc import Sequence

from sqlalchemy import Table, TextClause, bindparam, text


def insert_new(table: Table) -> TextClause:
    """Insert a whole row; one that clashes with a row that is there is left out."""
    names = [column.name for column in table.c]
    return _typed(table, f"{_insert(table, names)} ON CONFLICT DO NOTHING", names)


def insert_or_replace(table: Table, by: Sequence[str], *, without: Sequence[str] = ()) -> TextClause:
    """Insert a row; where the columns `by` clash, the other columns of the row that is there are set.

    The columns `without` are neither inserted nor set: a new row has them empty, an old one keeps them.
    """
    names = [column.name for column in table.c if column.name not in without]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in by)
    return _typed(
        table, f"{_insert(table, names)} ON CONFLICT ({', '.join(by)}) DO UPDATE SET {changes}", names
    )


def _insert(table: Table, names: Sequence[str]) -> str:
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"  # noqa: S608


def _typed(table: Table, statement: str, names: Sequence[str]) -> TextClause:
    return text(statement).bindparams(*(bindparam(name, type_=table.c[name].type) for name in names))
