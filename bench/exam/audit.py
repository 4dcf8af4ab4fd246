"""Holds what candidates were told against the database file, which is only read: lost, changed, torn, or out of order."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from bench.exam.journal import Change, Journal, Stamp
from bench.exam.papers import looking_at

# What must hold of every sitting, whatever happened; each statement finds what breaks it.
INVARIANTS = {
    "a form that is not whole": """
        SELECT sittings.id FROM sittings LEFT JOIN sitting_slots ON sitting_slots.sitting_id = sittings.id
        GROUP BY sittings.id HAVING count(sitting_slots.n) != sittings.count
        OR max(sitting_slots.n) != sittings.count OR min(sitting_slots.n) != 1""",
    "a question twice in a form": """
        SELECT sitting_id, item_id FROM sitting_slots GROUP BY sitting_id, item_id HAVING count(*) > 1""",
    "two open sittings of one exam": """
        SELECT learner_id, exam_id FROM sittings WHERE state IN ('created', 'running', 'paused')
        GROUP BY learner_id, exam_id HAVING count(*) > 1""",
    "a clock that began twice, or without a word": """
        SELECT sittings.id FROM sittings LEFT JOIN sitting_events
        ON sitting_events.sitting_id = sittings.id AND sitting_events.what = 'begun'
        WHERE sittings.state != 'created' GROUP BY sittings.id HAVING count(sitting_events.id) != 1""",
    "an answer to no question": """
        SELECT sitting_id, n FROM sitting_answers WHERE n != 0 AND NOT EXISTS (
        SELECT 1 FROM sitting_slots WHERE sitting_slots.sitting_id = sitting_answers.sitting_id
        AND sitting_slots.n = sitting_answers.n)""",
    "an answer without the change that made it": """
        SELECT sitting_id, n FROM sitting_answers WHERE NOT EXISTS (
        SELECT 1 FROM sitting_events AS made WHERE made.sitting_id = sitting_answers.sitting_id
        AND made.n = sitting_answers.n AND made.holder = sitting_answers.holder AND made.seq = sitting_answers.seq
        AND made.digest = sitting_answers.digest AND made.fate = 'taken')""",
    "a change that was taken after a newer one": """
        SELECT sitting_id, n, seq FROM (
        SELECT sitting_id, n, seq, holder, lag(holder) OVER spot AS holder_before, lag(seq) OVER spot AS seq_before
        FROM sitting_events WHERE what = 'change' AND fate = 'taken'
        WINDOW spot AS (PARTITION BY sitting_id, n ORDER BY id))
        WHERE (holder, seq) <= (holder_before, seq_before)""",
    "an answer that is not the newest taken change": """
        SELECT taken.sitting_id, taken.n FROM sitting_events AS taken LEFT JOIN sitting_answers AS stands
        ON stands.sitting_id = taken.sitting_id AND stands.n = taken.n
        WHERE taken.what = 'change' AND taken.fate = 'taken'
        AND (stands.seq IS NULL OR (taken.holder, taken.seq) > (stands.holder, stands.seq))""",
    "a sitting that ended after its time": """
        SELECT id FROM sittings WHERE finished_at > base_deadline + extra + paused""",
}


@dataclass
class Findings:
    """Everything that is not as it was acknowledged; all empty where the promise holds."""

    lost: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    older_over_newer: list[str] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)
    never_sent: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the database holds of a change: its hash, and what it says."""

    digest: str
    says: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the database holds of one sitting: the changes that were taken, and which one stands of each question."""

    changes: dict[Stamp, _Kept]
    answers: dict[int, tuple[Stamp, _Kept]]


def audit(folder: Path, journals: Sequence[Journal]) -> Findings:
    """What is not as it was acknowledged."""
    findings = Findings()
    with closing(looking_at(folder)) as connection:
        findings.broken.extend(_broken(connection))
        for journal in journals:
            _compare(journal, _stored(connection, journal.sitting), findings)
    return findings


def _broken(connection: sqlite3.Connection) -> list[str]:
    found = [f"integrity_check: {said}" for (said,) in connection.execute("PRAGMA integrity_check")]
    found = [line for line in found if line != "integrity_check: ok"]
    found += [f"foreign_key_check: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
    for name, statement in INVARIANTS.items():
        found += [f"{name}: {row}" for row in connection.execute(statement)]
    return found


def _stored(connection: sqlite3.Connection, sitting: str) -> _Stored:
    changes = connection.execute(
        "SELECT n, holder, seq, digest, detail FROM sitting_events"
        " WHERE sitting_id = ? AND what = 'change' AND fate = 'taken'",
        (sitting,),
    )
    answers = connection.execute(
        "SELECT n, holder, seq, digest, given, flagged, struck, spent_ms FROM sitting_answers WHERE sitting_id = ?",
        (sitting,),
    )
    return _Stored(
        {
            (n, holder, seq): _Kept(digest, _said(**orjson.loads(detail)))
            for n, holder, seq, digest, detail in changes
        },
        {
            n: (
                (n, holder, seq),
                _Kept(digest, _said(orjson.loads(given), bool(flagged), orjson.loads(struck), spent)),
            )
            for n, holder, seq, digest, given, flagged, struck, spent in answers
        },
    )


def _said(given: dict[str, list[str]], flagged: bool, struck: list[int], spent_ms: int) -> tuple[object, ...]:
    return given["positions"], given["typed"], flagged, struck, spent_ms


def _meant(change: Change) -> tuple[object, ...]:
    return list(change.positions), list(change.typed), change.flagged, list(change.struck), change.spent_ms


def _compare(journal: Journal, stored: _Stored, findings: Findings) -> None:
    _acknowledged(journal, stored, findings)
    for stamp, kept in stored.answers.values():
        sent = journal.changes.get(stamp)
        if sent is None:
            findings.never_sent.append(f"{journal.sitting} {stamp}")
        elif kept.says != _meant(sent) or stored.changes.get(stamp) != kept:
            findings.changed.append(f"{journal.sitting} {stamp} as it stands")
    for batch in journal.batches:
        if len({stamp in stored.changes for stamp in batch}) > 1:
            findings.torn.append(f"{journal.sitting} {batch}")


def _acknowledged(journal: Journal, stored: _Stored, findings: Findings) -> None:
    for stamp, ack in journal.acknowledged.items():
        kept = stored.changes.get(stamp)
        if kept is None:
            findings.lost.append(f"{journal.sitting} {stamp}")
        elif kept != _Kept(ack.digest, _meant(journal.changes[stamp])):
            findings.changed.append(f"{journal.sitting} {stamp}")
    for n in {stamp[0] for stamp in journal.acknowledged}:
        newest = journal.newest(n)
        if newest is not None and (n not in stored.answers or stored.answers[n][0] < newest.stamp):
            findings.older_over_newer.append(f"{journal.sitting} {newest.stamp}")
