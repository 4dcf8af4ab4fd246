"""Saves through a network that loses, doubles, delays and reorders requests: the last acknowledged state stands."""

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from bench.exam.audit import Findings, audit
from bench.exam.candidate import Candidate, leave
from bench.exam.proxy import BadNetwork, Tally, Weather
from bench.exam.seats import candidates, seats
from bench.exam.server import Server
from tests.conftest import GATE
from tests.loops import run

pytestmark = pytest.mark.gate  # long

CANDIDATES, SAVES, DELAY = (300, 10_000, 5.0) if GATE else (30, 300, 0.5)
PATIENCE = 0.6 * DELAY  # seconds until a candidate sends again, so that copies overtake each other
PAUSE = 0.3 * DELAY  # seconds between two changes of a candidate, at most


async def sit(candidate: Candidate, wanted: int) -> None:
    """Change questions while earlier changes are still under way, and send until all of them are acknowledged."""
    done = asyncio.Event()

    async def write() -> None:
        while len(candidate.journal.acknowledged) < wanted:
            candidate.change()
            await asyncio.sleep(candidate.chance.uniform(0, PAUSE))
        done.set()

    async def send() -> None:
        while candidate.pending or not done.is_set():
            await candidate.save_all(pause=0.02 * DELAY)
            await asyncio.sleep(0.01)

    await asyncio.gather(write(), send())


async def saved_through_bad_weather(folder: Path) -> tuple[list[Candidate], Tally, Findings]:
    server = Server(folder)
    network = BadNetwork(server.address, Weather(delay=DELAY), random.Random(20261130))
    await server.start()
    try:
        async with network.open() as address:
            class_ = candidates(folder, seats(folder, CANDIDATES), address, seed="weather", patience=PATIENCE)
            await asyncio.gather(*(sit(one, SAVES // CANDIDATES + 1) for one in class_))
            await leave(class_)
        return class_, network.tally, audit(folder, [one.journal for one in class_])
    finally:
        server.stop()


def test_the_last_acknowledged_change_stands_whatever_the_network_does(
    prepared_data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(prepared_data, folder)
    class_, tally, findings = run(saved_through_bad_weather(folder))
    print(f"\n{sum(one.journal.acks for one in class_)} acknowledgements; {tally}")
    assert findings == Findings()
    assert sum(len(one.journal.acknowledged) for one in class_) >= SAVES
    for one in class_:
        newest = {
            n: max(stamp for stamp in one.journal.changes if stamp[0] == n) for n, *_ in one.journal.changes
        }
        assert {n: change.stamp for n in newest if (change := one.journal.newest(n))} == newest
        assert set(one.journal.statuses) <= {200, 409, 429}
    assert min(tally.lost_on_the_way, tally.lost_on_the_way_back, tally.doubled, tally.overtaken) > 0
