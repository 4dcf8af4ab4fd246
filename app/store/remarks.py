"""Flags, notes to oneself, and reports of faults in questions, which outlive their author without naming them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ForeignKey, Row, String, Table, Text, delete, func, insert, select, update

from app.store.items import items
from app.store.moments import Moment
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new, insert_or_replace
from app.store.variants import variants

flags = Table(
    "flags",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("flagged_at", Moment, nullable=False),
)

notes = Table(
    "notes",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("written_at", Moment, nullable=False),
)

fault_reports = Table(
    "fault_reports",
    METADATA,
    Column("id", RowNumber, primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="SET NULL"), index=True),
    Column("presentation_id", RowNumber, ForeignKey("presentations.id", ondelete="SET NULL"), index=True),
    Column("item_id", String(128), ForeignKey("items.id"), nullable=False),
    Column("variant_id", String(32), ForeignKey("variants.id"), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("reported_at", Moment, nullable=False),
    Column("answer", Text),
    Column("answered_by", String(100)),
    Column("answered_at", Moment),
    Column("closed_at", Moment),
)


@dataclass(frozen=True, slots=True)
class SpotRow:
    """A question of a learner's practice, found by whose it is."""

    presentation_id: int
    item_id: str
    variant_id: str
    answered: bool


@dataclass(frozen=True, slots=True)
class RemarkedRow:
    """An item with the flag and the note of one learner, and where they met it last, if at all."""

    item_id: str
    flagged_at: datetime | None
    note: str
    written_at: datetime | None
    practice_id: str | None
    n: int | None
    variant_id: str | None
    answered: bool


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report of a fault, with what was answered."""

    id: int
    item_id: str
    variant_id: str
    kind: str
    text: str
    reported_at: datetime
    answer: str | None
    answered_by: str | None
    answered_at: datetime | None
    closed_at: datetime | None


def spot(unit: Reading, learner_id: int, practice_id: str, n: int) -> SpotRow | None:
    """Question `n` of this learner's practice; another's looks like one that does not exist."""
    shown = presentations.c
    statement = (
        select(shown.id, shown.item_id, shown.variant_id, responses.c.id)
        .select_from(presentations.outerjoin(responses, responses.c.presentation_id == shown.id))
        .where(shown.practice_id == practice_id, shown.n == n, shown.learner_id == learner_id)
    )
    found = unit.connection.execute(statement).first()
    return None if found is None else SpotRow(found[0], found[1], found[2], found[3] is not None)


def put_flag(unit: Writing, learner_id: int, item_id: str, at: datetime) -> None:
    """Flag an item; one that is flagged stays as it is."""
    unit.connection.execute(
        insert_new(flags), {"learner_id": learner_id, "item_id": item_id, "flagged_at": at}
    )


def drop_flag(unit: Writing, learner_id: int, item_id: str) -> None:
    """Take a flag away."""
    unit.connection.execute(delete(flags).where(flags.c.learner_id == learner_id, flags.c.item_id == item_id))


def flagged_items(unit: Reading, learner_id: int) -> frozenset[str]:
    """The items that a learner flagged."""
    return frozenset(unit.connection.scalars(select(flags.c.item_id).where(flags.c.learner_id == learner_id)))


def put_note(unit: Writing, learner_id: int, item_id: str, *, text: str, at: datetime) -> None:
    """Write a note in place of the one that is there; an empty one takes it away."""
    if text:
        unit.connection.execute(
            insert_or_replace(notes, ("learner_id", "item_id")),
            {"learner_id": learner_id, "item_id": item_id, "text": text, "written_at": at},
        )
        return
    unit.connection.execute(delete(notes).where(notes.c.learner_id == learner_id, notes.c.item_id == item_id))


def remark_on(unit: Reading, learner_id: int, item_id: str) -> tuple[bool, str]:
    """Whether a learner flagged an item, and their note on it."""
    flag = select(flags.c.item_id).where(flags.c.learner_id == learner_id, flags.c.item_id == item_id)
    note = select(notes.c.text).where(notes.c.learner_id == learner_id, notes.c.item_id == item_id)
    return unit.connection.scalar(flag) is not None, unit.connection.scalar(note) or ""


def remarked(unit: Reading, learner_id: int) -> list[RemarkedRow]:
    """All items that a learner flagged or wrote a note on, by name, with the question where they met each last."""
    flag, note, shown = flags.c, notes.c, presentations.c
    last = (
        select(shown.item_id, func.max(shown.id).label("id"))
        .where(shown.learner_id == learner_id)
        .group_by(shown.item_id)
        .subquery()
    )
    mine = items.outerjoin(flags, (flag.item_id == items.c.id) & (flag.learner_id == learner_id))
    mine = mine.outerjoin(notes, (note.item_id == items.c.id) & (note.learner_id == learner_id))
    met = mine.outerjoin(last, last.c.item_id == items.c.id).outerjoin(presentations, shown.id == last.c.id)
    statement = (
        select(
            items.c.id,
            flag.flagged_at,
            note.text,
            note.written_at,
            shown.practice_id,
            shown.n,
            shown.variant_id,
            responses.c.id,
        )
        .select_from(met.outerjoin(responses, responses.c.presentation_id == shown.id))
        .where(flag.item_id.is_not(None) | note.item_id.is_not(None))
        .order_by(items.c.id)
    )
    return [
        RemarkedRow(row[0], row[1], row[2] or "", row[3], row[4], row[5], row[6], row[7] is not None)
        for row in unit.connection.execute(statement)
    ]


def some_variant(unit: Reading, item_id: str) -> str | None:
    """The first variant of an item as it now stands, or None."""
    statement = (
        select(variants.c.id)
        .select_from(variants.join(items, items.c.latest_revision_id == variants.c.revision_id))
        .where(items.c.id == item_id)
        .order_by(variants.c.fixed.is_(None), variants.c.id)
        .limit(1)
    )
    found: str | None = unit.connection.scalar(statement)
    return found


def add_report(unit: Writing, learner_id: int, at: SpotRow, **told: Any) -> None:
    """Store a report of a fault with the exact variant and presentation; `told` are kind, text and reported_at."""
    unit.connection.execute(
        insert(fault_reports).values(
            learner_id=learner_id,
            presentation_id=at.presentation_id,
            item_id=at.item_id,
            variant_id=at.variant_id,
            **told,
        )
    )


_COLUMNS = (
    fault_reports.c.id,
    fault_reports.c.item_id,
    fault_reports.c.variant_id,
    fault_reports.c.kind,
    fault_reports.c.text,
    fault_reports.c.reported_at,
    fault_reports.c.answer,
    fault_reports.c.answered_by,
    fault_reports.c.answered_at,
    fault_reports.c.closed_at,
)


def _rows(found: Sequence[Row[*tuple[Any, ...]]]) -> list[ReportRow]:
    return [ReportRow(*row) for row in found]


def reports_on(unit: Reading, learner_id: int, presentation_id: int) -> list[ReportRow]:
    """What a learner reported on one question, in order."""
    statement = (
        select(*_COLUMNS)
        .where(fault_reports.c.learner_id == learner_id, fault_reports.c.presentation_id == presentation_id)
        .order_by(fault_reports.c.id)
    )
    return _rows(unit.connection.execute(statement).all())


def all_reports(unit: Reading, limit: int = 500) -> list[ReportRow]:
    """The reports of everybody: open ones first, the newest first among equals."""
    statement = (
        select(*_COLUMNS)
        .order_by(fault_reports.c.closed_at.is_not(None), fault_reports.c.id.desc())
        .limit(limit)
    )
    return _rows(unit.connection.execute(statement).all())


def open_reports(unit: Reading, item_id: str, limit: int = 50) -> list[ReportRow]:
    """The reports on an item that are not closed, the first one first."""
    statement = (
        select(*_COLUMNS)
        .where(fault_reports.c.item_id == item_id, fault_reports.c.closed_at.is_(None))
        .order_by(fault_reports.c.id)
        .limit(limit)
    )
    return _rows(unit.connection.execute(statement).all())


def report_row(unit: Reading, report_id: int) -> ReportRow | None:
    """One report, or None."""
    found = unit.connection.execute(select(*_COLUMNS).where(fault_reports.c.id == report_id)).all()
    return next(iter(_rows(found)), None)


def settle_report(unit: Writing, report_id: int, **settled: Any) -> None:
    """Set what was answered to a report, by whom and when, and when it was closed."""
    unit.connection.execute(update(fault_reports).where(fault_reports.c.id == report_id).values(**settled))
