"""Rulings: tried out, confirmed as seen, carried out for everybody at once, and taken back."""

import pytest
from msgspec import structs

from app.exams.ruling import Ruling, Tally, What
from app.items.answer_key import ChoiceAnswer
from app.items.exam import Part, When
from app.kit.errors import Conflict, NotFound
from app.services.exams.acting import ActFault
from app.services.exams.ruling import MovedOn, RawRuling, RulingFault
from app.services.exams.ruling_views import DryRun
from app.store.audit import recorded_about
from app.store.rulings import ruling_rows
from app.store.sittings import sitting_notices
from app.store.unit import reading
from tests.services.exam_house import SMALL, offer, with_review
from tests.services.house import House
from tests.services.samples import VARIANTS
from tests.services.sat import Sat, sat, wrong_position

CHOICE = next(
    one.item_id
    for one in VARIANTS
    if isinstance(one.answer_key.answer, ChoiceAnswer)
    and len(one.answer_key.answer.correct) == 1
    and not one.answer_key.solution
)
DROP, FULL = RawRuling("drop", (), "It has two readings"), RawRuling("full", (), "It has two readings")
BACK = RawRuling("withdraw", (), "It was right after all")


def graded(house: House, *wrong: str, exam: object = SMALL) -> Sat:
    """A graded sitting in which all is right but these items."""
    one = sat(house, exam)
    for n in range(1, 5):
        change = one.right(n)
        if one.variant(n).item_id in wrong:
            change = structs.replace(change, positions=(wrong_position(one.variant(n)),), typed=())
        one.send(change)
    one.finish()
    return one


def option_of(one: Sat, item_id: str, position: str) -> str:
    """The author's name of an option."""
    answer = one.variant(one.of(item_id)).answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    return answer.options[int(position) - 1].option_id


def rule(house: House, raw: RawRuling, item_id: str = CHOICE) -> DryRun:
    """Try a ruling out and confirm it; what was tried out."""
    dry = house.services.exams.rulings.try_out(item_id, raw)
    moved = house.services.exams.rulings.rule(item_id, raw, actor="Ada", digest=dry.digest)
    assert moved == len(dry.moves)
    return dry


def points(one: Sat) -> dict[str, float]:
    return {one.variant(row["n"]).item_id: row["points"] for row in one.results}


def told(one: Sat) -> list[str]:
    return [row["sentence"] for row in one.rows(sitting_notices)]


def test_dropped_for_everybody_and_taken_back(house: House) -> None:
    offer(house)
    missed, full, running = graded(house, CHOICE), graded(house), sat(house)
    before = (missed.results, full.results)
    dry = house.services.exams.rulings.try_out(CHOICE, DROP)
    assert {line.move.sitting_id for line in dry.moves} == {missed.name, full.name}
    totals = {line.move.sitting_id: (line.move.total_before, line.move.total_after) for line in dry.moves}
    assert totals[missed.name] == (Tally(3.0, 4), Tally(3.0, 3))
    assert totals[full.name] == (Tally(4.0, 4), Tally(3.0, 3))
    assert (dry.same, dry.waiting) == (0, 1)
    assert (missed.results, full.results) == before, "a dry run changes nothing"
    rule(house, DROP)
    n = missed.of(CHOICE)
    assert told(missed) == [f"Question {n} does not count any more; your points went from 3 of 4 to 3 of 3."]
    assert all(row["ruling_id"] for row in missed.results if row["n"] == n)
    assert not any(row["ruling_id"] for row in missed.results if row["n"] != n)
    running.send(running.pick(running.of(CHOICE), wrong_position(running.variant(running.of(CHOICE)))))
    running.finish()
    slot = house.services.exams.watching.sitting(running.name).slots[running.of(CHOICE) - 1]
    assert slot.ruling == "drop"
    assert told(running) == []
    rule(house, BACK)
    assert (missed.results, full.results) == before
    assert told(missed)[-1].startswith(f"What was ruled on question {n} was taken back; your points")


def test_full_points_and_the_record_of_it(house: House) -> None:
    offer(house)
    missed, right = graded(house, CHOICE), graded(house)
    dry = rule(house, FULL)
    assert [(line.move.sitting_id, line.passed, line.passes) for line in dry.moves] == [
        (missed.name, True, True)
    ]
    assert dry.same == 1
    assert points(missed)[CHOICE] == 1.0
    assert not next(row for row in missed.results if row["n"] == missed.of(CHOICE))["correct"]
    assert told(right) == []
    with reading(house.database) as unit:
        (act,) = recorded_about(unit, f"item {CHOICE}")
        (row,) = ruling_rows(unit, CHOICE)
    assert (act.act, act.actor, act.detail["reason"]) == (
        "exam ruling",
        "instructor link: Ada",
        "It has two readings",
    )
    assert f'"{missed.name}":[0.0,true]' in act.detail["points before"]
    assert (row.ruling, row.actor, row.withdrawn_at) == (Ruling(What.FULL), "Ada", None)


def test_other_options_count(sqlite_house: House) -> None:
    house = sqlite_house
    offer(house)
    missed, right = graded(house, CHOICE), graded(house)
    wrong = option_of(missed, CHOICE, wrong_position(missed.variant(missed.of(CHOICE))))
    good = option_of(right, CHOICE, right.right(right.of(CHOICE)).positions[0])
    rule(house, RawRuling("accept", (wrong, good), "Both can be meant"))
    assert (points(missed)[CHOICE], points(right)[CHOICE]) == (1.0, 1.0)
    dry = rule(house, RawRuling("accept", (wrong,), "The answer key was wrong"))
    assert {line.move.sitting_id for line in dry.moves} == {right.name}
    assert (points(missed)[CHOICE], points(right)[CHOICE]) == (1.0, 0.0)
    assert "went from 4 of 4 to 3 of 4" in told(right)[-1]
    later = graded(house)
    assert points(later)[CHOICE] == 0.0
    with reading(house.database) as unit:
        assert [row.withdrawn_at is None for row in ruling_rows(unit, CHOICE)] == [True, False]


def test_what_was_not_seen_is_not_carried_out(house: House) -> None:
    offer(house)
    graded(house, CHOICE)
    service = house.services.exams.rulings
    dry = service.try_out(CHOICE, DROP)
    late = graded(house)
    with pytest.raises(MovedOn) as fault:
        service.rule(CHOICE, DROP, actor="Ada", digest=dry.digest)
    assert {line.move.sitting_id for line in fault.value.dry.moves} > {
        line.move.sitting_id for line in dry.moves
    }
    assert points(late)[CHOICE] == 1.0
    with reading(house.database) as unit:
        assert ruling_rows(unit) == []
    service.rule(CHOICE, DROP, actor="Ada", digest=fault.value.dry.digest)


@pytest.mark.parametrize("when", [When.NEVER, When.ONCE_RELEASED])
def test_nothing_is_said_of_points_that_are_not_shown(sqlite_house: House, when: When) -> None:
    exam = with_review(when, Part.POINTS)
    offer(sqlite_house, exam)
    missed = graded(sqlite_house, CHOICE, exam=exam)
    rule(sqlite_house, FULL)
    assert told(missed) == [f"Question {missed.of(CHOICE)} gives everybody its full points."]


def test_passing_can_flip(sqlite_house: House) -> None:
    house = sqlite_house
    offer(house)
    others = [one.item_id for one in VARIANTS if isinstance(one.answer_key.answer, ChoiceAnswer)]
    other = next(one for one in others if one != CHOICE)
    graded(house, CHOICE, other)  # 2 of 4, and the mark is 70 %
    dry = house.services.exams.rulings.try_out(CHOICE, FULL)
    assert [(line.passed, line.passes) for line in dry.moves] == [(False, True)]


@pytest.mark.parametrize(
    ("raw", "of"),
    [
        (RawRuling("", (), "why"), "what"),
        (RawRuling("delete", (), "why"), "what"),
        (RawRuling("drop", (), " "), "reason"),
        (RawRuling("accept", (), "why"), "accepted"),
        (RawRuling("accept", ("no-such-option",), "why"), "accepted"),
    ],
)
def test_what_cannot_be_read_is_said(sqlite_house: House, raw: RawRuling, of: str) -> None:
    offer(sqlite_house)
    with pytest.raises((RulingFault, ActFault)) as fault:
        sqlite_house.services.exams.rulings.try_out(CHOICE, raw)
    assert fault.value.of == of  # type: ignore[union-attr]


def test_what_holds_already_is_not_ruled_again(sqlite_house: House) -> None:
    house = sqlite_house
    offer(house)
    one = graded(house)
    good = option_of(one, CHOICE, one.right(one.of(CHOICE)).positions[0])
    service = house.services.exams.rulings
    with pytest.raises(RulingFault):
        service.try_out(CHOICE, RawRuling("accept", (good,), "why"))
    with pytest.raises(Conflict):
        service.try_out(CHOICE, BACK)
    rule(house, DROP)
    with pytest.raises(RulingFault):
        service.try_out(CHOICE, DROP)
    with pytest.raises(NotFound):
        service.try_out("no-such-item", DROP)


def test_a_computation_has_no_options_to_accept(sqlite_house: House) -> None:
    offer(sqlite_house)
    for one in VARIANTS:
        found = sqlite_house.services.exams.rulings.of(one.item_id)
        assert bool(found.options) == (
            isinstance(one.answer_key.answer, ChoiceAnswer) and not one.answer_key.solution
        )
    computed = next(one.item_id for one in VARIANTS if one.answer_key.solution)
    with pytest.raises(RulingFault) as fault:
        sqlite_house.services.exams.rulings.try_out(computed, RawRuling("accept", ("right",), "why"))
    assert fault.value.of == "what"
