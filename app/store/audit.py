"""The append-only record of acts; the database itself refuses to change or delete a row.

It outlives the learners: what one does with their own data is recorded without anything that says whose it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import orjson
from sqlalchemy import Column, String, Table, Text, insert, select

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

audit = Table(
    "audit",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("act", String(64), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("detail", Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class AuditRow:
    """Who did what to what, and when."""

    at: datetime
    actor: str
    act: str
    subject: str
    detail: Mapping[str, str]


def own_act(at: datetime, act: str, **detail: str) -> AuditRow:
    """What some guest did with their own data, whoever it was."""
    return AuditRow(at, "guest", act, "own data", detail)


def record(unit: Writing, entry: AuditRow) -> None:
    """Append one act, in the transaction of the act itself."""
    unit.connection.execute(
        insert(audit).values(
            at=entry.at,
            actor=entry.actor,
            act=entry.act,
            subject=entry.subject,
            detail=orjson.dumps(dict(entry.detail)).decode(),
        )
    )


def recorded(unit: Reading, limit: int = 100) -> list[AuditRow]:
    """The last acts, the newest first."""
    columns = audit.c
    found = unit.connection.execute(
        select(columns.at, columns.actor, columns.act, columns.subject, columns.detail)
        .order_by(columns.id.desc())
        .limit(limit)
    )
    return [AuditRow(row[0], row[1], row[2], row[3], orjson.loads(row[4])) for row in found]


def recorded_about(unit: Reading, subject: str, limit: int = 100) -> list[AuditRow]:
    """The last acts on one subject, the newest first."""
    columns = audit.c
    found = unit.connection.execute(
        select(columns.at, columns.actor, columns.act, columns.subject, columns.detail)
        .where(columns.subject == subject)
        .order_by(columns.id.desc())
        .limit(limit)
    )
    return [AuditRow(row[0], row[1], row[2], row[3], orjson.loads(row[4])) for row in found]
