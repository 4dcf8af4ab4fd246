"""Published questions as they leave: their texts at once, and the variants of a recipe that are stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.store.items import item_revisions, items
from app.store.unit import Reading

_AT_ONCE = 500  # names in one statement; some databases take only so many


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A published question: its name, its place among the files, and the text of its latest revision.

    `source` is the same as its author wrote it, with comments, where that is another text.
    """

    item_id: str
    path: str
    recipe: str | None
    revision_id: str
    text: str
    source: str | None


def published_rows(unit: Reading, names: Sequence[str]) -> list[PublishedRow]:
    """Those of these names that are published and not retired, in this order."""
    found: dict[str, PublishedRow] = {}
    latest = (items.c.latest_revision_id, item_revisions.c.text, items.c.source)
    columns = (items.c.id, items.c.path, items.c.recipe, *latest)
    joined = items.join(item_revisions, item_revisions.c.id == items.c.latest_revision_id)
    for start in range(0, len(names), _AT_ONCE):
        part = names[start : start + _AT_ONCE]
        statement = (
            select(*columns).select_from(joined).where(items.c.id.in_(part), items.c.retired_at.is_(None))
        )
        for row in unit.connection.execute(statement):
            found[row[0]] = PublishedRow(*row)
    return [found[name] for name in names if name in found]
