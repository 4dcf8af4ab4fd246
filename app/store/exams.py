"""Exams and their states: a state never changes, an exam points to its latest one; and what exams know of items."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from app.exams.encode import decode_exam, encode_exam, exam_name
from app.items.exam import Exam
from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new, insert_or_replace

exam_revisions = Table(
    "exam_revisions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("exam_id", String(128), nullable=False, index=True),
    Column("record", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
)

exams = Table(
    "exams",
    METADATA,
    Column("id", String(128), primary_key=True),
    Column("bank", String(128), nullable=False),
    Column("title", Text, nullable=False),
    Column("revision_id", String(32), ForeignKey("exam_revisions.id"), nullable=False),
    Column("retired_at", Moment),
)

# What an exam looks at beside what `items` holds, as of the last reading of the files.
exam_items = Table(
    "exam_items",
    METADATA,
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("camp", String(128), nullable=False),
    Column("head_workable", Boolean(create_constraint=False), nullable=False),
    Column("places", Integer, nullable=False),  # at which the right option can stand: 1 … places
)

exam_gaps = Table(
    "exam_gaps",
    METADATA,
    Column("exam_id", String(128), primary_key=True),
    Column("count", Integer, primary_key=True),
    Column("sentence", Text, nullable=False),
    Column("missing", Text, nullable=False),  # JSON: the names of the sections without any question
)

# What an instructor decided of an item, for everyone who was asked it.
exam_rulings = Table(
    "exam_rulings",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("item_id", String(128), ForeignKey("items.id"), nullable=False, index=True),
    Column("what", String(16), nullable=False),  # drop | full | accept | again
    Column("accepted", Text, nullable=False),  # JSON: as ruling_text.py writes it
    Column("reason", Text, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("at", Moment, nullable=False),
    Column("withdrawn_at", Moment),
)


@dataclass(frozen=True, slots=True)
class ExamRow:
    """An exam with the name of its state."""

    revision_id: str
    exam: Exam


@dataclass(frozen=True, slots=True)
class ExamItemRow:
    """What an exam looks at: the camp of which at most one question is asked, and how many places there are."""

    item_id: str
    camp: str
    head_workable: bool
    places: int


@dataclass(frozen=True, slots=True)
class GapRow:
    """Why a length of an exam cannot be filled: in a sentence, and the sections without any question."""

    exam_id: str
    count: int
    sentence: str
    missing: tuple[str, ...]


def put_exams(unit: Writing, found: Sequence[Exam], *, now: datetime) -> None:
    """Store the states that are new, and let each exam point to its own; exams that are not named are retired."""
    for exam in found:
        text = encode_exam(exam)
        name = exam_name(text)
        unit.connection.execute(
            insert_new(exam_revisions), {"id": name, "exam_id": exam.id, "record": text, "created_at": now}
        )
        values = {"id": exam.id, "bank": exam.bank, "title": exam.title, "revision_id": name}
        unit.connection.execute(insert_or_replace(exams, ("id",)), {**values, "retired_at": None})
    statement = update(exams).where(
        exams.c.retired_at.is_(None), exams.c.id.not_in([one.id for one in found])
    )
    unit.connection.execute(statement.values(retired_at=now))


def live_exams(unit: Reading) -> list[ExamRow]:
    """All exams that can be sat, by name."""
    statement = (
        select(exam_revisions.c.id, exam_revisions.c.record)
        .join(exams, exams.c.revision_id == exam_revisions.c.id)
        .where(exams.c.retired_at.is_(None))
        .order_by(exams.c.id)
    )
    return [ExamRow(name, decode_exam(record)) for name, record in unit.connection.execute(statement)]


def live_exam(unit: Reading, exam_id: str) -> ExamRow | None:
    """An exam that can be sat."""
    statement = (
        select(exam_revisions.c.id, exam_revisions.c.record)
        .join(exams, exams.c.revision_id == exam_revisions.c.id)
        .where(exams.c.id == exam_id, exams.c.retired_at.is_(None))
    )
    found = unit.connection.execute(statement).first()
    return None if found is None else ExamRow(found[0], decode_exam(found[1]))


def exam_state(unit: Reading, revision_id: str) -> Exam:
    """The exam in one of its states. Raises LookupError where there is none: sittings point to states that are kept."""
    found = unit.connection.scalar(select(exam_revisions.c.record).where(exam_revisions.c.id == revision_id))
    if found is None:
        raise LookupError(f"the state {revision_id} of an exam is not stored")
    return decode_exam(found)


def exam_states(unit: Reading, revision_ids: Iterable[str]) -> dict[str, Exam]:
    """Exams in some of their states, by the names of the states."""
    columns = exam_revisions.c
    statement = select(columns.id, columns.record).where(columns.id.in_(sorted(revision_ids)))
    return {name: decode_exam(record) for name, record in unit.connection.execute(statement)}


def replace_exam_items(unit: Writing, rows: Iterable[ExamItemRow]) -> None:
    """Set what exams know of items; what was known before is gone."""
    unit.connection.execute(delete(exam_items))
    values = [
        {"item_id": one.item_id, "camp": one.camp, "head_workable": one.head_workable, "places": one.places}
        for one in rows
    ]
    if values:
        unit.connection.execute(insert(exam_items), values)


def set_exam_item(unit: Writing, row: ExamItemRow) -> None:
    """Set what exams know of one item."""
    values = {name: getattr(row, name) for name in ExamItemRow.__slots__}
    unit.connection.execute(insert_or_replace(exam_items, ("item_id",)), values)


def exam_item_rows(unit: Reading) -> dict[str, ExamItemRow]:
    """What exams know of items, by item."""
    columns = exam_items.c
    found = unit.connection.execute(
        select(columns.item_id, columns.camp, columns.head_workable, columns.places)
    )
    return {name: ExamItemRow(name, camp, bool(by_hand), places) for name, camp, by_hand, places in found}


def replace_gaps(unit: Writing, rows: Iterable[GapRow]) -> None:
    """Set which lengths of exams cannot be filled."""
    unit.connection.execute(delete(exam_gaps))
    values = [
        {
            "exam_id": one.exam_id,
            "count": one.count,
            "sentence": one.sentence,
            "missing": orjson.dumps(one.missing).decode(),
        }
        for one in rows
    ]
    if values:
        unit.connection.execute(insert(exam_gaps), values)


def gaps(unit: Reading, exam_id: str | None = None) -> list[GapRow]:
    """Which lengths of exams cannot be filled; of one exam or of all."""
    columns = exam_gaps.c
    statement = select(columns.exam_id, columns.count, columns.sentence, columns.missing)
    if exam_id is not None:
        statement = statement.where(columns.exam_id == exam_id)
    found = unit.connection.execute(statement.order_by(columns.exam_id, columns.count))
    return [
        GapRow(name, count, sentence, tuple(orjson.loads(missing)))
        for name, count, sentence, missing in found
    ]
