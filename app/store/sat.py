"""A learner's sittings with what each came to, for lists of them. Sums of points are read of graded sittings alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import func, select

from app.exams.ruling import Tally, What
from app.exams.sitting import OPEN, State
from app.items.exam import Exam
from app.store.exams import exam_rulings, exam_state, exam_states
from app.store.sittings import (
    COLUMNS,
    SittingRow,
    own_sittings,
    sitting_results,
    sitting_row_of,
    sittings,
)
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class SatRow:
    """A sitting with its exam as it was, and what it came to; None while it is not graded."""

    row: SittingRow
    exam: Exam
    tally: Tally | None


def sat(unit: Reading, learner_id: int, exam_id: str | None = None) -> list[SatRow]:
    """A learner's sittings, the newest first; of one exam or of all."""
    rows = own_sittings(unit, learner_id, exam_id)
    exams = exam_states(unit, {one.exam_revision_id for one in rows})
    tallies = _tallies(unit, [one.id for one in rows if one.clock.state is State.GRADED])
    return [SatRow(one, exams[one.exam_revision_id], tallies.get(one.id)) for one in rows]


def open_sitting(unit: Reading, learner_id: int) -> SatRow | None:
    """The newest sitting of a learner that can still be begun or gone on with, or None."""
    columns = sittings.c
    statement = (
        select(*COLUMNS)
        .where(columns.learner_id == learner_id, columns.state.in_([State.CREATED, *OPEN]))
        .order_by(columns.created_at.desc(), columns.id)
        .limit(1)
    )
    found = unit.connection.execute(statement).first()
    if found is None:
        return None
    row = sitting_row_of(found)
    return SatRow(row, exam_state(unit, row.exam_revision_id), None)


def _tallies(unit: Reading, names: Iterable[str]) -> dict[str, Tally]:
    """The points of sittings out of the questions that count; one that was dropped does not."""
    wanted = sorted(names)
    if not wanted:
        return {}
    results = sitting_results.c
    joined = sitting_results.join(sittings, sittings.c.id == results.sitting_id)
    joined = joined.outerjoin(exam_rulings, exam_rulings.c.id == results.ruling_id)
    statement = (
        select(results.sitting_id, func.sum(results.points), func.count())
        .select_from(joined)
        .where(
            results.sitting_id.in_(wanted),
            sittings.c.state == State.GRADED.value,
            func.coalesce(exam_rulings.c.what, "") != What.DROP.value,
        )
        .group_by(results.sitting_id)
    )
    return {name: Tally(points, count) for name, points, count in unit.connection.execute(statement)}
