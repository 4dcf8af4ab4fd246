"""Two tabs, a double click, two servers on one database: whatever races, it happens once."""

import threading
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import func, select

from app.practice.choice import PracticeChoice, PracticeKind
from app.services.bundle import join_services
from app.services.views import Saved
from app.store.database import open_database
from app.store.memories import memories_of
from app.store.presentations import presentations
from app.store.responses import responses
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
