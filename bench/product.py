"""The product as it is measured: a prepared database, the served process, and the requests of many learners."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.error import HTTPError

from app.items.public import ChoiceForm
from app.kit.clock import SystemClock
from app.kit.ids import new_id, new_token, token_hash
from app.practice.choice import PracticeChoice
from app.settings import ROOT, Settings
from app.store.items import live_items
from app.store.learners import add_guest
from app.store.pages import Pages
from app.store.practices import PracticeRow, add_practice
from app.store.presentations import PresentationRow, add_presentation
from app.store.unit import writing
from app.store.variants import variant_ids
from app.web.csrf import token_for
from app.web.login import GUEST
from app.wiring import load_questions, migrate_database, opened_database, read_secret
from bench.load import plain


@dataclass(frozen=True, slots=True)
class Learner:
    """One learner of the load: the cookie, the token of their forms, and a practice with that many open questions."""

    cookie: str
    form_token: str
    practice_id: str
    questions: int

    def page(self, n: int, host: str) -> bytes:
        """The request for question n."""
        cookie = f"Cookie: {GUEST}={self.cookie}\r\n"
        return plain("GET", f"/practice/{self.practice_id}/items/{n}", host=host, extra=cookie)

    def answer(self, n: int, host: str) -> bytes:
        """The request that answers question n, as a browser sends it."""
        body = f"csrf_token={self.form_token}&submission_id={new_id()}&option={n % 4 + 1}".encode()
        extra = f"Cookie: {GUEST}={self.cookie}\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://{host}\r\n"
        return plain(
            "POST", f"/practice/{self.practice_id}/items/{n}/response", host=host, body=body, extra=extra
        )


def prepare(settings: Settings, *, learners: int, questions: int) -> list[Learner]:
    """A loaded database in which each learner has a practice whose questions are all put and not answered.

    The questions are single choices with four options: written ones, and the fixed variants of computed ones.
    """
    clock = SystemClock()
    database = opened_database(settings)
    migrate_database(database, clock)
    load_questions(database, settings, clock)
    secret, now = read_secret(settings), clock.now()
    made = []
    with writing(database) as unit:
        pages = Pages(database)
        shown = [
            (item.id, name)
            for item in live_items(unit)
            if item.kind == "single_choice"
            for name in variant_ids(unit, item.latest_revision_id)[:4]
            if isinstance(form := pages.shown(name).form, ChoiceForm) and len(form.options) == 4
        ]
        for _ in range(learners):
            token, practice_id = new_token(), new_id()
            learner_id = add_guest(unit, token_hash(token), now=now, expires_at=now + timedelta(days=30))
            add_practice(unit, PracticeRow(practice_id, learner_id, PracticeChoice(length=questions), now))
            for n in range(1, questions + 1):
                item_id, variant_id = shown[(n * 7 + learner_id) % len(shown)]
                add_presentation(
                    unit, PresentationRow(practice_id, n, learner_id, item_id, variant_id, "new", now)
                )
            made.append(Learner(token, token_for(secret, token), practice_id, questions))
        unit.commit()
    database.close()
    return made


def free_port() -> int:
    """A port of loopback on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    command: list[str], address: str, *, data: Path, bake: bool = False
) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """A server process and the seconds from its start to its first answer; it is ended with the block."""
    environment = {**os.environ, "KEYED_DATA": str(data), "KEYED_BAKE": str(bake)}
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process, first_answer(address, process) - start
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def first_answer(address: str, process: subprocess.Popen[bytes]) -> float:
    """The moment at which the address first answers with anything, at most 30 seconds from now."""
    for _ in range(6000):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                answer.read()
                return time.perf_counter()
        except HTTPError as refusal:
            refusal.close()
            return time.perf_counter()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with status {process.returncode}") from None
            time.sleep(0.005)
    raise RuntimeError("the server did not answer within 30 seconds")


def keyed(port: int) -> list[str]:
    """The command that serves the product."""
    return ["-m", "app", "serve", "--port", str(port)]


def bare(module: str, port: int) -> list[str]:
    """The command that serves an application of the bench itself."""
    return [
        "-m",
        "uvicorn",
        f"{module}:app",
        "--port",
        str(port),
        "--no-access-log",
        "--log-level",
        "warning",
    ]


def resident_mb(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of a process in MB (10⁶ bytes)."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found.group(1)) * 1024 / 1e6 if found else 0.0
