"""Reports over a real database, on both kinds: what is read, what is compared, and what a receipt's code names."""

from datetime import timedelta

import pytest

from app.exams.receipt import read_code, receipt_code, told_of
from app.exams.sitting import given_time
from app.items.exam import Part, When
from app.kit.errors import Conflict, NotFound
from app.services.exams.reporting import Reporting
from app.store.sittings import put_clock
from app.store.unit import writing
from tests.services.exam_house import SMALL, offer, running, with_review
from tests.services.house import House
from tests.services.sat import Sat, sat, wrong_position

SECRET = b"s" * 43


def reporting(house: House) -> Reporting:
    return house.services.exams.reporting


def finished(house: House) -> Sat:
    """Every question answered, the second of the choices wrongly, after a right answer that had stood."""
    one = sat(house)
    one.send(*(one.right(n) for n in range(1, 5)))
    one.wait(timedelta(minutes=2))
    n = changed_question(one)
    one.send(one.pick(n, wrong_position(one.variant(n)), spent_ms=120_000))
    one.wait(timedelta(minutes=1))
    one.finish()
    return one


def changed_question(one: Sat) -> int:
    return next(n for n in range(1, 5) if one.variant(n).shown.kind == "single_choice")


def test_a_report_is_read_whole(house: House) -> None:
    offer(house)
    one = finished(house)
    view = reporting(house).report(one.learner, one.name)
    n = changed_question(one)
    assert view.score is not None
    assert (view.score.tally.points, view.score.tally.out_of) == (3.0, 4)
    assert view.changed is not None
    assert (view.changed.lost, view.changed.count) == ((n,), 1)
    assert [line.n for line in view.items if not line.correct] == [n]
    assert view.spending.used == timedelta(minutes=3)
    assert view.parts == frozenset(Part)
    assert (view.practisable, view.earlier, view.difference) == (1, (), None)
    assert reporting(house).missed(one.learner, one.name).length == 1


def test_sittings_are_compared_with_those_before(house: House) -> None:
    offer(house)
    first = finished(house)
    first.wait(timedelta(days=1))
    second = Sat(house, first.learner, running(house, first.learner))
    second.send(*(second.right(n) for n in range(1, 5)))
    second.finish()
    view = reporting(house).report(second.learner, second.name)
    assert [(line.sitting_id, line.tally.points, line.again) for line in view.earlier] == [
        (first.name, 3.0, 4)
    ]
    assert view.difference is not None
    assert view.difference.value == 0.25
    assert reporting(house).report(first.learner, first.name).earlier == ()


def test_time_that_was_added_counts_for_the_share_of_each_question(house: House) -> None:
    offer(house)
    one = sat(house)
    with writing(house.database) as unit:
        put_clock(unit, one.name, given_time(one.row.clock, timedelta(minutes=2)))
        unit.commit()
    one.finish()
    view = reporting(house).report(one.learner, one.name)
    review = house.services.exams.reviewing.item(one.learner, one.name, 1)
    assert view.pacing.share == review.share == timedelta(minutes=3)


def test_a_running_sitting_and_anothers_have_no_report(house: House) -> None:
    offer(house)
    one, other = sat(house), house.guest()
    with pytest.raises(Conflict):
        reporting(house).report(one.learner, one.name)
    with pytest.raises(NotFound):
        reporting(house).report(other, one.name)
    with pytest.raises(NotFound):
        reporting(house).see(other, one.name)


def test_without_its_parts_a_report_holds_nothing_of_them(house: House) -> None:
    silent = with_review(When.NEVER, *Part)
    offer(house, silent)
    one = sat(house, silent)
    one.send(one.right(1))
    one.finish()
    view = reporting(house).report(one.learner, one.name)
    assert (view.score, view.sections, view.objectives, view.slips) == (None, (), (), None)
    assert (view.changed, view.earlier, view.practisable, view.receipt.points) == (None, (), 0, None)
    assert {(line.correct, line.points, line.shift, line.section) for line in view.items} == {
        (None, None, None, "")
    }
    with pytest.raises(Conflict):
        reporting(house).missed(one.learner, one.name)


def test_a_code_finds_its_sitting(house: House) -> None:
    offer(house, SMALL)
    one, other = finished(house), finished(house)
    receipt = reporting(house).report(one.learner, one.name).receipt
    code = read_code(str(receipt_code(SECRET, receipt)))
    assert code is not None
    found = house.services.exams.receipts.named_by(code)
    assert found is not None
    assert found.sitting_id == one.name != other.name
    assert told_of(SECRET, found, code) == receipt


def test_what_is_right_is_not_even_read_for_a_silent_report(house: House) -> None:
    silent = with_review(When.NEVER, *Part)
    offer(house, silent)
    one = sat(house, silent)
    one.send(one.right(1), one.right(2))
    one.finish()
    seen: list[str] = []
    house.database.watch(seen.append)
    reporting(house).report(one.learner, one.name)
    house.services.exams.reviewing.item(one.learner, one.name, 1)
    assert seen
    assert [statement for statement in seen if "answer_key" in statement] == []


def test_a_report_takes_as_many_statements_whatever_was_changed(house: House) -> None:
    offer(house)
    plain, changed = sat(house), finished(house)
    plain.finish()
    counts = []
    for one in (plain, changed):
        seen: list[str] = []
        house.database.watch(seen.append)
        reporting(house).report(one.learner, one.name)
        counts.append(len(seen))
    assert max(counts) <= 16, counts
