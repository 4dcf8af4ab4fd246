"""Sittings under load: a class that starts in one second, saves every five seconds, and saves flat out against bare sides."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.commits import bare_commits
from bench.exam.candidate import Candidate
from bench.exam.loads import Times, every, made_ahead, start_at_once, streams
from bench.exam.seats import EXAM, candidates, prepare_bank, seats
from bench.exam.wire import Address
from bench.load import Load, run
from bench.measure import Figure, Ratio, alternate, ratio
from bench.product import bare, free_port, keyed, resident_mb, served

CLASS = 300
PERIOD = 5.0
SITTINGS = 600  # flat out a sitting may send five a second, and twenty at once
CONNECTIONS = 32
SECONDS = 3.0
MADE = 400  # requests of each connection that are made before the clock of a load starts


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """All figures, from one process of ours; the sides of a ratio alternate."""
    prepare_bank(folder)
    ours, bare_side = (("127.0.0.1", free_port()) for _ in range(2))
    class_ = candidates(folder, seats(folder, SITTINGS), ours, seed="bench")
    with (
        served(keyed(ours[1]), f"http://127.0.0.1:{ours[1]}/healthz", data=folder) as (process, _),
        served(bare("bench.bare_answers", bare_side[1]), f"http://127.0.0.1:{bare_side[1]}/", data=folder),
    ):
        return [
            *starting(ours, runs=runs),
            *saving(class_[:CLASS], runs=runs),
            *flat_out(folder, class_, ours, bare_side, runs=runs),
            Figure("serving process after this load", (resident_mb(process),), "MB"),
        ]


def starting(address: Address, *, runs: int, count: int = CLASS) -> list[Figure | Ratio]:
    """A class that takes an exam within one second."""
    found = [asyncio.run(start_at_once(address, EXAM, count=count, within=1.0)) for _ in range(runs)]
    slowest = tuple(one.share(0.99) for one in found)
    return [
        Figure(f"{count} starts in one second: median", tuple(one.share(0.5) for one in found), "ms"),
        Figure(f"{count} starts in one second: slowest in a hundred", slowest, "ms"),
        _failures("starts that failed", found),
        Ratio("3 s / slowest in a hundred of starts", tuple(3000 / one for one in slowest), 1.0),
    ]


def saving(class_: list[Candidate], *, runs: int, seconds: float = 4 * PERIOD) -> list[Figure | Ratio]:
    """A class that saves a change every five seconds."""
    found = [asyncio.run(every(class_, period=PERIOD, seconds=seconds)) for _ in range(runs)]
    medians, slowest = (tuple(one.share(share) for one in found) for share in (0.5, 0.99))
    name = f"{len(class_)} candidates, a save each {PERIOD:g} s"
    return [
        Figure(f"{name}: median", medians, "ms"),
        Figure(f"{name}: slowest in a hundred", slowest, "ms"),
        Figure(f"{name}: slowest of all", tuple(one.longest for one in found), "ms"),
        _failures("saves that failed", found),
        Ratio("25 ms / median", tuple(25 / one for one in medians), 1.0),
        Ratio("250 ms / slowest in a hundred", tuple(250 / one for one in slowest), 1.0),
    ]


def flat_out(
    folder: Path, class_: list[Candidate], ours: Address, bare_side: Address, *, runs: int
) -> list[Figure | Ratio]:
    """Saves over 32 connections as fast as they are answered, bare FastAPI likewise, and the bare durable commit."""
    loads: list[Load] = []
    bare_loads: list[Load] = []
    own = streams(class_, CONNECTIONS)
    saves, bare_saves, commits = alternate(
        runs,
        _side(ours, own, loads),
        _side(bare_side, _bare_saves(class_[0], bare_side), bare_loads),
        lambda: bare_commits(folder, limit=1.0),
    )
    tails = tuple(load.p99 for load in loads[1:])
    bare_tails = tuple(load.p99 for load in bare_loads[1:])
    wrong = sum(load.unexpected for load in (*loads, *bare_loads))
    return [
        Figure("durable saves, 32 connections", saves, "/s"),
        Figure("durable saves: median", tuple(load.p50 for load in loads[1:]), "ms"),
        Figure("durable saves: slowest in a hundred", tails, "ms"),
        Figure("bare FastAPI with group commit", bare_saves, "/s"),
        Figure("bare FastAPI with group commit: slowest in a hundred", bare_tails, "ms"),
        Figure("bare durable commits", commits, "/s"),
        Figure("replies that were not as expected", (float(wrong),), ""),
        ratio("durable saves / bare durable commits", saves, commits, aim=0.25),
        ratio("slowest in a hundred, bare / durable saves", bare_tails, tails, aim=0.5),
    ]


def _side(address: Address, own: list[Iterator[bytes]], loads: list[Load]) -> Callable[[], float]:
    def act() -> float:
        own[:] = [made_ahead(one, MADE) for one in own]
        loads.append(run(address, own, limit=SECONDS))
        return loads[-1].per_second

    return act


def _bare_saves(candidate: Candidate, bare_side: Address) -> list[Iterator[bytes]]:
    """The same requests, all of one candidate's, to the address of the bare side."""
    request = candidate.request([candidate.change()])
    host = f"{bare_side[0]}:{bare_side[1]}".encode()
    path = request.split(b" ", 2)[1]
    bare_request = request.replace(path, b"/changes", 1).replace(candidate.line.host.encode(), host)
    return [itertools.repeat(bare_request) for _ in range(CONNECTIONS)]


def _failures(name: str, found: Sequence[Times]) -> Figure:
    return Figure(name, (float(sum(one.failures for one in found)),), "")
