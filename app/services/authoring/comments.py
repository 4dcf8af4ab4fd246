"""Comments at lines, each where its line is in the text as it is now."""

from collections.abc import Mapping

from app.authoring.lines import carried_line
from app.services.authoring.reviewing_views import CommentLine
from app.store.drafts import DraftRow, draft_version
from app.store.item_history import events_of
from app.store.reviews import CommentRow, comments_on
from app.store.unit import Reading


def comments_of(unit: Reading, draft: DraftRow) -> tuple[CommentLine, ...]:
    """The comments on a draft, each where its line is now; those on earlier drafts of the item are its history."""
    rows = [one for one in comments_on(unit, draft.item_id) if one.draft_id == draft.id]
    quotes = {
        event.detail["comment"]: str(event.detail.get("quote", ""))
        for event in (events_of(unit, draft.item_id) if rows else ())
        if event.what == "commented"
    }
    texts = {draft.version: draft.text}
    for version in {one.version for one in rows} - {draft.version}:
        found = draft_version(unit, draft.id, version)
        if found is not None:
            texts[version] = found.text
    return tuple(_comment(row, draft, texts, quotes.get(row.id, "")) for row in rows)


def _comment(row: CommentRow, draft: DraftRow, texts: Mapping[int, str], quote: str) -> CommentLine:
    before = texts.get(row.version)
    if row.line == 0:
        line: int | None = 0
    else:
        line = None if before is None else carried_line(before, draft.text, row.line)
    return CommentLine(
        comment_id=row.id,
        line=line,
        quote=quote,
        version=row.version,
        text=row.text,
        actor=row.actor,
        written_at=row.written_at,
        settled_at=row.settled_at,
        settled_by=row.settled_by or "",
    )
