"""What an instructor does with sittings: in every state, with its reason, its event, its row in the record and a notice."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product

import pytest

from app.exams.saving import Fate
from app.exams.sitting import State
from app.items.exam import Part, When
from app.kit.ids import new_id
from app.services.exams.acting import Act, ActFault, ActKind, RawAct, read_act
from app.services.exams.watch_views import Done
from app.store.audit import recorded_about
from app.store.sittings import sitting_notices
from app.store.unit import reading
from tests.loops import run
from tests.services.exam_house import LIMIT, created, offer, with_review
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, Sat, sat

MINUTE = timedelta(minutes=1)
RELEASED = with_review(When.ONCE_RELEASED, Part.POINTS)


def act(house: House, kind: ActKind, *names: str, minutes: int = 5, act_id: str = "") -> tuple[Done, ...]:
    more = minutes * MINUTE if kind in (ActKind.TIME, ActKind.REOPEN) else timedelta(0)
    wished = Act(kind, more, "the fire alarm rang", "Ada", act_id or new_id())
    return run(house.services.exams.instructing.act(names, wished))


def done(house: House, kind: ActKind, one: Sat, **more: int) -> bool:
    (found,) = act(house, kind, one.name, **more)
    return not found.refused


def not_begun(house: House) -> Sat:
    learner = house.guest()
    return Sat(house, learner, created(house, learner, RELEASED))


def paused(house: House) -> Sat:
    one = sat(house, RELEASED)
    assert done(house, ActKind.PAUSE, one)
    return one


def graded(house: House) -> Sat:
    one = sat(house, RELEASED)
    one.finish()
    return one


STATES: dict[State, Callable[[House], Sat]] = {
    State.CREATED: not_begun,
    State.RUNNING: lambda house: sat(house, RELEASED),
    State.PAUSED: paused,
    State.GRADED: graded,
}
AFTER = {
    (State.CREATED, ActKind.TIME): State.CREATED,
    (State.RUNNING, ActKind.TIME): State.RUNNING,
    (State.RUNNING, ActKind.PAUSE): State.PAUSED,
    (State.RUNNING, ActKind.END): State.GRADED,
    (State.PAUSED, ActKind.TIME): State.PAUSED,
    (State.PAUSED, ActKind.RESUME): State.RUNNING,
    (State.PAUSED, ActKind.END): State.GRADED,
    (State.GRADED, ActKind.REOPEN): State.RUNNING,
    (State.GRADED, ActKind.RELEASE): State.GRADED,
}


def test_each_act_in_each_state(house: House) -> None:
    """An act that a state allows leaves an event, a row in the record and a notice; any other leaves nothing."""
    offer(house, RELEASED)
    for state, kind in product(STATES, ActKind):
        one = STATES[state](house)
        before = (len(recorded(house, one)), len(one.rows(sitting_notices)), one.row)
        assert one.row.clock.state is state
        happens = (state, kind) in AFTER
        assert done(house, kind, one) == happens, (state, kind)
        assert one.row.clock.state is AFTER.get((state, kind), state), (state, kind)
        assert len(recorded(house, one)) == before[0] + happens
        assert len(one.rows(sitting_notices)) == before[1] + happens
        assert happens or one.row == before[2]


def recorded(house: House, one: Sat) -> list[tuple[str, str, str]]:
    with reading(house.database) as unit:
        rows = recorded_about(unit, f"sitting {one.name}")
    return [(row.act, row.actor, row.detail["reason"]) for row in rows]


def test_time_is_added_and_can_be_explained(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    assert done(sqlite_house, ActKind.TIME, one, minutes=7)
    one.wait(3 * MINUTE)
    assert one.row.clock.remaining(sqlite_house.clock.now()) == LIMIT + 4 * MINUTE
    assert recorded(sqlite_house, one) == [("sitting time", "instructor link: Ada", "the fire alarm rang")]
    view = sqlite_house.services.exams.watching.sitting(one.name)
    assert (view.parts.extra, view.parts.deadline) == (7 * MINUTE, one.row.clock.base_deadline + 7 * MINUTE)  # type: ignore[operator]
    assert [(line.act, line.minutes, line.reason) for line in view.acts] == [
        ("time", "7", "the fire alarm rang")
    ]
    assert [event.what for event in view.events] == ["time_given", "begun", "created"]
    assert view.events[0].detail == {"minutes": "7"}
    assert [row["sentence"] for row in one.rows(sitting_notices)] == [
        "An instructor gave you 7 minutes more."
    ]


def test_time_that_stood_still_is_made_up(house: House) -> None:
    offer(house)
    one = sat(house)
    one.wait(2 * MINUTE)
    assert done(house, ActKind.PAUSE, one)
    one.wait(30 * MINUTE)
    assert one.fates(one.right(1)) == [Fate.WAITING]
    assert one.row.clock.remaining(house.clock.now()) == LIMIT - 2 * MINUTE
    assert house.services.exams.watching.sitting(one.name).parts.paused == 30 * MINUTE
    assert done(house, ActKind.RESUME, one)
    assert one.fates(one.right(1, seq=1)) == [Fate.TAKEN]
    assert one.row.clock.remaining(house.clock.now()) == LIMIT - 2 * MINUTE


def test_an_ended_sitting_is_graded_at_once_and_can_be_reopened(house: House) -> None:
    offer(house)
    one = sat(house)
    one.wait(2 * MINUTE)
    one.send(one.right(1), one.right(2))
    assert done(house, ActKind.END, one)
    row = one.row
    assert (row.clock.state, row.ended_by, row.clock.finished_at) == (
        State.GRADED,
        "instructor",
        house.clock.now(),
    )
    assert sum(result["points"] for result in one.results) == 2
    one.wait(60 * MINUTE)
    assert done(house, ActKind.REOPEN, one, minutes=3)
    again = one.row
    assert (again.clock.state, again.ended_by, again.graded_at, again.clock.finished_at) == (
        State.RUNNING,
        None,
        None,
        None,
    )
    assert again.clock.base_deadline == row.clock.base_deadline
    assert again.clock.remaining(house.clock.now()) == 3 * MINUTE
    assert one.fates(one.right(3)) == [Fate.TAKEN]
    one.wait(3 * MINUTE + GRACE + SECOND)
    one.sweep()
    assert (one.row.clock.state, one.row.ended_by) == (State.GRADED, "clock")
    assert sum(result["points"] for result in one.results) == 3


def test_a_sitting_is_not_reopened_beside_another_open_one(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    one.finish()
    created(sqlite_house, one.learner)
    (found,) = act(sqlite_house, ActKind.REOPEN, one.name)
    assert "another sitting of the same exam" in found.refused
    assert one.row.clock.state is State.GRADED


def test_results_are_released_once_and_hidden_again_by_reopening(sqlite_house: House) -> None:
    offer(sqlite_house, RELEASED)
    one = graded(sqlite_house)
    assert done(sqlite_house, ActKind.RELEASE, one)
    assert one.row.released_at == sqlite_house.clock.now()
    assert not done(sqlite_house, ActKind.RELEASE, one)
    assert done(sqlite_house, ActKind.REOPEN, one)
    assert one.row.released_at is None


def test_nothing_is_released_that_does_not_wait(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    one.finish()
    assert not done(sqlite_house, ActKind.RELEASE, one)


def test_many_at_once_each_for_itself(house: House) -> None:
    offer(house, RELEASED)
    some = [sat(house, RELEASED) for _ in range(3)]
    over = graded(house)
    found = act(house, ActKind.TIME, *(one.name for one in [*some, over]), "A" * 16, some[0].name)
    assert [one.sitting_id for one in found] == [*(one.name for one in [*some, over]), "A" * 16]
    assert [bool(one.refused) for one in found] == [False, False, False, True, True]
    assert all(one.row.clock.extra == 5 * MINUTE for one in some)


def test_a_form_that_is_sent_twice_is_one_act(sqlite_house: House) -> None:
    offer(sqlite_house)
    one = sat(sqlite_house)
    for _ in range(2):
        (found,) = act(sqlite_house, ActKind.TIME, one.name, act_id="the-same-form")
        assert not found.refused
    assert one.row.clock.extra == 5 * MINUTE
    assert len(recorded(sqlite_house, one)) == 1
    assert len(one.rows(sitting_notices)) == 1


@pytest.mark.parametrize(
    ("raw", "of"),
    [
        (RawAct("", "", "a reason", "x"), "act"),
        (RawAct("delete", "", "a reason", "x"), "act"),
        (RawAct("time", "", "a reason", "x"), "minutes"),
        (RawAct("time", "0", "a reason", "x"), "minutes"),
        (RawAct("time", "601", "a reason", "x"), "minutes"),
        (RawAct("time", "-5", "a reason", "x"), "minutes"),
        (RawAct("reopen", "1.5", "a reason", "x"), "minutes"),
        (RawAct("time", "٣", "a reason", "x"), "minutes"),
        (RawAct("time", "9" * 150, "a reason", "x"), "minutes"),
        (RawAct("end", "", "  \n ", "x"), "reason"),
        (RawAct("end", "", "x" * 501, "x"), "reason"),
    ],
)
def test_what_cannot_be_read_is_said(raw: RawAct, of: str) -> None:
    with pytest.raises(ActFault) as fault:
        read_act(raw, "Ada")
    assert fault.value.of == of


def test_nobody_is_marked(sqlite_house: House) -> None:
    with pytest.raises(ActFault) as fault:
        act(sqlite_house, ActKind.PAUSE)
    assert fault.value.of == "sitting"
