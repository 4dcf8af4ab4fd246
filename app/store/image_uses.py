"""Which images the stored texts show, and taking away those that none does."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from sqlalchemy import Column, Select, Table, Text, delete, select

from app.store.drafts import draft_versions, drafts
from app.store.images import images
from app.store.item_conflicts import item_conflicts
from app.store.item_history import item_events
from app.store.items import item_revisions
from app.store.question_imports import question_imports
from app.store.tables import TABLES
from app.store.unit import Reading, Writing

AUTHORED = (drafts, draft_versions, item_revisions, question_imports, item_conflicts, item_events)
_NAME = re.compile(r"image:([0-9a-f]{32})")


def images_before(unit: Reading, moment: datetime, *, but: str) -> frozenset[str]:
    """The images that were last taken in before then, but for those that this actor took in."""
    statement = select(images.c.id).where(images.c.made_at < moment, images.c.actor != but)
    return frozenset(unit.connection.scalars(statement))


def images_shown(unit: Reading, tables: Sequence[Table] = TABLES) -> frozenset[str]:
    """The images that any text of the database, or of some of its tables, names.

    Every text of every table is looked through, so that a new table is among them by itself; what was found in a file
    whose import was taken back is left out.
    """
    return frozenset(
        name
        for table in tables
        for column in _texts(table)
        for text in unit.connection.scalars(_naming(table, column))
        for name in _NAME.findall(text)
    )


def drop_images(unit: Writing, names: Iterable[str], moment: datetime) -> int:
    """Take these images away, but for those that were taken in anew since then; how many they were."""
    statement = delete(images).where(images.c.id.in_(list(names)), images.c.made_at < moment)
    return unit.connection.execute(statement).rowcount


def _texts(table: Table) -> Iterator[Column[str]]:
    """The columns of texts without a length; names and marks have one, and hold no line of Markdown."""
    return (column for column in table.c if isinstance(column.type, Text))


def _naming(table: Table, column: Column[str]) -> Select[str]:
    found = select(column).where(column.contains("image:"))
    return found.where(question_imports.c.undone_at.is_(None)) if table is question_imports else found
