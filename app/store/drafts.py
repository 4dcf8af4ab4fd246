"""Drafts of items: one per item, each save a version that names the one it started from."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    Row,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from app.authoring.thinning import Save
from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new

drafts = Table(
    "drafts",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("item_id", String(128), nullable=False, unique=True),
    Column("bank", String(128), nullable=False),
    Column("base_revision_id", String(32), ForeignKey("item_revisions.id")),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", String(16), nullable=False),  # draft | in_review
    Column("author", String(100), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("saved_at", Moment, nullable=False),
    Column("import_id", String(16), ForeignKey("question_imports.id"), index=True),
)

draft_versions = Table(
    "draft_versions",
    METADATA,
    Column("draft_id", String(16), ForeignKey("drafts.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("actor", String(100), nullable=False),
    Column("saved_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft as it stands. `text` is YAML as its author typed it, which may have faults."""

    id: str
    item_id: str
    bank: str
    base_revision_id: str | None
    text: str
    version: int
    state: str
    author: str
    created_at: datetime
    saved_at: datetime
    import_id: str | None = None


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One saved version of a draft."""

    version: int
    text: str
    actor: str
    saved_at: datetime


_AT_ONCE = 500  # names in one statement
_COLUMNS = tuple(drafts.c[name] for name in DraftRow.__slots__)


def _row(found: Row[*tuple[Any, ...]]) -> DraftRow:
    return DraftRow(*found)


def add_draft(unit: Writing, draft: DraftRow) -> bool:
    """Store a new draft with its first version; False, and nothing stored, where the item has one already."""
    values = {name: getattr(draft, name) for name in DraftRow.__slots__}
    unit.connection.execute(insert_new(drafts), values)
    stored = unit.connection.scalar(select(drafts.c.id).where(drafts.c.item_id == draft.item_id))
    if stored != draft.id:
        return False
    _add_version(unit, draft.id, VersionRow(draft.version, draft.text, draft.author, draft.saved_at))
    return True


def add_drafts(unit: Writing, many: Sequence[DraftRow]) -> bool:
    """Store many new drafts with their first versions; False where the item of one of them has a draft already.

    What was stored until then is for the caller to undo.
    """
    if not many:
        return True
    values = [{name: getattr(draft, name) for name in DraftRow.__slots__} for draft in many]
    unit.connection.execute(insert_new(drafts), values)
    versions = [
        {
            "draft_id": draft.id,
            "version": draft.version,
            "text": draft.text,
            "actor": draft.author,
            "saved_at": draft.saved_at,
        }
        for draft in many
    ]
    stored = drafts_named(unit, [draft.id for draft in many])
    if len(stored) != len(many):
        return False
    unit.connection.execute(insert(draft_versions), versions)
    return True


def save_draft(unit: Writing, draft_id: str, version: VersionRow, *, state: str = "draft") -> bool:
    """Store `version` in place of the one before it; False, and nothing stored, where that is not the latest."""
    statement = (
        update(drafts)
        .where(drafts.c.id == draft_id, drafts.c.version == version.version - 1)
        .values(version=version.version, text=version.text, saved_at=version.saved_at, state=state)
    )
    if unit.connection.execute(statement).rowcount != 1:
        return False
    _add_version(unit, draft_id, version)
    return True


def set_state(unit: Writing, draft_id: str, version: int, state: str) -> bool:
    """Say where the draft stands; False where this is not its latest version."""
    statement = update(drafts).where(drafts.c.id == draft_id, drafts.c.version == version).values(state=state)
    return unit.connection.execute(statement).rowcount == 1


def drop_draft(unit: Writing, draft_id: str) -> None:
    """Take a draft away with its versions."""
    unit.connection.execute(delete(drafts).where(drafts.c.id == draft_id))


def take_draft(unit: Writing, draft_id: str, version: int) -> bool:
    """Take a draft away with its versions; False, and it stays, where that is not its latest version."""
    statement = delete(drafts).where(drafts.c.id == draft_id, drafts.c.version == version)
    return unit.connection.execute(statement).rowcount == 1


def drop_drafts(unit: Writing, draft_ids: Sequence[str]) -> None:
    """Take drafts away with their versions."""
    for at in range(0, len(draft_ids), _AT_ONCE):
        unit.connection.execute(delete(drafts).where(drafts.c.id.in_(draft_ids[at : at + _AT_ONCE])))


def drafts_named(unit: Reading, draft_ids: Sequence[str]) -> dict[str, DraftRow]:
    """Those of these drafts that are there, by their ids."""
    found: dict[str, DraftRow] = {}
    for at in range(0, len(draft_ids), _AT_ONCE):
        statement = select(*_COLUMNS).where(drafts.c.id.in_(draft_ids[at : at + _AT_ONCE]))
        found |= {row[0]: _row(row) for row in unit.connection.execute(statement)}
    return found


def draft_row(unit: Reading, draft_id: str) -> DraftRow | None:
    """One draft."""
    found = unit.connection.execute(select(*_COLUMNS).where(drafts.c.id == draft_id)).first()
    return None if found is None else _row(found)


def draft_of_item(unit: Reading, item_id: str) -> DraftRow | None:
    """The draft of an item."""
    found = unit.connection.execute(select(*_COLUMNS).where(drafts.c.item_id == item_id)).first()
    return None if found is None else _row(found)


def all_drafts(unit: Reading) -> list[DraftRow]:
    """All drafts, the one that was saved last first."""
    statement = select(*_COLUMNS).order_by(drafts.c.saved_at.desc(), drafts.c.id)
    return [_row(found) for found in unit.connection.execute(statement)]


def draft_version(unit: Reading, draft_id: str, version: int) -> VersionRow | None:
    """One version of a draft."""
    columns = draft_versions.c
    statement = select(columns.version, columns.text, columns.actor, columns.saved_at).where(
        columns.draft_id == draft_id, columns.version == version
    )
    found = unit.connection.execute(statement).first()
    return None if found is None else VersionRow(*found)


def all_versions(unit: Reading, draft_id: str) -> list[VersionRow]:
    """All versions of a draft, the first one first."""
    columns = draft_versions.c
    statement = (
        select(columns.version, columns.text, columns.actor, columns.saved_at)
        .where(columns.draft_id == draft_id)
        .order_by(columns.version)
    )
    return [VersionRow(*found) for found in unit.connection.execute(statement)]


def saves_of(unit: Reading, draft_id: str) -> list[Save]:
    """All versions of a draft without their texts, the first one first."""
    columns = draft_versions.c
    statement = (
        select(columns.version, columns.actor, columns.saved_at)
        .where(columns.draft_id == draft_id)
        .order_by(columns.version)
    )
    return [Save(*found) for found in unit.connection.execute(statement)]


def drop_versions(unit: Writing, draft_id: str, versions: Collection[int]) -> None:
    """Take versions of a draft away."""
    columns = draft_versions.c
    unit.connection.execute(
        delete(draft_versions).where(columns.draft_id == draft_id, columns.version.in_(list(versions)))
    )


def version_numbers(unit: Reading, draft_id: str) -> list[int]:
    """The numbers of all versions of a draft, the first one first."""
    statement = (
        select(draft_versions.c.version)
        .where(draft_versions.c.draft_id == draft_id)
        .order_by(draft_versions.c.version)
    )
    return list(unit.connection.scalars(statement))


def _add_version(unit: Writing, draft_id: str, version: VersionRow) -> None:
    unit.connection.execute(
        insert(draft_versions).values(
            draft_id=draft_id,
            version=version.version,
            text=version.text,
            actor=version.actor,
            saved_at=version.saved_at,
        )
    )
