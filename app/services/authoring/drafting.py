"""Drafts of items: begun, saved version by version, given up. Nobody's words are overwritten silently."""

import re
from dataclasses import dataclass

from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import new_id
from app.store.database import Database
from app.store.drafts import (
    DraftRow,
    VersionRow,
    add_draft,
    draft_of_item,
    draft_row,
    drop_draft,
    save_draft,
)
from app.store.item_history import ItemEventRow, add_event
from app.store.items import item_row, item_source, revision_text
from app.store.unit import Reading, reading, writing

LONGEST_TEXT = 100_000  # signs of a draft
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
NO_DRAFT = "There is no draft of that name. It may have been published or given up meanwhile."
_NO_ITEM = "There is no item of that name."
_BAD_NAME = (
    "An item's name has up to 100 signs of a to z, 0 to 9 and -, and begins with no -. "
    "Choose one like scaled-scores-of-a-row."
)


class Stale(Conflict):
    """Somebody saved the draft since; `draft` is how it stands now, and `text` is what was not saved."""

    def __init__(self, draft: DraftRow, text: str) -> None:
        super().__init__(
            f"Version {draft.version} of this draft was saved meanwhile, so yours was not. Both are kept: compare them, "
            "and save what shall stand."
        )
        self.draft = draft
        self.text = text


@dataclass(frozen=True, slots=True)
class Drafting:
    """What instructors do with drafts. At most one draft of an item exists at a time."""

    database: Database
    clock: Clock

    def draft(self, draft_id: str) -> DraftRow:
        """One draft as it stands. Raises NotFound."""
        with reading(self.database) as unit:
            return _found(unit, draft_id)

    def begin(self, item_id: str, actor: str) -> DraftRow:
        """The item's draft, begun from what is published where there is none. Raises NotFound."""
        now = self.clock.now()
        with writing(self.database) as unit:
            present = draft_of_item(unit, item_id)
            if present is not None:
                return present
            item = item_row(unit, item_id)
            if item is None:
                raise NotFound(_NO_ITEM)
            base = item.latest_revision_id
            text = item_source(unit, item_id) or revision_text(unit, base) or ""
            draft = DraftRow(new_id(), item_id, item.bank, base, text, 1, "draft", actor, now, now)
            if not add_draft(unit, draft):  # somebody else began it between the two statements
                return _of_item(unit, item_id)
            add_event(unit, ItemEventRow(item_id, now, "begun", actor, base, 1))
            unit.commit()
        return draft

    def create(self, item_id: str, bank: str, text: str, *, actor: str) -> DraftRow:
        """A draft of a new item. Raises BadInput for a bad name, Conflict for one that is taken."""
        if not _NAME.fullmatch(item_id):
            raise BadInput(_BAD_NAME)
        _check_length(text)
        now = self.clock.now()
        draft = DraftRow(new_id(), item_id, bank, None, text, 1, "draft", actor, now, now)
        with writing(self.database) as unit:
            if item_row(unit, item_id) is not None or not add_draft(unit, draft):
                raise Conflict(f"An item named {item_id} exists already. Choose another name.")
            add_event(unit, ItemEventRow(item_id, now, "begun", actor, None, 1))
            unit.commit()
        return draft

    def save(self, draft_id: str, version: int, text: str, *, actor: str) -> DraftRow:
        """Save a text that began from `version`; the draft as it then stands.

        The same text again is no new version. A saved draft is in no review: what was approved was another text. Raises
        Stale, with both texts, where another version was saved meanwhile; NotFound; BadInput for a text that is too long.
        """
        _check_length(text)
        now = self.clock.now()
        with writing(self.database) as unit:
            draft = _found(unit, draft_id)
            if draft.text == text:
                return draft
            saved = VersionRow(version + 1, text, actor, now)
            if not save_draft(unit, draft_id, saved):
                raise Stale(draft, text)
            unit.commit()
            return _found(unit, draft_id)

    def discard(self, draft_id: str, version: int, *, actor: str) -> DraftRow:
        """Give a draft up; how it stood. Raises Stale where another version was saved meanwhile, and NotFound."""
        with writing(self.database) as unit:
            draft = _found(unit, draft_id)
            if draft.version != version:
                raise Stale(draft, "")
            drop_draft(unit, draft_id)
            detail = {"text": draft.text}
            event = ItemEventRow(
                draft.item_id, self.clock.now(), "undone", actor, None, version, detail=detail
            )
            add_event(unit, event)
            unit.commit()
        return draft


def _found(unit: Reading, draft_id: str) -> DraftRow:
    draft = draft_row(unit, draft_id)
    if draft is None:
        raise NotFound(NO_DRAFT)
    return draft


def _of_item(unit: Reading, item_id: str) -> DraftRow:
    draft = draft_of_item(unit, item_id)
    if draft is None:
        raise NotFound(NO_DRAFT)
    return draft


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise BadInput(
            f"The text has {len(text):,} signs, and a draft takes {LONGEST_TEXT:,}. Shorten it, or make two items of it."
        )
