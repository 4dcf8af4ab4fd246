"""An answered question as the feedback needs it. Nothing is found here before the answer is on disk."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.store.practices import PRACTICE, PracticeRow, practice_of, practices
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class AnsweredRow:
    """A question of this learner's practice with the stored answer; `given` is None while there is none."""

    practice: PracticeRow
    presentation_id: int
    item_id: str
    variant_id: str
    given: str | None
    points: float
    correct: bool
    judged: str
    confidence: str | None
    received_at: datetime


def answered_row(unit: Reading, learner_id: int, practice_id: str, n: int) -> AnsweredRow | None:
    """Question `n` of this learner's practice; another's looks like one that does not exist."""
    shown, given = presentations.c, responses.c
    statement = (
        select(
            *PRACTICE,
            shown.id,
            shown.item_id,
            shown.variant_id,
            given.given,
            given.points,
            given.correct,
            given.judged,
            given.confidence,
            given.received_at,
        )
        .select_from(
            presentations.join(practices, practices.c.id == shown.practice_id).outerjoin(
                responses, given.presentation_id == shown.id
            )
        )
        .where(shown.practice_id == practice_id, shown.n == n, practices.c.learner_id == learner_id)
    )
    found = unit.connection.execute(statement).first()
    if found is None:
        return None
    practice, rest = found[: len(PRACTICE)], found[len(PRACTICE) :]
    return AnsweredRow(practice_of(practice), *rest)
