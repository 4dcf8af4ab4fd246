"""How many statements a page costs, and that none of them reads what is right before the answer."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from app.practice.timing import minutes_left
from app.services.practise import RawAnswer
from app.services.views import Saved
from tests.services.house import COMPUTATIONS, CONCEPTS, House, raw_answer

_BEGINS = re.compile(r"\s*(BEGIN|COMMIT|ROLLBACK)", re.IGNORECASE)
_SECRET = re.compile(r"answer_key|numbers|slip_layouts|rationale", re.IGNORECASE)


@pytest.fixture
def statements(house: House) -> list[str]:
    """Every statement that is sent from now on, but for those that open and close transactions."""
    seen: list[str] = []

    def heard(statement: str) -> None:
        if not _BEGINS.match(statement):
            seen.append(statement)

    house.database.watch(heard)
    return seen


def test_an_item_page_takes_three_statements_at_most(house: House, statements: list[str]) -> None:
    guest = house.services.guests.welcome()
    practice_id = house.services.practise.start(guest.learner_id, COMPUTATIONS)
    for expected in (3, 2):
        statements.clear()
        found = house.services.guests.find(guest.fresh_token, house.clock.now())
        assert found is not None
        house.services.practise.item(found.learner_id, practice_id, 1)
        assert len(statements) == expected
        assert not any(_SECRET.search(statement) for statement in statements)


@pytest.mark.parametrize("change", [{"minutes": 15, "length": 200}, {"late": True}, {"tries": 3}])
def test_no_choice_makes_an_item_page_take_more(
    house: House, statements: list[str], change: dict[str, object]
) -> None:
    guest = house.services.guests.welcome()
    practice_id = house.services.practise.start(guest.learner_id, replace(COMPUTATIONS, **change))  # type: ignore[arg-type]
    house.answer(guest.learner_id, practice_id, 1, right=False)
    house.services.practise.item(guest.learner_id, practice_id, 1)  # the words of a hint are read once
    statements.clear()
    assert house.services.guests.find(guest.fresh_token, house.clock.now())
    house.services.practise.item(guest.learner_id, practice_id, 1)
    assert len(statements) == 2
    assert not any(_SECRET.search(statement) for statement in statements)


def test_the_database_counts_time_as_the_rule_does(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, replace(COMPUTATIONS, minutes=30, length=200))
    for n, seconds in enumerate((10, 700, 45, 0, 200), 1):
        house.clock.move_to(house.clock.now() + timedelta(seconds=seconds))
        left = practise.item(guest, practice_id, n).place.minutes_left
        assert left == practise.summary(guest, practice_id).place.minutes_left
        house.answer(guest, practice_id, n)
        practise.open_next(guest, practice_id)
    assert left == minutes_left(30, timedelta(seconds=10 + 300 + 45 + 200))


@pytest.mark.parametrize("choice", [COMPUTATIONS, CONCEPTS])
def test_nothing_before_the_answer_reads_what_is_right(
    house: House, statements: list[str], choice: object
) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, choice)  # type: ignore[arg-type]
    acts: tuple[Callable[[], object], ...] = (
        lambda: practise.open_next(guest, practice_id),
        lambda: practise.item(guest, practice_id, 1),
        lambda: practise.summary(guest, practice_id),
        lambda: practise.home(guest),
        lambda: house.services.overview.progress(guest),
        lambda: house.services.overview.authoring_banks(),
    )
    for act in acts:
        act()
    with pytest.raises(Exception, match="not answered"):
        practise.feedback(guest, practice_id, 1)
    assert len(statements) > len(acts)
    assert [one for one in statements if _SECRET.search(one)] == []


def test_saving_an_answer_is_a_handful_of_statements(house: House, statements: list[str]) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    variant = house.variant(guest, practice_id, 1)
    statements.clear()
    assert house.respond(guest, practice_id, 1, raw_answer(variant, right=False)) == Saved(practice_id, 1)
    # The place, the variant, the response, the slip, what was remembered, and what is from now on.
    assert len(statements) == 6
    statements.clear()
    house.respond(guest, practice_id, 1, RawAnswer(("1",), (), ""))
    assert len(statements) == 1


def test_feedback_and_next_stay_few(house: House, statements: list[str]) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    house.answer(guest, practice_id, 1, right=False)
    house.services.practise.feedback(guest, practice_id, 1)  # reads the words for slips, once
    statements.clear()
    house.services.practise.feedback(guest, practice_id, 1)
    assert len(statements) <= 6
    statements.clear()
    house.services.practise.open_next(guest, practice_id)
    assert len(statements) <= 10  # one of them asks which variants were met in exams
