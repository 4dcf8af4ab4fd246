"""What a review looks at: drafts with who wrote them, what was decided of them, and comments at their lines."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, insert, select, update

from app.store.drafts import DraftRow, draft_row, draft_versions, drafts
from app.store.item_history import EVENTS, ItemEventRow, event_of, item_events, review_comments
from app.store.unit import Reading, Writing

DECISIONS = ("submitted", "approved", "sent_back")


@dataclass(frozen=True, slots=True)
class CommentRow:
    """What somebody wrote at a line (1 is the first, 0 for the whole) of one version of a draft."""

    id: int
    item_id: str
    draft_id: str | None
    version: int
    line: int
    text: str
    actor: str
    written_at: datetime
    settled_at: datetime | None
    settled_by: str | None


_COMMENT = tuple(review_comments.c[name] for name in CommentRow.__slots__)


def held_draft(unit: Writing, draft_id: str) -> DraftRow | None:
    """A draft that nobody else decides on, saves or gives up until the unit ends."""
    unit.connection.execute(select(drafts.c.id).where(drafts.c.id == draft_id).with_for_update())
    return draft_row(unit, draft_id)


def put_base(unit: Writing, draft_id: str, revision_id: str) -> None:
    """Let a draft be held against another published text than the one that it was begun from."""
    unit.connection.execute(
        update(drafts).where(drafts.c.id == draft_id).values(base_revision_id=revision_id)
    )


def drafts_in_state(unit: Reading, state: str, most: int = 500) -> list[DraftRow]:
    """The drafts that are in review, or those that are not, the one that was saved last first."""
    statement = (
        select(*(drafts.c[name] for name in DraftRow.__slots__))
        .where(drafts.c.state == state)
        .order_by(drafts.c.saved_at.desc(), drafts.c.id)
        .limit(most)
    )
    return [DraftRow(*row) for row in unit.connection.execute(statement)]


def writers_of(unit: Reading, draft_ids: Iterable[str]) -> dict[str, list[str]]:
    """Who saved versions of some drafts, by draft, the first one first."""
    columns = draft_versions.c
    statement = (
        select(columns.draft_id, columns.actor)
        .where(columns.draft_id.in_(list(draft_ids)))
        .group_by(columns.draft_id, columns.actor)
        .order_by(columns.draft_id, func.min(columns.version))
    )
    found: dict[str, list[str]] = {}
    for draft_id, actor in unit.connection.execute(statement):
        found.setdefault(draft_id, []).append(actor)
    return found


def decisions_on(unit: Reading, item_ids: Iterable[str]) -> dict[str, list[ItemEventRow]]:
    """What was decided in reviews of some items, by item, the first decision first."""
    columns = item_events.c
    statement = EVENTS.where(columns.item_id.in_(list(item_ids)), columns.what.in_(DECISIONS)).order_by(
        columns.id
    )
    found: dict[str, list[ItemEventRow]] = {}
    for event in map(event_of, unit.connection.execute(statement)):
        found.setdefault(event.item_id, []).append(event)
    return found


def add_comment(unit: Writing, draft: DraftRow, *, line: int, text: str, by: tuple[str, datetime]) -> int:
    """Store a comment on a draft as it stands; its number."""
    actor, at = by
    values = {
        "item_id": draft.item_id,
        "draft_id": draft.id,
        "version": draft.version,
        "line": line,
        "text": text,
        "actor": actor,
        "written_at": at,
    }
    statement = insert(review_comments).values(values).returning(review_comments.c.id)
    return int(unit.connection.scalar(statement) or 0)


def comments_on(unit: Reading, item_id: str) -> list[CommentRow]:
    """All comments on an item, on earlier drafts of it too, the first one first."""
    statement = select(*_COMMENT).where(review_comments.c.item_id == item_id).order_by(review_comments.c.id)
    return [CommentRow(*row) for row in unit.connection.execute(statement)]


def open_comments(unit: Reading, draft_ids: Iterable[str]) -> dict[str, int]:
    """How many comments on some drafts are not settled, by draft."""
    columns = review_comments.c
    statement = (
        select(columns.draft_id, func.count())
        .where(columns.draft_id.in_(list(draft_ids)), columns.settled_at.is_(None))
        .group_by(columns.draft_id)
    )
    return {str(draft_id): count for draft_id, count in unit.connection.execute(statement)}


def settle_comment(unit: Writing, comment_id: int, *, by: str, at: datetime) -> bool:
    """Settle a comment; False where it is settled already."""
    columns = review_comments.c
    statement = update(review_comments).where(columns.id == comment_id, columns.settled_at.is_(None))
    return unit.connection.execute(statement.values(settled_at=at, settled_by=by)).rowcount == 1
