"""All rows of one learner, table by table, with whatever columns a table has: for the export and for the import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, Float, Integer, LargeBinary, String, Table, insert, select
from sqlalchemy.sql.type_api import TypeEngine

from app.store.learners import learners
from app.store.moments import Moment
from app.store.unit import Reading, Writing

ROW_NUMBERS = frozenset(
    {"id", "learner_id", "presentation_id", "ruling_id"}
)  # they mean nothing outside this database
_MOST, _MOST_MICROSECONDS = 1_000_000, 10**13  # the second is a hundred days and more
_LONG = 20_000  # characters of a text that has no limit in its column
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column as a file has it: what it holds, whether it may miss, the longest text or the largest number.

    `empty` says whether it may be there and hold nothing.
    """

    kind: type
    optional: bool
    longest: int = _LONG
    most: int = _MOST
    empty: bool = False


def columns_of(table: Table) -> dict[str, Column]:
    """The columns of a table but for row numbers and links by them; an `id` that is a text stays."""
    return {
        column.name: Column(
            _kind(column.type),
            bool(column.nullable) or column.server_default is not None or column.default is not None,
            getattr(column.type, "length", None) or _LONG,
            _MOST_MICROSECONDS if isinstance(column.type, BigInteger) else _MOST,
            bool(column.nullable),
        )
        for column in table.c
        if column.name not in ROW_NUMBERS or (column.name == "id" and _kind(column.type) is str)
    }


def _kind(kind: TypeEngine[Any]) -> type:
    match kind:
        case Moment():
            return datetime
        case Boolean():
            return bool
        case Float():
            return float
        case String():
            return str
        case LargeBinary():
            return bytes
        case _ if isinstance(kind, Integer):
            return int
    raise TypeError(f"no file holds a column of type {kind!r}")


def rows_of(unit: Reading, table: Table, learner_id: int) -> list[Row]:
    """A learner's rows of a table, in the order of its primary names."""
    statement = select(table).where(table.c.learner_id == learner_id).order_by(*table.primary_key.columns)
    found = unit.connection.execute(statement).mappings()
    return [{str(name): value for name, value in row.items()} for row in found]


def add_row(unit: Writing, table: Table, values: Mapping[str, Any]) -> int | None:
    """Insert a row; its number, where the table numbers its rows.

    The values are arguments and no part of the statement, so that it is compiled once for the thousands of rows of a
    file: while they go in, everybody else's answers wait.
    """
    if "id" in table.c and "id" not in values:
        return int(unit.connection.execute(insert(table).returning(table.c.id), dict(values)).scalar_one())
    unit.connection.execute(insert(table), dict(values))
    return None


def replace_row(unit: Writing, table: Table, values: Mapping[str, Any], by: Sequence[str]) -> None:
    """Insert a row in place of the one with the same values of `by`."""
    statement = table.delete()
    for name in by:
        statement = statement.where(table.c[name] == values[name])
    unit.connection.execute(statement)
    unit.connection.execute(insert(table).values(**values))


def hold_learner(unit: Writing, learner_id: int) -> None:
    """Let nobody else put rows in for this learner until the unit ends."""
    unit.connection.execute(select(learners.c.id).where(learners.c.id == learner_id).with_for_update())
