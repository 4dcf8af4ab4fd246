"""What learners get of each item, and what its files last had in common with it; held while somebody changes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from app.items.item import Revision
from app.store.items import OriginRow, item_revisions, items
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new


@dataclass(frozen=True, slots=True)
class ItemState:
    """An item's latest revision, whether it is asked, and what the files and the database last had in common."""

    revision_id: str
    live: bool
    common_id: str | None
    path: str
    source: str | None


_COLUMNS = (
    items.c.id,
    items.c.latest_revision_id,
    items.c.retired_at.is_(None),
    items.c.common_revision_id,
    items.c.path,
    items.c.source,
)


def hold_items(unit: Writing) -> None:
    """Let nobody else change an item until the unit is over; reading goes on. To be asked for first in a unit.

    SQLite lets one writer in at a time anyway.
    """
    if unit.connection.dialect.name == "postgresql":
        unit.connection.exec_driver_sql("LOCK TABLE items IN SHARE ROW EXCLUSIVE MODE")


def item_states(unit: Reading) -> Mapping[str, ItemState]:
    """Of every item, retired ones too."""
    found = unit.connection.execute(select(*_COLUMNS))
    return {name: ItemState(revision, bool(live), *rest) for name, revision, live, *rest in found}


def item_state(unit: Reading, item_id: str) -> ItemState | None:
    """Of one item, retired or not."""
    found = unit.connection.execute(select(*_COLUMNS).where(items.c.id == item_id)).first()
    return None if found is None else ItemState(found[1], bool(found[2]), *found[3:])


def retire_item(unit: Writing, item_id: str, *, now: datetime) -> bool:
    """Ask an item no more; False where it was not asked. What was shown of it stays as it is."""
    statement = update(items).where(items.c.id == item_id, items.c.retired_at.is_(None))
    return unit.connection.execute(statement.values(retired_at=now)).rowcount == 1


def revive_item(unit: Writing, item_id: str) -> bool:
    """Ask a retired item again; False where it is asked, and for what a learner made of a state of the lab."""
    of_lab = select(item_revisions.c.id).where(item_revisions.c.origin == "lab")
    statement = update(items).where(
        items.c.id == item_id, items.c.retired_at.is_not(None), items.c.latest_revision_id.not_in(of_lab)
    )
    return unit.connection.execute(statement.values(retired_at=None)).rowcount == 1


def add_revision(
    unit: Writing, item_id: str, revision: Revision, origin: OriginRow, *, now: datetime
) -> None:
    """Store a revision to which no item points; one that is there already stays."""
    values = {
        "id": revision.id,
        "item_id": item_id,
        "text": revision.text,
        "created_at": now,
        "origin": origin.origin,
        "author": origin.author,
        "parent_id": origin.parent_id,
    }
    unit.connection.execute(insert_new(item_revisions), values)


def agree(unit: Writing, item_id: str, revision_id: str | None) -> None:
    """Say what the files and the database now have in common; None where that is nothing."""
    statement = update(items).where(items.c.id == item_id)
    unit.connection.execute(statement.values(common_revision_id=revision_id))


def revisions_by_item(unit: Reading) -> Mapping[str, frozenset[str]]:
    """The names of all revisions that are stored, by item."""
    found: dict[str, set[str]] = {}
    for item_id, name in unit.connection.execute(select(item_revisions.c.item_id, item_revisions.c.id)):
        found.setdefault(item_id, set()).add(name)
    return {item_id: frozenset(names) for item_id, names in found.items()}
