"""How often questions were met: by one learner, in practice and in exams, and by all who sat an exam."""

from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import func, select

from app.store.presentations import presentations
from app.store.sittings import sitting_slots, sittings
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class Met:
    """How often a learner has met each item, and each variant."""

    items: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)


def met_by(unit: Reading, learner_id: int) -> Met:
    """What a learner has met: all that practices presented, and the forms of all sittings that were begun."""
    shown, asked = presentations.c, sitting_slots.c
    practised = (
        select(shown.item_id, shown.variant_id, func.count())
        .where(shown.learner_id == learner_id)
        .group_by(shown.item_id, shown.variant_id)
    )
    sat = (
        select(asked.item_id, asked.variant_id, func.count())
        .join(sittings, sittings.c.id == asked.sitting_id)
        .where(asked.learner_id == learner_id, sittings.c.started_at.is_not(None))
        .group_by(asked.item_id, asked.variant_id)
    )
    found = Met()
    for statement in (practised, sat):
        for item_id, variant_id, count in unit.connection.execute(statement):
            found.items[item_id] += count
            found.variants[variant_id] += count
    return found


def count_sittings(unit: Reading, exam_id: str) -> int:
    """How many sittings of an exam there are, begun or not."""
    return unit.connection.scalar(select(func.count()).where(sittings.c.exam_id == exam_id)) or 0


def times_asked(unit: Reading, exam_id: str) -> dict[str, int]:
    """In how many sittings of an exam each item is asked; an item stands in a form at most once."""
    statement = (
        select(sitting_slots.c.item_id, func.count())
        .join(sittings, sittings.c.id == sitting_slots.c.sitting_id)
        .where(sittings.c.exam_id == exam_id)
        .group_by(sitting_slots.c.item_id)
    )
    return dict(unit.connection.execute(statement).all())
