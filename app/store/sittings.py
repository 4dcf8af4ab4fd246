"""Sittings: how each stands, its form, what was given, everything that happened, and what it earned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
    update,
)

from app.exams.sitting import OPEN, Sitting, State
from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

_MICROSECOND = timedelta(microseconds=1)


def _sitting_id() -> Column[str]:
    return Column("sitting_id", String(16), ForeignKey("sittings.id", ondelete="CASCADE"), nullable=False)


def _learner_id() -> Column[int]:
    return Column(
        "learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False, index=True
    )


# Spans of time (time_limit, extra, paused) are whole microseconds.
sittings = Table(
    "sittings",
    METADATA,
    Column("id", String(16), primary_key=True),
    _learner_id(),
    Column("exam_id", String(128), nullable=False, index=True),
    Column("exam_revision_id", String(32), ForeignKey("exam_revisions.id"), nullable=False),
    Column("count", Integer, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("factor", Integer, nullable=False),  # percent of the exam's time that this candidate gets
    Column("state", String(16), nullable=False, index=True),
    Column("time_limit", BigInteger, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("base_deadline", Moment),  # set once, when the clock starts
    Column("extra", BigInteger, nullable=False, server_default="0"),
    Column("paused", BigInteger, nullable=False, server_default="0"),
    Column("paused_since", Moment),
    Column("finished_at", Moment),
    Column("ended_by", String(16)),  # candidate | clock | instructor
    Column("graded_at", Moment),
    Column("released_at", Moment),  # when an instructor showed what waits for that
    Column("holder", Integer, nullable=False, server_default="0"),  # counts the devices that held it
)

sitting_slots = Table(
    "sitting_slots",
    METADATA,
    Column("sitting_id", String(16), ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    _learner_id(),
    Column("item_id", String(128), ForeignKey("items.id"), nullable=False, index=True),
    Column("variant_id", String(32), ForeignKey("variants.id"), nullable=False),
    Column("section", Integer, nullable=False),  # counts from 0
    Column("place", Integer),  # at which the right option was to stand
    Column("reason", Text, nullable=False),
)

# What stands now of each question; n = 0 is the scratch notes.
sitting_answers = Table(
    "sitting_answers",
    METADATA,
    Column("sitting_id", String(16), ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    _learner_id(),
    Column("holder", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("given", Text, nullable=False),
    Column("flagged", Boolean(create_constraint=False), nullable=False),
    Column("struck", Text, nullable=False),  # JSON: positions that were struck through
    Column("spent_ms", BigInteger, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("saved_at", Moment, nullable=False),
    Column("changes", Integer, nullable=False),
)

# Everything that happened, in order; the database itself refuses to change a row.
sitting_events = Table(
    "sitting_events",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    _sitting_id(),
    _learner_id(),
    Column("at", Moment, nullable=False),
    Column("what", String(16), nullable=False),
    Column("n", Integer),
    Column("holder", Integer),
    Column("seq", Integer),
    Column("digest", String(32)),
    Column("fate", String(16)),
    Column("detail", Text, nullable=False),  # JSON
    # A change that is sent twice is one event.
    UniqueConstraint("sitting_id", "n", "holder", "seq", "digest"),
)

# What each question earned. Nothing that serves a running sitting reads this.
sitting_results = Table(
    "sitting_results",
    METADATA,
    Column("sitting_id", String(16), ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    _learner_id(),
    Column("points", Float, nullable=False),
    Column("correct", Boolean(create_constraint=False), nullable=False),
    Column("answered", Boolean(create_constraint=False), nullable=False),
    Column("judged", Text, nullable=False),  # JSON
    Column("ruling_id", RowNumber, ForeignKey("exam_rulings.id")),
)

sitting_notices = Table(
    "sitting_notices",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    _sitting_id(),
    _learner_id(),
    Column("at", Moment, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("seen_at", Moment),
    Index("ix_sitting_notices_sitting_id", "sitting_id"),
)


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A sitting as it is stored; `clock` is how it stands."""

    id: str
    learner_id: int
    exam_id: str
    exam_revision_id: str
    count: int
    seed: str
    factor: int
    created_at: datetime
    clock: Sitting
    ended_by: str | None = None
    graded_at: datetime | None = None
    released_at: datetime | None = None
    holder: int = 0


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A question of a form, in its place, with the variant that is asked and why the item was taken."""

    n: int
    item_id: str
    variant_id: str
    section: int
    place: int | None
    reason: str


COLUMNS = tuple(sittings.c)


def sitting_row_of(found: Sequence[Any]) -> SittingRow:
    """A sitting from all columns of its table."""
    (
        name, learner_id, exam_id, revision_id, count, seed, factor, state, limit, created_at, started_at,
        base_deadline, extra, paused, paused_since, finished_at, ended_by, graded_at, released_at, holder,
    ) = found  # fmt: skip
    clock = Sitting(
        limit=timedelta(microseconds=limit),
        state=State(state),
        started_at=started_at,
        base_deadline=base_deadline,
        extra=timedelta(microseconds=extra),
        paused=timedelta(microseconds=paused),
        paused_since=paused_since,
        finished_at=finished_at,
    )
    return SittingRow(
        name, learner_id, exam_id, revision_id, count, seed, factor, created_at, clock,
        ended_by, graded_at, released_at, holder,
    )  # fmt: skip


def clock_values(clock: Sitting) -> dict[str, Any]:
    """The columns that say how a sitting stands."""
    return {
        "state": clock.state.value,
        "time_limit": clock.limit // _MICROSECOND,
        "started_at": clock.started_at,
        "base_deadline": clock.base_deadline,
        "extra": clock.extra // _MICROSECOND,
        "paused": clock.paused // _MICROSECOND,
        "paused_since": clock.paused_since,
        "finished_at": clock.finished_at,
    }


def add_sitting(unit: Writing, row: SittingRow, slots: Sequence[SlotRow]) -> None:
    """Store a sitting with its whole form."""
    values = {
        "id": row.id,
        "learner_id": row.learner_id,
        "exam_id": row.exam_id,
        "exam_revision_id": row.exam_revision_id,
        "count": row.count,
        "seed": row.seed,
        "factor": row.factor,
        "created_at": row.created_at,
        "holder": row.holder,
    }
    unit.connection.execute(insert(sittings).values(**values, **clock_values(row.clock)))
    unit.connection.execute(
        insert(sitting_slots),
        [
            {
                "sitting_id": row.id,
                "n": one.n,
                "learner_id": row.learner_id,
                "item_id": one.item_id,
                "variant_id": one.variant_id,
                "section": one.section,
                "place": one.place,
                "reason": one.reason,
            }
            for one in slots
        ],
    )


def put_clock(unit: Writing, sitting_id: str, clock: Sitting, **more: Any) -> None:
    """Set how a sitting stands, with further columns."""
    statement = update(sittings).where(sittings.c.id == sitting_id)
    unit.connection.execute(statement.values(**clock_values(clock), **more))


def sitting_row(unit: Reading, learner_id: int | None, sitting_id: str) -> SittingRow | None:
    """This learner's sitting of that name, or with None anybody's; another's looks like one that does not exist.

    In a unit that may write the row is held against others until the end of the unit.
    """
    statement = select(*COLUMNS).where(sittings.c.id == sitting_id)
    if learner_id is not None:
        statement = statement.where(sittings.c.learner_id == learner_id)
    if isinstance(unit, Writing):
        statement = statement.with_for_update()
    found = unit.connection.execute(statement).first()
    return None if found is None else sitting_row_of(found)


def own_sittings(unit: Reading, learner_id: int, exam_id: str | None = None) -> list[SittingRow]:
    """A learner's sittings, the newest first; of one exam or of all."""
    statement = select(*COLUMNS).where(sittings.c.learner_id == learner_id)
    if exam_id is not None:
        statement = statement.where(sittings.c.exam_id == exam_id)
    statement = statement.order_by(sittings.c.created_at.desc(), sittings.c.id)
    return [sitting_row_of(found) for found in unit.connection.execute(statement)]


def is_open(row: SittingRow) -> bool:
    """Whether it can still be begun or gone on with."""
    return row.clock.state in OPEN or row.clock.state is State.CREATED


def slot_rows(unit: Reading, sitting_id: str) -> list[SlotRow]:
    """The form of a sitting, in order."""
    columns = sitting_slots.c
    statement = (
        select(columns.n, columns.item_id, columns.variant_id, columns.section, columns.place, columns.reason)
        .where(columns.sitting_id == sitting_id)
        .order_by(columns.n)
    )
    return [SlotRow(*found) for found in unit.connection.execute(statement)]


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something that happened in a sitting, other than a change. `detail` is JSON."""

    sitting_id: str
    learner_id: int
    at: datetime
    what: str
    detail: str = "{}"


def add_event(unit: Writing, event: EventRow) -> None:
    """Append what happened."""
    unit.connection.execute(
        insert(sitting_events).values(
            sitting_id=event.sitting_id,
            learner_id=event.learner_id,
            at=event.at,
            what=event.what,
            detail=event.detail,
        )
    )


def last_event_at(unit: Reading) -> datetime | None:
    """When something last happened in a sitting that is open still; None where none is."""
    columns = sitting_events.c
    still = select(sittings.c.id).where(sittings.c.state.in_([one.value for one in OPEN]))
    statement = select(columns.at).where(columns.sitting_id.in_(still)).order_by(columns.at.desc()).limit(1)
    found: datetime | None = unit.connection.scalar(statement)
    return found


def event_detail(unit: Reading, sitting_id: str, what: str) -> str | None:
    """The detail of the first event of that kind, or None."""
    columns = sitting_events.c
    statement = (
        select(columns.detail)
        .where(columns.sitting_id == sitting_id, columns.what == what)
        .order_by(columns.id)
        .limit(1)
    )
    found: str | None = unit.connection.scalar(statement)
    return found
