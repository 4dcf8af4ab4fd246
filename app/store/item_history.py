"""What happened to items, which nothing can change, and what reviewers wrote at their lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import Boolean, Column, ForeignKey, Integer, Row, String, Table, Text, insert, select

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

item_events = Table(
    "item_events",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("item_id", String(128), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("what", String(16), nullable=False),
    Column("revision_id", String(32)),
    Column("version", Integer),
    Column("actor", String(100), nullable=False),
    Column("verified", Boolean(create_constraint=False), nullable=False),
    Column("note", Text, nullable=False),
    Column("detail", Text, nullable=False),  # JSON
)

REGRADED = "regraded"  # the event of a changed answer; its detail names the revisions `from` which answers were judged

review_comments = Table(
    "review_comments",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("item_id", String(128), nullable=False, index=True),
    Column("draft_id", String(16), ForeignKey("drafts.id", ondelete="SET NULL"), index=True),
    Column("version", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("actor", String(100), nullable=False),
    Column("written_at", Moment, nullable=False),
    Column("settled_at", Moment),
    Column("settled_by", String(100)),
)


@dataclass(frozen=True, slots=True)
class ItemEventRow:
    """Something that happened to an item. `actor` is a typed name, `verified` only where an account stands behind it."""

    item_id: str
    at: datetime
    what: str
    actor: str
    revision_id: str | None = None
    version: int | None = None
    verified: bool = False
    note: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)


def add_event(unit: Writing, event: ItemEventRow) -> None:
    """Append an event, in the transaction of what happened."""
    unit.connection.execute(insert(item_events), _values(event))


def add_events(unit: Writing, events: Iterable[ItemEventRow]) -> None:
    """Append many events, in the transaction of what happened."""
    if values := [_values(event) for event in events]:
        unit.connection.execute(insert(item_events), values)


_COLUMNS = ("item_id", "at", "what", "actor", "revision_id", "version", "verified", "note", "detail")
EVENTS = select(*(item_events.c[name] for name in _COLUMNS))


def _values(event: ItemEventRow) -> dict[str, object]:
    return {
        "item_id": event.item_id,
        "at": event.at,
        "what": event.what,
        "revision_id": event.revision_id,
        "version": event.version,
        "actor": event.actor,
        "verified": event.verified,
        "note": event.note,
        "detail": orjson.dumps(dict(event.detail)).decode(),
    }


def events_of(unit: Reading, item_id: str) -> list[ItemEventRow]:
    """All that happened to an item, the first thing first."""
    statement = EVENTS.where(item_events.c.item_id == item_id).order_by(item_events.c.id)
    return [event_of(row) for row in unit.connection.execute(statement)]


def event_of(row: Row[*tuple[Any, ...]]) -> ItemEventRow:
    """An event from a row of `EVENTS`."""
    values: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
    return ItemEventRow(**{**values, "detail": orjson.loads(values["detail"])})


def versions_named(unit: Reading, item_id: str) -> frozenset[int]:
    """The versions of drafts of an item that its history or a comment speaks of."""
    events, comments = item_events.c, review_comments.c
    told = select(events.version).where(events.item_id == item_id, events.version.is_not(None))
    said = select(comments.version).where(comments.item_id == item_id)
    return frozenset(unit.connection.scalars(told.union(said)))
