"""A sitting as its learner leaves it: begun, answered, ended and graded, at the clock of the house."""

from dataclasses import replace
from datetime import timedelta

import orjson

from app.exams.sitting import State
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.items.exam import Exam
from app.items.variant import Variant
from app.kit.ids import content_hash
from app.services.records import given_json, judged_json
from app.store.own_rows import Row, add_row
from app.store.own_tables import EXPORTED
from app.store.sittings import SlotRow, put_clock, sitting_row, slot_rows
from app.store.unit import Writing, reading, writing
from tests.services.exam_house import SMALL, offer, running
from tests.services.house import House, raw_answer

NOTES = "canary-5b1e scratch"


def answered(house: House, learner_id: int, exam: Exam = SMALL) -> str:
    """A running sitting in which the first question is answered right, the second wrong, and notes are taken."""
    offer(house, exam)
    name = running(house, learner_id, exam)
    with writing(house.database) as unit:
        for slot in slot_rows(unit, name)[:2]:
            _answer(unit, house, name, slot, right=slot.n == 1)
        _put(unit, house, name, 0, ((), (NOTES,)))
        unit.commit()
    return name


def _answer(unit: Writing, house: House, name: str, slot: SlotRow, *, right: bool) -> None:
    raw = raw_answer(house.variants[slot.variant_id], right=right)
    _put(unit, house, name, slot.n, (raw.positions, raw.typed))


def _put(
    unit: Writing, house: House, name: str, n: int, given: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    """An answer with the change that it came by."""
    row = sitting_row(unit, None, name)
    assert row is not None
    struck = [2] if given[0] else []
    digest = content_hash(orjson.dumps([*given, False, struck]))
    place = {"sitting_id": name, "learner_id": row.learner_id, "n": n, "holder": 1, "seq": 1}
    now = house.clock.now() + timedelta(seconds=5 * n)
    told = {"flagged": n == 2, "spent_ms": 5000}
    standing = {**told, "struck": orjson.dumps(struck).decode(), "given": given_json(*given)}
    add_row(
        unit,
        EXPORTED["sitting_answers"],
        {**place, **standing, "digest": digest, "saved_at": now, "changes": 1},
    )
    detail = {**told, "struck": struck, "given": {"positions": given[0], "typed": given[1]}}
    event = {"at": now, "what": "change", "digest": digest, "fate": "taken"}
    add_row(unit, EXPORTED["sitting_events"], {**place, **event, "detail": orjson.dumps(detail).decode()})


def graded(house: House, learner_id: int, exam: Exam = SMALL) -> str:
    """A sitting that is over and graded, of which the candidate was told that time was added."""
    name = answered(house, learner_id, exam)
    house.clock.move_to(house.clock.now() + timedelta(minutes=5))
    now = house.clock.now()
    with writing(house.database) as unit:
        row = sitting_row(unit, None, name)
        assert row is not None
        clock = replace(row.clock, state=State.GRADED, finished_at=now, extra=timedelta(minutes=2))
        put_clock(unit, name, clock, ended_by="candidate", graded_at=now)
        for slot in slot_rows(unit, name):
            add_row(unit, EXPORTED["sitting_results"], _result(house, name, row.learner_id, slot))
        notice = {"sitting_id": name, "learner_id": row.learner_id, "at": now, "sentence": "2 minutes more."}
        add_row(unit, EXPORTED["sitting_notices"], notice)
        unit.commit()
    return name


def _result(house: House, name: str, learner_id: int, slot: SlotRow) -> Row:
    variant: Variant = house.variants[slot.variant_id]
    raw = raw_answer(variant, right=slot.n == 1)
    response = parse(variant.shown.form, positions=raw.positions, typed=raw.typed)
    assert not isinstance(response, Invalid)
    result = grade(variant.answer_key, response)
    earned = {"points": result.points, "correct": result.correct, "judged": judged_json(result)}
    if slot.n > 2:
        earned |= {"points": 0.0, "correct": False}
    return {"sitting_id": name, "n": slot.n, "learner_id": learner_id, "answered": slot.n <= 2, **earned}


def slots_of(house: House, name: str) -> list[SlotRow]:
    """The form of a sitting."""
    with reading(house.database) as unit:
        return slot_rows(unit, name)
