"""Memory over the real store: what an answer plans, what is asked next, and what leaves the plan alone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.grading.feedback import Verdict
from app.items.item import Kind
from app.kit.errors import Conflict
from app.practice.choice import PracticeChoice
from app.scheduling.confidence import ConfidenceLine
from app.scheduling.memory import DueCounts, Memory, State, due_at
from app.scheduling.rating import Confidence
from app.services.practise import RawAnswer
from app.services.views import StateCounts
from app.store.memories import memories_of
from app.store.unit import reading
from tests.databases import NOW
from tests.services.house import COMPUTATIONS, CONCEPTS, House, raw_answer

DAY = timedelta(days=1)


def say(house: House, guest: int, practice_id: str, n: int, *, right: bool, confidence: str = "") -> str:
    """Answer a question and say how sure; the item's name."""
    variant = house.variant(guest, practice_id, n)
    house.respond(guest, practice_id, n, replace(raw_answer(variant, right=right), confidence=confidence))
    return variant.item_id


def remembered(house: House, guest: int) -> dict[str, Memory]:
    with reading(house.database) as unit:
        return memories_of(unit, guest)


def first_item(house: House, guest: int, choice: PracticeChoice) -> str:
    return house.services.practise.item(guest, house.services.practise.start(guest, choice), 1).shown.item_id


def test_how_sure_one_was_is_stored_and_told(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, PracticeChoice(length=5))
    for n, said in enumerate(("sure", "guess", "", "no such thing"), 1):
        say(house, guest, practice_id, n, right=n % 2 == 0, confidence=said)
        practise.open_next(guest, practice_id)
    told = [practise.feedback(guest, practice_id, n).confidence for n in (1, 2, 3, 4)]
    assert told == [Confidence.SURE, Confidence.GUESS, None, None]
    lines = (
        ConfidenceLine(Confidence.SURE, 0, 1),
        ConfidenceLine(Confidence.UNSURE, 0, 0),
        ConfidenceLine(Confidence.GUESS, 1, 0),
        ConfidenceLine(None, 1, 1),
    )
    assert practise.summary(guest, practice_id).confidence == lines
    assert house.services.overview.progress(guest).confidence == lines
    assert house.services.overview.progress(house.guest()).confidence == ()


def test_a_lucky_guess_does_not_count_as_known(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, CONCEPTS)
    guessed = say(house, guest, practice_id, 1, right=True, confidence="guess")
    practise.open_next(guest, practice_id)
    known = say(house, guest, practice_id, 2, right=True, confidence="sure")
    found = remembered(house, guest)
    assert (found[guessed].right, found[known].right) == (0, 1)
    assert due_at(found[guessed]) < NOW + timedelta(hours=1)
    assert due_at(found[known]) >= NOW + 7 * DAY  # at once and sure
    house.clock.move_to(NOW + timedelta(hours=1))
    assert first_item(house, guest, CONCEPTS) == guessed
    assert practise.states(guest) == StateCounts(new=2, missed=1, due=1)


def test_an_answer_that_takes_long_comes_back_sooner(house: House) -> None:
    waits = []
    for took in (timedelta(0), timedelta(minutes=2), timedelta(hours=3)):
        guest, start = house.guest(), house.clock.now()
        practice_id = house.services.practise.start(guest, CONCEPTS)
        house.clock.move_to(start + took)
        say(house, guest, practice_id, 1, right=True, confidence="sure")
        (memory,) = remembered(house, guest).values()
        waits.append(memory.plan.due - house.clock.now())
    quick, slow, away = waits
    assert quick == 8 * DAY
    assert slow < away < quick


def test_sure_and_wrong_comes_first(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, CONCEPTS)
    missed = say(house, guest, practice_id, 1, right=False)
    practise.open_next(guest, practice_id)
    misled = say(house, guest, practice_id, 2, right=False, confidence="sure")
    for turn in range(4):
        house.clock.move_to(NOW + timedelta(hours=turn + 1))
        assert first_item(house, guest, PracticeChoice()) == misled
        assert first_item(house, guest, PracticeChoice(state=State.MISSED)) == misled
    assert misled != missed


def test_a_recipe_is_asked_once_a_day_unless_its_learner_asks_again(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, PracticeChoice(length=5))
    asked = []
    n: int | None = 1
    while n is not None:
        asked.append(say(house, guest, practice_id, n, right=False))
        n = practise.open_next(guest, practice_id)
    assert len(set(asked[:4])) == 4  # all there is: two concepts and two computations
    again = practise.start(guest, PracticeChoice(length=5))
    view = practise.item(guest, again, 1).shown
    assert not any(view.item_id == one.item_id and one.answer_key.solution for one in house.variants.values())
    house.clock.move_to(NOW + DAY)
    fresh = practise.start(guest, COMPUTATIONS)
    first = say(house, guest, fresh, 1, right=True)
    assert practise.again(guest, fresh, 1) == 2
    assert say(house, guest, fresh, 2, right=True) == first


def test_a_practice_off_the_schedule_leaves_memory_as_it_was(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, replace(CONCEPTS, scheduled=False))
    say(house, guest, practice_id, 1, right=False, confidence="sure")
    assert remembered(house, guest) == {}
    summary = practise.summary(guest, practice_id)
    assert (summary.answered, summary.due, summary.place.choice.scheduled) == (1, DueCounts(), False)
    assert house.services.overview.progress(guest).practices[0].choice.scheduled is False
    assert practise.open_next(guest, practice_id) == 2


def test_practices_by_state_ask_each_thing_once(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    assert practise.states(guest) == StateCounts(new=4, missed=0, due=0)
    with pytest.raises(Conflict, match="due"):
        practise.start(guest, PracticeChoice(state=State.DUE))
    assert practise.home(guest).continue_at is None
    practice_id = practise.start(guest, PracticeChoice(state=State.NEW))
    asked = []
    n: int | None = 1
    while n is not None:
        assert practise.item(guest, practice_id, n).place.length == 4
        asked.append(say(house, guest, practice_id, n, right=n > 1))
        n = practise.open_next(guest, practice_id)
    assert len(asked) == len(set(asked)) == 4
    assert practise.states(guest) == StateCounts(new=0, missed=1, due=0)
    with pytest.raises(Conflict, match="at least once"):
        practise.start(guest, PracticeChoice(state=State.NEW))
    missed = practise.start(guest, PracticeChoice(state=State.MISSED))
    view = practise.item(guest, missed, 1)
    assert (view.shown.item_id, view.place.length, view.place.choice.state) == (asked[0], 1, State.MISSED)
    house.clock.move_to(NOW + 30 * DAY)
    assert practise.states(guest) == StateCounts(new=0, missed=1, due=4)


def test_what_is_due_stands_in_summary_and_progress(house: House) -> None:
    guest, practise = house.guest(), house.services.practise
    practice_id = practise.start(guest, CONCEPTS)
    say(house, guest, practice_id, 1, right=False)
    practise.open_next(guest, practice_id)
    say(house, guest, practice_id, 2, right=True)
    expected = DueCounts(today=1, week=2)
    assert practise.summary(guest, practice_id).due == expected
    assert house.services.overview.progress(guest).due == expected


def test_a_right_value_with_too_few_digits_misleads_nobody(house: House) -> None:
    guest = house.guest()
    while True:
        practice_id = house.services.practise.start(guest, COMPUTATIONS)
        variant = house.variant(guest, practice_id, 1)
        if variant.shown.kind is Kind.NUMBERS:
            break
    typed = raw_answer(variant, right=True).typed
    coarse = RawAnswer((), tuple(f"{float(text):.2f}" for text in typed), "", "sure")
    house.respond(guest, practice_id, 1, coarse)
    assert house.services.practise.feedback(guest, practice_id, 1).feedback.verdict is Verdict.COARSE
    (memory,) = remembered(house, guest).values()
    assert (memory.last_right, memory.is_misled) == (False, False)
