"""Stored revisions as items again, for whoever draws new variants of them."""

from app.bank.cross import Known
from app.bank.parse import parse_item
from app.items.item import Revision
from app.store.items import ItemRow, revision_text
from app.store.unit import Reading


def stored_revision(unit: Reading, item: ItemRow) -> Revision:
    """The item's latest revision. What it refers to was checked when it was loaded."""
    text = revision_text(unit, item.latest_revision_id)
    if text is None:
        raise LookupError(f"revision {item.latest_revision_id} of {item.id} is not stored")
    return Revision(item.latest_revision_id, parse_item(text, item.path, Known()).item, text)
