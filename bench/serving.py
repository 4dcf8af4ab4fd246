"""Pages and answers of one serving process against the bare page, the bare answer and the bare commit; memory, weight."""

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
from bench.product import Learner, bare, free_port, keyed, prepare, resident_mb, served

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
    address: tuple[str, int],
    streams: Callable[[], list[Iterator[bytes]]],
    loads: list[Load],
    status: int = 200,
) -> Callable[[], float]:
    def act() -> float:
        loads.append(run(address, streams(), limit=SECONDS, expected=status))
        return loads[-1].per_second

    return act


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """All figures of serving, from one process of ours and two bare ones, in turn."""
    learners = prepare(Settings(data=folder), learners=CONNECTIONS, questions=PER_LEARNER)
    ours, page, answer = (("127.0.0.1", free_port()) for _ in range(3))
    host = f"127.0.0.1:{ours[1]}"
    with (
        served(keyed(ours[1]), f"http://{host}/healthz", data=folder) as (process, _),
        served(bare("bench.bare_server", page[1]), f"http://127.0.0.1:{page[1]}/page", data=folder),
        served(bare("bench.bare_answers", answer[1]), f"http://127.0.0.1:{answer[1]}/", data=folder),
    ):
        pages: list[Load] = []
        found = alternate(
            runs,
            _side(ours, lambda: _pages(learners, host), pages),
            _side(page, lambda: _alike(plain("GET", "/page", host=f"127.0.0.1:{page[1]}")), []),
        )
        answers = Answers(learners, host)
        bare_loads: list[Load] = []
        saved = alternate(
            runs,
            answers.side(ours),
            _side(answer, lambda: _alike(_bare_answer(f"127.0.0.1:{answer[1]}")), bare_loads, 303),
            lambda: bare_commits(folder, limit=1.0),
        )
        wrong = sum(load.unexpected for load in [*pages, *answers.loads, *bare_loads])
        return [
            *_of_pages(found, pages),
            *_of_answers(saved, answers.loads, bare_loads),
            Figure("responses that were not as expected", (float(wrong),), ""),
            Figure("serving process after this load (aim: under 150)", (resident_mb(process),), "MB"),
            *_weights(learners[0], host),
        ]


def _alike(request: bytes) -> list[Iterator[bytes]]:
    return [itertools.repeat(request) for _ in range(CONNECTIONS)]


def _bare_answer(host: str) -> bytes:
    body = f"csrf_token={'t' * 43}&submission_id={'s' * 16}&option=2".encode()
    return plain("POST", "/answer", host=host, body=body)


def _of_pages(found: tuple[tuple[float, ...], ...], loads: list[Load]) -> list[Figure | Ratio]:
    page, bare_page = found
    return [
        Figure("item page, 32 connections", page, "/s"),
        _slowest("item page, slowest in a hundred", loads),
        Figure("bare FastAPI with Jinja2", bare_page, "/s"),
        ratio("item page / bare page", page, bare_page, aim=0.35),
    ]


def _of_answers(
    found: tuple[tuple[float, ...], ...], loads: list[Load], bare_loads: list[Load]
) -> list[Figure | Ratio]:
    answer, bare_answer, commit = found
    tails = ([load.p99 for load in side[1:]] for side in (bare_loads, loads))
    return [
        Figure("durable answers, 32 connections", answer, "/s"),
        _slowest("durable answers, slowest in a hundred", loads),
        Figure("bare FastAPI with group commit", bare_answer, "/s"),
        _slowest("bare FastAPI with group commit, slowest in a hundred", bare_loads),
        Figure("bare durable commits", commit, "/s"),
        ratio("durable answers / bare durable commits", answer, commit, aim=0.25),
        ratio("durable answers / bare FastAPI with group commit", answer, bare_answer, aim=0.4),
        ratio("slowest in a hundred, bare / durable answers", *map(tuple, tails), aim=0.5),
    ]


def _slowest(name: str, loads: list[Load]) -> Figure:
    return Figure(name, tuple(load.p99 for load in loads[1:]), "ms")


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
