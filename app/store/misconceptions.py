"""The registry of misconceptions as the bank's files last had it, and which items use which."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Column, ForeignKey, String, Table, Text, delete, insert, select

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
    Column("theme", String(128), nullable=False, server_default=""),
)

# That an item uses a misconception, and never which of its options does.
item_misconceptions = Table(
    "item_misconceptions",
    METADATA,
    Column("item_id", String(128), ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("slug", String(128), primary_key=True, index=True),
)


def replace_misconceptions(unit: Writing, registry: Iterable[Misconception]) -> None:
    """Make the table hold exactly this registry."""
    unit.connection.execute(delete(misconceptions))
    rows = [
        {
            "slug": one.slug,
            "name": one.name,
            "belief": one.belief,
            "truth": one.truth,
            "theme": one.theme,
        }
        for one in registry
    ]
    if rows:
        unit.connection.execute(insert(misconceptions), rows)


def all_misconceptions(unit: Reading) -> dict[str, Misconception]:
    """The registry by slug."""
    columns = misconceptions.c
    statement = select(columns.slug, columns.name, columns.belief, columns.truth, columns.theme)
    return {row[0]: Misconception(*row) for row in unit.connection.execute(statement)}


def replace_item_misconceptions(unit: Writing, used: Mapping[str, Iterable[str]]) -> None:
    """Make the table hold exactly these misconceptions by item."""
    unit.connection.execute(delete(item_misconceptions))
    rows = [
        {"item_id": item_id, "slug": slug} for item_id, slugs in used.items() for slug in sorted(set(slugs))
    ]
    if rows:
        unit.connection.execute(insert(item_misconceptions), rows)


def set_item_misconceptions(unit: Writing, item_id: str, slugs: Iterable[str]) -> None:
    """Say which misconceptions one item uses."""
    table = item_misconceptions
    unit.connection.execute(delete(table).where(table.c.item_id == item_id))
    rows = [{"item_id": item_id, "slug": slug} for slug in sorted(set(slugs))]
    if rows:
        unit.connection.execute(insert(table), rows)


def items_using(unit: Reading, slug: str) -> frozenset[str]:
    """The items in which this misconception leads to a wrong answer."""
    columns = item_misconceptions.c
    return frozenset(unit.connection.scalars(select(columns.item_id).where(columns.slug == slug)))


def uses_by_misconception(unit: Reading) -> dict[str, list[str]]:
    """The items by misconception."""
    columns = item_misconceptions.c
    found: dict[str, list[str]] = {}
    for slug, item_id in unit.connection.execute(select(columns.slug, columns.item_id)):
        found.setdefault(slug, []).append(item_id)
    return found
