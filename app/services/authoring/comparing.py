"""Any two states of a question side by side: its revisions, and its draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.authoring.differences import Row, differences
from app.kit.errors import NotFound
from app.store.database import Database
from app.store.drafts import draft_of_item
from app.store.item_revisions import RevisionRow, revisions_of_item
from app.store.items import item_row, item_source
from app.store.unit import reading

DRAFT = "draft"  # stands for the name of a revision where the draft is meant
_NO_ITEM = "There is no item of that name."
_NO_STATE = "This question has no such revision. Choose two from the list."


@dataclass(frozen=True, slots=True)
class StateLine:
    """A state of a question: a revision by its name, or the draft; when it came, by whom, and whether it is published."""

    name: str
    at: datetime
    origin: str
    author: str
    published: bool


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Two states, the older one to the left unless asked otherwise. `states` are all, the newest first."""

    item_id: str
    states: tuple[StateLine, ...]
    left: StateLine
    right: StateLine
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Comparing:
    """Compares states of questions."""

    database: Database

    def of(self, item_id: str, left: str = "", right: str = "") -> ComparisonView:
        """Two states by their names; where none is named, what is published and what stood before it.

        Raises NotFound where the question or one of its states is not there.
        """
        with reading(self.database) as unit:
            item, draft = item_row(unit, item_id), draft_of_item(unit, item_id)
            revisions = revisions_of_item(unit, item_id)
            written = item_source(unit, item_id)
        if item is None and draft is None:
            raise NotFound(_NO_ITEM)
        published = item.latest_revision_id if item else ""
        texts = {one.id: one.text for one in revisions}
        states = [
            StateLine(one.id, one.created_at, one.origin, one.author or "", one.id == published)
            for one in reversed(revisions)
        ]
        if draft is not None:
            texts[DRAFT] = draft.text
            states.insert(0, StateLine(DRAFT, draft.saved_at, DRAFT, draft.author, False))
        by_name = {one.name: one for one in states}
        right = right or published or DRAFT
        left = left or _before(revisions, right) or right
        if left not in by_name or right not in by_name:
            raise NotFound(_NO_STATE)
        if DRAFT in (left, right) and written and published:
            texts[published] = written  # as its author laid it out, which is what the draft began from
        rows = differences(texts[left], texts[right])
        return ComparisonView(item_id, tuple(states), by_name[left], by_name[right], rows)


def _before(revisions: Sequence[RevisionRow], name: str) -> str:
    """The revision that another one was made from, else the one that came before it; "" for the first one."""
    names = [one.id for one in revisions]
    if name not in names:
        return names[-1] if names else ""
    place = names.index(name)
    parent = revisions[place].parent_id
    return parent if parent in names else names[place - 1] if place else ""
