"""Mutated and hostile files on the whole way of an import: no process falls, nothing hangs, nothing leaves, pages stand."""

import json
import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from app.authoring.found import ReadWishes
from app.authoring.import_wishes import HeaderWish
from app.authoring.incoming import IncomingFile
from app.kit.clock import FixedClock
from app.kit.errors import BadInput
from app.services.authoring.import_bringing import Bringing
from app.services.authoring.import_looking import ON_A_PAGE, Looking
from app.services.authoring.import_process import ReadingProcess, Unread
from app.services.authoring.importing import Importing
from app.store.database import Database
from app.store.drafts import all_drafts
from app.store.unit import reading
from tests.databases import NOW
from tests.services.authoring.hostile import hostile, zipped
from tests.services.authoring.mutations import FILES, changed, mutated

GATE = bool(os.environ.get("KEYED_GATE"))
EACH = -(-20_000 // (len(FILES) + 2)) if GATE else 12
BROUGHT = 40  # every so many is brought in and taken back
SECONDS = 5.0
CLOCK = FixedClock(NOW)
WISHES = ReadWishes()
HEADER = HeaderWish("1.2", "mechanism", "formula", "0.6", "A book", "2026-11-29")


@pytest.fixture(scope="module")
def process() -> Iterator[ReadingProcess]:
    with ReadingProcess() as opened:
        yield opened


class Listener:
    """A place on this machine that nobody may call at."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.calls = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                self.calls += 1
                connection.close()


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    opened = Listener()
    yield opened
    opened.socket.close()


def outside() -> set[str]:
    """What lies beside the scratch folders."""
    kept = [one for one in Path(tempfile.gettempdir()).iterdir() if one.name in ("out.yaml", "keyed-outside")]
    return {str(one) for one in kept}


def test_no_hostile_file_makes_the_process_fall_or_reach_out(
    process: ReadingProcess, listener: Listener
) -> None:
    before, starts = outside(), None
    for name, content in hostile(listener.port):
        begun = time.monotonic()
        outcome = process.read(name, content, WISHES)
        assert time.monotonic() - begun < SECONDS * 3, name
        starts = starts or process.starts
        assert process.starts == starts, f"{name} made the process fall"
        text = json.dumps(repr(outcome))
        assert "root:" not in text, name
        if isinstance(outcome, Unread):
            assert outcome.sentence.endswith("."), name
            assert "program that reads it ended" not in outcome.sentence, name
    assert listener.calls == 0
    assert outside() == before


def taken(importing: Importing, name: str, content: bytes) -> str | None:
    """The import of a file; None where it was refused with a sentence."""
    try:
        return importing.take(name, content, actor="Ada")
    except BadInput as refused:
        sentence = refused.sentence
    assert 10 < len(sentence) < 500, name
    return None


OWN = b"""# What the scale is for.
id: why-the-root
kind: single_choice
objectives: ["1.2"]  # and no other
level: mechanism
shape: formula
difficulty: 0.6
source: {citation: 'Vaswani et al. 2017, section 3.2.1', as_of: "2026-11-29"}
stem: |
  Why are the scores divided by $\\sqrt{d_k}$?
options:
  - {id: spread, text: Their spread grows, correct: true, rationale: It is a sum.}
  - {id: sums, text: Rows sum to one, misconception: scale-normalises-rows, rationale: The softmax does that.}
  - {id: cost, text: It is slow, misconception: scale-for-speed, rationale: It costs more.}
"""
OURS = {
    "yaml": OWN,
    "zip": zipped(**{"a__1.2__why-the-root.yaml": OWN, "a__1.2__b.yaml": OWN, "a__bank.yaml": b"id: a"}),
}


def accident(name: str, seed: int) -> bytes:
    return changed(OURS[name], f"{name} {seed}") if name in OURS else mutated(name, seed)


@pytest.mark.parametrize("name", [*FILES, *OURS])
def test_a_mutated_file_goes_the_whole_way_or_is_refused_with_a_sentence(
    sqlite_database: Database, process: ReadingProcess, name: str
) -> None:
    """20,000 files with KEYED_GATE=1."""
    importing = Importing(sqlite_database, CLOCK, process.read)
    looking, bringing = Looking(sqlite_database), Bringing(sqlite_database, CLOCK)
    process.read("warm.gift", b"A? {=a ~b}", WISHES)
    starts, read = process.starts, 0
    for seed in range(EACH):
        begun = time.monotonic()
        import_id = taken(importing, f"{name}-{seed}", accident(name, seed))
        if import_id is None:
            continue
        read += 1
        view = looking.view(import_id, 1)
        assert len(view.questions) == min(view.counts.found, ON_A_PAGE), seed
        for line in view.questions[:1]:
            assert looking.one(import_id, line.question.n).text or line.question.refused, seed
        if seed % BROUGHT == 0 and view.counts.coming:
            importing.wish(import_id, lambda wishes: replace(wishes, bank="b", for_all=HEADER))
            assert bringing.bring(import_id, actor="Ada") == view.counts.coming
            bringing.undo(import_id, actor="Ada")
        elif view.brought_at is None:
            importing.give_up(import_id)
        assert time.monotonic() - begun < SECONDS, seed
    assert process.starts == starts, "a file made the process fall"
    assert read
    with reading(sqlite_database) as unit:
        assert not all_drafts(unit)


def test_a_large_good_file_is_read(process: ReadingProcess) -> None:
    text = "\n\n".join(
        f"::Question {n}:: What is {n} times two? {{={2 * n} ~{3 * n} ~{5 * n}}}" for n in range(1, 1501)
    )
    outcome = process.read("large.gift", text.encode(), WISHES)
    assert isinstance(outcome, IncomingFile)
    assert len({one.slug for one in outcome.questions}) == 1500
