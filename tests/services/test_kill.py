"""A process that is killed while it saves answers loses none that it acknowledged, and none is there in part."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import orjson
from sqlalchemy import func, select, text

from app.items.public import ChoiceForm
from app.kit.draws import Draws
from app.practice.choice import PracticeChoice
from app.store.database import Database
from app.store.memories import memories
from app.store.practices import PracticeRow, add_practice
from app.store.presentations import PresentationRow, add_presentation, presentations
from app.store.responses import responses
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import fill

ROUNDS = 100 if os.environ.get("KEYED_GATE") else 4
ROOT = Path(__file__).resolve().parent.parent.parent
QUESTIONS = 1_500  # per round, more than can be answered before the end comes
DRAWS = Draws("kill")


def prepare(database: Database) -> None:
    """One learner with as many open questions as a round can take; all of them are single choice."""
    variants = fill(database)
    single = [
        one
        for one in variants.values()
        if isinstance(one.shown.form, ChoiceForm) and one.shown.form.choose == 1
    ]
    with writing(database) as unit:
        unit.connection.execute(text("INSERT INTO learners (id, created_at) VALUES (1, 0)"))
        unit.commit()
    for turn in range(ROUNDS):
        name = f"practice{turn:08}"
        with writing(database) as unit:
            add_practice(unit, PracticeRow(name, 1, PracticeChoice(), NOW))
            for n in range(1, QUESTIONS + 1):
                variant = single[n % len(single)]
                add_presentation(unit, PresentationRow(name, n, 1, variant.item_id, variant.id, "new", NOW))
            unit.commit()


def killed_while_answering(address: str, seconds: float) -> list[tuple[str, int, str]]:
    """What a process acknowledged before it was killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.services.answering_process", address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    lines = process.stdout.read().decode().splitlines(keepends=True)
    process.stdout.close()
    process.wait()
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(practice_id, int(n), position) for practice_id, n, position in whole]


def stored(database: Database) -> dict[tuple[str, int], str]:
    """The stored answers by practice and question."""
    shown = presentations.c
    statement = select(shown.practice_id, shown.n, responses.c.given).select_from(
        responses.join(presentations, shown.id == responses.c.presentation_id)
    )
    with reading(database) as unit:
        rows = unit.connection.execute(statement).all()
    return {(practice_id, n): orjson.loads(given)["positions"][0] for practice_id, n, given in rows}


def test_no_acknowledged_answer_is_lost(database: Database) -> None:
    prepare(database)
    address = database.url.render_as_string(hide_password=False)
    acknowledged: list[tuple[str, int, str]] = []
    for turn in range(ROUNDS):
        seconds = DRAWS.integer(f"seconds {turn}", 2, 150) / 1000
        acknowledged += killed_while_answering(address, seconds)
        found = stored(database)
        lost = [one for one in acknowledged if found.get(one[:2]) != one[2]]
        assert lost == []
    assert len(acknowledged) > ROUNDS
    with reading(database) as unit:
        # Each stored answer is whole: what is remembered counts exactly the answers that there are.
        remembered = unit.connection.scalar(select(func.sum(memories.c.seen)))
        assert remembered == unit.connection.scalar(select(func.count()).select_from(responses))
        if database.is_sqlite:
            assert unit.connection.scalar(text("PRAGMA integrity_check")) == "ok"
            assert unit.connection.execute(text("PRAGMA foreign_key_check")).all() == []
