"""The check itself: whatever is not as it was acknowledged is found in the database file."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import orjson
import pytest

from bench.exam.audit import Findings, audit
from bench.exam.candidate import Candidate
from bench.exam.journal import Ack, Change
from bench.exam.seats import candidates, seats
from tests.web.product import change_database

DIGEST = "d" * 32
ADDED = (
    "INSERT INTO sitting_events (sitting_id, learner_id, at, what, n, holder, seq, digest, fate, detail)"
    " VALUES (?, (SELECT learner_id FROM sittings WHERE id = ?), 1, 'change', ?, ?, ?, ?, 'taken', ?)"
)
PUT = (
    "INSERT INTO sitting_answers"
    " (sitting_id, n, learner_id, holder, seq, given, flagged, struck, spent_ms, digest, saved_at, changes)"
    " VALUES (?, ?, (SELECT learner_id FROM sittings WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, 1, 1)"
    " ON CONFLICT (sitting_id, n) DO UPDATE SET seq = excluded.seq, given = excluded.given,"
    " flagged = excluded.flagged, struck = excluded.struck, spent_ms = excluded.spent_ms"
)


def store(folder: Path, sitting: str, changes: Sequence[Change]) -> None:
    """What the product stores of changes that it takes."""
    given = [orjson.dumps({"positions": one.positions, "typed": one.typed}).decode() for one in changes]
    struck = [orjson.dumps(one.struck).decode() for one in changes]
    details = [
        orjson.dumps(
            {
                "given": {"positions": one.positions, "typed": one.typed},
                "flagged": one.flagged,
                "struck": one.struck,
                "spent_ms": one.spent_ms,
            }
        ).decode()
        for one in changes
    ]
    change_database(
        folder,
        (ADDED, [(sitting, sitting, *one.stamp, DIGEST, said) for one, said in zip(changes, details, strict=True)]),
        (
            PUT,
            [
                (sitting, one.n, sitting, one.holder, one.seq, gave, one.flagged, away, one.spent_ms, DIGEST)
                for one, gave, away in zip(changes, given, struck, strict=True)
            ],
        ),
    )  # fmt: skip


@pytest.fixture
def folder(prepared_data: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(prepared_data, folder)
    return folder


@pytest.fixture
def candidate(folder: Path) -> Candidate:
    """A candidate who changed three questions, two of them twice; all is stored and acknowledged."""
    (one,) = candidates(folder, seats(folder, 1), ("127.0.0.1", 1), seed="audit")
    made = [one.change(n) for n in (3, 5, 3, 7, 5)]
    for change in made:
        one.journal.note(change.stamp, Ack("taken", DIGEST, "2026-11-30T00:00:00Z"))
    store(folder, one.journal.sitting, made)
    one.pending.clear()
    return one


def found(folder: Path, candidate: Candidate) -> set[str]:
    """The names of what is wrong."""
    return {name for name, lines in asdict(audit(folder, [candidate.journal])).items() if lines}


def test_nothing_is_found_where_all_is_well(folder: Path, candidate: Candidate) -> None:
    assert audit(folder, [candidate.journal]) == Findings()


@pytest.mark.parametrize(
    ("fault", "names"),
    [
        ("DELETE FROM sitting_events WHERE seq = 1", {"lost"}),
        ("UPDATE sitting_events SET digest = 'e' WHERE seq = 1", {"changed"}),
        ("UPDATE sitting_events SET detail = replace(detail, '\"spent_ms\":', '\"spent_ms\":1') WHERE seq = 1", {"changed"}),
        ("UPDATE sitting_answers SET flagged = NOT flagged WHERE n = 7", {"changed"}),
        ("DELETE FROM sitting_answers WHERE n = 7", {"older_over_newer", "broken"}),
        ("UPDATE sitting_answers SET seq = 99 WHERE n = 7", {"never_sent", "broken"}),
        ("UPDATE sitting_events SET fate = 'older' WHERE seq = 4", {"lost", "changed", "broken"}),
        ("DELETE FROM sitting_slots WHERE n = 20", {"broken"}),
        ("UPDATE sitting_slots SET item_id = (SELECT item_id FROM sitting_slots WHERE n = 1) WHERE n = 2", {"broken"}),
        ("UPDATE sittings SET state = 'submitted', finished_at = base_deadline + 1", {"broken"}),
        ("DELETE FROM sitting_events WHERE what = 'begun'", {"broken"}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(folder: Path, candidate: Candidate, fault: str, names: set[str]) -> None:
    change_database(folder, fault)
    assert found(folder, candidate) == names


def test_an_older_answer_over_a_newer_one_is_found(folder: Path, candidate: Candidate) -> None:
    older = next(change for stamp, change in candidate.journal.changes.items() if stamp == (3, 1, 1))
    store_answer = orjson.dumps({"positions": older.positions, "typed": older.typed}).decode()
    change_database(
        folder,
        ("UPDATE sitting_answers SET seq = 1, given = ? WHERE n = 3", [(store_answer,)]),
    )
    assert "older_over_newer" in found(folder, candidate)


def test_half_of_a_request_is_found(folder: Path, candidate: Candidate) -> None:
    candidate.change(3)
    candidate.change(9)
    half = candidate.pending[3]
    candidate.forget()
    assert found(folder, candidate) == set()
    store(folder, candidate.journal.sitting, [half])
    assert found(folder, candidate) == {"torn"}


def test_two_words_for_one_change_are_a_contradiction(candidate: Candidate) -> None:
    with pytest.raises(AssertionError, match="acknowledged as"):
        candidate.journal.note((3, 1, 1), Ack("repeated", "e" * 32, "2026-11-30T00:00:01Z"))
