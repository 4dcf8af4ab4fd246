"""Practice over a real database: the flow, what happens twice, and whose is whose."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.grading.feedback import Verdict
from app.grading.response import Invalid
from app.items.item import Kind, Level
from app.kit.errors import Conflict, NotFound, NotReady
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.practise import RawAnswer
from app.services.views import Saved
from app.store.memories import memories, memories_of
from app.store.presentations import presentations
from app.store.responses import responses, slips_made
from app.store.unit import reading
from tests.databases import NOW
from tests.loops import run
from tests.services.house import COMPUTATIONS, CONCEPTS, House, raw_answer


def count(house: House, table: object) -> int:
    with reading(house.database) as unit:
        return unit.connection.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def walk(house: House, learner_id: int, practice_id: str, *, right: bool = True) -> Iterator[int]:
    """Answer a practice to its end, yielding each question's number after its answer."""
    while (n := house.services.practise.open_next(learner_id, practice_id)) is not None:
        assert house.answer(learner_id, practice_id, n, right=right) == Saved(practice_id, n)
        yield n


def test_a_practice_from_start_to_end(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, PracticeChoice(length=5))
    assert practise.item(guest, practice_id, 1).answered is False
    assert list(walk(house, guest, practice_id)) == [1, 2, 3, 4, 5]
    assert practise.item(guest, practice_id, 5).answered is True
    view = practise.feedback(guest, practice_id, 5)
    assert view.feedback.verdict is Verdict.RIGHT
    assert view.finished
    summary = practise.summary(guest, practice_id)
    assert (summary.answered, summary.right, summary.finished) == (5, 5, True)
    assert [line.n for line in summary.lines] == [1, 2, 3, 4, 5]
    assert practise.open_next(guest, practice_id) is None


def test_asking_for_the_next_question_twice_gives_the_same_one(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    assert house.services.practise.open_next(guest, practice_id) == 1
    assert house.services.practise.open_next(guest, practice_id) == 1
    assert count(house, presentations) == 1


def test_an_answer_is_saved_once(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    variant = house.variant(guest, practice_id, 1)
    first = house.respond(guest, practice_id, 1, raw_answer(variant, right=False, submission_id="one"))
    again = house.respond(guest, practice_id, 1, raw_answer(variant, right=True, submission_id="two"))
    assert first == again == Saved(practice_id, 1)
    assert house.services.practise.feedback(guest, practice_id, 1).feedback.verdict is not Verdict.RIGHT
    assert count(house, responses) == 1
    with reading(house.database) as unit:
        (memory,) = memories_of(unit, guest).values()
    assert (memory.seen, memory.right) == (1, 0)


def test_one_sending_is_seen_once_for_another_question_too(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, PracticeChoice(length=5))
    house.respond(
        guest, practice_id, 1, raw_answer(house.variant(guest, practice_id, 1), right=True, submission_id="s")
    )
    house.services.practise.open_next(guest, practice_id)
    raw = raw_answer(house.variant(guest, practice_id, 2), right=True, submission_id="s")
    assert house.respond(guest, practice_id, 2, raw) == Saved(practice_id, 1)
    assert not house.services.practise.item(guest, practice_id, 2).answered
    # Another learner may use the same name for a sending.
    other = house.guest()
    theirs = house.services.practise.start(other, CONCEPTS)
    raw = raw_answer(house.variant(other, theirs, 1), right=True, submission_id="s")
    assert house.respond(other, theirs, 1, raw) == Saved(theirs, 1)
    assert count(house, responses) == 2


def test_many_at_once_save_one_answer(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    raw = raw_answer(house.variant(guest, practice_id, 1), right=False)

    async def all_at_once() -> list[object]:
        sending = (house.services.practise.respond(guest, practice_id, 1, raw) for _ in range(40))
        return list(await asyncio.gather(*sending))

    assert run(all_at_once()) == [Saved(practice_id, 1)] * 40
    assert count(house, responses) == count(house, memories) == 1
    assert count(house, slips_made) == 1


def test_an_unreadable_answer_costs_nothing(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    while house.variant(guest, practice_id, 1).shown.kind is not Kind.NUMBERS:
        practice_id = house.services.practise.start(guest, COMPUTATIONS)
    outcome = house.respond(guest, practice_id, 1, RawAnswer((), ("0.5", "1,234,5", ""), ""))
    assert isinstance(outcome, Invalid)
    assert {fault.field for fault in outcome.faults} == {2, 3}
    assert count(house, responses) == 0
    assert house.answer(guest, practice_id, 1) == Saved(practice_id, 1)


def test_the_slip_is_named_and_counted(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, COMPUTATIONS)
    house.answer(guest, practice_id, 1, right=False)
    first = practise.feedback(guest, practice_id, 1)
    assert [slip.slug for slip in first.feedback.slips] == ["no-scale"]
    assert r"without dividing by $\sqrt{d_k}$" in first.feedback.meaning
    assert (first.made_before, first.last_made) == (0, None)
    house.clock.move_to(NOW + timedelta(minutes=5))
    n = practise.open_next(guest, practice_id)
    assert n == 2
    house.answer(guest, practice_id, 2, right=False)
    second = practise.feedback(guest, practice_id, 2)
    assert (second.made_before, second.last_made) == (1, NOW)
    assert practise.summary(guest, practice_id).lines[0].slip_names == ("no scale",)


def test_feedback_waits_for_the_answer(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    with pytest.raises(Conflict):
        house.services.practise.feedback(guest, practice_id, 1)


def test_again_asks_the_item_in_other_numbers(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, COMPUTATIONS)
    assert practise.again(guest, practice_id, 1) == 1  # it is open: that comes first
    house.answer(guest, practice_id, 1)
    assert practise.feedback(guest, practice_id, 1).has_siblings
    assert practise.again(guest, practice_id, 1) == 2
    assert practise.again(guest, practice_id, 1) == 2  # a double click
    first, second = (practise.item(guest, practice_id, n) for n in (1, 2))
    assert first.shown.item_id == second.shown.item_id
    assert first.variant_id != second.variant_id


def test_again_after_the_last_question_makes_the_practice_longer(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, COMPUTATIONS)
    assert list(walk(house, guest, practice_id))[-1] == 5
    assert practise.again(guest, practice_id, 5) == 6
    assert practise.item(guest, practice_id, 6).place.length == 6
    assert practise.item(guest, practice_id, 1).place.length == 6
    house.answer(guest, practice_id, 6)
    assert practise.open_next(guest, practice_id) is None


def test_a_concept_has_no_other_numbers(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    house.answer(guest, practice_id, 1)
    assert not house.services.practise.feedback(guest, practice_id, 1).has_siblings
    with pytest.raises(Conflict):
        house.services.practise.again(guest, practice_id, 1)


def test_variants_that_were_not_seen_come_first(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    seen: list[str] = []
    for _ in range(2):
        practice_id = practise.start(guest, PracticeChoice(PracticeKind.COMPUTATIONS, None, 10))
        for n in walk(house, guest, practice_id):
            seen.append(practise.item(guest, practice_id, n).variant_id)
    assert len(set(seen)) == 8  # two computations with four variants each
    assert max(seen.count(name) for name in seen) - min(seen.count(name) for name in seen) <= 1


@pytest.mark.parametrize("name", ["x" * 16, "", "x" * 400, "'; DROP TABLE", "\x00" * 16, "\ud800" * 16])
def test_a_practice_that_does_not_exist(house: House, name: str) -> None:
    guest = house.guest()
    practise = house.services.practise
    for act in (
        lambda: practise.item(guest, name, 1),
        lambda: practise.feedback(guest, name, 1),
        lambda: practise.again(guest, name, 1),
        lambda: practise.open_next(guest, name),
        lambda: practise.summary(guest, name),
        lambda: house.respond(guest, name, 1, RawAnswer(("1",), (), "")),
    ):
        with pytest.raises(NotFound):
            act()


@pytest.mark.parametrize("n", [0, -1, 2, 2**31, 2**63, 10**30])
def test_a_question_that_does_not_exist(house: House, n: int) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    with pytest.raises(NotFound):
        house.services.practise.item(guest, practice_id, n)
    with pytest.raises(NotFound):
        house.services.practise.feedback(guest, practice_id, n)
    with pytest.raises(NotFound):
        house.respond(guest, practice_id, n, RawAnswer(("1",), (), ""))


def test_another_visitors_practice_looks_like_none(house: House) -> None:
    mine, other = house.guest(), house.guest()
    practise = house.services.practise
    practice_id = practise.start(mine, CONCEPTS)
    sentences = set()
    for learner_id, name in ((other, practice_id), (other, "x" * 16)):
        with pytest.raises(NotFound) as found:
            practise.item(learner_id, name, 1)
        sentences.add(found.value.sentence)
        with pytest.raises(NotFound) as found:
            house.respond(learner_id, name, 1, RawAnswer(("1",), (), ""))
        sentences.add(found.value.sentence)
    assert len(sentences) == 1
    for act in (practise.open_next, practise.summary):
        with pytest.raises(NotFound):
            act(other, practice_id)
    with pytest.raises(NotFound):
        practise.again(other, practice_id, 1)
    with pytest.raises(NotFound):
        practise.feedback(other, practice_id, 1)
    assert count(house, responses) == 0


def test_a_kind_without_questions_says_so(house: House) -> None:
    guest = house.guest()
    with pytest.raises(NotReady):
        house.services.practise.start(guest, PracticeChoice(PracticeKind.COMPUTATIONS, Level.INTUITION, 5))
    assert house.services.practise.home(guest).continue_at is None


def test_home_offers_to_go_on(house: House) -> None:
    practise = house.services.practise
    assert practise.home(None).continue_at is None
    guest = house.guest()
    practice_id = practise.start(guest, COMPUTATIONS)
    view = practise.home(guest)
    assert (view.concepts, view.recipes, view.variants, view.baking) == (2, 2, 8, "")
    assert view.continue_at is not None
    assert (view.continue_at.practice_id, view.continue_at.open_n) == (practice_id, 1)
    house.answer(guest, practice_id, 1)
    line = practise.home(guest).continue_at
    assert line is not None
    assert (line.answered, line.right, line.open_n) == (1, 1, 1)
    assert list(walk(house, guest, practice_id))[-1] == 5
    assert practise.home(guest).continue_at is None


def test_progress(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    for n in walk(house, guest, practice_id, right=False):
        assert n
    view = house.services.overview.progress(guest)
    assert (view.answered, view.right) == (5, 0)
    (share,) = view.by_objective
    found = share.mastery
    assert (share.name, found.answered, found.right, found.low) == ("1.2", 5, 0, 0.0)
    assert 0.3 < found.high < 0.5
    (slip,) = view.slips
    assert (slip.slug, slip.name, slip.count, slip.last) == ("no-scale", "no scale", 5, NOW)
    assert [line.practice_id for line in view.practices] == [practice_id]
    assert house.services.overview.progress(house.guest()).practices == ()
