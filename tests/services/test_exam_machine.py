"""A sitting on a real database under every order of events, beside a model that counts seconds and keeps what stands.

The rules of its clock alone are gone through in `tests/unit/exams/test_sitting.py`; here everything is sent, doubled,
held back and stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

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
SPANS = st.one_of(st.integers(0, 90), st.just(300), st.sampled_from([5, 6])).map(
    lambda seconds: timedelta(seconds=seconds)
)
EXAMPLES, STEPS = (150, 50) if GATE else (12, 30)


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
        self.events = 0
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

    @rule(data=st.data(), count=st.integers(1, 3))
    def change_something(self, data: st.DataObject, count: int) -> None:
        batch = []
        for _ in range(count):
            self.seq += 1
            n = data.draw(st.sampled_from(self.choices))
            position = data.draw(st.sampled_from("1234"))
            batch.append(
                Sent(self.holder, Change(n, self.seq, (position,), flagged=data.draw(st.booleans())))
            )
        self.sent += batch
        self._deliver(*batch)

    @rule(data=st.data())
    def hold_a_change_back(self, data: st.DataObject) -> None:
        """A tab makes a change that does not reach the server now."""
        self.seq += 1
        n = data.draw(st.sampled_from(self.choices))
        self.sent.append(Sent(self.holder, Change(n, self.seq, ("1",))))

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def an_old_request_arrives(self, data: st.DataObject) -> None:
        """Once more, or for the first time: whatever was sent or held back, of whichever holder."""
        self._deliver(data.draw(st.sampled_from(self.sent)))

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def one_number_says_two_things(self, data: st.DataObject) -> None:
        """A broken page uses a number again; what stands is not changed by it, and it is never told to be saved."""
        one = data.draw(st.sampled_from(self.sent))
        there = self.stands.get(one.change.n)
        if there and there.order == one.order:
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

    @rule()
    def finish(self) -> None:
        ended = self.mine.finish()
        if self.state in OPEN:
            assert ended.finished_at == self.mine.house.clock.now() - max(self.used - self.whole, NOTHING)
            self._over()
        assert ended.state is State.GRADED

    @rule()
    def sweep(self) -> None:
        self.mine.sweep()
        self._look_at_the_clock()

    @rule()
    def somebody_looks(self) -> None:
        self.mine.house.services.exams.finishing.seen(self.mine.name, self.mine.row.clock)
        self._look_at_the_clock()

    def _by_instructor(self, change: Callable[[Sitting], Sitting]) -> None:
        with writing(self.mine.house.database) as unit:
            put_clock(unit, self.mine.name, change(self.mine.row.clock))
            unit.commit()

    @precondition(lambda self: self.state is State.RUNNING and self.used < self.whole)
    @rule()
    def pause(self) -> None:
        self._by_instructor(lambda clock: paused(clock, self.mine.house.clock.now()))
        self.state, self.stood = State.PAUSED, NOTHING

    @precondition(lambda self: self.state is State.PAUSED)
    @rule()
    def resume(self) -> None:
        self._by_instructor(lambda clock: resumed(clock, self.mine.house.clock.now()))
        self.state = State.RUNNING

    @precondition(lambda self: self.state in OPEN)
    @rule(more=st.integers(1, 5).map(lambda minutes: timedelta(minutes=minutes)))
    def add_time(self, more: timedelta) -> None:
        """Also after the deadline: whatever is not yet closed goes on, and what was late can be sent again."""
        self._by_instructor(lambda clock: given_time(clock, more))
        self.whole += more

    @precondition(lambda self: self.state is State.GRADED)
    @rule(more=st.integers(1, 5).map(lambda minutes: timedelta(minutes=minutes)))
    def reopen(self, more: timedelta) -> None:
        self._by_instructor(lambda clock: reopened(clock, self.mine.house.clock.now(), more))
        self.state, self.used, self.whole = State.RUNNING, NOTHING, more

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
        """Every change that stands has its event, and events only grow in number."""
        events = self.mine.events()
        assert len(events) >= self.events
        self.events = len(events)
        taken = {
            (event["n"], event["holder"], event["seq"])
            for event in [*events, *map(_of_counted, self.mine.events("counted"))]
            if event["fate"] == "taken"
        }
        assert {(n, *one.order) for n, one in self.stands.items()} <= taken

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


def _of_counted(event: dict[str, object]) -> dict[str, object]:
    """A change that was late at first, and counted when it was sent again after time was added."""
    detail = orjson.loads(str(event["detail"]))
    return {**event, **detail, "fate": "taken"}


def test_a_sitting_under_every_order_of_events(sqlite_house: House) -> None:
    offer(sqlite_house)
    chosen = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, derandomize=True)
    run_state_machine_as_test(lambda: Sat1(sqlite_house), settings=chosen)
