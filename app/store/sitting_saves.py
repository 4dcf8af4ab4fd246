"""The statements by which a change in an exam is saved and a sitting ends, prepared and sent straight to the driver.

They run inside the writing thread's transaction, as those of `answers` do, and never read what is right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import orjson

from app.exams.saving import Fate, Stamp
from app.exams.sitting import Sitting
from app.store.driver import ROWS, Args, DriverConnection, Found, over
from app.store.moments import from_micros, to_micros
from app.store.sitting_clock import CLOCK, CLOCK_WIDTH, HeldSitting, held_of, to_span

_STANDING = "sitting_answers.holder, sitting_answers.seq, sitting_answers.digest, sitting_answers.saved_at"
_WITH_ANSWER = f"""
SELECT {CLOCK}, {_STANDING}
FROM sittings
LEFT JOIN sitting_answers ON sitting_answers.sitting_id = sittings.id AND sitting_answers.n = ?
WHERE sittings.id = ? AND sittings.learner_id = ?
"""  # noqa: S608
_LOGGED_IN = f"""{_WITH_ANSWER}
AND EXISTS (SELECT 1 FROM guest_tokens WHERE guest_tokens.token_hash = ?
            AND guest_tokens.learner_id = sittings.learner_id AND guest_tokens.expires_at > ?)
"""  # noqa: S608
# The same of several sittings at once.
_ALL_LOGGED_IN = f"""
WITH asked (n, sitting_id, learner_id, token_hash, at) AS (VALUES {ROWS})
SELECT {CLOCK}, {_STANDING}
FROM asked
CROSS JOIN sittings ON sittings.id = asked.sitting_id AND sittings.learner_id = asked.learner_id
LEFT JOIN sitting_answers ON sitting_answers.sitting_id = sittings.id AND sitting_answers.n = asked.n
WHERE EXISTS (SELECT 1 FROM guest_tokens WHERE guest_tokens.token_hash = asked.token_hash
              AND guest_tokens.learner_id = sittings.learner_id AND guest_tokens.expires_at > asked.at)
"""  # noqa: S608
_ALONE = f"SELECT {CLOCK} FROM sittings WHERE sittings.id = ?"  # noqa: S608
_ANSWER = f"SELECT {_STANDING} FROM sitting_answers WHERE sitting_id = ? AND n = ?"  # noqa: S608
_FURTHEST = """
SELECT max(n) FROM (
  SELECT max(n) AS n FROM sitting_answers WHERE sitting_id = ?
  UNION ALL SELECT max(n) FROM sitting_events WHERE sitting_id = ? AND holder IS NULL AND what = 'entered'
) AS reached
"""
_HOLD = "SELECT id FROM sittings WHERE id = ? FOR NO KEY UPDATE"
_ADD_EVENTS = f"""
INSERT INTO sitting_events (sitting_id, learner_id, at, what, n, holder, seq, digest, fate, detail)
VALUES {ROWS}
ON CONFLICT DO NOTHING
"""  # noqa: S608
_PUT_ANSWERS = f"""
INSERT INTO sitting_answers
  (sitting_id, n, learner_id, holder, seq, given, flagged, struck, spent_ms, digest, saved_at, changes)
VALUES {ROWS}
ON CONFLICT (sitting_id, n) DO UPDATE SET
  holder = excluded.holder, seq = excluded.seq, given = excluded.given, flagged = excluded.flagged,
  struck = excluded.struck, digest = excluded.digest, saved_at = excluded.saved_at,
  spent_ms = CASE WHEN excluded.spent_ms > sitting_answers.spent_ms THEN excluded.spent_ms
                  ELSE sitting_answers.spent_ms END,
  changes = sitting_answers.changes + CASE WHEN excluded.given = sitting_answers.given THEN 0 ELSE 1 END
"""  # noqa: S608
_END = """
UPDATE sittings SET state = ?, finished_at = ?, ended_by = ?, paused = ?, paused_since = NULL
WHERE id = ? AND state IN ('running', 'paused')
"""
_TAKE_OVER = "UPDATE sittings SET holder = ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Login:
    """Who sends, and the hash of the token that says so; without one it was asked already whether it holds."""

    learner_id: int
    token_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The change that stands for a question, and since when."""

    stamp: Stamp
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change as it is stored: what was given, flagged and struck through, and how long the question was in view."""

    n: int
    stamp: Stamp
    given: str
    flagged: bool
    struck: str
    spent_ms: int
    detail: str


class SittingSaves:
    """One act's view of the open transaction; `wrote` is told of every row that it puts in."""

    __slots__ = ("_connection", "_wrote")

    def __init__(self, connection: DriverConnection, wrote: Callable[[int], None]) -> None:
        self._connection = connection
        self._wrote = wrote

    def held_with(
        self, login: Login, sitting_id: str, n: int, *, at: datetime
    ) -> tuple[HeldSitting, Standing | None] | None:
        """This learner's sitting, held, with what stands for question `n`; another's looks like none.

        A login with a token has to hold at that moment; asking here costs less than a statement of its own.
        """
        self._hold(sitting_id)
        if login.token_hash is None:
            found = self._connection.one(_WITH_ANSWER, (n, sitting_id, login.learner_id))
        else:
            args = (n, sitting_id, login.learner_id, login.token_hash, to_micros(at))
            found = self._connection.one(_LOGGED_IN, args)
        return None if found is None else (held_of(found), _standing(found[CLOCK_WIDTH:]))

    def all_held_with(
        self, asked: Sequence[tuple[Login, str, int, datetime]]
    ) -> dict[str, tuple[HeldSitting, Standing | None]]:
        """As `held_with` with a token, of several sittings at once, by their names. SQLite alone needs no locks for it."""
        rows = [(n, name, login.learner_id, login.token_hash, to_micros(at)) for login, name, n, at in asked]
        found = self._connection.all(*over(_ALL_LOGGED_IN, rows))
        return {row[0]: (held_of(row), _standing(row[CLOCK_WIDTH:])) for row in found}

    def take_all(self, taken: Sequence[tuple[HeldSitting, ChangeRow, datetime]]) -> bool:
        """Append changes of different sittings as taken, and let them stand; False where one was appended before."""
        self._wrote(self._connection.run(*over(_PUT_ANSWERS, [_answer_args(*one) for one in taken])))
        count = self._connection.run(*over(_ADD_EVENTS, [_change_args(*one) for one in taken]))
        self._wrote(count)
        return count == len(taken)

    def held(self, sitting_id: str) -> HeldSitting | None:
        """A sitting, held, whosever it is."""
        self._hold(sitting_id)
        found = self._connection.one(_ALONE, (sitting_id,))
        return None if found is None else held_of(found)

    def standing(self, sitting_id: str, n: int) -> Standing | None:
        """What stands for question `n` of a sitting that is held."""
        found = self._connection.one(_ANSWER, (sitting_id, n))
        return None if found is None else _standing(found)

    def furthest(self, sitting_id: str) -> int:
        """The last question of a sitting that has a change, or with which a part was entered; 0 where there is none."""
        found = self._connection.one(_FURTHEST, (sitting_id, sitting_id))
        return int(found[0] or 0) if found else 0

    def add_change(self, held: HeldSitting, change: ChangeRow, fate: Fate, at: datetime) -> bool:
        """Append a change to the events with what became of it; False where it was appended before, and stays so."""
        return self._add_event(_change_args(held, change, at, fate)) > 0

    def add_counted(self, held: HeldSitting, change: ChangeRow, at: datetime) -> None:
        """Append that a change counts which came too late at first; its own event stays as it is."""
        detail = orjson.dumps({"n": change.n, "holder": change.stamp.holder, "seq": change.stamp.seq})
        self.add_event(held, at, "counted", detail.decode())

    def add_event(self, held: HeldSitting, at: datetime, what: str, detail: str) -> None:
        """Append an event that is no change of an answer."""
        values = (what, None, held.holder, None, None, None, detail)
        self._add_event((held.id, held.learner_id, to_micros(at), *values))

    def _add_event(self, args: Args) -> int:
        count = self._connection.run(*over(_ADD_EVENTS, [args]))
        self._wrote(count)
        return count

    def put_answer(self, held: HeldSitting, change: ChangeRow, at: datetime) -> None:
        """Let a change stand."""
        self._wrote(self._connection.run(*over(_PUT_ANSWERS, [_answer_args(held, change, at)])))

    def end(self, held: HeldSitting, ended: Sitting, by: str) -> None:
        """Write down the end of a sitting that is open; the first end stays."""
        if ended.finished_at is None:
            raise ValueError("a sitting that has ended has the time of its end")
        args = (ended.state.value, to_micros(ended.finished_at), by, to_span(ended.paused), held.id)
        self._wrote(self._connection.run(_END, args))

    def take_over(self, held: HeldSitting, at: datetime) -> HeldSitting:
        """The sitting with its next holder."""
        taken = replace(held, holder=held.holder + 1)
        self._wrote(self._connection.run(_TAKE_OVER, (taken.holder, held.id)))
        self.add_event(taken, at, "taken_over", "{}")
        return taken

    def _hold(self, sitting_id: str) -> None:
        """Let nobody else change the sitting until the transaction ends; SQLite lets one writer in at a time anyway.

        What stands is read after that: a row that is joined to a locked one could be older than the lock.
        """
        if not self._connection.is_sqlite:
            self._connection.one(_HOLD, (sitting_id,))


def _change_args(
    held: HeldSitting, change: ChangeRow, at: datetime, fate: Fate = Fate.TAKEN
) -> tuple[Any, ...]:
    """A change as a row of the events."""
    stamp = change.stamp
    values = (change.n, stamp.holder, stamp.seq, stamp.digest, fate.value, change.detail)
    return held.id, held.learner_id, to_micros(at), "change", *values


def _answer_args(held: HeldSitting, change: ChangeRow, at: datetime) -> tuple[Any, ...]:
    """A change as the row of what stands, where it is the first of its question."""
    stamp = change.stamp
    values = (held.id, change.n, held.learner_id, stamp.holder, stamp.seq, change.given, change.flagged)
    return *values, change.struck, change.spent_ms, stamp.digest, to_micros(at), 1


def _standing(found: Found) -> Standing | None:
    holder, seq, digest, saved_at = found
    return None if seq is None else Standing(Stamp(holder, seq, digest), from_micros(saved_at))
