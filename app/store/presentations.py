"""Presentations: which variant was shown as which question of a practice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    case,
    func,
    insert,
    select,
)

from app.store.moments import Moment
from app.store.practices import practices
from app.store.responses import responses
from app.store.schema import METADATA, RowNumber
from app.store.tries import tries
from app.store.unit import Reading, Writing

presentations = Table(
    "presentations",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("practice_id", String(16), ForeignKey("practices.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("item_id", String(128), ForeignKey("items.id"), nullable=False),
    Column("variant_id", String(32), ForeignKey("variants.id"), nullable=False),
    Column("why", String(16), nullable=False),
    Column("presented_at", Moment, nullable=False),
    # Two tabs or a double click cannot present two questions in one place.
    UniqueConstraint("practice_id", "n"),
    Index("ix_presentations_learner_id_item_id", "learner_id", "item_id"),
)


@dataclass(frozen=True, slots=True)
class PresentationRow:
    """A question of a practice. `why` says what chose it."""

    practice_id: str
    n: int
    learner_id: int
    item_id: str
    variant_id: str
    why: str
    presented_at: datetime


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A question of a practice with what became of it.

    `points`, `correct`, `judged` and `confidence` are None while it is unanswered, and while its answer waits, sealed, for the
    end of a practice with late feedback.
    """

    n: int
    item_id: str
    variant_id: str
    presented_at: datetime
    answered: bool
    received_at: datetime | None
    points: float | None
    correct: bool | None
    judged: str | None
    confidence: str | None


@dataclass(frozen=True, slots=True)
class VariantUseRow:
    """How often a variant was shown in practice, how often answered there, and how many answers were right."""

    shown: int = 0
    answered: int = 0
    right: int = 0


def variant_uses(unit: Reading, variant_ids: Sequence[str]) -> dict[str, VariantUseRow]:
    """What became of those of some variants that were shown in practice, by name: one look at what was shown at all."""
    shown, given = presentations.c, responses.c
    is_right = func.sum(case((given.correct, 1), else_=0))
    statement = (
        select(shown.variant_id, func.count(), func.count(given.id), is_right)
        .select_from(presentations.outerjoin(responses, given.presentation_id == shown.id))
        .where(shown.variant_id.in_(variant_ids))
        .group_by(shown.variant_id)
    )
    return {row[0]: VariantUseRow(*map(int, row[1:])) for row in unit.connection.execute(statement)}


def add_presentation(unit: Writing, one: PresentationRow) -> None:
    """Store what is about to be shown."""
    unit.connection.execute(
        insert(presentations).values(
            practice_id=one.practice_id,
            n=one.n,
            learner_id=one.learner_id,
            item_id=one.item_id,
            variant_id=one.variant_id,
            why=one.why,
            presented_at=one.presented_at,
        )
    )


# Of each question the first try, where there is one: in a practice with late feedback it is the answer.
FIRST_TRY = (tries.c.presentation_id == presentations.c.id) & (tries.c.nth == 1)
IS_ANSWERED = responses.c.id.is_not(None) | (practices.c.late & tries.c.id.is_not(None))
ANSWERS = presentations.join(practices, practices.c.id == presentations.c.practice_id)
ANSWERS = ANSWERS.outerjoin(responses, responses.c.presentation_id == presentations.c.id)
ANSWERS = ANSWERS.outerjoin(tries, FIRST_TRY)


def places(unit: Reading, practice_id: str) -> list[PlaceRow]:
    """The questions of a practice so far, in order."""
    shown, given = presentations.c, responses.c
    statement = (
        select(
            shown.n,
            shown.item_id,
            shown.variant_id,
            shown.presented_at,
            IS_ANSWERED,
            func.coalesce(given.received_at, tries.c.received_at),
            given.points,
            given.correct,
            given.judged,
            given.confidence,
        )
        .select_from(ANSWERS)
        .where(shown.practice_id == practice_id)
        .order_by(shown.n)
    )
    return [
        PlaceRow(
            n, item_id, variant_id, presented_at, bool(answered), received_at, points, correct, judged, confidence,
        )
        for (
            n, item_id, variant_id, presented_at, answered, received_at, points, correct, judged, confidence,
        ) in unit.connection.execute(statement)
    ]  # fmt: skip
