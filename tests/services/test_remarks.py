"""Flags, notes and reports of faults: kept per learner, found again, answered by instructors, and nobody else's."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from app.kit.errors import BadInput, Conflict, NotFound, TooOften
from app.store.audit import recorded
from app.store.remarks import fault_reports
from app.store.time_zones import put_zone
from app.store.unit import reading, writing
from tests.services.house import CONCEPTS, House


def answered(house: House, learner_id: int) -> str:
    practice_id = house.services.practise.start(learner_id, CONCEPTS)
    house.answer(learner_id, practice_id, 1, right=False)
    return practice_id


def test_a_flag_and_a_note_are_seen_on_the_question_and_in_the_list(house: House) -> None:
    remarks, practise = house.services.remarks, house.services.practise
    guest = house.guest()
    practice_id = practise.start(guest, CONCEPTS)
    assert remarks.flag(guest, practice_id, 1, on=True) is False
    assert remarks.note(guest, practice_id, 1, " look at\r\nthe root \n") is False
    view = practise.item(guest, practice_id, 1)
    assert (view.flagged, view.note) == (True, "look at\nthe root")
    (line,) = remarks.mine(guest)
    assert (line.practice_id, line.n, line.answered, line.note) == (practice_id, 1, False, view.note)
    assert line.flagged == line.written == house.clock.now()
    house.answer(guest, practice_id, 1)
    assert remarks.flag(guest, practice_id, 1, on=True) is True
    seen = remarks.on_question(guest, practice_id, 1)
    assert (seen.flagged, seen.note, seen.reports) == (True, view.note, ())
    remarks.flag(guest, practice_id, 1, on=False)
    remarks.note(guest, practice_id, 1, "  ")
    assert remarks.mine(guest) == ()


def test_a_note_has_its_longest_length_and_line_ends_count_once(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    house.services.remarks.note(guest, practice_id, 1, "a\r\n" * 999 + "aa")
    with pytest.raises(BadInput, match="2000"):
        house.services.remarks.note(guest, practice_id, 1, "a" * 2001)
    assert len(house.services.practise.item(guest, practice_id, 1).note) == 2000


def test_another_learners_question_does_not_exist(house: House) -> None:
    remarks = house.services.remarks
    practice_id = answered(house, house.guest())
    other = house.guest()
    for act in (
        lambda: remarks.flag(other, practice_id, 1, on=True),
        lambda: remarks.note(other, practice_id, 1, "mine"),
        lambda: remarks.report(other, (practice_id, 1), kind="answer", text="wrong"),
        lambda: remarks.on_question(other, practice_id, 1),
    ):
        with pytest.raises(NotFound):
            act()
    assert remarks.mine(other) == ()
    assert remarks.reports() == ()


def test_a_report_is_kept_with_the_exact_variant_and_answered_where_it_was_made(house: House) -> None:
    remarks = house.services.remarks
    guest = house.guest()
    practice_id = answered(house, guest)
    variant = house.variant(guest, practice_id, 1)
    for _ in range(2):  # the same form sent twice
        remarks.report(guest, (practice_id, 1), kind="unclear", text="Which key?")
    (mine,) = remarks.on_question(guest, practice_id, 1).reports
    assert (mine.kind, mine.text, mine.answer, mine.closed) == ("unclear", "Which key?", "", False)
    shown = remarks.shown_report(mine.report_id)
    assert (shown.report, shown.variant) == (mine, variant.shown)
    with reading(house.database) as unit:
        assert unit.connection.scalar(select(fault_reports.c.variant_id)) == variant.id
    remarks.settle(mine.report_id, "Ada", "The second one.", close=False)
    (seen,) = remarks.on_question(guest, practice_id, 1).reports
    assert (seen.answer, seen.answered_by, seen.closed) == ("The second one.", "Ada", False)
    remarks.settle(mine.report_id, "Bo", "", close=True)
    (seen,) = remarks.on_question(guest, practice_id, 1).reports
    assert (seen.answer, seen.answered_by, seen.closed) == ("The second one.", "Ada", True)
    with pytest.raises(Conflict, match="closed"):
        remarks.settle(mine.report_id, "Bo", "Changed", close=False)
    with reading(house.database) as unit:
        acts = [(one.actor, one.act, one.subject) for one in recorded(unit)]
    subject = f"report {mine.report_id}"
    assert acts[:2] == [
        ("instructor link: Bo", "close report", subject),
        ("instructor link: Ada", "answer report", subject),
    ]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_are_those_of_the_learner_and_utc_for_instructors(house: House, zone: str) -> None:
    """Where the learner's day is another than that of UTC, they read their own; the moment is the same."""
    remarks, guest = house.services.remarks, house.guest()
    practice_id = answered(house, guest)
    with writing(house.database) as unit:
        put_zone(unit, guest, zone, now=house.clock.now())
        unit.commit()
    remarks.flag(guest, practice_id, 1, on=True)
    remarks.note(guest, practice_id, 1, "again")
    remarks.report(guest, (practice_id, 1), kind="unclear", text="Which?")
    (report,) = remarks.on_question(guest, practice_id, 1).reports
    remarks.settle(report.report_id, "Ada", "That one.", close=False)
    (report,) = remarks.on_question(guest, practice_id, 1).reports
    (line,) = remarks.mine(guest)
    (read,) = remarks.reports()
    here = house.clock.now().astimezone(ZoneInfo(zone))
    for moment in (line.flagged, line.written, report.reported, report.answered):
        assert moment == here
        assert moment.date() == here.date()
    assert read.reported.utcoffset() == timedelta(0)


def test_a_report_needs_an_answered_question_a_kind_and_words(house: House) -> None:
    remarks = house.services.remarks
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    with pytest.raises(Conflict, match="answered"):
        remarks.report(guest, (practice_id, 1), kind="answer", text="wrong")
    house.answer(guest, practice_id, 1)
    for kind, text in (("", "x"), ("rude", "x"), ("answer", " \n"), ("answer", "x" * 2001)):
        with pytest.raises(BadInput):
            remarks.report(guest, (practice_id, 1), kind=kind, text=text)
    with pytest.raises(NotFound):
        remarks.settle(99, "Ada", "Yes", close=True)
    assert remarks.reports() == ()


def test_reports_are_taken_only_so_often(house: House) -> None:
    remarks = house.services.remarks
    guest = house.guest()
    practice_id = answered(house, guest)
    for n in range(20):
        remarks.report(guest, (practice_id, 1), kind="other", text=str(n))
    with pytest.raises(TooOften) as refused:
        remarks.report(guest, (practice_id, 1), kind="other", text="one more")
    assert refused.value.wait == 86_400
    house.clock.move_to(house.clock.now() + timedelta(days=1))
    remarks.report(guest, (practice_id, 1), kind="other", text="one more")
    assert next(one.text for one in remarks.reports()) == "one more"
