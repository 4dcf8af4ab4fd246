"""Starting a sitting: a whole form is stored once, the clock starts when its candidate begins, and nothing starts twice."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from app.bank.load import load_tree
from app.exams.assembly import Slot
from app.exams.encode import decode_exam, encode_exam, exam_name
from app.exams.sitting import State, finished
from app.items.exam import Attempts, Section
from app.kit.errors import Conflict, NotFound
from app.services.bank_exams import bank_exams
from app.services.exams.remaking import form_again
from app.services.exams.starting import Beginning, Wish
from app.store.exams import exam_state, live_exam, put_exams
from app.store.items import live_items, put_item
from app.store.right_places import read_places, stocked
from app.store.sittings import (
    put_clock,
    sitting_events,
    sitting_row,
    sitting_slots,
    sittings,
    slot_rows,
)
from app.store.starts import met_by, times_asked
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.store.writer import carry_out_alone
from app.variants.encode import encode
from app.variants.recipe import RECIPES
from tests.changing import replace
from tests.conftest import GATE
from tests.databases import NOW
from tests.loops import run
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
    found = bank_exams(loaded.items, loaded.exams)
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
    assert events == ["created", "begun"]


def test_b47_whoever_waits_for_the_start_loses_no_time_by_it(house: House) -> None:
    """The clock is read where the start is stored, and not when the button was pressed."""
    offer(house)
    learner = house.guest()
    act = Beginning(learner, created(house, learner), house.clock)
    house.clock.move_to(house.clock.now() + timedelta(seconds=30))
    assert carry_out_alone(house.database, act.save)
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, act.sitting_id)
    assert row is not None
    assert row.clock.started_at == house.clock.now()
    assert row.clock.remaining(house.clock.now()) == LIMIT


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


@pytest.mark.parametrize(
    "wish",
    [
        Wish("small-exam", 5),
        Wish("small-exam", COUNT, 150),
        Wish("small-exam", COUNT, 125, more=5),
        Wish("small-exam", COUNT, more=-1),
        Wish("small-exam", COUNT, more=601),
    ],
)
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


def test_longer_time_may_be_minutes(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = house.services.exams.starting.create(learner, Wish("small-exam", COUNT, more=7))
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, name)
    assert row is not None
    assert (row.clock.limit, row.factor) == (LIMIT + timedelta(minutes=7), 100)


def test_who_needs_no_extra_time_by_the_exam_gets_none(house: House) -> None:
    offer(house, replace(SMALL, extra_time=()))
    with pytest.raises(Conflict, match="Choose one of its times"):
        house.services.exams.starting.create(house.guest(), Wish("small-exam", COUNT, more=7))


def test_another_choice_takes_the_place_of_a_sitting_that_was_never_begun(house: House) -> None:
    offer(house)
    starting = house.services.exams.starting
    learner = house.guest()
    first = created(house, learner)
    assert created(house, learner) == first
    second = starting.create(learner, Wish("small-exam", COUNT, 200))
    with reading(house.database) as unit:
        assert sitting_row(unit, learner, first) is None
        assert slot_rows(unit, first) == []
    starting.begin(learner, second)
    assert starting.create(learner, Wish("small-exam", COUNT)) == second
    offer(house, replace(SMALL, minutes=20))
    assert starting.create(learner, Wish("small-exam", COUNT)) == second


def test_a_sitting_that_was_never_begun_gives_way_to_an_exam_that_was_changed(house: House) -> None:
    offer(house)
    learner = house.guest()
    first = created(house, learner)
    later = replace(SMALL, minutes=20)
    offer(house, later)
    second = created(house, learner, later)
    with reading(house.database) as unit:
        row = sitting_row(unit, learner, second)
    assert row is not None
    assert second != first
    assert row.clock.limit == timedelta(minutes=20)


def over(house: House, learner: int, name: str) -> None:
    """End a sitting now."""
    with writing(house.database) as unit:
        row = sitting_row(unit, learner, name)
        assert row is not None
        put_clock(unit, name, finished(row.clock, house.clock.now(), grace=timedelta(0)))
        unit.commit()


def test_waiting_and_attempts_are_enforced_with_a_sentence(house: House) -> None:
    once_a_fortnight = replace(SMALL, attempts=Attempts(most=2, wait_days=14))
    offer(house, once_a_fortnight)
    learner = house.guest()
    over(house, learner, running(house, learner, once_a_fortnight))
    with pytest.raises(Conflict, match="You may sit it again from") as barred:
        created(house, learner, once_a_fortnight)
    again = house.clock.now() + timedelta(days=14)
    assert f"from {again.day} {again:%B %Y, %H:%M} (UTC) on." in barred.value.sentence
    created(house, house.guest(), once_a_fortnight)
    house.clock.move_to(again)
    over(house, learner, running(house, learner, once_a_fortnight))
    house.clock.move_to(again + timedelta(days=365))
    with pytest.raises(Conflict, match="may be sat 2 times, and you have done so"):
        created(house, learner, once_a_fortnight)


def test_what_was_only_put_together_was_not_met(house: House) -> None:
    offer(house)
    learner = house.guest()
    name = created(house, learner)
    assert not met_by(house.database, learner).items
    house.services.exams.starting.begin(learner, name)
    met = met_by(house.database, learner)
    assert set(met.items.values()) == {1}
    assert len(met.variants) == COUNT
    assert set(times_asked(house.database, "small-exam").values()) == {1}


def test_a_form_can_be_put_together_again_from_what_is_stored(house: House) -> None:
    """Also when its learner has met more since, and others have sat the exam."""
    offer(house)
    learner = house.guest()
    over(house, learner, running(house, learner))
    names = [created(house, house.guest()) for _ in range(3)]
    names.append(running(house, learner))
    for name in names:
        with reading(house.database) as unit:
            row = sitting_row(unit, None, name)
            assert row is not None
            stored = [
                Slot(one.n, one.item_id, one.section, one.place, one.reason) for one in slot_rows(unit, name)
            ]
            assert form_again(unit, row) == tuple(stored)


def test_what_can_be_asked_is_read_once_for_each_state_of_the_banks(house: House) -> None:
    offer(house)
    supply = house.services.exams.starting.supply
    for _ in range(3):
        created(house, house.guest())
    assert supply.reads == 1
    (variant, *_) = house.variants.values()
    with writing(house.database) as unit:
        add_variants(unit, [encode(replace(variant, id="f" * 32, twin="another"))], now=NOW)
        unit.commit()
    created(house, house.guest())
    assert supply.reads == 1
    house.clock.move_to(house.clock.now() + timedelta(seconds=10))
    created(house, house.guest())
    assert supply.reads == 2
    with reading(house.database) as unit:
        written = {name: place for _, name, place in stocked(unit)}
        assert written == read_places(unit, written)


def test_how_often_others_were_asked_a_question_is_known_and_said(house: House) -> None:
    offer(house)
    reasons = []
    for _ in range(2):
        name = created(house, house.guest())
        with reading(house.database) as unit:
            reasons.append({one.reason for one in slot_rows(unit, name)})
    assert not any("sittings" in reason for reason in reasons[0])
    assert all(one.endswith("asked in 100% of sittings, and nothing else fitted.") for one in reasons[1])


def test_what_was_baked_since_fills_a_form_at_once(house: House) -> None:
    """Though the shelf is read again only every few seconds while variants are baked."""
    five = replace(SMALL, counts=(COUNT + 1,))
    offer(house, five)
    with pytest.raises(Conflict, match="cannot be filled"):
        created(house, house.guest(), five)
    variant = replace(
        next(iter(house.variants.values())), id="f" * 32, item_id="fifth", revision_id="r-fifth"
    )
    with writing(house.database) as unit:
        (first, *_) = live_items(unit)
        put_item(unit, replace(first, id="fifth", latest_revision_id="r-fifth"), text="", now=NOW)
        add_variants(unit, [encode(variant)], now=NOW)
        unit.commit()
    offer(house, five)
    assert created(house, house.guest(), five)


def test_many_who_start_at_once_have_one_sitting_each(house: House) -> None:
    """Each of them presses three times."""
    offer(house)
    starting = house.services.exams.starting
    guests = [house.guest() for _ in range(300 if GATE else 30)]

    async def start(learner: int) -> str:
        name = await starting.create_soon(learner, Wish("small-exam", COUNT))
        await starting.begin_soon(learner, name)
        return name

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*[start(learner) for learner in guests for _ in range(3)])

    names = run(all_at_once())
    assert len(set(names)) == len(guests)
    with reading(house.database) as unit:
        rows = list(unit.connection.execute(select(sittings.c.learner_id, sittings.c.state)))
        assert sorted(learner for learner, _ in rows) == sorted(guests)
        assert {state for _, state in rows} == {State.RUNNING.value}
        assert unit.connection.scalar(select(func.count()).select_from(sitting_slots)) == COUNT * len(guests)
        begun = select(func.count()).where(sitting_events.c.what == "begun")
        assert unit.connection.scalar(begun) == len(guests)


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
