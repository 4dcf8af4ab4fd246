"""Practices and sittings that came out of an exported file, each with the name that it had where it began."""

from datetime import datetime

import orjson
from sqlalchemy import Column, ForeignKey, String, Table, UniqueConstraint, insert, select

from app.store.practices import practices
from app.store.schema import METADATA, RowNumber
from app.store.sittings import EventRow, add_event, sitting_events, sittings
from app.store.unit import Reading, Writing

IMPORTED = "imported"  # the event by which a sitting that came out of a file is known, for ever

imported_practices = Table(
    "imported_practices",
    METADATA,
    Column("practice_id", String(16), ForeignKey("practices.id", ondelete="CASCADE"), primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("origin", String(16), nullable=False),
    UniqueConstraint("learner_id", "origin"),
)


def origins(unit: Reading, learner_id: int) -> dict[str, str]:
    """Every practice of a learner with the name under which it began, here or elsewhere."""
    own, came = practices.c, imported_practices.c
    statement = (
        select(own.id, came.origin)
        .select_from(practices.outerjoin(imported_practices, came.practice_id == own.id))
        .where(own.learner_id == learner_id)
    )
    return {practice_id: origin or practice_id for practice_id, origin in unit.connection.execute(statement)}


def add_origins(unit: Writing, learner_id: int, came: dict[str, str]) -> None:
    """Write down where practices came from: their own names, each with its first one."""
    if came:
        unit.connection.execute(
            insert(imported_practices),
            [
                {"practice_id": practice_id, "learner_id": learner_id, "origin": origin}
                for practice_id, origin in came.items()
            ],
        )


def sitting_origins(unit: Reading, learner_id: int) -> dict[str, str]:
    """Every sitting of a learner with the name under which it began, here or elsewhere."""
    own, events = sittings.c, sitting_events.c
    came = (events.sitting_id == own.id) & (events.what == IMPORTED)
    statement = (
        select(own.id, events.detail)
        .select_from(sittings.outerjoin(sitting_events, came))
        .where(own.learner_id == learner_id)
    )
    found = unit.connection.execute(statement)
    return {name: orjson.loads(detail)["origin"] if detail else name for name, detail in found}


def was_brought_in(unit: Reading, sitting_id: str) -> bool:
    """Whether a sitting came out of a file, so that nobody here saw its clock."""
    events = sitting_events.c
    statement = select(events.id).where(events.sitting_id == sitting_id, events.what == IMPORTED)
    return unit.connection.execute(statement.limit(1)).first() is not None


def add_sitting_origin(unit: Writing, learner_id: int, sitting_id: str, *, origin: str, at: datetime) -> None:
    """Write down that a sitting came out of a file, and where it began."""
    detail = orjson.dumps({"origin": origin}).decode()
    add_event(unit, EventRow(sitting_id, learner_id, at, IMPORTED, detail))
