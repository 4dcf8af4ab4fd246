"""The process that reads foreign files: its limits, and that nothing it does costs more than a sentence."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from app.authoring.found import ReadWishes
from app.authoring.incoming import IncomingFile
from app.services.authoring.import_process import LARGEST, ReadingProcess, Unread, read_apart

WISHES = ReadWishes()
ROOT = Path(__file__).resolve().parents[3]


def read(script: str, *, within: float = 20.0) -> tuple[IncomingFile | Unread, list[str]]:
    """What a process that runs a script comes to, and what of its folders is left."""
    before = set(Path(tempfile.gettempdir()).glob("keyed-import-*"))
    with ReadingProcess((sys.executable, "-c", script), within=within) as process:
        outcome = process.read("a.gift", b"x", WISHES)
    left = set(Path(tempfile.gettempdir()).glob("keyed-import-*")) - before
    return outcome, [one.name for one in left]


def limited(act: str) -> str:
    """What a process says that is bound as ours is and tries something."""
    with tempfile.TemporaryDirectory() as scratch:
        script = f"import sys\nfrom app.importer import limit_everything\nlimit_everything({scratch!r})\n{act}\nprint('done')"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
        )
    return (done.stdout + done.stderr).strip().splitlines()[-1]


def test_a_file_is_read_apart_and_another_by_the_same_process() -> None:
    with ReadingProcess() as process:
        first = process.read("a.gift", "Größe? {=ä ~b}".encode(), WISHES)
        second = process.read("b.txt", b"Which?\nA. a\nB. b\nANSWER: A\n", WISHES)
        assert process.starts == 1
    assert isinstance(first, IncomingFile)
    assert first.questions[0].body["stem"] == "Größe?"
    assert isinstance(second, IncomingFile)
    assert second.format == "Aiken"


def test_what_is_no_format_is_a_sentence() -> None:
    outcome = read_apart("a.bin", bytes(range(256)), WISHES)
    assert isinstance(outcome, Unread)
    assert outcome.sentence.endswith(".")
    assert isinstance(read_apart("a", b"x" * (LARGEST + 1), WISHES), Unread)


@pytest.mark.parametrize(
    "script",
    [
        "import sys; sys.exit(3)",
        "import os; os.abort()",
        "print('nonsense that is no header', flush=True)",
        "import sys; sys.stdin.buffer.readline(); sys.stdout.write('1 9000\\nshort')",
    ],
)
def test_a_crash_is_a_sentence_and_leaves_nothing(script: str) -> None:
    outcome, left = read(script)
    assert isinstance(outcome, Unread)
    assert "could not be read" in outcome.sentence
    assert not left


def test_one_that_hangs_is_stopped() -> None:
    start = time.monotonic()
    outcome, left = read("import time; time.sleep(600)", within=0.5)
    assert isinstance(outcome, Unread)
    assert "longer than" in outcome.sentence
    assert time.monotonic() - start < 10
    assert not left


def test_one_that_fell_is_replaced_for_the_next_file() -> None:
    with ReadingProcess() as process:
        assert isinstance(process.read("a.gift", b"A? {=a ~b}", WISHES), IncomingFile)
        process._process.kill()  # type: ignore[union-attr]
        process._process.wait()  # type: ignore[union-attr]
        assert isinstance(process.read("a.gift", b"A? {=a ~b}", WISHES), IncomingFile)
        assert process.starts == 2


ACTS = (
    "import socket; socket.create_connection(('127.0.0.1', 9))",
    "import subprocess; subprocess.run(['true'])",
    "import os; os.system('true')",
    "import os; os.fork()",
    "open('/etc/passwd').read()",
    "open(OUTSIDE, 'w')",
    "import os; os.open(OUTSIDE, os.O_CREAT | os.O_WRONLY)",
    "import sqlite3; sqlite3.connect(OUTSIDE)",
    "import os; os.mkdir(OUTSIDE)",
    "import os; os.remove(OUTSIDE)",
)


def test_what_reading_has_no_need_of_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    trying = "\n".join(
        f"try:\n  exec({act!r}, {{'OUTSIDE': {str(outside)!r}}})\n  tried.append({act!r})\nexcept Exception as fault:\n"
        f"  if type(fault).__name__ != 'NotAllowed': tried.append(repr(fault))"
        for act in ACTS
    )
    assert limited(f"tried = []\n{trying}\nprint('let through:', tried)\nsys.exit()") == "let through: []"
    assert list(tmp_path.iterdir()) == []


def test_memory_is_limited_and_scratch_may_be_used() -> None:
    assert "MemoryError" in limited("b'x' * (2 << 30)")
    assert limited("import sqlite3; sqlite3.connect(':memory:').execute('select 1')") == "done"
