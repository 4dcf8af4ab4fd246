"""What the start of a sitting reads, the short way: many candidates start in the same second."""

from collections import Counter
from dataclasses import dataclass, field

from app.store.database import Database

_STATE = """
SELECT exams.revision_id,
       (SELECT meta.content FROM meta WHERE meta.name = ?),
       (SELECT count(*) FROM sittings WHERE sittings.exam_id = exams.id)
FROM exams WHERE exams.id = ? AND exams.retired_at IS NULL
"""
_MET = """
SELECT presentations.item_id, presentations.variant_id, count(*)
FROM presentations WHERE presentations.learner_id = ?
GROUP BY presentations.item_id, presentations.variant_id
UNION ALL
SELECT sitting_slots.item_id, sitting_slots.variant_id, count(*)
FROM sitting_slots JOIN sittings ON sittings.id = sitting_slots.sitting_id
WHERE sitting_slots.learner_id = ? AND sittings.started_at IS NOT NULL
GROUP BY sitting_slots.item_id, sitting_slots.variant_id
"""
_ASKED = """
SELECT sitting_slots.item_id, count(*)
FROM sitting_slots JOIN sittings ON sittings.id = sitting_slots.sitting_id
WHERE sittings.exam_id = ?
GROUP BY sitting_slots.item_id
"""


@dataclass(frozen=True, slots=True)
class StartState:
    """An exam that can be sat: the name of its state, which files the banks hold, and how many sittings it has."""

    revision_id: str
    banks: str | None
    sittings: int


@dataclass(frozen=True, slots=True)
class Met:
    """How often a learner has met each item, and each variant."""

    items: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)


def start_state(database: Database, exam_id: str, banks: str) -> StartState | None:
    """The exam as it stands, or None where there is none; `banks` is the name of the fact about the files."""
    found = database.read_one(_STATE, (banks, exam_id))
    return None if found is None else StartState(*found)


def met_by(database: Database, learner_id: int) -> Met:
    """What a learner has met: all that practices presented, and the forms of all sittings that were begun."""
    found = Met()
    for item_id, variant_id, count in database.read_all(_MET, (learner_id, learner_id)):
        found.items[item_id] += count
        found.variants[variant_id] += count
    return found


def times_asked(database: Database, exam_id: str) -> dict[str, int]:
    """In how many sittings of an exam, begun or not, each item is asked; an item stands in a form at most once."""
    return dict(database.read_all(_ASKED, (exam_id,)))
