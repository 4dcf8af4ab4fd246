"""Conflicts of files and database come to an end: both became alike, somebody decided, or a merge was published."""

from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.services.authoring.publication import Stamp
from app.store.drafts import DraftRow
from app.store.item_conflicts import ConflictRow, conflict_of, drop_conflict
from app.store.item_history import ItemEventRow, add_event, events_of
from app.store.items import OriginRow
from app.store.published import add_revision, agree
from app.store.unit import Reading, Writing

GONE = "gone"  # stands for the name of a revision where the file of an item is gone


def file_side(conflict: ConflictRow) -> str:
    """The name of what the file says."""
    return conflict.revision_id or GONE


def settle(unit: Writing, conflict: ConflictRow, stamp: Stamp, how: str) -> None:
    """The file's state is what both have in common now, and the database goes on from it; the item's history says so.

    What the file says is stored as a revision, whatever was decided, so that it is still there when its file is not.
    """
    _keep(unit, conflict, stamp)
    agree(unit, conflict.item_id, conflict.revision_id)
    drop_conflict(unit, conflict.item_id)
    detail = {"how": how, "file": file_side(conflict)}
    event = ItemEventRow(
        conflict.item_id, stamp.at, "settled", stamp.actor, conflict.revision_id,
        verified=stamp.verified, note=stamp.note, detail=detail,
    )  # fmt: skip
    add_event(unit, event)


def _keep(unit: Writing, conflict: ConflictRow, stamp: Stamp) -> None:
    if conflict.text is None or conflict.revision_id is None:
        return
    try:
        revision = revision_of(parse_item(conflict.text, conflict.path, Known()).item)
    except BankFaults:
        return
    if revision.id == conflict.revision_id:
        add_revision(unit, conflict.item_id, revision, OriginRow("file"), now=stamp.at)


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
