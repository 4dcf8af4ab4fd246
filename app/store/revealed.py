"""The answers whose outcome a learner may see: the one place where everything that looks back takes them from."""

from sqlalchemy import CTE, select

from app.store.presentations import presentations
from app.store.responses import responses


def revealed(learner_id: int) -> CTE:
    """This learner's answers with what they were to, as a named part of a statement.

    Answers that wait, sealed, for the end of their practice are not among the responses yet.
    """
    return (
        select(
            presentations.c.practice_id,
            presentations.c.item_id,
            responses.c.presentation_id,
            responses.c.points,
            responses.c.correct,
            responses.c.judged,
            responses.c.confidence,
            responses.c.received_at,
        )
        .select_from(responses.join(presentations, presentations.c.id == responses.c.presentation_id))
        .where(responses.c.learner_id == learner_id)
        .cte("revealed")
    )
