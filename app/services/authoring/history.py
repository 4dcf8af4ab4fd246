"""What happened to a question: all its events and revisions, and how it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.kit.errors import NotFound
from app.store.database import Database
from app.store.drafts import draft_of_item
from app.store.item_history import ItemEventRow, events_of
from app.store.item_revisions import RevisionRow, revisions_of_item
from app.store.items import item_row
from app.store.published import item_state
from app.store.unit import reading

_NO_ITEM = "There is no item of that name."


@dataclass(frozen=True, slots=True)
class ItemHistory:
    """One item from its beginning. `published_id` is None while nothing of it is published.

    `alone` says that what is published was approved by one of those who wrote it; `changed` that its answer was changed
    once, so that answers to the old text may still come in. `chosen` is what of it was chosen for several questions or
    parts at once when it came in, as long as nobody has changed it since; "" for nothing.
    """

    item_id: str
    bank: str
    published_id: str | None
    retired: bool
    draft_id: str
    alone: bool
    chosen: str
    changed: bool
    events: tuple[ItemEventRow, ...]
    revisions: tuple[RevisionRow, ...]


@dataclass(frozen=True, slots=True)
class Histories:
    """Reads what happened."""

    database: Database

    def of(self, item_id: str) -> ItemHistory:
        """The history of an item, or of one that is only a draft yet. Raises NotFound."""
        with reading(self.database) as unit:
            item, draft = item_row(unit, item_id), draft_of_item(unit, item_id)
            state = item_state(unit, item_id)
            if item is None and draft is None:
                raise NotFound(_NO_ITEM)
            events = events_of(unit, item_id)
            revisions = revisions_of_item(unit, item_id)
        published = item.latest_revision_id if item else None
        return ItemHistory(
            item_id=item_id,
            bank=item.bank if item else draft.bank if draft else "",
            published_id=published,
            retired=state is not None and not state.live,
            draft_id=draft.id if draft else "",
            alone=was_alone(events, published),
            chosen=chosen_in(events, published),
            changed=any(one.what == "regraded" for one in events),
            events=tuple(reversed(events)),
            revisions=tuple(reversed(revisions)),
        )


def chosen_in(events: Sequence[ItemEventRow], revision_id: str | None) -> str:
    """What was chosen for several at once when the published revision came in; "" where it was changed since."""
    came = next((one for one in reversed(events) if one.what == "imported"), None)
    now = next((one for one in reversed(events) if one.what == "published"), None)
    if came is None or now is None or (now.revision_id, now.version) != (revision_id, came.version):
        return ""
    return str(came.detail.get("chosen", ""))


def was_alone(events: Sequence[ItemEventRow], revision_id: str | None) -> bool:
    """Whether a revision was published without a second person, the last time that it was."""
    published = [one for one in events if one.what == "published" and one.revision_id == revision_id]
    return bool(published) and published[-1].detail.get("second") is False
