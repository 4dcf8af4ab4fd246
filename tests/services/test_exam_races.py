"""Saving, submitting, sweeping, looking and added time at the same moment, while the clock passes the deadline.

Whatever wins, the sitting ends in one of two legal states: a change counts, or it came too late and does not; what is
graded is what stands.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from app.exams.saving import Fate
from app.exams.sitting import NotNow, State, given_time
from app.services.exams.finishing import By
from app.services.exams.saving import Saved
from app.store.sitting_saves import Login
from app.store.sittings import put_clock, sitting_row
from app.store.unit import writing
from tests.conftest import GATE
from tests.loops import run
from tests.services.exam_house import COUNT, LIMIT, offer
from tests.services.house import House
from tests.services.sat import GRACE, Sat, sat
from tests.services.test_races import race

ROUNDS = 200 if GATE else 20
INSTANT = timedelta(milliseconds=1)
CHOICE = "weights-row-choice"


def saves(mine: Sat, seq: int, told: list[tuple[datetime, Fate]]) -> Callable[[], object]:
    """Send the right answer to the first question as change number `seq`; tells when it arrived and what became of it."""
    saving = mine.house.services.exams.saving
    change = mine.right(1, seq=seq)

    async def act() -> Saved:
        with saving.arrived(mine.name) as at:
            saved = await saving.save(Login(mine.learner), mine.name, 1, (change,), at=at)
        told.append((at, saved.acks[0].fate))
        return saved

    return lambda: run(act())


def adds_time(mine: Sat, given: list[timedelta]) -> Callable[[], object]:
    """What an instructor does; where the sitting is over it is refused."""

    def act() -> None:
        with writing(mine.house.database) as unit:
            row = sitting_row(unit, mine.learner, mine.name)
            assert row
            try:
                put_clock(unit, mine.name, given_time(row.clock, LIMIT))
            except NotNow:
                return
            unit.commit()
            given.append(LIMIT)

    return act


def passes(mine: Sat, until: datetime, *, after: float) -> Callable[[], object]:
    """The clock passes a moment, some milliseconds after everybody set out."""

    def act() -> None:
        time.sleep(after)
        mine.house.clock.move_to(until + INSTANT)

    if after > 0:
        return act
    act()  # it has passed before anybody sets out
    return lambda: None


def is_legal(mine: Sat) -> None:
    """Closed once, at the latest at its deadline, and graded once by what stands."""
    row = mine.row
    deadline = row.clock.deadline(mine.house.clock.now())
    assert row.clock.state is State.GRADED
    assert row.clock.finished_at
    assert deadline
    assert row.clock.finished_at <= deadline
    assert [len(mine.events(what)) for what in ("finished", "graded")] == [1, 1]
    assert {one["n"]: one["points"] for one in mine.results} == {
        n: float(n in mine.answers) for n in range(1, COUNT + 1)
    }


@pytest.mark.parametrize("with_button", [True, False])
def test_c08_save_submit_sweep_and_added_time_at_once(house: House, with_button: bool) -> None:
    """While the grace ends. Without the button, no change that arrived before the end of the grace is refused."""
    offer(house)
    found: Counter[Fate] = Counter()
    for turn in range(ROUNDS // 2):
        mine = sat(house)
        until = mine.row.clock.base_deadline
        assert until
        until += GRACE
        house.clock.move_to(until - INSTANT / 2)
        told: list[tuple[datetime, Fate]] = []
        given: list[timedelta] = []
        clock = mine.row.clock
        acts = [
            saves(mine, 1, told),
            passes(mine, until, after=turn % 10 * 0.001),
            saves(mine, 2, told),
            mine.sweep,
            lambda mine=mine, clock=clock: house.services.exams.finishing.seen(mine.name, clock),
        ]
        if turn % 3:  # an instructor is there too
            acts.append(adds_time(mine, given))
        race(*acts, *([mine.finish] if with_button else []))
        found.update(fate for _, fate in told)
        if not with_button and not given:
            assert all((fate is Fate.LATE) is (at > until) for at, fate in told if fate is not Fate.OLDER)
        stands = [fate for _, fate in told if fate is Fate.TAKEN]
        assert bool(mine.answers) is bool(stands)
        house.clock.move_to(until + 2 * LIMIT)
        mine.sweep()
        is_legal(mine)
    assert found[Fate.LATE]
    assert found[Fate.TAKEN] or with_button  # the button may always have been first


def test_b55_the_end_and_the_answer_race(house: House) -> None:
    """Two tabs: in one the sitting ends, in the other an answer is given."""
    offer(house)
    for _ in range(ROUNDS // 4):
        mine = sat(house)
        told: list[tuple[datetime, Fate]] = []
        race(saves(mine, 1, told), mine.finish, saves(mine, 2, told), mine.finish)
        fates = Counter(fate for _, fate in told)
        assert set(fates) <= {Fate.TAKEN, Fate.OLDER, Fate.LATE}
        assert bool(mine.answers) is bool(fates[Fate.TAKEN])
        is_legal(mine)


def test_b61_many_graders_of_one_sitting_make_one_grade(house: House) -> None:
    """The sum is that of the questions, and no database tells of a deadlock."""
    offer(house)
    for _ in range(ROUNDS // 10):
        mine = sat(house)
        mine.send(mine.right(1), mine.right(2))
        act = house.services.exams.finishing.act
        run(house.services.writer.write(act(mine.name, mine.learner, By.CANDIDATE).save))
        graded = race(*[lambda name=mine.name: house.services.exams.grading.grade(name)] * 8)
        assert {clock.state for clock in graded if clock} == {State.GRADED}
        is_legal(mine)


def test_two_devices_take_over_at_once(house: House) -> None:
    """Each click makes another holder, so that one of them holds the sitting and the other is told."""
    offer(house)
    saving = house.services.exams.saving
    for _ in range(ROUNDS // 10):
        mine = sat(house)
        found = race(*[lambda mine=mine: run(saving.take_over(mine.learner, mine.name)).holder] * 4)
        assert sorted(found) == [2, 3, 4, 5]
        assert mine.row.holder == 5
