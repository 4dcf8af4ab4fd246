"""What is remembered of each learner and item, for choosing what to ask next."""

from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, select

from app.scheduling.memory import Memory
from app.store.moments import Moment, from_micros, to_micros
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading

memories = Table(
    "memories",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("seen", Integer, nullable=False),
    Column("right_count", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("last_right", Boolean(create_constraint=False), nullable=False),
)

MEMORY_COLUMNS = ("seen", "right_count", "streak", "last_at", "last_right")


def memory_of(found: tuple[Any, ...]) -> Memory:
    """A memory from the driver's values of MEMORY_COLUMNS."""
    seen, right, streak, last_at, last_right = found
    return Memory(seen, right, streak, from_micros(last_at), bool(last_right))


def memory_args(memory: Memory) -> tuple[Any, ...]:
    """A memory as the driver's values of MEMORY_COLUMNS."""
    return (memory.seen, memory.right, memory.streak, to_micros(memory.last_at), memory.last_right)


def memories_of(unit: Reading, learner_id: int) -> dict[str, Memory]:
    """Everything that is remembered of one learner, by item."""
    columns = memories.c
    found = unit.connection.execute(
        select(
            columns.item_id,
            columns.seen,
            columns.right_count,
            columns.streak,
            columns.last_at,
            columns.last_right,
        ).where(columns.learner_id == learner_id)
    )
    return {row[0]: Memory(row[1], row[2], row[3], row[4], bool(row[5])) for row in found}
