"""A class sits an exam while the server is killed again and again: what was acknowledged is there, unchanged, once."""

import asyncio
import random
import re
import shutil
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench.exam.audit import Findings, audit
from bench.exam.candidate import BACK_OFF, Candidate, leave
from bench.exam.seats import candidates, seats
from bench.exam.server import Server
from bench.exam.wire import NoReply
from tests.conftest import GATE
from tests.house.sources import ROOT
from tests.loops import run

KILLS, CANDIDATES, ACKNOWLEDGEMENTS = (100, 300, 50_000) if GATE else (2, 24, 40)
PERIOD = 1.0  # seconds between two saves of a candidate
LONGEST = 600.0  # seconds in all; more would be a machine that is stuck
RECOVERY = 3.0  # seconds from a kill to the first answer


@dataclass
class Recoveries:
    """From each kill to the first answer, and to the first save that was sent after it and acknowledged."""

    server: Server
    killed_at: float = 0.0
    answered: list[float] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)

    def heard(self, sent_at: float) -> None:
        """A save was acknowledged."""
        if len(self.saved) < len(self.answered) and sent_at > self.killed_at:
            self.saved.append(time.perf_counter() - self.killed_at)

    async def kill_and_start(self) -> None:
        self.killed_at = time.perf_counter()
        self.server.kill()
        self.answered.append(await self.server.start() - self.killed_at)


async def sit(candidate: Candidate, recoveries: Recoveries, stop: asyncio.Event) -> None:
    """Change one to three questions each second; after a failure send them again, or let them be and go on."""
    chance, failures = candidate.chance, 0
    await asyncio.sleep(chance.uniform(0, PERIOD))
    while not stop.is_set():
        due = time.perf_counter() + PERIOD
        for n in chance.sample(range(1, len(candidate.paper) + 1), chance.choice((1, 1, 1, 2, 3))):
            candidate.change(n)
        while candidate.pending:
            sent_at = time.perf_counter()
            try:
                if await candidate.save():
                    failures = 0
                    recoveries.heard(sent_at)
            except NoReply:
                failures += 1
                if stop.is_set() or chance.random() < 0.3:
                    candidate.forget()
                await asyncio.sleep(candidate.rest(failures))
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def killed_while_they_sit(folder: Path, seated: int) -> tuple[list[Candidate], Recoveries, Findings]:
    server, stop, moments = Server(folder, bake=True), asyncio.Event(), random.Random(20261130)
    recoveries = Recoveries(server)
    class_ = candidates(folder, seats(folder, seated), server.address, seed="killed", patience=5.0)
    limit = time.perf_counter() + LONGEST
    await server.start()
    try:
        sitting = [asyncio.create_task(sit(one, recoveries, stop)) for one in class_]
        for _ in range(KILLS):
            await asyncio.sleep(moments.uniform(0.1, 3.0))
            await recoveries.kill_and_start()
        while sum(one.journal.acks for one in class_) < ACKNOWLEDGEMENTS and time.perf_counter() < limit:
            await asyncio.sleep(0.2)
        stop.set()
        await asyncio.gather(*sitting)
        await leave(class_)
        return class_, recoveries, audit(folder, [one.journal for one in class_])
    finally:
        server.kill()


def test_nothing_that_a_candidate_was_told_is_lost_or_changed(prepared_data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(prepared_data, folder)
    class_, recoveries, findings = run(killed_while_they_sit(folder, CANDIDATES))
    acknowledged = sum(one.journal.acks for one in class_)
    unknown = sum(len(one.journal.batches) for one in class_)
    statuses = {status for one in class_ for status in one.journal.statuses}
    print(
        f"\n{KILLS} kills, {CANDIDATES} candidates, {acknowledged} acknowledgements, {unknown} requests unknown;"
        f" to the first answer {statistics.median(recoveries.answered):.2f} s,"
        f" at most {max(recoveries.answered):.2f} s; to the first save"
        f" {statistics.median(recoveries.saved):.2f} s, at most {max(recoveries.saved):.2f} s"
    )
    assert findings == Findings()
    assert statuses <= {200, 503}
    assert acknowledged >= ACKNOWLEDGEMENTS
    assert len(recoveries.answered) == KILLS
    if GATE:
        assert max(recoveries.answered) <= RECOVERY
        assert statistics.median(recoveries.saved) <= RECOVERY


def test_candidates_try_again_as_the_page_does() -> None:
    script = (ROOT / "static" / "src" / "exam" / "saving.js").read_text()
    found = re.search(r"const BACK_OFF = \[([0-9_, ]+)\]; *\n", script)
    assert found
    assert tuple(int(one.replace("_", "")) / 1000 for one in found[1].split(",")) == BACK_OFF
    assert "(0.75 + Math.random() / 2)" in script
