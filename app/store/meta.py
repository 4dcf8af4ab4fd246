"""Small facts about the database itself: which state of the question files it holds, and the like."""

from sqlalchemy import Column, String, Table, Text, delete, insert, select

from app.store.schema import METADATA
from app.store.unit import Reading, Writing

meta = Table(
    "meta",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("content", Text, nullable=False),
)


def fact(unit: Reading, name: str) -> str | None:
    """The fact of that name, or None."""
    found: str | None = unit.connection.scalar(select(meta.c.content).where(meta.c.name == name))
    return found


def put_fact(unit: Writing, name: str, content: str) -> None:
    """Set a fact, in place of what it was."""
    unit.connection.execute(delete(meta).where(meta.c.name == name))
    unit.connection.execute(insert(meta).values(name=name, content=content))
