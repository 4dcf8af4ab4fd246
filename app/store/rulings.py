"""Rulings on questions, whom they concern, and what the results are that they change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import func, insert, select, update

from app.exams.ruling import Earned, Ruling, What
from app.exams.sitting import State
from app.store.exams import exam_rulings, exams
from app.store.ruling_text import ruling_text, stored_ruling
from app.store.sitting_grades import AskedRow
from app.store.sittings import (
    COLUMNS,
    SittingRow,
    sitting_answers,
    sitting_notices,
    sitting_results,
    sitting_row_of,
    sitting_slots,
    sittings,
)
from app.store.unit import Reading, Writing
from app.store.variants import variants

_LOCK = 5_201_007  # the name of the lock below; any number that nobody else uses


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling as it is stored: what of which item, why, by whom and when, and since when it is no longer in force."""

    id: int
    item_id: str
    ruling: Ruling
    reason: str
    actor: str
    at: datetime
    withdrawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class ConcernedRow:
    """A sitting that asks an item: how it stands, the title of its exam, and the question with what was given."""

    row: SittingRow
    title: str
    asked: AskedRow


@dataclass(frozen=True, slots=True)
class AskedItem:
    """An item that exams have asked, and in how many sittings."""

    item_id: str
    sittings: int


def hold_rulings(unit: Writing, *, alone: bool) -> None:
    """Let no ruling be made, and nothing be graded, beside whoever holds the rulings alone, until the unit ends.

    Whoever grades holds them together with others who do. Without this a sitting could be graded by the rulings of a
    moment ago, after the new one has gone through all that is graded. SQLite lets one writer in at a time anyway.
    """
    if unit.connection.dialect.name != "sqlite":
        lock = func.pg_advisory_xact_lock if alone else func.pg_advisory_xact_lock_shared
        unit.connection.execute(select(lock(_LOCK)))


def ruling_rows(unit: Reading, item_id: str | None = None) -> list[RulingRow]:
    """All rulings, or those on one item, the newest first."""
    columns = exam_rulings.c
    statement = select(
        columns.id,
        columns.item_id,
        columns.what,
        columns.accepted,
        columns.reason,
        columns.actor,
        columns.at,
        columns.withdrawn_at,
    ).order_by(columns.id.desc())
    if item_id is not None:
        statement = statement.where(columns.item_id == item_id)
    return [
        RulingRow(number, item, stored_ruling(what, accepted), reason, actor, at, withdrawn)
        for number, item, what, accepted, reason, actor, at, withdrawn in unit.connection.execute(statement)
    ]


def add_ruling(unit: Writing, item_id: str, ruling: Ruling, *, why: tuple[str, str], at: datetime) -> int:
    """Store a ruling with why and by whom; its number."""
    statement = insert(exam_rulings).values(
        item_id=item_id,
        what=ruling.what.value,
        accepted=ruling_text(ruling),
        reason=why[0],
        actor=why[1],
        at=at,
    )
    return int(unit.connection.scalar(statement.returning(exam_rulings.c.id)) or 0)


def withdraw_ruling(unit: Writing, number: int, at: datetime) -> None:
    """Put a ruling out of force."""
    statement = update(exam_rulings).where(exam_rulings.c.id == number)
    unit.connection.execute(statement.values(withdrawn_at=at))


def confine_rulings(unit: Writing, item_id: str, revisions: frozenset[str]) -> None:
    """Let the rulings in force that speak of all revisions of an item speak of these alone from now on."""
    for row in ruling_rows(unit, item_id):
        if row.withdrawn_at is None and not row.ruling.revisions and revisions:
            narrow_ruling(unit, row.id, replace(row.ruling, revisions=revisions))


def sittings_asking(unit: Reading, item_id: str, revisions: Iterable[str]) -> int:
    """How many sittings ask an item in some of its revisions."""
    slots = sitting_slots.c
    statement = (
        select(func.count())
        .select_from(sitting_slots.join(variants, variants.c.id == slots.variant_id))
        .where(slots.item_id == item_id, variants.c.revision_id.in_(sorted(set(revisions))))
    )
    return int(unit.connection.scalar(statement) or 0)


def narrow_ruling(unit: Writing, number: int, ruling: Ruling) -> None:
    """Let a ruling speak of fewer revisions."""
    statement = update(exam_rulings).where(exam_rulings.c.id == number)
    unit.connection.execute(statement.values(accepted=ruling_text(ruling)))


def concerned_rows(unit: Reading, item_id: str) -> list[ConcernedRow]:
    """Every sitting that asks an item, in the order of their names."""
    slots, answers = sitting_slots.c, sitting_answers.c
    statement = (
        select(*COLUMNS, exams.c.title, slots.n, slots.item_id, slots.variant_id, answers.given)
        .select_from(sitting_slots)
        .join(sittings, sittings.c.id == slots.sitting_id)
        .join(exams, exams.c.id == sittings.c.exam_id)
        .outerjoin(sitting_answers, (answers.sitting_id == slots.sitting_id) & (answers.n == slots.n))
        .where(slots.item_id == item_id)
        .order_by(sittings.c.id)
    )
    return [_concerned(found) for found in unit.connection.execute(statement)]


def _concerned(found: Sequence[object]) -> ConcernedRow:
    *row, title, n, item_id, variant_id, given = found
    asked = AskedRow(n, item_id, variant_id, given)  # type: ignore[arg-type]
    return ConcernedRow(sitting_row_of(row), str(title), asked)


def earned_of(unit: Reading, item_id: str) -> dict[str, dict[int, Earned]]:
    """For each graded sitting that asks an item: what every question of it comes to now."""
    asking = select(sitting_slots.c.sitting_id).where(sitting_slots.c.item_id == item_id)
    columns = sitting_results.c
    statement = (
        select(columns.sitting_id, columns.n, columns.points, columns.correct, exam_rulings.c.what)
        .join(sittings, sittings.c.id == columns.sitting_id)
        .outerjoin(exam_rulings, exam_rulings.c.id == columns.ruling_id)
        .where(columns.sitting_id.in_(asking), sittings.c.state == State.GRADED.value)
    )
    earned: dict[str, dict[int, Earned]] = {}
    for sitting_id, n, points, correct, what in unit.connection.execute(statement):
        one = Earned(points, bool(correct), counts=what != What.DROP.value)
        earned.setdefault(sitting_id, {})[n] = one
    return earned


def set_result(unit: Writing, sitting_id: str, n: int, *, earned: Earned, ruling_id: int | None) -> None:
    """Set what a question of a graded sitting earned, and by which ruling; how its answer was judged stays."""
    columns = sitting_results.c
    statement = update(sitting_results).where(columns.sitting_id == sitting_id, columns.n == n)
    unit.connection.execute(
        statement.values(points=earned.points, correct=earned.correct, ruling_id=ruling_id)
    )


def add_notices(unit: Writing, notices: Iterable[tuple[SittingRow, str]], at: datetime) -> None:
    """Leave a word for the candidates of some sittings."""
    values = [
        {"sitting_id": row.id, "learner_id": row.learner_id, "at": at, "sentence": sentence}
        for row, sentence in notices
    ]
    if values:
        unit.connection.execute(insert(sitting_notices), values)


def asked_items(unit: Reading) -> list[AskedItem]:
    """Every item that a sitting asks, by name."""
    columns = sitting_slots.c
    statement = select(columns.item_id, func.count()).group_by(columns.item_id).order_by(columns.item_id)
    return [AskedItem(item_id, count) for item_id, count in unit.connection.execute(statement)]


def asked_variants(unit: Reading, item_id: str) -> list[str]:
    """The variants of an item that sittings ask, by name."""
    statement = select(sitting_slots.c.variant_id).where(sitting_slots.c.item_id == item_id).distinct()
    return sorted(unit.connection.scalars(statement))
