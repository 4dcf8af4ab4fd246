"""Many candidates at once: a class that starts in the same second, saves every few seconds, and saves flat out."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.exam.audit import Findings, audit
from bench.exam.candidate import Candidate
from bench.exam.loads import every, start_at_once, streams
from bench.exam.measure import flat_out
from bench.exam.papers import looking_at
from bench.exam.seats import COUNT, EXAM, candidates, seats
from bench.exam.server import Server
from bench.load import run as run_load
from bench.measure import Ratio
from bench.product import bare, free_port, served
from tests.conftest import GATE
from tests.loops import run

CLASS, PERIOD, SECONDS = (300, 5.0, 60.0) if GATE else (30, 1.0, 3.0)
CONNECTIONS, SITTINGS = (32, 600) if GATE else (8, 120)


@pytest.fixture(scope="module")
def folder(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exam") / "data"
    shutil.copytree(prepared_data, folder)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    run(server.start())
    yield server
    server.stop()


def test_a_class_saves_every_few_seconds(folder: Path, server: Server) -> None:
    class_ = candidates(folder, seats(folder, CLASS), server.address, seed="every")
    times = run(every(class_, period=PERIOD, seconds=SECONDS))
    print(
        f"\n{len(times.taken)} saves: median {times.share(0.5):.1f} ms, slowest in a hundred {times.share(0.99):.1f} ms"
    )
    assert set(times.statuses) == {200}
    assert len(times.taken) == CLASS * int(SECONDS / PERIOD) == sum(one.journal.acks for one in class_)
    assert audit(folder, [one.journal for one in class_]) == Findings()
    if GATE:
        assert times.share(0.5) <= 25
        assert times.share(0.99) <= 250


def test_a_class_starts_in_the_same_second(folder: Path, server: Server) -> None:
    with closing(looking_at(folder)) as before:
        there = {name for (name,) in before.execute("SELECT id FROM sittings")}
    taking = run(start_at_once(server.address, EXAM, count=CLASS, within=1.0))
    print(f"\n{CLASS} starts: slowest in a hundred {taking.share(0.99):.0f} ms")
    assert set(taking.statuses) == {303}
    assert audit(folder, []) == Findings()
    with closing(looking_at(folder)) as after:
        made = [
            row
            for row in after.execute("SELECT id, count, state, learner_id FROM sittings")
            if row[0] not in there
        ]
    assert len(made) == len({learner for *_, learner in made}) == CLASS
    assert {(count, state) for _, count, state, _ in made} == {(COUNT, "created")}
    if GATE:
        assert taking.share(0.99) <= 3000


def test_saves_flat_out(folder: Path, server: Server) -> None:
    class_ = candidates(folder, seats(folder, SITTINGS), server.address, seed="flat")
    load = run_load(server.address, streams(class_, CONNECTIONS), limit=1.0)
    assert load.unexpected == 0
    assert audit(folder, []) == Findings()
    with closing(looking_at(folder)) as connection:
        assert stored(connection, class_) >= load.per_second * 0.5
    if GATE:
        side = ("127.0.0.1", free_port())
        with served(bare("bench.bare_answers", side[1]), f"http://127.0.0.1:{side[1]}/", data=folder):
            found = flat_out(folder, class_, server.address, side, runs=5)
        print("\n" + "\n".join(line.line() for line in found))
        assert [line.line() for line in found if isinstance(line, Ratio) and not line.met] == []


def stored(connection: sqlite3.Connection, class_: list[Candidate]) -> int:
    """How many changes of these candidates are there."""
    names = [one.journal.sitting for one in class_]
    places = ", ".join("?" * len(names))
    statement = f"SELECT count(*) FROM sitting_events WHERE what = 'change' AND sitting_id IN ({places})"
    return int(connection.execute(statement, names).fetchone()[0])
