"""A sitting on a real database under every order of events, beside a model that counts seconds and keeps what stands.

The rules of its clock alone are gone through in `tests/unit/exams/test_sitting.py`; here everything is sent, doubled,
held back and stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import orjson
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.exams.saving import Fate
from app.exams.sitting import OPEN, Sitting, State, given_time, paused, reopened, resumed
from app.items.answer_key import ChoiceAnswer
from app.kit.errors import Conflict
from app.services.exams.saving import Change
from app.store.sittings import put_clock
from app.store.unit import writing
from tests.conftest import GATE
from tests.loops import run
from tests.services.exam_house import COUNT, LIMIT, offer
from tests.services.house import House
from tests.services.sat import GRACE, Sat, sat

NOTHING = timedelta(0)
SPANS = st.sampled_from([1, 5, 6, 30, 30, 300]).map(lambda seconds: timedelta(seconds=seconds))
PICKS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from("1234"), st.booleans()), min_size=1, max_size=4)
EXAMPLES, STEPS = (200, 60) if GATE else (20, 40)


@dataclass(frozen=True)
class Sent:
    """A change as some holder once sent it."""

    holder: int
    change: Change

    @property
    def order(self) -> tuple[int, int]:
        return self.holder, self.change.seq


class Sat1(RuleBasedStateMachine):
    """One candidate, an instructor, and time."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.mine: Sat = sat(house)
        self.choices = [
            n for n in range(1, COUNT + 1) if isinstance(self.mine.variant(n).answer_key.answer, ChoiceAnswer)
        ]
        self.state = State.RUNNING
        self.used, self.whole = NOTHING, LIMIT
        self.stood = NOTHING  # of the present pause
        self.holder, self.seq = 1, 0
        self.sent: list[Sent] = []
        self.stands: dict[int, Sent] = {}
        self.events: dict[Sent, Fate] = {}  # of every change that was kept, and what first became of it
        self.grades = 0

    def _in_time(self) -> bool:
        if self.state is State.PAUSED:
            return self.stood <= GRACE
        return self.state is State.RUNNING and self.used <= self.whole + GRACE

    def _expected(self, sent: Sent) -> Fate:
        there = self.stands.get(sent.change.n)
        if there == sent:
            return Fate.REPEATED
        if self.state is State.PAUSED and not self._in_time():
            return Fate.WAITING
        if not self._in_time():
            return Fate.LATE
        if sent.holder != self.holder:
            return Fate.OUSTED
        return Fate.OLDER if there and sent.order <= there.order else Fate.TAKEN

    def _deliver(self, *batch: Sent) -> None:
        """Send what one holder made, in one request, and hold every fate against the model."""
        saved = self.mine.send(*(one.change for one in batch), holder=batch[0].holder)
        for one, ack in zip(batch, saved.acks, strict=True):
            expected = self._expected(one)
            assert ack.fate is expected
            assert (ack.saved_at is None) is not expected.stands
            if expected not in (Fate.REPEATED, Fate.WAITING):
                self.events.setdefault(one, expected)
            if expected is Fate.TAKEN:
                self.stands[one.change.n] = one
        self._look_at_the_clock()
        assert saved.sitting.state is self.state

    def _look_at_the_clock(self) -> None:
        if self.state is State.RUNNING and self.used > self.whole + GRACE:
            self._over()

    def _over(self) -> None:
        self.state = State.GRADED
        self.grades += 1

    @rule(span=SPANS)
    def time_passes(self, span: timedelta) -> None:
        if self.state is State.RUNNING:
            self.used += span
        if self.state is State.PAUSED:
            self.stood += span
        self.mine.wait(span)

    @rule(picks=PICKS, arrive=st.integers(0, 4))
    def change_something(self, picks: list[tuple[int, str, bool]], arrive: int) -> None:
        """Some changes in one request, of which the tab may hold the last ones back."""
        batch = []
        for place, position, flagged in picks:
            self.seq += 1
            n = self.choices[place]
            batch.append(Sent(self.holder, Change(n, self.seq, (position,), flagged=flagged)))
        self.sent += batch
        if batch[:arrive]:
            self._deliver(*batch[:arrive])

    @precondition(lambda self: bool(self.sent))
    @rule(places=st.lists(st.integers(0, 30), min_size=1, max_size=5))
    def old_requests_arrive(self, places: list[int]) -> None:
        """Once more, or for the first time, in any order: what was sent or held back last, of whichever holder."""
        for place in places:
            self._deliver(self.sent[-1 - place % len(self.sent)])

    @precondition(lambda self: bool(self.stands))
    @rule(data=st.data())
    def one_number_says_two_things(self, data: st.DataObject) -> None:
        """A broken page uses a number again; what stands is not changed by it, and it is never told to be saved."""
        one = self.stands[data.draw(st.sampled_from(sorted(self.stands)))]
        self._deliver(Sent(one.holder, Change(one.change.n, one.change.seq, ("4",), struck=(1,))))

    @rule()
    def take_over(self) -> None:
        saving = self.mine.house.services.exams.saving
        saving.turnstile.__init__(self.mine.house.clock)  # type: ignore[misc]
        open_still = self.state in OPEN and not (
            self.state is State.RUNNING and self.used > self.whole + GRACE
        )
        try:
            taken = run(saving.take_over(self.mine.learner, self.mine.name))
        except Conflict:
            assert not open_still
            return
        assert open_still
        self.holder += 1
        assert taken.holder == self.holder

    @rule(how=st.sampled_from(["button", "sweeper", "reader", "reader"]))
    def somebody_may_close_it(self, how: str) -> None:
        if how == "button":
            self._press_the_button()
            return
        if how == "sweeper":
            self.mine.sweep()
        else:
            self.mine.house.services.exams.finishing.seen(self.mine.name, self.mine.row.clock)
        self._look_at_the_clock()

    def _press_the_button(self) -> None:
        ended = self.mine.finish()
        if self.state in OPEN:
            assert ended.finished_at == self.mine.house.clock.now() - max(self.used - self.whole, NOTHING)
            self._over()
        assert ended.state is State.GRADED

    def _by_instructor(self, change: Callable[[Sitting], Sitting]) -> None:
        with writing(self.mine.house.database) as unit:
            put_clock(unit, self.mine.name, change(self.mine.row.clock))
            unit.commit()

    @rule(more=st.integers(1, 5).map(lambda minutes: timedelta(minutes=minutes)), pause=st.booleans())
    def an_instructor_acts(self, more: timedelta, pause: bool) -> None:
        """Pauses and resumes; adds time, also after the deadline to what nobody has closed yet; re-opens."""
        now = self.mine.house.clock.now()
        if self.state is State.GRADED:
            self._by_instructor(lambda clock: reopened(clock, now, more))
            self.state, self.used, self.whole = State.RUNNING, NOTHING, more
        elif self.state is State.PAUSED:
            self._by_instructor(lambda clock: resumed(clock, now))
            self.state = State.RUNNING
        elif pause and self.used < self.whole:
            self._by_instructor(lambda clock: paused(clock, now))
            self.state, self.stood = State.PAUSED, NOTHING
        else:
            self._by_instructor(lambda clock: given_time(clock, more))
            self.whole += more

    @invariant()
    def what_stands_is_stored(self) -> None:
        stored = {
            n: ((row["holder"], row["seq"]), tuple(orjson.loads(row["given"])["positions"]), row["flagged"])
            for n, row in self.mine.answers.items()
        }
        assert stored == {
            n: (one.order, one.change.positions, one.change.flagged) for n, one in self.stands.items()
        }

    @invariant()
    def nothing_that_happened_is_forgotten(self) -> None:
        """Each change that was kept is one event with what first became of it; one that counts later has another."""
        stored = {
            (
                row["n"],
                row["holder"],
                row["seq"],
                tuple(orjson.loads(row["detail"])["given"]["positions"]),
                row["fate"],
            )
            for row in self.mine.events()
        }
        assert stored == {
            (one.change.n, *one.order, one.change.positions, fate.value) for one, fate in self.events.items()
        }
        counted = {(one["n"], one["holder"], one["seq"]) for one in map(_detail, self.mine.events("counted"))}
        assert counted >= {
            (one.change.n, *one.order) for one in self.stands.values() if self.events[one] is not Fate.TAKEN
        }

    @invariant()
    def the_grade_is_that_of_what_stands(self) -> None:
        """Once per end; right is who chose all right options, whatever else was sent, late or not."""
        row = self.mine.row
        assert row.clock.state is self.state
        assert len(self.mine.events("graded")) == len(self.mine.events("finished")) == self.grades
        if self.state is not State.GRADED:
            return
        deadline = row.clock.deadline(self.mine.house.clock.now())
        assert row.clock.finished_at
        assert deadline
        assert row.clock.finished_at <= deadline
        results = self.mine.results
        assert [one["n"] for one in results] == list(range(1, COUNT + 1))
        for one in results:
            stands = self.stands.get(one["n"])
            answer = self.mine.variant(one["n"]).answer_key.answer
            right = isinstance(answer, ChoiceAnswer) and set(map(str, answer.correct))
            assert one["correct"] is (stands is not None and set(stands.change.positions) == right)


def _detail(event: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(event["detail"])
    return found


def test_a_sitting_under_every_order_of_events(sqlite_house: House) -> None:
    offer(sqlite_house)
    chosen = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, derandomize=True)
    run_state_machine_as_test(lambda: Sat1(sqlite_house), settings=chosen)
