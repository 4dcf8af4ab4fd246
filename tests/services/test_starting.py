"""Starting a sitting: a whole form is stored once, the clock starts when its candidate begins, and nothing starts twice."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from app.bank.load import load_tree
from app.exams.encode import decode_exam, encode_exam, exam_name
from app.exams.sitting import State
from app.items.exam import Section
from app.kit.errors import Conflict, NotFound
from app.services.bank_exams import bank_exams
from app.services.exams.starting import Wish
from app.store.exams import exam_state, live_exam, put_exams
from app.store.sittings import sitting_events, sitting_row, slot_rows
from app.store.unit import reading, writing
from app.variants.recipe import RECIPES
from tests.databases import NOW
from tests.services.exam_house import COUNT, LIMIT, SMALL, created, item_count, offer, running
from tests.services.house import House

QUESTIONS = Path(__file__).resolve().parents[2] / "questions"


def test_an_exam_comes_back_as_it_was_from_its_text() -> None:
    loaded = load_tree(QUESTIONS, RECIPES)
    assert not isinstance(loaded, tuple), loaded
    assert len(loaded.exams) >= 3
    for exam in (*loaded.exams, SMALL):
        assert decode_exam(encode_exam(exam)) == exam
    names = {exam_name(encode_exam(exam)) for exam in loaded.exams}
    assert len(names) == len(loaded.exams)


def test_the_files_say_which_exams_cannot_be_filled() -> None:
    loaded = load_tree(QUESTIONS, RECIPES)
    assert not isinstance(loaded, tuple), loaded
    found = bank_exams(loaded)
    assert {item.item_id for item in found.items} == {one.revision.item.header.id for one in loaded.items}
    offered = {(exam.id, count) for exam in loaded.exams for count in exam.counts}
    gaps = {(gap.exam_id, gap.count) for gap in found.gaps}
    assert gaps < offered
    assert not {"lesson-quiz", "attention-exam"} & {exam_id for exam_id, _ in gaps}
    assert all(gap.sentence and (gap.exam_id != "ncp-genl" or gap.missing) for gap in found.gaps)


def test_a_form_is_whole_and_stored_before_the_clock_starts(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = created(house, learner)
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, name)
        slots = slot_rows(unit, name)
    assert row is not None
    assert (row.clock.state, row.clock.started_at, row.clock.base_deadline) == (State.CREATED, None, None)
    assert row.clock.remaining(house.clock.now()) == LIMIT
    assert [slot.n for slot in slots] == list(range(1, COUNT + 1))
    assert len({slot.item_id for slot in slots}) == COUNT == item_count(house)
    assert {slot.variant_id for slot in slots} <= house.variants.keys()
    assert all(slot.reason for slot in slots)


def test_the_clock_starts_once(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = created(house, learner)
    house.clock.move_to(house.clock.now() + timedelta(minutes=3))
    begun_at = house.clock.now()
    house.services.exams.starting.begin(learner, name)
    house.clock.move_to(house.clock.now() + timedelta(minutes=1))
    house.services.exams.starting.begin(learner, name)
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, name)
        events = list(unit.connection.scalars(select(sitting_events.c.what)))
    assert row is not None
    assert (row.clock.state, row.clock.started_at, row.holder) == (State.RUNNING, begun_at, 1)
    assert row.clock.base_deadline == begun_at + LIMIT
    assert events == ["begun"]


def test_there_is_one_open_sitting_of_an_exam(house: House) -> None:
    offer(house)
    learner, other = house.guest(), house.guest()
    name = running(house, learner)
    assert created(house, learner) == name
    assert created(house, other) != name


def test_a_sitting_belongs_to_its_learner(house: House) -> None:
    offer(house)
    learner, other = house.guest(), house.guest()
    name = created(house, learner)
    with pytest.raises(NotFound):
        house.services.exams.starting.begin(other, name)
    with reading(house.database) as unit:
        assert sitting_row(unit, other, name) is None


def test_a_form_that_cannot_be_filled_is_refused_with_what_is_missing(house: House) -> None:
    sections = (Section("All of it", 50), Section("Deployment", 50, frozenset({"8.1"})))
    offer(house, replace(SMALL, sections=sections))
    with pytest.raises(Conflict, match="no question for: Deployment"):
        created(house, house.guest())


@pytest.mark.parametrize("wish", [Wish("small-exam", 5), Wish("small-exam", COUNT, 150)])
def test_what_an_exam_does_not_offer_is_refused(house: House, wish: Wish) -> None:
    offer(house)
    with pytest.raises(Conflict, match="Choose one of its"):
        house.services.exams.starting.create(house.guest(), wish)


def test_longer_time_is_part_of_the_limit(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = house.services.exams.starting.create(learner, Wish("small-exam", COUNT, 200))
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, name)
    assert row is not None
    assert (row.clock.limit, row.factor) == (2 * LIMIT, 200)


def test_an_unknown_exam_is_not_found(house: House) -> None:
    with pytest.raises(NotFound):
        house.services.exams.starting.create(house.guest(), Wish("small-exam", COUNT))


def test_a_later_state_of_an_exam_moves_no_sitting(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = created(house, learner)
    with writing(house.database) as unit:
        put_exams(unit, [replace(SMALL, minutes=99)], now=NOW)
        unit.commit()
    with reading(house.database) as unit:
        row, live = sitting_row(unit, learner, name), live_exam(unit, "small-exam")
        assert row is not None
        assert live is not None
        kept = exam_state(unit, row.exam_revision_id)
    assert (kept, live.exam.minutes, row.clock.limit) == (SMALL, 99, LIMIT)
