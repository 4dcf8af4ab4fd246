"""What an instructor sees of sittings: the list with what was given so far, and one with its answers and its events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Subquery, and_, case, func, select

from app.exams.sitting import State
from app.store.exams import exam_rulings, exams
from app.store.sittings import (
    COLUMNS,
    SittingRow,
    sitting_answers,
    sitting_events,
    sitting_results,
    sitting_row_of,
    sittings,
)
from app.store.unit import Reading

_NOTHING = '{"positions":[]"typed":[]}'  # what was given, without empty texts and commas, where nothing was
_PLAIN = ("taken", "repeated")


@dataclass(frozen=True, slots=True)
class WatchedRow:
    """A sitting with the title of its exam, how many questions have something given, and its last save."""

    row: SittingRow
    title: str
    answered: int
    saved_at: datetime | None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What stands of one question: given (JSON), its flag, how often it was changed and how long it was in view."""

    n: int
    given: str
    flagged: bool
    changes: int
    spent_ms: int
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """One event of a sitting; `detail` is JSON."""

    at: datetime
    what: str
    n: int | None
    holder: int | None
    fate: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """What a question of a graded sitting came to, and by which ruling, where there is one ("drop")."""

    n: int
    points: float
    correct: bool
    ruling: str | None


def watched_rows(
    unit: Reading, *, exam_id: str | None, states: Sequence[State], limit: int
) -> list[WatchedRow]:
    """Sittings in these states, of one exam or of all: those that are open first, then the newest first."""
    given = _given()
    is_open = sittings.c.state.in_([State.CREATED.value, State.RUNNING.value, State.PAUSED.value])
    statement = (
        select(*COLUMNS, exams.c.title, given.c.answered, given.c.saved_at)
        .join(exams, exams.c.id == sittings.c.exam_id)
        .outerjoin(given, given.c.sitting_id == sittings.c.id)
        .where(sittings.c.state.in_([one.value for one in states]))
        .order_by(case((is_open, 0), else_=1), sittings.c.created_at.desc(), sittings.c.id)
        .limit(limit)
    )
    if exam_id is not None:
        statement = statement.where(sittings.c.exam_id == exam_id)
    return [_watched(found) for found in unit.connection.execute(statement)]


def watched_row(unit: Reading, sitting_id: str) -> WatchedRow | None:
    """One sitting as it stands in the list."""
    given = _given(sitting_id)
    statement = (
        select(*COLUMNS, exams.c.title, given.c.answered, given.c.saved_at)
        .join(exams, exams.c.id == sittings.c.exam_id)
        .outerjoin(given, given.c.sitting_id == sittings.c.id)
        .where(sittings.c.id == sitting_id)
    )
    found = unit.connection.execute(statement).first()
    return None if found is None else _watched(found)


def _given(sitting_id: str | None = None) -> Subquery:
    """For each sitting, or for one, how many questions have something given, and the last save."""
    columns = sitting_answers.c
    bare = func.replace(func.replace(columns.given, '""', ""), ",", "")
    counts = case((and_(columns.n > 0, bare != _NOTHING), 1), else_=0)
    statement = select(
        columns.sitting_id, func.sum(counts).label("answered"), func.max(columns.saved_at).label("saved_at")
    )
    if sitting_id is not None:
        statement = statement.where(columns.sitting_id == sitting_id)
    return statement.group_by(columns.sitting_id).subquery()


def _watched(found: Sequence[object]) -> WatchedRow:
    *row, title, answered, saved_at = found
    return WatchedRow(sitting_row_of(row), str(title), int(answered or 0), saved_at)  # type: ignore[call-overload, arg-type]


def exam_titles(unit: Reading) -> list[tuple[str, str]]:
    """The name and title of every exam that there is or was."""
    statement = select(exams.c.id, exams.c.title).order_by(exams.c.title, exams.c.id)
    return [(name, title) for name, title in unit.connection.execute(statement)]


def answer_rows(unit: Reading, sitting_id: str) -> dict[int, AnswerRow]:
    """What stands of each question of a sitting, by its number."""
    columns = sitting_answers.c
    statement = select(
        columns.n, columns.given, columns.flagged, columns.changes, columns.spent_ms, columns.saved_at
    ).where(columns.sitting_id == sitting_id, columns.n > 0)
    return {found[0]: AnswerRow(*found) for found in unit.connection.execute(statement)}


def earned_rows(unit: Reading, sitting_id: str) -> dict[int, EarnedRow]:
    """What each question of a graded sitting came to, by its number."""
    columns = sitting_results.c
    statement = (
        select(columns.n, columns.points, columns.correct, exam_rulings.c.what)
        .outerjoin(exam_rulings, exam_rulings.c.id == columns.ruling_id)
        .where(columns.sitting_id == sitting_id)
    )
    return {found[0]: EarnedRow(*found) for found in unit.connection.execute(statement)}


def what_happened(unit: Reading, sitting_id: str, *, all_changes: bool, limit: int) -> list[WhatHappened]:
    """The last events of a sitting, the newest first; without the changes that were simply saved, or with them."""
    columns = sitting_events.c
    statement = (
        select(columns.at, columns.what, columns.n, columns.holder, columns.fate, columns.detail)
        .where(columns.sitting_id == sitting_id)
        .order_by(columns.id.desc())
        .limit(limit)
    )
    if not all_changes:
        statement = statement.where(columns.fate.is_(None) | columns.fate.not_in(_PLAIN))
    return [WhatHappened(*found) for found in unit.connection.execute(statement)]
