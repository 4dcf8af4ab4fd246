"""What a running sitting asks of the database again and again, one statement each; nothing here reads what is right."""

from dataclasses import dataclass

from app.exams.sitting import Sitting
from app.store.database import Database
from app.store.sitting_clock import CLOCK, CLOCK_WIDTH, held_of

_TOLD = f"""
SELECT {CLOCK}, sitting_notices.sentence
FROM sittings LEFT JOIN sitting_notices ON sitting_notices.sitting_id = sittings.id
WHERE sittings.id = ? AND sittings.learner_id = ?
ORDER BY sitting_notices.id
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class ClockRow:
    """How a sitting stands, who holds it, and everything that its candidate was told, oldest first."""

    sitting: Sitting
    holder: int
    notices: tuple[str, ...]


class SittingReads:
    """Reads for pages of running sittings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def waits(self) -> bool:
        """Whether reading waits for a database server, so that it belongs into a thread."""
        return not self._database.is_sqlite

    def clock(self, learner_id: int, sitting_id: str) -> ClockRow | None:
        """How this learner's sitting stands; another's looks like one that does not exist."""
        rows = self._database.read_all(_TOLD, (sitting_id, learner_id))
        if not rows:
            return None
        held = held_of(rows[0])
        told = tuple(row[CLOCK_WIDTH] for row in rows if row[CLOCK_WIDTH] is not None)
        return ClockRow(held.sitting, held.holder, told)
