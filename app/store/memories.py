"""What is remembered of each learner and item, for choosing what to ask next."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fsrs import State as Phase
from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, select

from app.scheduling.memory import Memory, Plan
from app.scheduling.rating import read_confidence
from app.store.moments import Moment, from_micros, to_micros
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading

memories = Table(
    "memories",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    # The name of an item or of a recipe: both forms of a recipe share one memory.
    Column("family", String(128), primary_key=True),
    Column("seen", Integer, nullable=False),
    Column("right_count", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("last_right", Boolean(create_constraint=False), nullable=False),
    Column("last_confidence", String(8)),
    Column("phase", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Float, nullable=False),
    Column("difficulty", Float, nullable=False),
    Column("due_at", Moment, nullable=False),
)

MEMORY_COLUMNS = tuple(column.name for column in memories.c if not column.primary_key)
_EASIEST, _HARDEST = 1.0, 10.0  # what the scheduler's difficulties lie between
_STEPS = 2  # learning and relearning have fewer steps
_PHASES = {phase.value: phase for phase in Phase}


def memory_of(found: tuple[Any, ...]) -> Memory:
    """A memory from the driver's values of MEMORY_COLUMNS."""
    seen, right, streak, last_at, last_right, confidence, phase, step, stability, difficulty, due = found
    return Memory(
        seen,
        right,
        streak,
        from_micros(last_at),
        bool(last_right),
        read_confidence(confidence) if confidence else None,
        Plan(_PHASES[phase], step, stability, difficulty, from_micros(due)),
    )


def memory_args(memory: Memory) -> tuple[Any, ...]:
    """A memory as the driver's values of MEMORY_COLUMNS."""
    plan = memory.plan
    return (
        memory.seen,
        memory.right,
        memory.streak,
        to_micros(memory.last_at),
        memory.last_right,
        None if memory.last_confidence is None else memory.last_confidence.value,
        plan.phase.value,
        plan.step,
        plan.stability,
        plan.difficulty,
        to_micros(plan.due),
    )


def memories_of(unit: Reading, learner_id: int) -> dict[str, Memory]:
    """Everything that is remembered of one learner, by family."""
    columns = memories.c
    plain = (column for column in columns if column.name in MEMORY_COLUMNS)
    found = unit.connection.execute(select(columns.family, *plain).where(columns.learner_id == learner_id))
    return {family: _memory(rest) for family, *rest in found}


def _memory(found: list[Any]) -> Memory:
    """A memory from values of MEMORY_COLUMNS whose moments are moments."""
    seen, right, streak, last_at, last_right, confidence, phase, step, stability, difficulty, due = found
    plan = Plan(_PHASES[phase], step, stability, difficulty, due)
    said = read_confidence(confidence) if confidence else None
    return Memory(seen, right, streak, last_at, bool(last_right), said, plan)


def is_sound(row: Mapping[str, Any]) -> bool:
    """Whether values of MEMORY_COLUMNS, from whatever source, make a memory that the scheduler can go on from."""
    values = (row.get(name) for name in MEMORY_COLUMNS)
    try:
        memory = memory_of(tuple(to_micros(one) if isinstance(one, datetime) else one for one in values))
    except (KeyError, TypeError, ValueError):
        return False
    plan = memory.plan
    return plan.stability > 0 and _EASIEST <= plan.difficulty <= _HARDEST and (plan.step or 0) <= _STEPS
