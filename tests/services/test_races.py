"""Two tabs, a double click, two servers on one database: whatever races, it happens once."""

import threading
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import func, select

from app.grading.feedback import Verdict
from app.kit.errors import Conflict
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.bundle import join_services
from app.services.practise import RawAnswer
from app.services.views import Saved, Stage
from app.store.database import open_database
from app.store.memories import memories_of
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.tries import tries
from app.store.unit import reading
from tests.loops import run
from tests.services.house import COMPUTATIONS, House, raw_answer

T = TypeVar("T")
ROUNDS = 15
THREADS = 6


def race(*acts: Callable[[], T]) -> list[T]:
    """What comes of acts that threads begin at the same moment."""
    gate = threading.Barrier(len(acts))
    found: list[T] = []

    def go(act: Callable[[], T]) -> None:
        gate.wait()
        found.append(act())

    threads = [threading.Thread(target=go, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def count(house: House, table: object) -> int:
    with reading(house.database) as unit:
        return unit.connection.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def test_a_double_click_on_next_asks_one_question(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, PracticeChoice(PracticeKind.COMPUTATIONS, None, 20))
    for n in range(2, ROUNDS + 2):
        house.answer(guest, practice_id, n - 1)
        assert race(*[lambda: practise.open_next(guest, practice_id)] * THREADS) == [n] * THREADS
    assert count(house, presentations) == ROUNDS + 1


def test_a_double_click_on_again_asks_one_question(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, COMPUTATIONS)
    for n in range(2, ROUNDS + 2):
        house.answer(guest, practice_id, n - 1)
        assert race(*[lambda: practise.again(guest, practice_id, 1)] * THREADS) == [n] * THREADS
    assert count(house, presentations) == ROUNDS + 1


def test_two_servers_save_one_answer(house: House) -> None:
    """Two writing threads with connections of their own, as two processes have them."""
    other_database = open_database(house.database.url.render_as_string(hide_password=False))
    other = join_services(other_database, house.clock)
    guest = house.guest()
    practice_id = house.services.practise.start(guest, PracticeChoice(PracticeKind.COMPUTATIONS, None, 20))
    for n in range(1, ROUNDS + 1):
        variant = house.variant(guest, practice_id, n)
        right, wrong = (
            raw_answer(variant, right=fine, submission_id=f"{n}-{fine}") for fine in (True, False)
        )
        outcomes = race(
            lambda n=n, raw=right: run(house.services.practise.respond(guest, practice_id, n, raw)),
            lambda n=n, raw=wrong: run(other.practise.respond(guest, practice_id, n, raw)),
        )
        assert outcomes == [Saved(practice_id, n)] * 2
        assert house.services.practise.open_next(guest, practice_id) == n + 1
    with reading(house.database) as unit:
        remembered = memories_of(unit, guest)
    assert count(house, responses) == sum(memory.seen for memory in remembered.values()) == ROUNDS
    other.close()
    other_database.close()


def test_two_servers_count_every_try_once(house: House) -> None:
    """The same sending from two servers is one try; a right answer and giving up settle the question once."""
    other_database = open_database(house.database.url.render_as_string(hide_password=False))
    other = join_services(other_database, house.clock)
    guest = house.guest()
    choice = PracticeChoice(PracticeKind.COMPUTATIONS, None, 20, tries=3)
    practice_id = house.services.practise.start(guest, choice)
    for n in range(1, ROUNDS + 1):
        before = count(house, tries)
        wrong = raw_answer(house.variant(guest, practice_id, n), right=False, submission_id=f"{n}-same")
        outcomes = race(
            *(
                lambda practise=practise, n=n, raw=wrong: run(practise.respond(guest, practice_id, n, raw))
                for practise in (house.services.practise, other.practise)
            )
        )
        assert outcomes == [Saved(practice_id, n, Stage.TRIED)] * 2
        assert count(house, tries) == before + 1
        right = raw_answer(house.variant(guest, practice_id, n), right=True, submission_id=f"{n}-right")
        outcomes = race(
            lambda n=n, raw=right: run(house.services.practise.respond(guest, practice_id, n, raw)),
            lambda n=n: run(other.practise.give_up(guest, practice_id, n)),
        )
        assert outcomes == [Saved(practice_id, n)] * 2
        house.services.practise.open_next(guest, practice_id)
    assert count(house, responses) == ROUNDS
    other.close()
    other_database.close()


def test_an_answer_and_the_end_of_the_practice_leave_nothing_half_done(house: House) -> None:
    """Whichever comes first: what was saved is graded at the end, and what comes after it is refused."""
    other_database = open_database(house.database.url.render_as_string(hide_password=False))
    other = join_services(other_database, house.clock)
    guest = house.guest()
    for _ in range(ROUNDS):
        practice_id = house.services.practise.start(guest, PracticeChoice(late=True))
        raw = raw_answer(house.variant(guest, practice_id, 1), right=True)

        def answer(practice_id: str = practice_id, raw: RawAnswer = raw) -> object:
            try:
                return run(house.services.practise.respond(guest, practice_id, 1, raw))
            except Conflict as refused:
                return refused.sentence

        outcomes = race(
            answer,
            lambda practice_id=practice_id: run(other.practise.finish(guest, practice_id, by_learner=True)),
        )
        saved = Saved(practice_id, 1, Stage.SEALED) in outcomes
        (line,) = house.services.practise.summary(guest, practice_id).lines
        assert (line.answered, line.verdict) == ((True, Verdict.RIGHT) if saved else (False, None))
    assert count(house, responses) == count(house, tries)
    other.close()
    other_database.close()
