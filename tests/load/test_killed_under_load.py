"""Many learners answer over HTTP while the server is killed again and again: what was acknowledged is there, once."""

import http.client
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.services.records import given_of
from app.settings import Settings
from bench.product import Learner, first_answer, free_port, keyed, prepare
from tests.conftest import GATE
from tests.house.sources import ROOT

KILLS = 20 if GATE else 2
LEARNERS = 32 if GATE else 8
QUESTIONS = 1500 if GATE else 200
SECONDS = 2.0  # of answering between two kills, at most


@dataclass
class Candidate:
    """One learner at work: sends an answer, and sends it again with the same name until it is acknowledged."""

    learner: Learner
    port: int
    stop: threading.Event
    acknowledged: dict[int, int] = field(default_factory=dict)
    refused: list[tuple[int, int]] = field(default_factory=list)

    def run(self) -> None:
        for n in range(1, self.learner.questions + 1):
            request = self.learner.answer(n, f"127.0.0.1:{self.port}")
            while not self.stop.is_set():
                status = self.send(request)
                if status == 303:
                    self.acknowledged[n] = n % 4 + 1
                    break
                if status is not None and status != 503:
                    self.refused.append((n, status))
                    break
                time.sleep(0.02)
            if self.stop.is_set():
                return

    def send(self, request: bytes) -> int | None:
        """The status, or None where the server was not there or went away before it answered."""
        top, _, body = request.partition(b"\r\n\r\n")
        first, *lines = top.decode().split("\r\n")
        headers = dict(
            line.split(": ", 1) for line in lines if not line.startswith(("Host", "Content-Length"))
        )
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(first.split()[0], first.split()[1], body, headers)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


def start(data: Path, port: int) -> subprocess.Popen[bytes]:
    """A server of its own process group, with baking going on beside the answers."""
    environment = {**os.environ, "KEYED_DATA": str(data), "KEYED_VARIANTS": "40", "KEYED_DEVICE": "cpu"}
    process = subprocess.Popen(
        [sys.executable, *keyed(port)], cwd=ROOT, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    first_answer(f"http://127.0.0.1:{port}/readyz", process)  # practices need the pages
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the server and its engine at once, as a power cut of the process would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)


def stored(data: Path) -> Iterator[tuple[str, int, int, str]]:
    """Practice, question, how many responses, and what was given."""
    connection = sqlite3.connect(data / "keyed.sqlite3")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        yield from connection.execute(
            "SELECT practice_id, n, count(*), min(given) FROM responses JOIN presentations"
            " ON presentations.id = responses.presentation_id GROUP BY practice_id, n"
        )
    finally:
        connection.close()


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    learners = prepare(Settings(data=tmp_path), learners=LEARNERS, questions=QUESTIONS)
    port, stop = free_port(), threading.Event()
    candidates = [Candidate(learner, port, stop) for learner in learners]
    threads = [threading.Thread(target=candidate.run) for candidate in candidates]
    moments = random.Random(20261129)
    process = start(tmp_path, port)
    try:
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            time.sleep(moments.uniform(0.2, SECONDS))
            kill(process)
            process = start(tmp_path, port)
        time.sleep(1.0)
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
        kill(process)
    found = {(practice, n): (count, given) for practice, n, count, given in stored(tmp_path)}
    acknowledged = {
        (one.learner.practice_id, n): option for one in candidates for n, option in one.acknowledged.items()
    }
    assert [one.refused for one in candidates if one.refused] == []
    assert len(acknowledged) > LEARNERS * KILLS
    assert [place for place in acknowledged if place not in found] == []
    assert [place for place, (count, _) in found.items() if count != 1] == []
    wrong = [
        place for place, option in acknowledged.items() if given_of(found[place][1])[0] != (str(option),)
    ]
    assert wrong == []
