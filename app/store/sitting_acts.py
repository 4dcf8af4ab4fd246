"""The statements of an instructor's acts on a sitting, sent straight to the driver inside the writing thread's transaction."""

from collections.abc import Callable
from datetime import datetime

import orjson

from app.exams.sitting import Sitting
from app.store.audit import AuditRow
from app.store.driver import DriverConnection
from app.store.moments import to_micros
from app.store.sitting_clock import HeldSitting, to_span

_PUT = """
UPDATE sittings SET state = ?, extra = ?, paused = ?, paused_since = ?, finished_at = ?, released_at = ?
WHERE id = ?
"""
_REOPENED = "UPDATE sittings SET ended_by = NULL, graded_at = NULL WHERE id = ? AND finished_at IS NULL"
_ADD_EVENT = """
INSERT INTO sitting_events (sitting_id, learner_id, at, what, digest, detail) VALUES (?, ?, ?, ?, ?, ?)
"""
_RECORDED = "SELECT id FROM sitting_events WHERE sitting_id = ? AND n IS NULL AND digest = ?"
_UNRELEASED = "SELECT id FROM sittings WHERE id = ? AND state = 'graded' AND released_at IS NULL"
_ANOTHER = """
SELECT other.id FROM sittings JOIN sittings other
ON other.learner_id = sittings.learner_id AND other.exam_id = sittings.exam_id AND other.id <> sittings.id
WHERE sittings.id = ? AND other.state IN ('created', 'running', 'paused')
"""
_NOTIFY = "INSERT INTO sitting_notices (sitting_id, learner_id, at, sentence) VALUES (?, ?, ?, ?)"
_AUDIT = "INSERT INTO audit (at, actor, act, subject, detail) VALUES (?, ?, ?, ?, ?)"


class SittingActs:
    """One act's view of the open transaction; `wrote` is told of every row that it puts in."""

    __slots__ = ("_connection", "_wrote")

    def __init__(self, connection: DriverConnection, wrote: Callable[[int], None]) -> None:
        self._connection = connection
        self._wrote = wrote

    def is_recorded(self, held: HeldSitting, act_id: str) -> bool:
        """Whether an act of that name was done to the sitting."""
        return self._connection.one(_RECORDED, (held.id, act_id)) is not None

    def is_unreleased(self, held: HeldSitting) -> bool:
        """Whether the sitting is graded, and its results were not released."""
        return self._connection.one(_UNRELEASED, (held.id,)) is not None

    def another_is_open(self, held: HeldSitting) -> bool:
        """Whether its learner has another sitting of the exam that is not over."""
        return self._connection.one(_ANOTHER, (held.id,)) is not None

    def put(self, held: HeldSitting, clock: Sitting, released_at: datetime | None) -> None:
        """Set how a sitting stands, and when its results were released; one that runs again has no end and no grade."""
        moments = (clock.paused_since, clock.finished_at, released_at)
        since, finished, released = (None if one is None else to_micros(one) for one in moments)
        args = (clock.state.value, to_span(clock.extra), to_span(clock.paused), since, finished, released)
        self._wrote(self._connection.run(_PUT, (*args, held.id)))
        self._connection.run(_REOPENED, (held.id,))

    def add_event(self, held: HeldSitting, at: datetime, what: str, *, act_id: str, detail: str) -> None:
        """Append what was done."""
        args = (held.id, held.learner_id, to_micros(at), what, act_id, detail)
        self._wrote(self._connection.run(_ADD_EVENT, args))

    def notify(self, held: HeldSitting, at: datetime, sentence: str) -> None:
        """Leave a word for the candidate."""
        args = (held.id, held.learner_id, to_micros(at), sentence)
        self._wrote(self._connection.run(_NOTIFY, args))

    def record(self, entry: AuditRow) -> None:
        """Append an act to the audit, in the transaction of the act itself."""
        detail = orjson.dumps(dict(entry.detail)).decode()
        args = (to_micros(entry.at), entry.actor, entry.act, entry.subject, detail)
        self._wrote(self._connection.run(_AUDIT, args))
