"""What the start of a sitting reads and writes, the short way: many candidates start in the same second."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.exams.sitting import Sitting
from app.store.database import Database
from app.store.driver import DriverConnection
from app.store.moments import to_micros
from app.store.sitting_clock import CLOCK, CLOCK_WIDTH, HeldSitting, held_of, to_span
from app.store.sittings import EventRow, SittingRow, SlotRow

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
_HOLD_LEARNER = "SELECT id FROM learners WHERE id = ? FOR NO KEY UPDATE"
_OWN = f"""
SELECT {CLOCK}, sittings.exam_revision_id, sittings.count, sittings.factor
FROM sittings WHERE sittings.learner_id = ? AND sittings.exam_id = ?
ORDER BY sittings.created_at DESC, sittings.id
"""  # noqa: S608
_DROP = "DELETE FROM sittings WHERE id = ? AND started_at IS NULL"
_ADD = """
INSERT INTO sittings
  (id, learner_id, exam_id, exam_revision_id, count, seed, factor, state, time_limit, created_at,
   extra, paused, holder)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)
"""
_ADD_SLOT = """
INSERT INTO sitting_slots (sitting_id, n, learner_id, item_id, variant_id, section, place, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_KEEP_FACT = "INSERT INTO meta (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING"
_BEGIN = """
UPDATE sittings SET state = ?, started_at = ?, base_deadline = ?, holder = 1
WHERE id = ? AND started_at IS NULL
"""
_ADD_EVENT = "INSERT INTO sitting_events (sitting_id, learner_id, at, what, detail) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class OwnSitting:
    """A learner's sitting, with what was chosen for it."""

    held: HeldSitting
    exam_revision_id: str
    count: int
    factor: int


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


class SittingStarts:
    """The statements by which a sitting is stored and begun, in the open transaction of the writing thread.

    `wrote` is told of every row that is put in.
    """

    __slots__ = ("_connection", "_wrote")

    def __init__(self, connection: DriverConnection, wrote: Callable[[int], None]) -> None:
        self._connection = connection
        self._wrote = wrote

    def own(self, learner_id: int, exam_id: str) -> list[OwnSitting]:
        """A learner's sittings of an exam, the newest first; nobody else stores one until the transaction ends."""
        if not self._connection.is_sqlite:
            self._connection.one(_HOLD_LEARNER, (learner_id,))
        return [
            OwnSitting(held_of(found), *found[CLOCK_WIDTH:])
            for found in self._connection.all(_OWN, (learner_id, exam_id))
        ]

    def drop(self, sitting_id: str) -> None:
        """Take a sitting away that was never begun, with its form; one that was begun stays."""
        self._wrote(self._connection.run(_DROP, (sitting_id,)))

    def add(self, row: SittingRow, slots: Sequence[SlotRow], created: EventRow) -> None:
        """Store a sitting that was not begun, with its whole form, and what is to be known of how it was made."""
        values = (row.id, row.learner_id, row.exam_id, row.exam_revision_id, row.count, row.seed, row.factor)
        clock = (row.clock.state.value, to_span(row.clock.limit), to_micros(row.created_at))
        self._wrote(self._connection.run(_ADD, (*values, *clock)))
        for one in slots:
            asked = (one.item_id, one.variant_id, one.section, one.place, one.reason)
            self._wrote(self._connection.run(_ADD_SLOT, (row.id, one.n, row.learner_id, *asked)))
        self.add_event(created)

    def keep_fact(self, name: str, content: str) -> None:
        """Set a fact about the database that never changes; one that is there stays."""
        self._wrote(self._connection.run(_KEEP_FACT, (name, content)))

    def begin(self, held: HeldSitting, begun: Sitting) -> None:
        """Write down that the clock of a sitting has started; the first time stays."""
        if begun.started_at is None or begun.base_deadline is None:
            raise ValueError("a sitting that has begun has a start and a deadline")
        args = (begun.state.value, to_micros(begun.started_at), to_micros(begun.base_deadline), held.id)
        self._wrote(self._connection.run(_BEGIN, args))

    def add_event(self, event: EventRow) -> None:
        """Append what happened."""
        args = (event.sitting_id, event.learner_id, to_micros(event.at), event.what, event.detail)
        self._wrote(self._connection.run(_ADD_EVENT, args))
