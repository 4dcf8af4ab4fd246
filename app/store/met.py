"""How often a learner has met what can be asked, in practice and in exams."""

from collections import Counter

from sqlalchemy import func, select

from app.store.presentations import presentations
from app.store.sittings import sitting_slots, sittings
from app.store.unit import Reading


def variants_met(unit: Reading, learner_id: int, item_id: str) -> Counter[str]:
    """How often a learner has met each variant of one item, in practice and in sittings that were begun."""
    shown, asked = presentations.c, sitting_slots.c
    practised = (
        select(shown.variant_id, func.count())
        .where(shown.learner_id == learner_id, shown.item_id == item_id)
        .group_by(shown.variant_id)
    )
    sat = (
        select(asked.variant_id, func.count())
        .join(sittings, sittings.c.id == asked.sitting_id)
        .where(asked.learner_id == learner_id, asked.item_id == item_id, sittings.c.started_at.is_not(None))
        .group_by(asked.variant_id)
    )
    found: Counter[str] = Counter()
    for statement in (practised, sat):
        for variant_id, count in unit.connection.execute(statement):
            found[variant_id] += count
    return found
