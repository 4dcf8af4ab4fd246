"""What an instructor sees of sittings: everything that is kept, and looking changes nothing."""

from dataclasses import replace
from datetime import timedelta

import pytest
from msgspec import structs

from app.exams.network import Network
from app.exams.sitting import State
from app.items.exam import Part, When
from app.kit.errors import NotFound
from app.services.exams.saving import Change
from app.services.exams.watching import Filter, read_aloud
from app.services.records import given_json
from app.store.exams import put_exams
from app.store.sittings import sitting_events
from app.store.unit import writing
from tests.databases import NOW
from tests.loops import run
from tests.services.exam_house import COUNT, LIMIT, SMALL, created, offer, with_review
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, Sat, sat

ALL = Filter(states=tuple(State))


def watch(house: House, wish: Filter = ALL) -> dict[str, object]:
    return {line.sitting_id: line for line in house.services.exams.watching.watched(wish).lines}


def test_the_list_says_how_each_sitting_stands(house: House) -> None:
    offer(house)
    one, waiting = sat(house), created(house, house.guest())
    one.wait(timedelta(minutes=4))
    one.send(one.right(1), one.right(2), Change(3, 1, (), ("", " ") if _typed(one, 3) else ()))
    one.wait(60 * SECOND)
    watched = house.services.exams.watching.watched(ALL)
    by_name = {line.sitting_id: line for line in watched.lines}
    line = by_name[one.name]
    assert (line.state, line.left, line.count) == (State.RUNNING, LIMIT - timedelta(minutes=5), COUNT)
    assert line.answered == 2 + (1 if _typed(one, 3) else 0)
    assert (line.saved, line.seen) == (NOW + timedelta(minutes=4), NOW + timedelta(minutes=4))
    assert line.network is Network.QUIET
    assert (line.exam_title, line.learner_id) == (SMALL.title, one.learner)
    assert (by_name[waiting].state, by_name[waiting].left, by_name[waiting].network) == (
        State.CREATED,
        LIMIT,
        None,
    )
    assert [(one.exam_id, one.title) for one in watched.exams] == [(SMALL.id, SMALL.title)]


def _typed(one: Sat, n: int) -> bool:
    return not right_positions(one, n)


def right_positions(one: Sat, n: int) -> tuple[str, ...]:
    return one.right(n, seq=1).positions


def test_filters_let_through_what_they_name(sqlite_house: House) -> None:
    offer(sqlite_house)
    other = replace(SMALL, id="other-exam", title="Another exam")
    one, two = sat(sqlite_house), sat(sqlite_house)
    two.finish()
    with writing(sqlite_house.database) as unit:
        put_exams(unit, [SMALL, other], now=NOW)
        unit.commit()
    three = sat(sqlite_house, other)
    assert set(watch(sqlite_house)) == {one.name, two.name, three.name}
    assert set(watch(sqlite_house, Filter())) == {one.name, three.name}
    assert set(watch(sqlite_house, Filter(other.id, tuple(State)))) == {three.name}
    assert set(watch(sqlite_house, Filter(SMALL.id, (State.GRADED,)))) == {two.name}
    assert watch(sqlite_house, Filter("no-such-exam")) == {}


def test_looking_closes_nothing(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    one.wait(LIMIT + GRACE + SECOND)
    before = one.rows(sitting_events)
    line = watch(sqlite_house)[one.name]
    view = sqlite_house.services.exams.watching.sitting(one.name)
    assert line.is_closing  # type: ignore[attr-defined]
    assert view.line == line
    assert one.row.clock.state is State.RUNNING
    assert one.rows(sitting_events) == before


def test_one_sitting_shows_its_time_its_form_and_what_was_late(house: House) -> None:
    offer(house)
    one = sat(house)
    choice = next(n for n in range(1, COUNT + 1) if right_positions(one, n))
    one.send(one.right(choice))
    one.send(structs.replace(one.right(choice, seq=2), flagged=True))
    one.finish()
    late = structs.replace(one.right(choice, seq=3), positions=("1",))
    one.send(late)
    view = house.services.exams.watching.sitting(one.name)
    assert (view.parts.limit, view.parts.extra, view.parts.paused) == (LIMIT, timedelta(0), timedelta(0))
    assert (view.parts.deadline, view.parts.finished, view.parts.ended_by) == (NOW + LIMIT, NOW, "candidate")
    assert [slot.n for slot in view.slots] == list(range(1, COUNT + 1))
    assert all(slot.reason.startswith("All of it: ") and slot.section == "All of it" for slot in view.slots)
    slot = view.slots[choice - 1]
    assert (slot.flagged, slot.points, slot.ruling) == (True, 1.0, "")
    assert slot.given == read_aloud(given_json(right_positions(one, choice), ()))
    assert [(event.what, event.fate, event.n, event.given) for event in view.events if event.fate] == [
        ("change", "late", choice, "A")
    ]
    every = house.services.exams.watching.sitting(one.name, all_changes=True)
    assert [event.fate for event in every.events if event.what == "change"] == ["late", "taken", "taken"]


def test_what_was_ousted_can_be_read(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    choice = next(n for n in range(1, COUNT + 1) if right_positions(one, n))
    run(sqlite_house.services.exams.saving.take_over(one.learner, one.name))
    one.send(one.pick(choice, "2"), holder=1)
    (event,) = [one for one in sqlite_house.services.exams.watching.sitting(one.name).events if one.fate]
    assert (event.fate, event.given, event.holder) == ("ousted", "B", 1)


def test_results_wait_where_the_exam_says_so(sqlite_house: House) -> None:
    exam = with_review(When.ONCE_RELEASED, Part.POINTS)
    offer(sqlite_house, exam)
    one = sat(sqlite_house, exam)
    assert not watch(sqlite_house)[one.name].waits_for_release  # type: ignore[attr-defined]
    one.finish()
    assert watch(sqlite_house)[one.name].waits_for_release  # type: ignore[attr-defined]


def test_a_sitting_that_is_not_there(sqlite_house: House) -> None:
    with pytest.raises(NotFound):
        sqlite_house.services.exams.watching.sitting("A" * 16)


@pytest.mark.parametrize(
    ("positions", "typed", "said"),
    [(("3", "1"), (), "A, C"), ((), ("0.5", "", "x"), "0.5; –; x"), ((), ("", " "), ""), ((), (), "")],
)
def test_an_answer_is_read_aloud(positions: tuple[str, ...], typed: tuple[str, ...], said: str) -> None:
    assert read_aloud(given_json(positions, typed)) == said
