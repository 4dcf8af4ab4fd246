"""Conflicts of files and database come to an end: both became alike, somebody decided, or a merge was published."""

from app.services.authoring.publication import Stamp
from app.store.drafts import DraftRow
from app.store.item_conflicts import ConflictRow, conflict_of, drop_conflict
from app.store.item_history import ItemEventRow, add_event, events_of
from app.store.published import agree
from app.store.unit import Reading, Writing

GONE = "gone"  # stands for the name of a revision where the file of an item is gone


def file_side(conflict: ConflictRow) -> str:
    """The name of what the file says."""
    return conflict.revision_id or GONE


def settle(unit: Writing, conflict: ConflictRow, stamp: Stamp, how: str) -> None:
    """The file's state is what both have in common now, and the database goes on from it; the item's history says so."""
    agree(unit, conflict.item_id, conflict.revision_id)
    drop_conflict(unit, conflict.item_id)
    detail = {"how": how, "file": file_side(conflict)}
    event = ItemEventRow(
        conflict.item_id, stamp.at, "settled", stamp.actor, conflict.revision_id,
        verified=stamp.verified, note=stamp.note, detail=detail,
    )  # fmt: skip
    add_event(unit, event)


def settle_alike(unit: Writing, item_id: str, revision_id: str, stamp: Stamp) -> None:
    """What was just published may be what the file says."""
    conflict = conflict_of(unit, item_id)
    if conflict is not None and conflict.revision_id == revision_id:
        settle(unit, conflict, stamp, "alike")


def settle_merged(unit: Writing, draft: DraftRow, stamp: Stamp) -> None:
    """The draft that was just published may have been begun to merge the two sides of a conflict that stands as it did."""
    conflict = conflict_of(unit, draft.item_id)
    if conflict is not None and merges(unit, draft) == file_side(conflict):
        settle(unit, conflict, stamp, "merged")


def merges(unit: Reading, draft: DraftRow) -> str | None:
    """The state of the file that a draft was begun to merge, or None for any other draft."""
    begun = (one.detail for one in events_of(unit, draft.item_id) if one.what == "begun")
    found = next((one.get("merges") for one in begun if one.get("draft") == draft.id), None)
    return found if isinstance(found, str) else None
