"""A learner's answers as a plan looks back on them: what was asked of, how long it took, and how it went."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select

from app.store.items import items
from app.store.practices import practices
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class PastRow:
    """One answer. `scheduled` says whether memory was told of it; `took` is from the presentation to the answer."""

    family: str
    kind: str
    computed: bool
    correct: bool
    confidence: str | None
    scheduled: bool
    received_at: datetime
    took: timedelta


def past_rows(unit: Reading, learner_id: int) -> list[PastRow]:
    """All answers of a learner, in the order in which they were given."""
    given, shown = responses.c, presentations.c
    statement = (
        select(
            func.coalesce(items.c.recipe, items.c.id),
            items.c.kind,
            items.c.recipe.is_not(None),
            given.correct,
            given.confidence,
            practices.c.scheduled,
            given.received_at,
            shown.presented_at,
        )
        .select_from(
            responses.join(presentations, shown.id == given.presentation_id)
            .join(items, items.c.id == shown.item_id)
            .join(practices, practices.c.id == shown.practice_id)
        )
        .where(given.learner_id == learner_id)
        .order_by(given.received_at, given.id)
    )
    return [
        PastRow(family, kind, bool(computed), bool(correct), said, bool(scheduled), at, at - asked_at)
        for family, kind, computed, correct, said, scheduled, at, asked_at in unit.connection.execute(
            statement
        )
    ]
