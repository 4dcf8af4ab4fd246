"""What a learner did that may be done only so often, and what came of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Column, ForeignKey, Index, String, Table, Text, delete, insert, select, update

from app.store.learners import learners
from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

turns = Table(
    "turns",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("act", String(32), nullable=False),
    Column("at", Moment, nullable=False),
    Column("outcome", Text, nullable=False),
    Index("ix_turns_learner_id_act_at", "learner_id", "act", "at"),
)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """An act of a learner, `limit` times at most within `within`."""

    learner_id: int
    act: str
    limit: int
    within: timedelta


def take_turn(unit: Writing, turn: TurnRow, now: datetime, outcome: str = "") -> timedelta:
    """Count one more act, or say how long to wait until the next is free; zero where it was counted.

    The learner's row is held, so that two at once cannot both take the last turn.
    """
    unit.connection.execute(select(learners.c.id).where(learners.c.id == turn.learner_id).with_for_update())
    mine = (turns.c.learner_id == turn.learner_id) & (turns.c.act == turn.act)
    recent = list(
        unit.connection.scalars(
            select(turns.c.at).where(mine, turns.c.at > now - turn.within).order_by(turns.c.at.desc())
        )
    )
    if len(recent) >= turn.limit:
        oldest: datetime = recent[turn.limit - 1]
        return oldest + turn.within - now
    last = select(turns.c.id).where(mine).order_by(turns.c.at.desc(), turns.c.id.desc()).limit(turn.limit)
    unit.connection.execute(delete(turns).where(mine, turns.c.id.not_in(list(unit.connection.scalars(last)))))
    unit.connection.execute(
        insert(turns).values(learner_id=turn.learner_id, act=turn.act, at=now, outcome=outcome)
    )
    return timedelta(0)


def last_outcome(unit: Reading, learner_id: int, act: str) -> str | None:
    """What came of the last such act, or None where there was none."""
    found: str | None = unit.connection.scalar(
        select(turns.c.outcome)
        .where(turns.c.learner_id == learner_id, turns.c.act == act)
        .order_by(turns.c.at.desc(), turns.c.id.desc())
        .limit(1)
    )
    return found


def put_outcome(unit: Writing, learner_id: int, act: str, *, outcome: str) -> None:
    """Write down what came of the act that was counted last."""
    last = (
        select(turns.c.id)
        .where(turns.c.learner_id == learner_id, turns.c.act == act)
        .order_by(turns.c.at.desc(), turns.c.id.desc())
        .limit(1)
    )
    unit.connection.execute(
        update(turns).where(turns.c.id == unit.connection.scalar(last)).values(outcome=outcome)
    )
