"""Responses: what a learner gave, what it earned, and the slips it betrayed. Only `answers.py` adds to them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, String, Table, Text, UniqueConstraint

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber

responses = Table(
    "responses",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("presentation_id", RowNumber, ForeignKey("presentations.id", ondelete="CASCADE"), nullable=False),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("submission_id", String(64)),
    Column("given", Text, nullable=False),
    Column("points", Float, nullable=False),
    Column("correct", Boolean(create_constraint=False), nullable=False),
    Column("judged", Text, nullable=False),
    Column("confidence", String(8)),  # how sure one said to be; NULL where nothing was said
    Column("received_at", Moment, nullable=False),
    # One answer per question, and nothing happens twice for one sending of a form.
    UniqueConstraint("presentation_id"),
    UniqueConstraint("learner_id", "submission_id"),
)

slips_made = Table(
    "slips_made",
    METADATA,
    Column("response_id", RowNumber, ForeignKey("responses.id", ondelete="CASCADE"), primary_key=True),
    Column("slug", String(128), primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", Moment, nullable=False),
    Index("ix_slips_made_learner_id_slug", "learner_id", "slug"),
)


@dataclass(frozen=True, slots=True)
class ResponseRow:
    """A stored response. `given` is what was sent (JSON); `judged` are the fields and the diagnosis (JSON)."""

    presentation_id: int
    learner_id: int
    submission_id: str | None
    given: str
    points: float
    correct: bool
    judged: str
    confidence: str | None
    received_at: datetime
