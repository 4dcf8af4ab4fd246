"""Items that were changed both in their file and in the database, with the file's text, until somebody settles it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, String, Table, Text, delete, select

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_or_replace

item_conflicts = Table(
    "item_conflicts",
    METADATA,
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("path", Text, nullable=False),
    Column("text", Text),  # what the file says; empty where the file is gone
    Column("revision_id", String(32)),  # the hash of the file's canonical text
    Column("found_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """What a file says of an item that was changed in the database too; no text where the file is gone."""

    item_id: str
    path: str
    text: str | None
    revision_id: str | None
    found_at: datetime


def put_conflict(unit: Writing, conflict: ConflictRow) -> None:
    """Store a conflict in place of the item's earlier one."""
    values = {name: getattr(conflict, name) for name in ConflictRow.__slots__}
    unit.connection.execute(insert_or_replace(item_conflicts, ("item_id",)), values)


def drop_conflict(unit: Writing, item_id: str) -> None:
    """The conflict is settled, or is none any more."""
    unit.connection.execute(delete(item_conflicts).where(item_conflicts.c.item_id == item_id))


def conflicts(unit: Reading) -> list[ConflictRow]:
    """All conflicts, by item."""
    columns = tuple(item_conflicts.c[name] for name in ConflictRow.__slots__)
    return [ConflictRow(*row) for row in unit.connection.execute(select(*columns).order_by(columns[0]))]


def conflict_of(unit: Reading, item_id: str) -> ConflictRow | None:
    """The conflict of one item, or None where there is none."""
    columns = tuple(item_conflicts.c[name] for name in ConflictRow.__slots__)
    statement = select(*columns).where(item_conflicts.c.item_id == item_id)
    found = unit.connection.execute(statement).first()
    return None if found is None else ConflictRow(*found)
