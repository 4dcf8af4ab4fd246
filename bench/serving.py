"""Pages and answers of one serving process against the bare page and the bare durable commit; start, memory, weight."""

import gzip
import itertools
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from app.settings import Settings
from app.web.login import GUEST
from bench.commits import bare_commits
from bench.load import Load, plain, run
from bench.measure import Figure, Ratio, alternate, ratio
from bench.product import Learner, free_port, keyed, prepare, resident_mb, served

CONNECTIONS = 32
SECONDS = 3.0
PER_LEARNER = 1500


class Answers:
    """Every learner's open questions, each answered once."""

    def __init__(self, learners: list[Learner], host: str) -> None:
        self._streams = [(one.answer(n, host) for n in range(1, one.questions + 1)) for one in learners]
        self.loads: list[Load] = []

    def side(self, address: tuple[str, int]) -> Callable[[], float]:
        def act() -> float:
            self.loads.append(run(address, list(self._streams), limit=SECONDS, expected=303))
            return self.loads[-1].per_second

        return act


def _pages(learners: list[Learner], host: str) -> list[Iterator[bytes]]:
    """Each learner looks at the first questions of their practice, round and round."""
    return [itertools.cycle([one.page(n, host) for n in range(1, 41)]) for one in learners]


def _side(
    address: tuple[str, int], streams: Callable[[], list[Iterator[bytes]]], loads: list[Load]
) -> Callable[[], float]:
    def act() -> float:
        loads.append(run(address, streams(), limit=SECONDS))
        return loads[-1].per_second

    return act


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """All figures of serving, from one process of ours and one bare one, in turn."""
    learners = prepare(Settings(data=folder), learners=CONNECTIONS, questions=PER_LEARNER)
    ours, bare = ("127.0.0.1", free_port()), ("127.0.0.1", free_port())
    host = f"127.0.0.1:{ours[1]}"
    bare_command = [
        "-m",
        "uvicorn",
        "bench.bare_server:app",
        "--port",
        str(bare[1]),
        "--no-access-log",
        "--log-level",
        "warning",
    ]
    bare_requests = [plain("GET", "/page", host=f"127.0.0.1:{bare[1]}")] * CONNECTIONS
    found: list[Figure | Ratio] = []
    with (
        served(keyed(ours[1]), "/healthz", ours[1], data=folder) as (process, _),
        served(bare_command, "/page", bare[1], data=folder),
    ):
        pages: list[Load] = []
        page, bare_page = alternate(
            runs,
            _side(ours, lambda: _pages(learners, host), pages),
            _side(bare, lambda: [itertools.repeat(request) for request in bare_requests], []),
        )
        found += [
            Figure("item page, 32 connections", page, "/s"),
            Figure("item page, slowest in a hundred", tuple(load.p99 for load in pages[1:]), "ms"),
            Figure("bare FastAPI with Jinja2", bare_page, "/s"),
            ratio("item page / bare page", page, bare_page, aim=0.35),
        ]
        answers = Answers(learners, host)
        answer, commit = alternate(runs, answers.side(ours), lambda: bare_commits(folder, limit=1.0))
        found += [
            Figure("durable answers, 32 connections", answer, "/s"),
            Figure(
                "durable answers, slowest in a hundred", tuple(load.p99 for load in answers.loads[1:]), "ms"
            ),
            Figure("bare durable commits", commit, "/s"),
            ratio("durable answers / bare durable commits", answer, commit, aim=0.25),
            Figure(
                "responses that were not as expected",
                (float(sum(load.unexpected for load in [*pages, *answers.loads])),),
                "",
            ),
            Figure("serving process after this load (aim: under 150)", (resident_mb(process),), "MB"),
        ]
        found += _weights(learners[0], host)
    return found


def _weights(learner: Learner, host: str) -> list[Figure | Ratio]:
    """Bytes that a first visit to a question takes, as sent."""
    address = f"http://{host}/practice/{learner.practice_id}/items/1"
    page = _fetch(address, learner)
    sheet_names = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode()))
    files = {name: _fetch(f"http://{host}{name}", learner) for name in sorted(sheet_names)}
    for name, content in list(files.items()):
        if name.endswith(".css"):
            for inner in set(re.findall(r'url\("?([^)"]+\.woff2)"?\)', _text(content))):
                place = (
                    inner if inner.startswith("/") else f"{name.rsplit('/', 1)[0]}/{inner.removeprefix('./')}"
                )
                files[place] = _fetch(f"http://{host}{place}", learner)
    maths = sum(len(content) for name, content in files.items() if "math" in name)
    rest = len(page) + sum(len(content) for name, content in files.items() if "math" not in name)
    return [
        Figure("item page, HTML alone", (len(page) / 1000,), "kB"),
        Figure("first visit apart from the maths font (aim: under 100)", (rest / 1000,), "kB"),
        Figure("maths font", (maths / 1000,), "kB"),
    ]


def _text(content: bytes) -> str:
    """What was sent as text, unpacked where it came packed."""
    return (gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content).decode()


def _fetch(address: str, learner: Learner) -> bytes:
    request = urllib.request.Request(
        address, headers={"Cookie": f"{GUEST}={learner.cookie}", "Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        content: bytes = answer.read()
    return content


def starts(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """Seconds from starting the process to its first answer, on a loaded database."""
    taken = []
    for _ in range(runs + 1):
        port = free_port()
        with served(keyed(port), "/", port, data=folder) as (_, time_to_answer):
            taken.append(time_to_answer)
    return [Figure("start to first answer (aim: under 0.6)", tuple(taken[1:]), "s")]
