"""Practices: what a learner chose, and how far they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, Row, String, Table, insert, select

from app.items.item import Level, Shape
from app.practice.choice import PracticeChoice, PracticeKind
from app.scheduling.memory import State
from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

practices = Table(
    "practices",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("level", String(32)),
    Column("length", Integer, nullable=False),
    Column("misconception", String(128)),
    Column("shape", String(32)),
    Column("state", String(16), nullable=False),
    Column("scheduled", Boolean(create_constraint=False), nullable=False),
    Column("started_at", Moment, nullable=False),
    Index("ix_practices_learner_id_started_at", "learner_id", "started_at"),
)


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A practice as it was chosen and when it began."""

    id: str
    learner_id: int
    choice: PracticeChoice
    started_at: datetime


CHOSEN = (
    practices.c.kind,
    practices.c.level,
    practices.c.length,
    practices.c.misconception,
    practices.c.shape,
    practices.c.state,
    practices.c.scheduled,
)


def choice_of(stored: Sequence[Any]) -> PracticeChoice:
    """The choice as the domain has it, from the columns CHOSEN."""
    kind, level, length, misconception, shape, state, scheduled = stored
    return PracticeChoice(
        kind=PracticeKind(kind),
        level=None if level is None else Level(level),
        length=length,
        misconception=misconception,
        shape=None if shape is None else Shape(shape),
        state=State(state),
        scheduled=bool(scheduled),
    )


def add_practice(unit: Writing, practice: PracticeRow) -> None:
    """Store a new practice."""
    unit.connection.execute(
        insert(practices).values(
            id=practice.id,
            learner_id=practice.learner_id,
            kind=practice.choice.kind.value,
            level=None if practice.choice.level is None else practice.choice.level.value,
            length=practice.choice.length,
            misconception=practice.choice.misconception,
            shape=None if practice.choice.shape is None else practice.choice.shape.value,
            state=practice.choice.state.value,
            scheduled=practice.choice.scheduled,
            started_at=practice.started_at,
        )
    )


_COLUMNS = (practices.c.id, practices.c.learner_id, practices.c.started_at, *CHOSEN)


def _row(found: Row[*tuple[Any, ...]]) -> PracticeRow:
    name, learner_id, started_at, *chosen = found
    return PracticeRow(name, learner_id, choice_of(chosen), started_at)


def practice_row(unit: Reading, learner_id: int, practice_id: str) -> PracticeRow | None:
    """This learner's practice of that name; another's looks like one that does not exist.

    In a unit that may write the row is held against others until the end of the unit.
    """
    statement = select(*_COLUMNS).where(practices.c.id == practice_id, practices.c.learner_id == learner_id)
    if isinstance(unit, Writing):
        statement = statement.with_for_update()
    found = unit.connection.execute(statement).first()
    if found is None:
        return None
    return _row(found)


def recent_practices(unit: Reading, learner_id: int, limit: int = 50) -> list[PracticeRow]:
    """This learner's practices, the newest first."""
    statement = (
        select(*_COLUMNS)
        .where(practices.c.learner_id == learner_id)
        .order_by(practices.c.started_at.desc(), practices.c.id)
        .limit(limit)
    )
    return [_row(found) for found in unit.connection.execute(statement)]
