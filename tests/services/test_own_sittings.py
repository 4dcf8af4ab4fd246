"""Sittings in one's own data: within the rules of their exam, brought back once and graded anew, and forgotten."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from app.exams.receipt import read_code, receipt_code
from app.exams.sitting import State
from app.items.exam import Part, When
from app.services.own_file import READ
from app.services.own_views import Imported, Unreadable
from app.store.exams import put_exams
from app.store.forgetting import answers_kept
from app.store.sittings import own_sittings, put_clock, sitting_events, sitting_row
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.exam_house import SMALL, created, offer, with_review
from tests.services.house import CONCEPTS, House
from tests.services.left_sitting import NOTES, answered, graded, slots_of
from tests.services.test_own_data import everything, exported, fill, take_in

SECTIONS = ("sittings", "sitting_slots", "sitting_answers", "sitting_events")


def test_a_graded_sitting_is_in_the_file_whole(house: House) -> None:
    guest = house.guest()
    name = graded(house, guest)
    file = exported(house, guest)
    rows = everything(house, guest)
    for section in (*SECTIONS, "sitting_results", "sitting_notices"):
        assert len(file[section]) == len(rows[section]) > 0, section
        for record, row in zip(file[section], rows[section], strict=True):
            assert row.keys() - {"id", "learner_id", "sitting_id", "ruling_id"} <= record.keys(), section
            assert record.get("sitting", record.get("id")) == name
    assert file["sittings"][0]["exam"] == SMALL.title
    assert [one["correct"] for one in file["sitting_results"]] == [True, False, False, False]
    assert NOTES in str(file["sitting_answers"])
    assert file["sitting_notices"][0]["sentence"] == "2 minutes more."


@pytest.mark.parametrize("make", [created, answered])
def test_of_a_sitting_that_is_not_over_the_file_says_what_was_on_its_pages(
    house: House, make: Callable[[House, int], str]
) -> None:
    """No seed, no place of a right option, no name of a variant or question, no result; nor is a key read for it."""
    guest = house.guest()
    offer(house)
    name = make(house, guest)
    seen: list[str] = []
    house.database.watch(seen.append)
    file = exported(house, guest)
    lines = house.services.own_data.export.as_csv(guest).content.decode()
    assert not [one for one in seen if "answer_key" in one or "right_places" in one]
    assert "seed" not in file["sittings"][0]
    assert [one.keys() for one in file["sitting_slots"]] == [{"sitting", "n", "shown"}] * 4
    assert file["sitting_results"] == []
    for slot in slots_of(house, name):
        assert slot.variant_id not in f"{file}{lines}"
        assert slot.item_id not in f"{file}{lines}"
    assert len(list(csv.reader(io.StringIO(lines, newline="")))) == (3 if make is answered else 1)


def test_a_sitting_that_was_reopened_takes_back_what_its_file_said(house: House) -> None:
    guest = house.guest()
    name = graded(house, guest)
    with writing(house.database) as unit:
        row = sitting_row(unit, guest, name)
        assert row is not None
        put_clock(unit, name, replace(row.clock, state=State.RUNNING, finished_at=None))
        unit.commit()
    file = exported(house, guest)
    assert file["sitting_results"] == []
    assert "variant_id" not in file["sitting_slots"][0]


RULES: list[tuple[When, tuple[Part, ...], Callable[[dict[str, Any], list[list[str]]], bool]]] = [
    (When.NEVER, (Part.GIVEN,), lambda file, lines: file["sitting_results"] == [] and not lines[0][8]),
    (When.ONCE_RELEASED, (Part.GIVEN,), lambda file, lines: file["sitting_results"] == []),
    (When.NEVER, (Part.REASONS,), lambda file, lines: "judged" not in file["sitting_results"][0]),
    (When.NEVER, (Part.RIGHT,), lambda file, lines: "place" not in file["sitting_slots"][0]),
    (When.NEVER, (Part.RIGHT,), lambda file, lines: "judged" not in file["sitting_results"][0]),
    (When.NEVER, (Part.RIGHT,), lambda file, lines: not lines[0][3]),
    (When.AT_THE_END, (), lambda file, lines: lines[0][8] == "yes" and "judged" in str(file)),
]


@pytest.mark.parametrize(("when", "parts", "holds"), RULES)
def test_the_file_keeps_to_the_rules_of_the_exam(
    sqlite_house: House,
    when: When,
    parts: tuple[Part, ...],
    holds: Callable[[dict[str, Any], list[list[str]]], bool],
) -> None:
    house, guest = sqlite_house, sqlite_house.guest()
    name = graded(house, guest, with_review(when, *parts))
    lines = house.services.own_data.export.as_csv(guest).content.decode()
    (_, *read) = csv.reader(io.StringIO(lines, newline=""))
    assert {line[10].removeprefix("'") for line in read} == {name}
    assert holds(exported(house, guest), read)


def test_on_another_device_it_is_there_again_graded_anew_and_only_once(house: House) -> None:
    """What the file says of points is not read; the sitting is graded by what was given."""
    old, new = house.guest(), house.guest()
    name = graded(house, old)
    file = exported(house, old)
    for one in file["sitting_results"]:
        one["points"], one["correct"] = 1.0, True
    file["sittings"][0]["released_at"] = "2026-12-01T09:40:00Z"
    done = take_in(house, new, file)
    assert isinstance(done, Imported)
    assert (done.sittings, done.sittings_known, done.sittings_open, done.sittings_left_out) == (1, 0, 0, 0)
    before = everything(house, new)
    again = take_in(house, new, file)
    assert isinstance(again, Imported)
    assert (again.sittings, again.sittings_known) == (0, 1)
    assert {**everything(house, new), "acts": []} == {**before, "acts": []}
    with reading(house.database) as unit:
        (row,) = own_sittings(unit, new)
    assert row.id != name
    assert (row.clock.state, row.released_at) == (State.GRADED, None)
    assert [one["correct"] for one in before["sitting_results"]] == [True, False, False, False]
    back = exported(house, new)
    assert [one["id"] for one in back["sittings"]] == [name]
    what = [one["what"] for one in back["sitting_events"]]
    assert what == ["change", "change", "change", "imported", "graded"]
    here, there = exported(house, old), {**back, "sitting_events": back["sitting_events"][:-2]}
    for section in ("sitting_answers", "sitting_events"):
        kept = [one for one in here[section] if one.get("what", "change") == "change"]
        assert there[section] == kept, section
    assert take_in(house, old, back) == Imported(sittings_known=1)


def test_the_practice_of_what_was_missed_stays_with_its_sitting(house: House) -> None:
    old, new = house.guest(), house.guest()
    name = graded(house, old)
    practice = house.services.practise.start(old, CONCEPTS)
    with writing(house.database) as unit:
        unit.connection.execute(
            text("UPDATE practices SET sitting_id = :sitting WHERE id = :id"),
            {"sitting": name, "id": practice},
        )
        unit.commit()
    file = exported(house, old)
    assert file["practices"][0]["sitting"] == name
    assert isinstance(take_in(house, new, file), Imported)
    here = everything(house, new)
    assert here["practices"][0]["sitting_id"] == here["sittings"][0]["id"] != name


def test_an_open_sitting_stays_where_it_was_begun(house: House) -> None:
    old, new = house.guest(), house.guest()
    answered(house, old)
    assert take_in(house, new, exported(house, old)) == Imported(sittings_open=1)
    assert everything(house, new)["sittings"] == []


@pytest.mark.parametrize("part", [Part.RIGHT])
def test_a_sitting_whose_answers_are_not_shown_cannot_be_brought_in(house: House, part: Part) -> None:
    old, new = house.guest(), house.guest()
    graded(house, old, with_review(When.ONCE_RELEASED, part))
    assert take_in(house, new, exported(house, old)) == Imported(sittings_left_out=1)


def test_a_sitting_of_an_exam_that_is_not_here_is_left_out(house: House) -> None:
    old, new = house.guest(), house.guest()
    graded(house, old)
    file = exported(house, old)
    file["sittings"][0]["exam_revision_id"] = "f" * 32
    assert take_in(house, new, file) == Imported(sittings_left_out=1)
    file = exported(house, old)
    file["sitting_slots"][0]["variant_id"] = "f" * 32
    assert take_in(house, new, file) == Imported(sittings_left_out=1)
    with writing(house.database) as unit:
        put_exams(unit, [with_review(When.NEVER, Part.PROOF)], now=NOW)
        unit.commit()
    done = take_in(house, new, exported(house, old))
    assert isinstance(done, Imported)
    assert done.sittings == 1, "an exam that was changed is still here as it was"


BAD: list[tuple[str, int, dict[str, Any], str]] = [
    ("sittings", 0, {"id": "short"}, "sittings[0].id: is not the name of a sitting."),
    ("sittings", 0, {"state": "passed"}, "sittings[0].state: is no state"),
    ("sittings", 0, {"state": None}, "sittings[0].state: is not a text."),
    ("sittings", 0, {"count": 5}, "sittings[0]: does not have the questions"),
    ("sittings", 0, {"count": -1}, "sittings[0].count: is not a whole number"),
    ("sittings", 0, {"factor": 150}, "sittings[0]: has another time than its exam gives."),
    ("sittings", 0, {"factor": 200}, "sittings[0]: has another time than its exam gives."),
    ("sittings", 0, {"time_limit": 10**12}, "sittings[0]: has another time than its exam gives."),
    ("sittings", 0, {"extra": 10**14}, "sittings[0].extra: is not a whole number"),
    ("sittings", 0, {"extra": 1e300}, "sittings[0].extra: is not a whole number"),
    ("sittings", 0, {"started_at": None}, "sittings[0]: is over and does not say"),
    (
        "sittings",
        0,
        {"finished_at": "2026-12-01T12:00:00Z"},
        "sittings[0]: has times that do not go together.",
    ),
    ("sittings", 0, {"base_deadline": "2026-12-02T09:40:00Z"}, "sittings[0]: has times that do not go"),
    ("sittings", 0, {"ended_by": "me"}, "sittings[0]: does not say who ended it."),
    ("sittings", 0, {"seed": "x" * 65}, "sittings[0].seed: is longer than 64"),
    ("sittings", 0, {"seed": ""}, "sittings[0]: does not say how its questions were drawn."),
    ("sittings", 0, {"points": 4}, "sittings[0].points: is no part of such a record."),
    ("sitting_slots", 0, {"section": 1}, "sittings[0]: has a question of a section"),
    ("sitting_slots", 0, {"n": 2}, "sitting_slots[1].n: stands in the file twice."),
    ("sitting_slots", 0, {"n": 7}, "sittings[0]: does not have the questions"),
    ("sitting_slots", 0, {"sitting": "A" * 16}, "sitting_slots[0].sitting: names no sitting"),
    ("sitting_slots", 0, {"reason": None}, "sitting_slots[0].reason: is not a text."),
    (
        "sitting_answers",
        0,
        {"given": {"positions": [], "typed": ["a", "b"]}},
        "sitting_answers[0]: does not fit",
    ),
    ("sitting_answers", 1, {"given": {"positions": ["99"], "typed": []}}, "sitting_answers[1]: does not fit"),
    ("sitting_answers", 1, {"struck": [9]}, "sitting_answers[1]: does not fit"),
    ("sitting_answers", 1, {"struck": "[1]"}, "sitting_answers[1].struck: is not a list"),
    ("sitting_answers", 1, {"struck": [True]}, "sitting_answers[1].struck: holds something else"),
    ("sitting_answers", 1, {"n": 5}, "sitting_answers[1]: does not fit"),
    ("sitting_answers", 1, {"spent_ms": -1}, "sitting_answers[1].spent_ms: is not a whole number"),
    ("sitting_answers", 1, {"saved_at": "2026-12-01T10:59:00Z"}, "sitting_answers[1].saved_at: lies after"),
    ("sitting_events", 3, {"fate": "lucky"}, "sitting_events[3]: is no change that is known here."),
    ("sitting_events", 3, {"detail": []}, "sitting_events[3].detail: is not a record."),
    ("sitting_events", 3, {"detail": {"given": 1}}, "sitting_events[3]: is no change that is known here."),
    ("sitting_events", 4, {"n": None}, "sitting_events[4]: is no change that is known here."),
]


def test_one_fault_and_nothing_is_imported(sqlite_house: House) -> None:
    house = sqlite_house
    old, new = house.guest(), house.guest()
    graded(house, old)
    whole = exported(house, old)
    for section, place, change, problem in BAD:
        house.clock.move_to(house.clock.now() + timedelta(hours=1))
        records = [record | change if n == place else record for n, record in enumerate(whole[section])]
        outcome = take_in(house, new, {**whole, section: records})
        assert isinstance(outcome, Unreadable), problem
        assert any(one.startswith(problem) for one in outcome.problems), (problem, outcome)
    assert not any(rows for name, rows in everything(house, new).items() if name != "acts")


def test_no_column_that_is_empty_or_missing_breaks_the_import(sqlite_house: House) -> None:
    """Every field of one record of each section is taken away, and then emptied: a sentence, or it is brought in."""
    house, old = sqlite_house, sqlite_house.guest()
    fill(house, old)
    graded(house, old)
    file = exported(house, old)
    outcomes = []
    for section in READ:
        for name in file[section][0] if file[section] else ():
            for without in (True, False):
                record = {**file[section][0], name: None}
                if without:
                    del record[name]
                house.clock.move_to(house.clock.now() + timedelta(hours=1))
                changed = {**file, section: [record, *file[section][1:]]}
                outcomes.append(take_in(house, house.guest(), changed))
    assert {type(one) for one in outcomes} == {Imported, Unreadable}


def test_forgetting_takes_the_sittings_and_leaves_counts(house: House) -> None:
    gone, stays = house.guest(), house.guest()
    graded(house, gone)
    answered(house, stays)
    before = everything(house, stays)
    house.services.own_data.forget(gone)
    assert not any(everything(house, gone).values())
    assert everything(house, stays) == before
    with reading(house.database) as unit:
        kept = answers_kept(unit).values()
        assert (sum(count for count, _ in kept), sum(right for _, right in kept)) == (2, 1)
        assert unit.connection.scalar(select(func.count()).select_from(sitting_events)) == 5


def test_an_event_still_cannot_be_changed(house: House) -> None:
    answered(house, house.guest())
    with writing(house.database) as unit, pytest.raises(Exception, match="keeps what it holds"):
        unit.connection.execute(text("UPDATE sitting_events SET fate = 'late'"))


def test_there_is_no_receipt_of_what_came_from_a_file(house: House) -> None:
    """Nobody here saw its clock, whatever was given in it."""
    old, new = house.guest(), house.guest()
    name = graded(house, old)
    take_in(house, new, exported(house, old))
    exams = house.services.exams
    with reading(house.database) as unit:
        (row,) = own_sittings(unit, new)
    assert not exams.reporting.report(old, name).brought_in
    view = exams.reporting.report(new, row.id)
    assert view.brought_in
    for receipt, is_there in ((exams.reporting.report(old, name).receipt, True), (view.receipt, False)):
        code = read_code(str(receipt_code(b"s" * 32, receipt)))
        assert code is not None
        assert (exams.receipts.named_by(code) is not None) is is_there


def test_a_file_with_minutes_of_ones_own_choice_is_read(house: House) -> None:
    old, new = house.guest(), house.guest()
    graded(house, old)
    file = exported(house, old)
    more = timedelta(minutes=7)
    file["sittings"][0]["time_limit"] += more // timedelta(microseconds=1)
    later = datetime.fromisoformat(file["sittings"][0]["base_deadline"]) + more
    file["sittings"][0]["base_deadline"] = later.isoformat().replace("+00:00", "Z")
    done = take_in(house, new, file)
    assert isinstance(done, Imported)
    assert done.sittings == 1
