"""What a learner's plan aims at: the day of the exam and the minutes a day, with what the plan held when last marked."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, delete, select, update

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing
from app.store.upsert import insert_or_replace

study_plans = Table(
    "study_plans",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("exam_day", String(10), nullable=False),  # as it is written: 2026-12-31
    Column("minutes", Integer, nullable=False),  # a day
    Column("made_at", Moment, nullable=False),
    Column("mark", Text),  # what was to come and what was left out (JSON), to say later what has changed
    Column("marked_at", Moment),
)


@dataclass(frozen=True, slots=True)
class StudyPlanRow:
    """A stored plan. `mark` is None until the plan was marked for the first time."""

    exam_day: date
    minutes: int
    made_at: datetime
    mark: str | None = None
    marked_at: datetime | None = None


def study_plan(unit: Reading, learner_id: int) -> StudyPlanRow | None:
    """A learner's plan, or None where there is none."""
    columns = study_plans.c
    statement = select(
        columns.exam_day, columns.minutes, columns.made_at, columns.mark, columns.marked_at
    ).where(columns.learner_id == learner_id)
    found = unit.connection.execute(statement).first()
    if found is None:
        return None
    exam_day, *rest = found
    return StudyPlanRow(date.fromisoformat(exam_day), *rest)


def put_study_plan(unit: Writing, learner_id: int, plan: StudyPlanRow) -> None:
    """Set a learner's plan in place of the one before."""
    values = {
        "learner_id": learner_id,
        "exam_day": plan.exam_day.isoformat(),
        "minutes": plan.minutes,
        "made_at": plan.made_at,
        "mark": plan.mark,
        "marked_at": plan.marked_at,
    }
    unit.connection.execute(insert_or_replace(study_plans, ("learner_id",)), values)


def mark_study_plan(unit: Writing, learner_id: int, mark: str, *, now: datetime) -> None:
    """Keep what the plan holds now."""
    unit.connection.execute(
        update(study_plans).where(study_plans.c.learner_id == learner_id).values(mark=mark, marked_at=now)
    )


def drop_study_plan(unit: Writing, learner_id: int) -> None:
    """Go on without a plan."""
    unit.connection.execute(delete(study_plans).where(study_plans.c.learner_id == learner_id))
