"""The registry of misconceptions as the bank's files last had it."""

from collections.abc import Iterable

from sqlalchemy import Column, String, Table, Text, delete, insert, select

from app.items.misconceptions import Misconception
from app.store.schema import METADATA
from app.store.unit import Reading, Writing

misconceptions = Table(
    "misconceptions",
    METADATA,
    Column("slug", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    Column("belief", Text, nullable=False),
    Column("truth", Text, nullable=False),
)


def replace_misconceptions(unit: Writing, registry: Iterable[Misconception]) -> None:
    """Make the table hold exactly this registry."""
    unit.connection.execute(delete(misconceptions))
    rows = [
        {"slug": one.slug, "name": one.name, "belief": one.belief, "truth": one.truth} for one in registry
    ]
    if rows:
        unit.connection.execute(insert(misconceptions), rows)


def all_misconceptions(unit: Reading) -> dict[str, Misconception]:
    """The registry by slug."""
    columns = misconceptions.c
    rows = unit.connection.execute(select(columns.slug, columns.name, columns.belief, columns.truth))
    return {row[0]: Misconception(*row) for row in rows}
