"""Learners, and the hashed tokens by which a guest is known again."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, String, Table, insert, update

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Writing

learners = Table(
    "learners",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("created_at", Moment, nullable=False),
)

guest_tokens = Table(
    "guest_tokens",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column(
        "learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("renewed_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class GuestTokenRow:
    """Whose token it is, when it was last renewed, and until when it holds."""

    learner_id: int
    renewed_at: datetime
    expires_at: datetime


def add_guest(unit: Writing, token_hash: str, *, now: datetime, expires_at: datetime) -> int:
    """A new learner who is known by this token; the learner's number."""
    statement = insert(learners).values(created_at=now).returning(learners.c.id)
    learner_id = int(unit.connection.execute(statement).scalar_one())
    unit.connection.execute(
        insert(guest_tokens).values(
            token_hash=token_hash, learner_id=learner_id, renewed_at=now, expires_at=expires_at
        )
    )
    return learner_id


def renew_token(unit: Writing, token_hash: str, *, now: datetime, expires_at: datetime) -> None:
    """Let a token hold for longer."""
    unit.connection.execute(
        update(guest_tokens)
        .where(guest_tokens.c.token_hash == token_hash)
        .values(renewed_at=now, expires_at=expires_at)
    )
