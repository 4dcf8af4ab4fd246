"""The writing thread: grouped, each act by itself, never half done, and not to be killed by a bug."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from app.kit.errors import BadInput, NotReady, SetupFault
from app.store.answers import Answers
from app.store.database import Database
from app.store.learners import add_guest
from app.store.meta import fact, put_fact
from app.store.misconceptions import misconceptions
from app.store.rounds import Joint, MustUndo
from app.store.unit import reading, writing
from app.store.writer import Writer
from tests.databases import NOW
from tests.loops import run


@dataclass(frozen=True, slots=True)
class Desk:
    """A database with its writer."""

    database: Database
    writer: Writer

    def together(self, *acts: Callable[[Answers], Any]) -> list[Any]:
        """What comes of acts that are sent at the same time; errors as values."""

        async def send() -> list[Any]:
            # The writing thread is kept out until all are waiting, so that they make one group.
            with self.database.write_lock:
                tasks = [asyncio.ensure_future(self.writer.write(act)) for act in (_nothing, *acts)]
                await asyncio.sleep(0.05)
            return await asyncio.gather(*tasks, return_exceptions=True)

        return run(send())[1:]

    def alone_with(self, *acts: Callable[[Answers], Any]) -> list[Any]:
        """As `together`, in a group that holds nothing else."""

        async def send() -> list[Any]:
            with self.database.write_lock:
                first = asyncio.ensure_future(self.writer.write(_nothing))
                await asyncio.sleep(0.05)
                tasks = [asyncio.ensure_future(self.writer.write(act)) for act in acts]
                await asyncio.sleep(0.05)
            await first
            return await asyncio.gather(*tasks, return_exceptions=True)

        return run(send())

    def names(self) -> set[str]:
        with reading(self.database) as unit:
            return set(unit.connection.scalars(select(misconceptions.c.slug)))


def _nothing(_answers: Answers) -> None:
    """An act that occupies the thread."""


def put(name: str) -> Callable[[Answers], str]:
    """An act that writes one row by that name and returns it."""

    def act(answers: Answers) -> str:
        answers._connection.run(
            "INSERT INTO misconceptions (slug, name, belief, truth) VALUES (?, ?, '', '')", (name, name)
        )
        answers.written += 1
        return name

    return act


def then_fail(act: Callable[[Answers], Any], fault: Exception) -> Callable[[Answers], Any]:
    """An act that fails after it has written."""

    def failing(answers: Answers) -> None:
        act(answers)
        raise fault

    return failing


@pytest.fixture
def desk(database: Database) -> Iterator[Desk]:
    writer = Writer(database)
    yield Desk(database, writer)
    writer.stop()


@pytest.fixture
def sqlite_desk(sqlite_database: Database) -> Iterator[Desk]:
    writer = Writer(sqlite_database)
    yield Desk(sqlite_database, writer)
    writer.stop()


def test_what_waits_shares_one_commit(sqlite_desk: Desk) -> None:
    names = [f"n{i}" for i in range(50)]
    assert sqlite_desk.together(*map(put, names)) == names
    assert sqlite_desk.names() == set(names)
    assert sqlite_desk.writer.commits <= 3


def test_one_failure_does_not_undo_the_others(desk: Desk) -> None:
    outcomes = desk.together(put("a"), then_fail(put("b"), BadInput("no")), put("a"), put("c"))
    assert outcomes[0] == "a"
    assert isinstance(outcomes[1], BadInput)
    assert isinstance(outcomes[2], Exception)  # the same row twice
    assert not isinstance(outcomes[2], NotReady | SetupFault)
    assert outcomes[3] == "c"
    assert desk.names() == {"a", "c"}


def test_a_refusal_before_writing_costs_the_group_nothing(sqlite_desk: Desk) -> None:
    def refuse(_answers: Answers) -> None:
        raise BadInput("no")

    outcomes = sqlite_desk.together(put("a"), refuse, put("b"))
    assert (outcomes[0], outcomes[2]) == ("a", "b")
    assert isinstance(outcomes[1], BadInput)
    assert sqlite_desk.writer.commits <= 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_reaches_its_sender_and_the_others_are_saved(desk: Desk) -> None:
    fault = ZeroDivisionError("a bug")
    outcomes = desk.together(put("a"), then_fail(put("b"), fault), put("c"))
    assert outcomes == ["a", fault, "c"]
    assert desk.names() == {"a", "c"}
    assert desk.writer.starts == 2
    assert desk.together(put("d")) == ["d"]


@dataclass(frozen=True, slots=True)
class Put(Joint[str]):
    """An act that puts a row by its name, with others in one go; `fault` is what some of them then meet."""

    name: str
    joins: bool = True  # type: ignore[misc]
    fault: Exception | None = None

    @property
    def touches(self) -> str:
        return self.name

    def __call__(self, answers: Answers) -> str:
        return f"{put(self.name)(answers)} by itself"

    @classmethod
    def together(cls, answers: Answers, acts: Sequence["Put"]) -> list[str | None]:
        found = [put(act.name)(answers) if act.name != "late" else None for act in acts]
        for act in acts:
            if act.fault is not None:
                raise act.fault
        return found


def test_acts_that_touch_different_things_are_carried_out_together(sqlite_desk: Desk) -> None:
    """The second of one thing, one that does not join, one that was left over, and all behind another kind are not."""
    acts = (Put("a"), Put("b", joins=False), Put("late"), Put("c"), put("d"), Put("e"))
    assert sqlite_desk.writer.commits == 0
    assert sqlite_desk.alone_with(*acts) == ["a", "b by itself", "late by itself", "c", "d", "e by itself"]
    assert sqlite_desk.names() == {"a", "b", "late", "c", "d", "e"}


@pytest.mark.parametrize("fault", [MustUndo(), BadInput("no"), sqlite3.IntegrityError("twice")])
def test_what_fails_together_is_undone_and_each_done_by_itself(sqlite_desk: Desk, fault: Exception) -> None:
    assert sqlite_desk.alone_with(Put("a"), Put("b", fault=fault)) == ["a by itself", "b by itself"]
    assert sqlite_desk.names() == {"a", "b"}
    assert sqlite_desk.writer.starts == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_in_what_is_done_together_loses_nobody(sqlite_desk: Desk) -> None:
    fault = ZeroDivisionError("a bug")
    assert sqlite_desk.alone_with(Put("a"), Put("b", fault=fault), put("c")) == [
        "a by itself",
        "b by itself",
        "c",
    ]
    assert sqlite_desk.names() == {"a", "b", "c"}
    assert sqlite_desk.writer.starts == 2


def test_a_database_server_is_asked_for_each_by_itself(postgresql_database: Database) -> None:
    writer = Writer(postgresql_database)
    desk = Desk(postgresql_database, writer)
    assert desk.alone_with(Put("a"), Put("b")) == ["a by itself", "b by itself"]
    writer.stop()


def test_full_means_a_sentence(sqlite_database: Database) -> None:
    writer = Writer(sqlite_database, capacity=3)

    async def send() -> list[Any]:
        with sqlite_database.write_lock:
            first = asyncio.ensure_future(writer.write(_nothing))
            await asyncio.sleep(0.05)  # the thread has taken it and waits for its turn
            others = [asyncio.ensure_future(writer.write(put(f"n{i}"))) for i in range(5)]
            await asyncio.sleep(0.05)
        return await asyncio.gather(first, *others, return_exceptions=True)

    outcomes = run(send())
    writer.stop()
    assert outcomes[1:4] == ["n0", "n1", "n2"]
    assert [type(one) for one in outcomes[4:]] == [NotReady, NotReady]


def test_stopping_saves_what_waits(sqlite_database: Database) -> None:
    writer = Writer(sqlite_database)

    async def send() -> list[Any]:
        with sqlite_database.write_lock:
            tasks = [asyncio.ensure_future(writer.write(put(f"n{i}"))) for i in range(10)]
            await asyncio.sleep(0.05)
            stopper = threading.Thread(target=writer.stop)
            stopper.start()
            await asyncio.sleep(0.05)
            with pytest.raises(NotReady):
                await writer.write(put("late"))
        found = await asyncio.gather(*tasks)
        stopper.join()
        return found

    assert run(send()) == [f"n{i}" for i in range(10)]
    assert not writer.running


def test_whoever_goes_away_is_saved_all_the_same(sqlite_desk: Desk) -> None:
    async def send() -> None:
        with sqlite_desk.database.write_lock:
            gone = asyncio.ensure_future(sqlite_desk.writer.write(put("gone")))
            await asyncio.sleep(0.05)
            gone.cancel()
        await sqlite_desk.writer.write(put("here"))

    run(send())
    assert sqlite_desk.names() == {"gone", "here"}


def test_a_full_disk_is_told_and_passes(sqlite_desk: Desk) -> None:
    assert sqlite_desk.together(put("before")) == ["before"]
    large = "x" * 200_000
    outcomes = sqlite_desk.together(_limit_pages(3), put(large), put("small"))
    assert all(isinstance(one, SetupFault) for one in outcomes[1:])
    assert "disk is full" in str(outcomes[1])
    assert sqlite_desk.together(_limit_pages(1_000_000)) == [None]
    assert sqlite_desk.together(put("after")) == ["after"]
    assert sqlite_desk.names() == {"before", "after"}


def _limit_pages(more: int) -> Callable[[Answers], None]:
    """An act that lets the writer's connection have that many pages more than it has, as a full disk would."""

    def act(answers: Answers) -> None:
        (pages,) = answers._connection.one("PRAGMA page_count") or (0,)
        answers._connection.one(f"PRAGMA max_page_count = {pages + more}")

    return act


def test_a_lock_that_does_not_go_away_is_told(sqlite_desk: Desk) -> None:
    def hurry(answers: Answers) -> None:
        answers._connection.run("PRAGMA busy_timeout = 50")

    assert sqlite_desk.together(hurry) == [None]
    path = sqlite_desk.database.path
    other = sqlite3.connect(path or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    (outcome,) = sqlite_desk.together(put("a"))
    assert isinstance(outcome, NotReady)
    assert "busy" in outcome.sentence
    other.execute("ROLLBACK")
    other.close()
    assert sqlite_desk.together(put("a")) == ["a"]


def test_a_server_that_goes_away_is_told_and_found_again(postgresql_database: Database) -> None:
    writer = Writer(postgresql_database)
    desk = Desk(postgresql_database, writer)

    def end_itself(answers: Answers) -> None:
        answers._connection.one("SELECT pg_terminate_backend(pg_backend_pid())")

    assert desk.together(put("a")) == ["a"]
    outcomes = desk.together(end_itself, put("b"))
    assert all(isinstance(one, NotReady) for one in outcomes)
    assert desk.together(put("c")) == ["c"]
    assert desk.names() == {"a", "c"}
    writer.stop()


def _fail_in_a_unit(database: Database) -> None:
    with writing(database) as unit:
        unit.connection.execute(insert(misconceptions).values(slug="y", name="", belief="", truth=""))
        raise ZeroDivisionError


def test_units_that_are_not_committed_are_undone(database: Database) -> None:
    with writing(database) as unit:
        unit.connection.execute(insert(misconceptions).values(slug="x", name="", belief="", truth=""))
    with pytest.raises(ZeroDivisionError):
        _fail_in_a_unit(database)
    with reading(database) as unit:
        assert unit.connection.scalar(select(func.count()).select_from(misconceptions)) == 0


def test_threads_that_read_and_then_write_lose_nothing(database: Database) -> None:
    """The trap of SQLAlchemy's defaults on SQLite: 200 increments by 8 threads must make 200."""

    def add() -> None:
        for _ in range(25):
            with writing(database) as unit:
                if not database.is_sqlite:
                    unit.connection.exec_driver_sql("LOCK TABLE meta IN EXCLUSIVE MODE")
                put_fact(unit, "sum", str(int(fact(unit, "sum") or "0") + 1))
                unit.commit()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(database) as unit:
        assert fact(unit, "sum") == "200"


def test_learners_get_different_numbers(database: Database) -> None:
    found = []
    for turn in range(3):
        with writing(database) as unit:
            found.append(add_guest(unit, f"hash{turn}", now=NOW, expires_at=NOW))
            unit.commit()
    assert len(set(found)) == 3
