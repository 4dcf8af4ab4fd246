"""Baking in the background: up to the goal, in steps, told in a sentence, stopped cleanly, and harmless when it fails."""

import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.jobs.bake_variants import BakeVariants
from app.kit.clock import FixedClock
from app.services.baking import Baking
from app.services.bundle import Outside, join_services
from app.services.engine_client import EngineClient
from app.services.sync_bank import sync_banks
from app.store.answer_keys import whole_variants
from app.store.bakes import bake_reports
from app.store.database import Database
from app.store.items import item_row
from app.store.unit import reading
from tests.databases import NOW

CLOCK = FixedClock(NOW)
GOAL = 12


def baking(database: Database, fault: str = "none", goal: int = GOAL) -> Baking:
    command = (sys.executable, "-m", "tests.services.plain_worker", fault)
    return Baking(database, EngineClient(command), CLOCK, goal)


def job_of(work: Baking, done: Callable[[], None] | None = None) -> BakeVariants:
    return BakeVariants(lambda: work, work.engine, done=done)


def test_every_computation_is_filled_up_to_the_goal(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    work = baking(database)
    lacking = work.lacking()
    assert {one.item.id for one in lacking} == {"raw-score-choice", "weights-row-typed"}
    while lacking:
        work.step(lacking[0], batch=10)
        lacking = work.lacking()
    work.engine.close()
    with reading(database) as unit:
        reports = bake_reports(unit)
        assert len(reports) == 2
        for revision_id, report in reports.items():
            stored = list(whole_variants(unit, revision_id))
            assert len(stored) == GOAL
            assert len({one.twin for one in stored}) == GOAL
            fixed = sum(one.fixed is not None for one in stored)
            assert report.kept == GOAL - fixed
            assert report.drawn >= report.kept + sum(report.refusals.values())
    services = join_services(database, CLOCK)
    assert services.practise.home(None).variants == 2 * GOAL
    (bank,) = services.overview.authoring_banks()
    assert [item.variants for item in bank.items if item.variants is not None] == [GOAL, GOAL]
    assert all(item.refusal_share is not None for item in bank.items if item.variants is not None)
    services.close()


def test_where_no_more_exist_baking_ends(sqlite_database: Database, tree: Path) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    job = job_of(baking(sqlite_database, "nothing-new"))
    job.start()
    assert job.wait(60)
    assert job.progress() == ""
    with reading(sqlite_database) as unit:
        assert all(report.exhausted and report.drawn == 300 for report in bake_reports(unit).values())
    assert baking(sqlite_database).lacking() == []


def test_the_job_runs_to_its_end(sqlite_database: Database, tree: Path) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    over: list[bool] = []
    job = job_of(baking(sqlite_database), lambda: over.append(True))
    assert job.progress() == ""
    job.start()
    assert job.wait(60)
    assert (job.progress(), over) == ("", [True])
    job.stop()


def test_what_is_published_later_is_baked_without_a_new_start(sqlite_database: Database, tree: Path) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    work = baking(sqlite_database)
    job = BakeVariants(lambda: work, work.engine, again=0.01)
    job.start()
    assert job.wait(60)
    assert not work.engine.running  # its memory is free while nothing lacks
    file = tree / "attention" / "1.2" / "raw-score-choice.yaml"
    text = file.read_text(encoding="utf-8").replace("id: raw-score-choice", "id: raw-score-later")
    file.with_name("raw-score-later.yaml").write_text(text, encoding="utf-8")
    sync_banks(sqlite_database, tree, CLOCK)
    until = time.monotonic() + 60
    while work.lacking():
        assert time.monotonic() < until, "nobody baked what was published"
        time.sleep(0.01)
    job.stop()
    with reading(sqlite_database) as unit:
        row = item_row(unit, "raw-score-later")
        assert row is not None
        assert len(list(whole_variants(unit, row.latest_revision_id))) == GOAL


def test_a_failing_engine_is_told_once_and_harms_nothing(
    sqlite_database: Database, tree: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    job = job_of(baking(sqlite_database, "crash"))
    services = join_services(sqlite_database, CLOCK, Outside(job.progress))
    with caplog.at_level(logging.WARNING):
        job.start()
        assert job.wait(60)
    assert len(caplog.records) == 1
    view = services.practise.home(None)
    assert "the engine fell over" in view.baking
    assert view.variants >= 2  # those that stand from the start can be asked all the same
    services.close()


def test_stopping_does_not_wait_for_the_engine(sqlite_database: Database, tree: Path) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    client = EngineClient((sys.executable, "-c", "import time; time.sleep(60)"))
    job = job_of(Baking(sqlite_database, client, CLOCK, GOAL))
    job.start()
    while not client.running:
        time.sleep(0.01)
    assert "Preparing numbers for 2 kinds" in job.progress()
    job.stop()
    assert job.wait(0)
    assert not client.running
