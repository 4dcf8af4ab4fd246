"""The end of a sitting: one way for everybody, never later than the deadline, and graded exactly once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import orjson
import pytest
from sqlalchemy import insert

from app.exams.saving import Fate
from app.exams.sitting import State, paused, reopened
from app.kit.errors import Conflict, NotFound
from app.services.exams.finishing import By
from app.services.exams.saving import Change
from app.services.records import result_of
from app.store.exams import exam_rulings
from app.store.sitting_grades import ungraded
from app.store.sitting_saves import Login
from app.store.sittings import put_clock
from app.store.unit import reading, writing
from tests.loops import run
from tests.services.exam_house import COUNT, LIMIT, created, offer
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, Sat, sat, wrong_position

CHOICE, NUMBERS, TWO = "weights-row-choice", "weights-row-numbers", "two-facts-about-values"


def points(mine: Sat) -> dict[int, float]:
    return {row["n"]: row["points"] for row in mine.results}


def test_the_button_ends_a_sitting_now_and_it_is_graded(on_both: Sat) -> None:
    on_both.send(*(on_both.right(n) for n in range(1, COUNT + 1)))
    on_both.wait(timedelta(minutes=3))
    ended = on_both.finish()
    assert (ended.state, ended.finished_at) == (State.GRADED, on_both.house.clock.now())
    assert (on_both.row.ended_by, on_both.row.graded_at) == ("candidate", on_both.house.clock.now())
    assert points(on_both) == dict.fromkeys(range(1, COUNT + 1), 1.0)
    assert [len(on_both.events(what)) for what in ("finished", "graded")] == [1, 1]


def test_b62_ending_again_changes_nothing(on_both: Sat) -> None:
    """Back and the button once more, the sweeper, a reader and an instructor: one end, one grade."""
    on_both.send(on_both.right(1))
    ended = on_both.finish()
    rows, results = on_both.row, on_both.results
    on_both.wait(LIMIT * 2)
    finishing = on_both.house.services.exams.finishing
    assert on_both.finish() == ended
    on_both.sweep()
    assert finishing.seen(on_both.name, on_both.row.clock) == ended
    assert run(finishing.finish(on_both.name, None, by=By.INSTRUCTOR)) == ended
    assert (on_both.row, on_both.results) == (rows, results)
    assert [len(on_both.events(what)) for what in ("finished", "graded")] == [1, 1]


def test_b40_whoever_closes_it_however_late_the_end_is_the_deadline(house: House) -> None:
    """The sweeper ten minutes later, a reader, a late save, the button: all come to one result."""
    offer(house)
    by_sweep, by_reader, by_save, by_button = (sat(house) for _ in range(4))
    deadline = by_sweep.row.clock.base_deadline
    by_sweep.wait(LIMIT + GRACE + timedelta(minutes=10))
    finishing = house.services.exams.finishing
    assert finishing.seen(by_reader.name, by_reader.row.clock).state is State.GRADED
    by_save.send(by_save.right(1))
    by_button.finish()
    by_sweep.sweep()
    for one in (by_sweep, by_reader, by_save, by_button):
        assert (one.row.clock.state, one.row.clock.finished_at) == (State.GRADED, deadline)
        assert one.row.ended_by == "clock"
        assert points(one) == dict.fromkeys(range(1, COUNT + 1), 0.0)


def test_an_end_in_the_grace_is_a_submission_at_the_deadline(mine: Sat) -> None:
    mine.wait(LIMIT + GRACE)
    mine.sweep()
    assert mine.row.clock.state is State.RUNNING
    ended = mine.finish()
    assert ended.finished_at == mine.row.clock.base_deadline
    assert mine.row.ended_by == "candidate"


def test_a_sitting_with_time_left_is_left_alone(mine: Sat) -> None:
    finishing = mine.house.services.exams.finishing
    mine.wait(LIMIT)
    mine.sweep()
    assert finishing.seen(mine.name, mine.row.clock) == mine.row.clock
    assert run(finishing.seen_soon(mine.name, mine.row.clock)) == mine.row.clock
    assert run(finishing.finish(mine.name, None, by=By.CLOCK)).state is State.RUNNING
    assert mine.events("finished") == []


def test_a_pause_stops_the_clock_for_the_sweeper_too(mine: Sat) -> None:
    with writing(mine.house.database) as unit:
        put_clock(unit, mine.name, paused(mine.row.clock, mine.house.clock.now()))
        unit.commit()
    mine.wait(LIMIT * 5)
    mine.sweep()
    assert mine.row.clock.state is State.PAUSED
    stopped_at = mine.row.clock.paused_since
    ended = mine.finish()
    assert ended.finished_at == mine.house.clock.now()
    assert ended.paused == mine.house.clock.now() - stopped_at


def test_nobody_else_ends_a_sitting_and_none_ends_before_it_begins(mine: Sat) -> None:
    finishing = mine.house.services.exams.finishing
    for name in (mine.name, "A" * 16):
        with pytest.raises(NotFound):
            run(finishing.finish(name, mine.house.guest()))
    learner = mine.house.guest()
    with pytest.raises(Conflict, match="has not begun"):
        run(finishing.finish(created(mine.house, learner), learner))
    assert mine.row.clock.state is State.RUNNING


def test_b44_time_runs_out_over_blank_partial_and_unreadable_answers(mine: Sat) -> None:
    """Nothing given, too few options, and letters for numbers: graded as unanswered, and the rest as it is."""
    numbers, two, choice = mine.of(NUMBERS), mine.of(TWO), mine.of(CHOICE)
    mine.send(
        Change(numbers, 1, (), ("0.5O6", "\N{SUPERSCRIPT TWO}", "1e999999")),
        mine.pick(two, "1"),
        mine.pick(choice, wrong_position(mine.variant(choice))),
    )
    mine.wait(LIMIT + GRACE + SECOND)
    mine.sweep()
    assert mine.row.clock.state is State.GRADED
    assert set(points(mine).values()) == {0.0}
    answered = {row["n"]: row["answered"] for row in mine.results}
    assert [n for n, found in answered.items() if found] == [choice]
    judged = {row["n"]: result_of(row["points"], row["correct"], row["judged"]) for row in mine.results}
    assert judged[choice].diagnosis.candidates
    assert not judged[two].diagnosis.candidates


def test_an_answer_that_was_taken_back_is_no_answer(mine: Sat) -> None:
    n = mine.of(CHOICE)
    mine.send(mine.right(n))
    mine.send(Change(n, mine.next_seq(n)))
    mine.finish()
    assert {row["n"]: row["answered"] for row in mine.results} == dict.fromkeys(range(1, COUNT + 1), False)


def test_notes_and_flags_earn_nothing(mine: Sat) -> None:
    mine.send(Change(0, 1, (), ("0.506",)), Change(1, 1, flagged=True, struck=()))
    mine.finish()
    assert points(mine) == dict.fromkeys(range(1, COUNT + 1), 0.0)


def test_what_a_crash_left_ungraded_is_graded_by_the_sweeper(on_both: Sat) -> None:
    """The end is stored, and the server dies before it grades: the next sweep grades it, once."""
    on_both.send(on_both.right(1))
    finishing = on_both.house.services.exams.finishing
    now = on_both.house.clock.now()
    from_button = finishing.act(on_both.name, on_both.learner, By.CANDIDATE)
    run(on_both.house.services.writer.write(from_button.save))
    assert (on_both.row.clock.state, on_both.results) == (State.SUBMITTED, [])
    on_both.wait(timedelta(hours=1))
    on_both.sweep()
    on_both.sweep()
    assert (on_both.row.clock.state, on_both.row.clock.finished_at) == (State.GRADED, now)
    assert points(on_both)[1] == 1.0
    assert len(on_both.events("graded")) == 1
    with reading(on_both.house.database) as unit:
        assert ungraded(unit) == []


def test_a_reopened_sitting_goes_on_and_is_graded_anew(on_both: Sat) -> None:
    on_both.send(on_both.right(1))
    on_both.finish()
    on_both.wait(LIMIT)
    with writing(on_both.house.database) as unit:
        put_clock(unit, on_both.name, reopened(on_both.row.clock, on_both.house.clock.now(), LIMIT / 2))
        unit.commit()
    on_both.send(on_both.right(2))
    assert points(on_both) == {1: 1.0} | dict.fromkeys(range(2, COUNT + 1), 0.0)
    on_both.wait(LIMIT / 2 + GRACE + SECOND)
    on_both.sweep()
    assert [points(on_both)[n] for n in (1, 2)] == [1.0, 1.0]
    assert len(on_both.results) == COUNT
    assert [len(on_both.events(what)) for what in ("finished", "graded")] == [2, 2]


@pytest.mark.parametrize("what", ["drop", "full", "accept"])
def test_a_ruling_in_force_is_applied_when_a_sitting_is_graded(mine: Sat, what: str) -> None:
    """A withdrawn one is not, and neither is one on another question."""
    n = mine.of(CHOICE)
    rule(mine, CHOICE, "full", withdrawn=True)
    rule(mine, TWO, "full")
    number = rule(mine, CHOICE, what, accepted=("no-scale",))
    mine.send(mine.pick(n, "2"))
    mine.finish()
    row = next(row for row in mine.results if row["n"] == n)
    expected = {"drop": (0.0, False), "full": (1.0, False), "accept": (1.0, True)}
    assert (row["points"], row["correct"]) == expected[what]
    assert row["ruling_id"] == number
    assert orjson.loads(row["judged"])["candidates"] == [["no-scale"]]
    other = next(row for row in mine.results if row["n"] == mine.of(TWO))
    assert (other["points"], other["answered"]) == (1.0, False)


def rule(
    mine: Sat, item_id: str, what: str, *, accepted: tuple[str, ...] = (), withdrawn: bool = False
) -> int:
    """Do what an instructor does who rules on a question; the ruling's number."""
    now = mine.house.clock.now()
    statement = insert(exam_rulings).values(
        item_id=item_id,
        what=what,
        accepted=orjson.dumps(accepted).decode(),
        reason="for the test",
        actor="instructor link: T",
        at=now,
        withdrawn_at=now if withdrawn else None,
    )
    with writing(mine.house.database) as unit:
        number = unit.connection.scalar(statement.returning(exam_rulings.c.id))
        unit.commit()
    return int(number)


def test_c08_nobody_closes_a_sitting_over_a_change_that_arrived_in_time(mine: Sat) -> None:
    """It arrives in the last moment of the grace; before it is on the disk the clock runs on and everybody wants to close."""
    saving, finishing = mine.house.services.exams.saving, mine.house.services.exams.finishing
    change = mine.right(1)
    mine.wait(LIMIT + GRACE)
    with saving.arrived(mine.name) as at:
        mine.wait(SECOND)
        mine.sweep()
        assert finishing.seen(mine.name, mine.row.clock).state is State.RUNNING
        saved = run(saving.save(Login(mine.learner), mine.name, 1, (change,), at=at))
        assert [ack.fate for ack in saved.acks] == [Fate.TAKEN]
    mine.sweep()
    assert (mine.row.clock.state, mine.row.ended_by) == (State.GRADED, "clock")
    assert points(mine)[1] == 1.0


def test_c08_a_change_that_arrives_after_the_grace_holds_nobody_up(mine: Sat) -> None:
    mine.wait(LIMIT + GRACE + SECOND)
    with mine.house.services.exams.saving.arrived(mine.name):
        mine.sweep()
    assert mine.row.clock.state is State.GRADED


def test_the_button_waits_for_what_is_under_way(mine: Sat) -> None:
    """Pressed after the grace, while a change of the last moment is on its way: the end comes once that is saved."""
    mine.wait(LIMIT + GRACE)
    saving = mine.house.services.exams.saving
    pressed = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        with saving.arrived(mine.name) as at:
            mine.wait(SECOND)
            ending = pool.submit(lambda: (pressed.set(), mine.finish())[1])
            assert pressed.wait(10)
            run(saving.save(Login(mine.learner), mine.name, 1, (mine.right(1),), at=at))
        ended = ending.result(timeout=10)
    assert (ended.state, ended.finished_at) == (State.GRADED, mine.row.clock.base_deadline)
    assert points(mine)[1] == 1.0
