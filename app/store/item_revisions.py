"""All revisions of an item, as they came to be."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.store.items import item_revisions
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """A revision: its text, when it came, from where ("file", "editor", "import", "lab"), by whom, and after which one."""

    id: str
    text: str
    created_at: datetime
    origin: str
    author: str | None
    parent_id: str | None


def revisions_of_item(unit: Reading, item_id: str) -> list[RevisionRow]:
    """The revisions of an item, the first one first."""
    columns = item_revisions.c
    statement = (
        select(*(columns[name] for name in RevisionRow.__slots__))
        .where(columns.item_id == item_id)
        .order_by(columns.created_at, columns.id)
    )
    return [RevisionRow(*row) for row in unit.connection.execute(statement)]
