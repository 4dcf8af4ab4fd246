"""Practices: what a learner chose, and how far they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, false, insert, select

from app.items.kinds import Kind, Level, Shape
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
    Column("objective", String(16)),
    Column("form", String(32)),
    Column("minutes", Integer),
    Column("late", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("tries", Integer, nullable=False, server_default="1"),  # 0 is without a limit
    Column("started_at", Moment, nullable=False),
    Column("closed_at", Moment),  # when it was ended, or its feedback was opened
    Column("sitting_id", String(16)),  # of the exam whose missed questions it asks
    Index("ix_practices_learner_id_started_at", "learner_id", "started_at"),
)


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A practice as it was chosen, when it began, and when it was closed, if it was."""

    id: str
    learner_id: int
    choice: PracticeChoice
    started_at: datetime
    closed_at: datetime | None = None


CHOSEN = (
    practices.c.kind,
    practices.c.level,
    practices.c.length,
    practices.c.misconception,
    practices.c.shape,
    practices.c.state,
    practices.c.scheduled,
    practices.c.objective,
    practices.c.form,
    practices.c.minutes,
    practices.c.late,
    practices.c.tries,
    practices.c.sitting_id,
)


def choice_of(stored: Sequence[Any]) -> PracticeChoice:
    """The choice as the domain has it, from the columns CHOSEN."""
    (
        kind, level, length, misconception, shape, state, scheduled, objective, form, minutes, late, tries,
        sitting_id,
    ) = stored  # fmt: skip
    return PracticeChoice(
        kind=PracticeKind(kind),
        level=None if level is None else Level(level),
        length=length,
        misconception=misconception,
        shape=None if shape is None else Shape(shape),
        state=State(state),
        scheduled=bool(scheduled),
        objective=objective,
        form=None if form is None else Kind(form),
        minutes=minutes,
        late=bool(late),
        tries=1 if tries is None else tries,
        sitting_id=sitting_id,
    )


def add_practice(unit: Writing, practice: PracticeRow) -> None:
    """Store a new practice."""
    choice = practice.choice
    unit.connection.execute(
        insert(practices).values(
            id=practice.id,
            learner_id=practice.learner_id,
            started_at=practice.started_at,
            **{column.name: _stored(getattr(choice, column.name)) for column in CHOSEN},
        )
    )


def _stored(chosen: Any) -> Any:
    return chosen.value if isinstance(chosen, Enum) else chosen


PRACTICE = (practices.c.id, practices.c.learner_id, practices.c.started_at, practices.c.closed_at, *CHOSEN)


def practice_of(found: Sequence[Any]) -> PracticeRow:
    """A practice from the columns PRACTICE."""
    name, learner_id, started_at, closed_at, *chosen = found
    return PracticeRow(name, learner_id, choice_of(chosen), started_at, closed_at)


def practice_row(unit: Reading, learner_id: int, practice_id: str) -> PracticeRow | None:
    """This learner's practice of that name; another's looks like one that does not exist.

    In a unit that may write the row is held against others until the end of the unit.
    """
    statement = select(*PRACTICE).where(practices.c.id == practice_id, practices.c.learner_id == learner_id)
    if isinstance(unit, Writing):
        statement = statement.with_for_update()
    found = unit.connection.execute(statement).first()
    if found is None:
        return None
    return practice_of(found)


def recent_practices(unit: Reading, learner_id: int, limit: int = 50) -> list[PracticeRow]:
    """This learner's practices, the newest first."""
    statement = (
        select(*PRACTICE)
        .where(practices.c.learner_id == learner_id)
        .order_by(practices.c.started_at.desc(), practices.c.id)
        .limit(limit)
    )
    return [practice_of(found) for found in unit.connection.execute(statement)]


def last_choice(unit: Reading, learner_id: int) -> PracticeChoice | None:
    """What a learner chose last, or None where they never chose; what the lab and a plan began was not chosen."""
    chosen = (practice.choice for practice in recent_practices(unit, learner_id))
    return next((choice for choice in chosen if choice.can_be_chosen), None)
