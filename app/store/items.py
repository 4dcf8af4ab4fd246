"""Items and their revisions: a revision never changes, an item points to its latest one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import Column, Float, ForeignKey, Row, String, Table, Text, case, func, select, update

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new, insert_or_replace

item_revisions = Table(
    "item_revisions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("item_id", String(128), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("origin", String(16), nullable=False),  # file | editor | import | lab
    Column("author", String(100)),
    Column("parent_id", String(32)),
)

items = Table(
    "items",
    METADATA,
    Column("id", String(128), primary_key=True),
    Column("bank", String(128), nullable=False, index=True),
    Column("path", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("level", String(32), nullable=False),
    Column("shape", String(32), nullable=False),
    Column("objectives", Text, nullable=False),
    Column("difficulty", Float, nullable=False),
    Column("recipe", String(128)),
    Column("latest_revision_id", String(32), ForeignKey("item_revisions.id"), nullable=False),
    Column("retired_at", Moment),
    # What the files and the database last had in common; empty for what was never in a file.
    Column("common_revision_id", String(32)),
    Column("source", Text),  # the author's own YAML of the latest revision, with comments, where there is one
)


@dataclass(frozen=True, slots=True)
class OriginRow:
    """How a revision came to be. One that is not `live` is stored as retired from the start."""

    origin: str = "file"
    author: str | None = None
    parent_id: str | None = None
    live: bool = True


FROM_FILE = OriginRow()
_KEPT = ("common_revision_id", "source")


@dataclass(frozen=True, slots=True)
class ItemRow:
    """What is known of an item without reading its text. `path` is relative to the folder of the banks."""

    id: str
    bank: str
    path: str
    kind: str
    level: str
    shape: str
    objectives: tuple[str, ...]
    difficulty: float
    recipe: str | None
    latest_revision_id: str

    @property
    def family(self) -> str:
        """The name under which the item is remembered: its recipe's, shared with the recipe's other form, or its own."""
        return self.recipe or self.id


def _row(found: Row[*tuple[Any, ...]]) -> ItemRow:
    """An item from _COLUMNS; all live items are read for every new question, so this takes the short way."""
    name, bank, path, kind, level, shape, objectives, difficulty, recipe, latest = found
    return ItemRow(
        name, bank, path, kind, level, shape, tuple(orjson.loads(objectives)), difficulty, recipe, latest
    )


_COLUMNS = (
    items.c.id,
    items.c.bank,
    items.c.path,
    items.c.kind,
    items.c.level,
    items.c.shape,
    items.c.objectives,
    items.c.difficulty,
    items.c.recipe,
    items.c.latest_revision_id,
)


def live_items(unit: Reading) -> list[ItemRow]:
    """All items that are not retired, by name."""
    statement = select(*_COLUMNS).where(items.c.retired_at.is_(None)).order_by(items.c.id)
    return [_row(found) for found in unit.connection.execute(statement)]


def item_row(unit: Reading, item_id: str) -> ItemRow | None:
    """One item, retired or not."""
    found = unit.connection.execute(select(*_COLUMNS).where(items.c.id == item_id)).first()
    return None if found is None else _row(found)


def latest_revisions(unit: Reading) -> dict[str, tuple[str, str]]:
    """Of each item, retired ones too, its bank and the name of its latest revision."""
    statement = select(items.c.id, items.c.bank, items.c.latest_revision_id)
    return {row[0]: (row[1], row[2]) for row in unit.connection.execute(statement)}


def count_items(unit: Reading) -> tuple[int, int]:
    """How many live items were written by an author, and how many recipes the others have, in whatever forms."""
    written = func.sum(case((items.c.recipe.is_(None), 1), else_=0))
    statement = select(func.coalesce(written, 0), func.count(items.c.recipe.distinct())).where(
        items.c.retired_at.is_(None)
    )
    authored, recipes = unit.connection.execute(statement).one()
    return int(authored), recipes


def item_names(unit: Reading) -> frozenset[str]:
    """The names of all items, retired ones too."""
    return frozenset(unit.connection.scalars(select(items.c.id)))


def family_names(unit: Reading) -> frozenset[str]:
    """The names under which items are remembered, retired ones too: their recipes' or their own."""
    statement = select(func.coalesce(items.c.recipe, items.c.id)).distinct()
    return frozenset(unit.connection.scalars(statement))


def is_computed(unit: Reading, item_id: str) -> bool:
    """Whether the item has a recipe."""
    found = unit.connection.scalar(select(items.c.recipe).where(items.c.id == item_id))
    return found is not None


def revision_text(unit: Reading, revision_id: str) -> str | None:
    """The text of a revision."""
    found: str | None = unit.connection.scalar(
        select(item_revisions.c.text).where(item_revisions.c.id == revision_id)
    )
    return found


def put_item(
    unit: Writing, item: ItemRow, *, text: str, now: datetime, written: OriginRow = FROM_FILE
) -> None:
    """Store the revision unless it is there, and let the item point to it; an item of that name lives again.

    Of one that is not live nothing draws, and what is shown of it stays. What files and database have in common, and
    the author's own text, stay as they are.
    """
    revision = {
        "id": item.latest_revision_id,
        "item_id": item.id,
        "text": text,
        "created_at": now,
        "origin": written.origin,
        "author": written.author,
        "parent_id": written.parent_id,
    }
    unit.connection.execute(insert_new(item_revisions), revision)
    values = {
        "id": item.id,
        "bank": item.bank,
        "path": item.path,
        "kind": item.kind,
        "level": item.level,
        "shape": item.shape,
        "objectives": orjson.dumps(item.objectives).decode(),
        "difficulty": item.difficulty,
        "recipe": item.recipe,
        "latest_revision_id": item.latest_revision_id,
        "retired_at": None if written.live else now,
    }
    unit.connection.execute(insert_or_replace(items, ("id",), without=_KEPT), values)


def set_common(unit: Writing, item_id: str, *, revision_id: str | None, source: str | None) -> None:
    """Say what the files and the database now have in common, and how its author wrote it."""
    values = {"common_revision_id": revision_id, "source": source}
    unit.connection.execute(update(items).where(items.c.id == item_id).values(values))


def set_source(unit: Writing, item_id: str, source: str | None) -> None:
    """Keep the author's own text of the latest revision."""
    unit.connection.execute(update(items).where(items.c.id == item_id).values(source=source))


def common_revisions(unit: Reading) -> dict[str, str | None]:
    """Of every item, retired ones too, what the files and the database last had in common."""
    found = unit.connection.execute(select(items.c.id, items.c.common_revision_id))
    return dict(found.tuples().all())


def item_source(unit: Reading, item_id: str) -> str | None:
    """The author's own text of the latest revision, with comments, where there is one."""
    found: str | None = unit.connection.scalar(select(items.c.source).where(items.c.id == item_id))
    return found


def retire_others(unit: Writing, kept: Iterable[str], *, now: datetime) -> int:
    """Retire every live item that is not named; how many. What was shown of them stays as it is."""
    statement = (
        update(items)
        .where(items.c.retired_at.is_(None), items.c.id.not_in(list(kept)))
        .values(retired_at=now)
    )
    return unit.connection.execute(statement).rowcount
