"""How often questions were met: by one learner, in practice and in exams, and by all who sat an exam."""

from collections import Counter

from sqlalchemy import func, select

from app.store.presentations import presentations
from app.store.sittings import sitting_slots, sittings
from app.store.unit import Reading


def times_met(unit: Reading, learner_id: int) -> dict[str, int]:
    """How often a learner has met each item."""
    found: Counter[str] = Counter()
    for table in (presentations, sitting_slots):
        statement = (
            select(table.c.item_id, func.count())
            .where(table.c.learner_id == learner_id)
            .group_by(table.c.item_id)
        )
        found.update(dict(unit.connection.execute(statement).all()))
    return dict(found)


def times_met_variants(unit: Reading, learner_id: int, item_id: str) -> dict[str, int]:
    """How often a learner has met each variant of an item."""
    found: Counter[str] = Counter()
    for table in (presentations, sitting_slots):
        statement = (
            select(table.c.variant_id, func.count())
            .where(table.c.learner_id == learner_id, table.c.item_id == item_id)
            .group_by(table.c.variant_id)
        )
        found.update(dict(unit.connection.execute(statement).all()))
    return dict(found)


def exposures(unit: Reading, exam_id: str) -> dict[str, float]:
    """The share of all sittings of an exam that asked each item, in [0, 1]."""
    total = unit.connection.scalar(select(func.count()).where(sittings.c.exam_id == exam_id)) or 0
    if not total:
        return {}
    statement = (
        select(sitting_slots.c.item_id, func.count())
        .join(sittings, sittings.c.id == sitting_slots.c.sitting_id)
        .where(sittings.c.exam_id == exam_id)
        .group_by(sitting_slots.c.item_id)
    )
    return {item: count / total for item, count in unit.connection.execute(statement)}
