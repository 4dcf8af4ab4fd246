"""Tries: what was given to a question that is not settled yet. Only `answers.py` adds to them.

Nothing here says whether a try was right: of a practice whose feedback comes at the end no record knows that before.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint, select

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading

tries = Table(
    "tries",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("presentation_id", RowNumber, ForeignKey("presentations.id", ondelete="CASCADE"), nullable=False),
    Column("nth", Integer, nullable=False),  # 1 is the first, which is the one that counts
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("submission_id", String(64)),
    Column("given", Text, nullable=False),
    Column("confidence", String(8)),
    Column(
        "hint", Text
    ),  # what the learner was told of a wrong try (JSON); NULL where they were told nothing
    Column("received_at", Moment, nullable=False),
    # Two tabs cannot give two first tries, and nothing happens twice for one sending of a form.
    UniqueConstraint("presentation_id", "nth"),
    UniqueConstraint("learner_id", "submission_id"),
)


@dataclass(frozen=True, slots=True)
class TryRow:
    """A stored try. `given` is what was sent (JSON)."""

    presentation_id: int
    nth: int
    submission_id: str | None
    given: str
    confidence: str | None
    hint: str | None
    received_at: datetime


def tries_given(unit: Reading, presentation_id: int) -> list[str]:
    """What was given to a question, try by try."""
    statement = select(tries.c.given).where(tries.c.presentation_id == presentation_id).order_by(tries.c.nth)
    return list(unit.connection.scalars(statement))
