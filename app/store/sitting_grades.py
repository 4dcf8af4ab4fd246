"""What grading reads of a sitting that is over, and where it puts what each question earned."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, delete, insert, select, type_coerce

from app.exams.ruling import Ruling
from app.exams.sitting import OVER, State
from app.store.exams import exam_rulings
from app.store.moments import to_micros
from app.store.ruling_text import stored_ruling
from app.store.sittings import sitting_answers, sitting_results, sitting_slots, sittings
from app.store.unit import Reading, Writing


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A question of a form with what stands for it as JSON, or None where nothing was ever saved."""

    n: int
    item_id: str
    variant_id: str
    given: str | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a question earned, whether its answer could be read at all, how it was judged, and the ruling behind it."""

    n: int
    points: float
    correct: bool
    answered: bool
    judged: str
    ruling_id: int | None = None


def asked_rows(unit: Reading, sitting_id: str) -> list[AskedRow]:
    """The form of a sitting with what was given, in order."""
    slots, answers = sitting_slots.c, sitting_answers.c
    joined = sitting_slots.outerjoin(
        sitting_answers, (answers.sitting_id == slots.sitting_id) & (answers.n == slots.n)
    )
    statement = (
        select(slots.n, slots.item_id, slots.variant_id, answers.given)
        .select_from(joined)
        .where(slots.sitting_id == sitting_id)
        .order_by(slots.n)
    )
    return [AskedRow(*found) for found in unit.connection.execute(statement)]


def standing_rulings(unit: Reading, item_ids: Iterable[str]) -> dict[str, list[tuple[int, Ruling]]]:
    """The rulings in force for each of some items, with their numbers, the last one first.

    Of those that speak of a revision the first one holds.
    """
    columns = exam_rulings.c
    statement = (
        select(columns.id, columns.item_id, columns.what, columns.accepted)
        .where(columns.item_id.in_(sorted(set(item_ids))), columns.withdrawn_at.is_(None))
        .order_by(columns.id.desc())
    )
    found: dict[str, list[tuple[int, Ruling]]] = {}
    for number, item_id, what, accepted in unit.connection.execute(statement):
        found.setdefault(item_id, []).append((number, stored_ruling(what, accepted)))
    return found


def put_results(unit: Writing, sitting_id: str, learner_id: int, rows: Iterable[ResultRow]) -> None:
    """Set what each question of a sitting earned; what stood there before is gone."""
    unit.connection.execute(delete(sitting_results).where(sitting_results.c.sitting_id == sitting_id))
    values = [
        {
            "sitting_id": sitting_id,
            "n": one.n,
            "learner_id": learner_id,
            "points": one.points,
            "correct": one.correct,
            "answered": one.answered,
            "judged": one.judged,
            "ruling_id": one.ruling_id,
        }
        for one in rows
    ]
    if values:
        unit.connection.execute(insert(sitting_results), values)


def overdue(unit: Reading, until: datetime) -> list[str]:
    """The running sittings whose deadline lies before a moment, in the order of their names."""
    columns = sittings.c
    spans = columns.extra + columns.paused  # whole microseconds, as moments are stored
    deadline = type_coerce(columns.base_deadline, BigInteger) + spans
    statement = select(columns.id).where(columns.state == State.RUNNING.value, deadline < to_micros(until))
    return list(unit.connection.scalars(statement.order_by(columns.id)))


def ungraded(unit: Reading) -> list[str]:
    """The sittings that are over and not graded, in the order of their names."""
    states = [state.value for state in OVER]
    statement = select(sittings.c.id).where(sittings.c.state.in_(states))
    return list(unit.connection.scalars(statement.order_by(sittings.c.id)))
