"""Several tries for a question: each is on disk once, the first one counts, and nothing of what is right leaves before."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from app.grading.feedback import Verdict
from app.grading.response import Invalid
from app.kit.errors import Conflict, NotFound
from app.practice.choice import UNTIL_RIGHT, PracticeChoice, PracticeKind
from app.services.practise import RawAnswer
from app.services.views import Saved, Stage
from app.store.memories import memories_of
from app.store.own_rows import rows_of
from app.store.responses import responses, slips_made
from app.store.tries import tries
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.loops import run
from tests.services.house import House, raw_answer

ITEM = "what-the-division-is-for"
NUMBERS = "weights-row-numbers"


def begin(house: House, guest: int, *, allowed: int, item: str = ITEM) -> str:
    """A practice with so many tries that asks this item first."""
    kind = PracticeKind.CONCEPTS if item == ITEM else PracticeKind.COMPUTATIONS
    for _ in range(20):
        practice_id = house.services.practise.start(guest, PracticeChoice(kind, length=5, tries=allowed))
        if house.variant(guest, practice_id, 1).item_id == item:
            return practice_id
    raise AssertionError(f"{item} was never first")


def choose(house: House, guest: int, practice_id: str, position: int, submission_id: str = "") -> object:
    return house.respond(guest, practice_id, 1, RawAnswer((str(position),), (), submission_id))


def stored(house: House, guest: int) -> tuple[int, int]:
    """How many tries and how many responses there are."""
    with reading(house.database) as unit:
        return len(rows_of(unit, tries, guest)), len(rows_of(unit, responses, guest))


def test_a_wrong_try_leaves_the_question_open_and_names_the_slip(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = begin(house, guest, allowed=3)
    assert choose(house, guest, practice_id, 1) == Saved(practice_id, 1, Stage.TRIED)
    view = practise.item(guest, practice_id, 1)
    assert view.is_open
    assert view.tried is not None
    assert view.tried.given == ((("1",), ()),)
    assert [note.slug for note in view.tried.notes] == ["scale-normalises-rows"]
    assert view.tried.left == 2
    assert stored(house, guest) == (1, 0)
    with pytest.raises(Conflict, match="not answered"):
        practise.feedback(guest, practice_id, 1)
    assert practise.open_next(guest, practice_id) == 1


def test_right_at_the_second_try_counts_as_the_first_one_did(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = begin(house, guest, allowed=3)
    choose(house, guest, practice_id, 1)
    house.clock.move_to(NOW + timedelta(seconds=90))
    assert choose(house, guest, practice_id, 2) == Saved(practice_id, 1)
    found = practise.feedback(guest, practice_id, 1)
    assert found.feedback.verdict == "right"
    assert found.earlier == ((("1",), ()),)
    (line, *_) = practise.summary(guest, practice_id).lines
    assert line.verdict is not Verdict.RIGHT
    with reading(house.database) as unit:
        (response,) = rows_of(unit, responses, guest)
        (slip,) = rows_of(unit, slips_made, guest)
        memory = memories_of(unit, guest)[ITEM]
    assert (response["correct"], response["points"], response["received_at"]) == (False, 0.0, NOW)
    assert slip["slug"] == "scale-normalises-rows"
    assert (memory.seen, memory.right, memory.last_at) == (1, 0, NOW)
    assert house.services.overview.progress(guest).right == 0


def test_right_at_once_is_one_try(house: House) -> None:
    guest = house.guest()
    practice_id = begin(house, guest, allowed=2)
    assert choose(house, guest, practice_id, 2) == Saved(practice_id, 1)
    assert stored(house, guest) == (1, 1)
    assert house.services.practise.feedback(guest, practice_id, 1).earlier == ()


def test_the_last_try_settles_the_question(house: House) -> None:
    guest = house.guest()
    practice_id = begin(house, guest, allowed=2)
    assert choose(house, guest, practice_id, 1) == Saved(practice_id, 1, Stage.TRIED)
    assert choose(house, guest, practice_id, 3) == Saved(practice_id, 1)
    assert stored(house, guest) == (2, 1)
    assert house.services.practise.feedback(guest, practice_id, 1).feedback.verdict == "wrong"
    assert choose(house, guest, practice_id, 2) == Saved(practice_id, 1)  # too late: nothing happens
    assert stored(house, guest) == (2, 1)


def test_one_may_try_until_it_is_right_or_give_up(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = begin(house, guest, allowed=UNTIL_RIGHT)
    with pytest.raises(Conflict, match="not answered"):
        run(practise.give_up(guest, practice_id, 1))
    for position in (1, 3, 4):
        assert choose(house, guest, practice_id, position) == Saved(practice_id, 1, Stage.TRIED)
    view = practise.item(guest, practice_id, 1)
    assert view.tried is not None
    assert view.tried.left is None
    with pytest.raises(NotFound):
        run(practise.give_up(house.guest(), practice_id, 1))
    assert run(practise.give_up(guest, practice_id, 1)) == Saved(practice_id, 1)
    assert run(practise.give_up(guest, practice_id, 1)) == Saved(practice_id, 1)
    found = practise.feedback(guest, practice_id, 1)
    assert len(found.earlier) == 2
    assert stored(house, guest) == (3, 1)


def test_what_cannot_be_read_or_was_tried_before_costs_no_try(house: House) -> None:
    guest = house.guest()
    practice_id = begin(house, guest, allowed=2, item=NUMBERS)
    wrong = raw_answer(house.variant(guest, practice_id, 1), right=False)
    assert isinstance(house.respond(guest, practice_id, 1, RawAnswer((), ("x",), "")), Invalid)
    assert stored(house, guest) == (0, 0)
    assert house.respond(guest, practice_id, 1, wrong) == Saved(practice_id, 1, Stage.TRIED)
    again = house.respond(guest, practice_id, 1, wrong)
    assert isinstance(again, Invalid)
    assert "tried this already" in again.faults[0].sentence
    assert again.typed == wrong.typed
    assert stored(house, guest) == (1, 0)


def test_a_form_that_is_sent_twice_is_one_try(house: House) -> None:
    guest = house.guest()
    practice_id = begin(house, guest, allowed=3)
    for _ in range(3):
        assert choose(house, guest, practice_id, 1, "once") == Saved(practice_id, 1, Stage.TRIED)
    assert choose(house, guest, practice_id, 3, "once") == Saved(practice_id, 1, Stage.TRIED)
    assert stored(house, guest) == (1, 0)


def test_too_few_digits_are_told_as_such(house: House) -> None:
    guest = house.guest()
    practice_id = begin(house, guest, allowed=2, item=NUMBERS)
    house.respond(guest, practice_id, 1, RawAnswer((), ("0.51", "0.19", "0.31"), ""))
    view = house.services.practise.item(guest, practice_id, 1)
    assert view.tried is not None
    assert view.tried.coarse
    assert view.tried.notes == ()


def test_ending_a_practice_settles_what_was_tried(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = begin(house, guest, allowed=3)
    choose(house, guest, practice_id, 1)
    run(practise.finish(guest, practice_id))  # nothing is at its end yet, so this closes nothing
    assert practise.summary(guest, practice_id).finished is False
    run(practise.finish(guest, practice_id, by_learner=True))
    assert stored(house, guest) == (1, 1)
    assert practise.summary(guest, practice_id).finished
    assert practise.feedback(guest, practice_id, 1).feedback.verdict == "wrong"
    assert practise.open_next(guest, practice_id) is None
    run(practise.finish(guest, practice_id, by_learner=True))
    assert stored(house, guest) == (1, 1)


def test_an_ended_practice_takes_no_answer(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = begin(house, guest, allowed=1)
    run(practise.finish(guest, practice_id, by_learner=True))
    with pytest.raises(Conflict, match="was ended"):
        choose(house, guest, practice_id, 1)
    view = practise.item(guest, practice_id, 1)
    assert (view.over, view.is_open) == (True, False)
    assert stored(house, guest) == (0, 0)
    with pytest.raises(NotFound):
        run(practise.finish(house.guest(), practice_id, by_learner=True))


def test_a_try_cannot_be_changed(house: House) -> None:
    guest = house.guest()
    choose(house, guest, begin(house, guest, allowed=3), 1)
    with writing(house.database) as unit, pytest.raises(Exception, match="keeps what it holds"):
        unit.connection.execute(text("UPDATE tries SET given = ''"))
