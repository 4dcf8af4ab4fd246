"""Saving in an exam on a real database: what is acknowledged stands, and nothing else changes what stands."""

from dataclasses import replace

import orjson
import pytest
from msgspec import structs

from app.exams.places import Reach
from app.exams.saving import Fate
from app.exams.sitting import State, given_time, paused, resumed
from app.items.exam import Aid, Navigation, Section
from app.items.item import Shape
from app.kit.errors import BadInput, Conflict, NotFound, TooOften
from app.kit.ids import token_hash
from app.services.exams.saving import NOTES, Change
from app.services.guests import HOLDS
from app.store.sitting_saves import Login
from app.store.sittings import put_clock
from app.store.unit import writing
from tests.loops import run
from tests.services.exam_house import LIMIT, SMALL, created, offer, running
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, Sat, sat

CHOICE, NUMBERS, TWO = "weights-row-choice", "weights-row-numbers", "two-facts-about-values"


def put(mine: Sat, change) -> None:  # type: ignore[no-untyped-def]
    """Do to the clock of a sitting what an instructor does."""
    with writing(mine.house.database) as unit:
        put_clock(unit, mine.name, change(mine.row.clock))
        unit.commit()


def test_what_is_acknowledged_stands(on_both: Sat) -> None:
    """The answer, the flag, the lines through options and the time in view are there, with stamp, hash and moment."""
    n = on_both.of(CHOICE)
    on_both.wait(7 * SECOND)
    saved = on_both.send(on_both.pick(n, "2", flagged=True, struck=(4, 1), spent_ms=5400))
    (ack,) = saved.acks
    assert (ack.n, ack.seq, ack.fate, ack.saved_at) == (n, 1, Fate.TAKEN, on_both.house.clock.now())
    assert ack.filled.answered
    assert saved.is_well
    assert (saved.holder, on_both.house.services.exams.saving.remaining(saved.sitting)) == (
        1,
        LIMIT - 7 * SECOND,
    )
    row = on_both.answers[n]
    assert orjson.loads(row["given"]) == {"positions": ["2"], "typed": []}
    assert (row["flagged"], orjson.loads(row["struck"]), row["spent_ms"]) == (True, [1, 4], 5400)
    assert (row["holder"], row["seq"], row["digest"], row["saved_at"]) == (1, 1, ack.digest, ack.saved_at)
    (event,) = on_both.events()
    assert (event["fate"], event["at"]) == ("taken", ack.saved_at)
    assert orjson.loads(event["detail"])["given"] == {"positions": ["2"], "typed": []}
    assert on_both.house.services.exams.presence.last_seen(on_both.name) == on_both.house.clock.now()


def test_every_kind_of_question_is_saved_at_once(mine: Sat) -> None:
    acks = mine.send(*(mine.right(n) for n in range(1, 5))).acks
    assert [ack.fate for ack in acks] == [Fate.TAKEN] * 4
    assert all(ack.filled.answered for ack in acks)
    assert sorted(mine.answers) == [1, 2, 3, 4]


def test_the_same_change_twice_is_one(mine: Sat) -> None:
    """A change that is sent again, or doubled on its way, is acknowledged once more and stored once."""
    change = mine.pick(mine.of(CHOICE), "2")
    first = mine.send(change).acks[0]
    mine.wait(SECOND)
    again = mine.send(change, change).acks
    assert [ack.fate for ack in again] == [Fate.REPEATED] * 2
    assert {ack.saved_at for ack in again} == {first.saved_at}
    assert len(mine.events()) == 1
    assert mine.answers[change.n]["changes"] == 1


def test_a_queue_that_comes_back_in_any_order_ends_with_the_newest(on_both: Sat) -> None:
    n = on_both.of(CHOICE)
    on_both.send(on_both.pick(n, "3", seq=3))
    assert on_both.fates(
        on_both.pick(n, "1", seq=1), on_both.pick(n, "4", seq=4), on_both.pick(n, "2", seq=2)
    ) == [
        Fate.OLDER,
        Fate.TAKEN,
        Fate.OLDER,
    ]
    assert orjson.loads(on_both.answers[n]["given"])["positions"] == ["4"]
    assert on_both.answers[n]["changes"] == 2
    assert [event["fate"] for event in on_both.events()] == ["taken", "older", "taken", "older"]


def test_two_changes_of_one_number_are_no_repetition(mine: Sat) -> None:
    """The second is never told to be saved: it says something else than what stands."""
    n = mine.of(CHOICE)
    mine.send(mine.pick(n, "3", seq=1))
    other = mine.send(mine.pick(n, "2", seq=1))
    assert [ack.fate for ack in other.acks] == [Fate.OLDER]
    assert not other.is_well
    assert other.acks[0].saved_at is None
    assert orjson.loads(mine.answers[n]["given"])["positions"] == ["3"]
    flag = mine.send(mine.pick(n, "3", seq=1, flagged=True))
    assert [ack.fate for ack in flag.acks] == [Fate.OLDER]


def test_b53_a_stale_tab_never_overwrites_a_newer_answer(on_both: Sat) -> None:
    """The tab that was left sends late, with blanks and with a high number: it is told so, and the newer one stands."""
    n = on_both.of(CHOICE)
    on_both.send(on_both.pick(n, "2", seq=5))
    taken = run(on_both.house.services.exams.saving.take_over(on_both.learner, on_both.name))
    assert taken.holder == 2
    assert on_both.fates(on_both.pick(n, "3", seq=1), holder=2) == [Fate.TAKEN]
    stale = on_both.send(Change(n, 900), holder=1)
    assert [ack.fate for ack in stale.acks] == [Fate.OUSTED]
    assert (stale.holder, stale.is_well) == (2, False)
    assert orjson.loads(on_both.answers[n]["given"])["positions"] == ["3"]
    assert [event["fate"] for event in on_both.events()] == ["taken", "taken", "ousted"]
    assert len(on_both.events("taken_over")) == 1


def test_a_holder_that_never_was_changes_nothing(mine: Sat) -> None:
    assert mine.fates(mine.pick(1), holder=7) == [Fate.OUSTED]
    assert mine.answers == {}


def test_nobody_else_saves_into_a_sitting(on_both: Sat) -> None:
    """Another's sitting, one that is missing and a name that cannot be look alike."""
    stranger = on_both.house.guest()
    saving = on_both.house.services.exams.saving
    for learner, name in ((stranger, on_both.name), (on_both.learner, "A" * 16), (on_both.learner, "x\x00")):
        with pytest.raises(NotFound) as told:
            run(saving.save(Login(learner), name, 1, (Change(1, 1),), at=on_both.house.clock.now()))
        assert "belongs to another" in told.value.sentence
        with pytest.raises(NotFound):
            run(saving.take_over(learner, name))
    assert on_both.events() == on_both.events("taken_over") == []


@pytest.mark.parametrize(
    "change",
    [
        Change(9, 1, ("1",)),
        Change(-1, 1, ("1",)),
        Change(1, 1, ("5",)),
        Change(1, 1, (), ("1",) * 20),
        Change(1, 1, ("1", "1")),
        Change(1, 1, struck=(9,)),
        Change(NOTES, 1, ("1",)),
        Change(NOTES, 1, (), ("n" * 20_001,)),
        Change(NOTES, 1, (), ("a", "b")),
    ],
)
def test_what_does_not_fit_the_form_is_refused_whole(mine: Sat, change: Change) -> None:
    """A change that no page sends leaves nothing of its whole batch."""
    with pytest.raises(BadInput, match=r"nothing was saved|were not saved"):
        mine.send(mine.right(2), change)
    assert mine.answers == {}
    assert mine.events() == []


def test_what_cannot_be_read_is_kept_and_said(mine: Sat) -> None:
    n, two = mine.of(NUMBERS), mine.of(TWO)
    typed = Change(n, 1, (), ("0,5O6", "", "x"))
    saved = mine.send(typed, mine.pick(two, "1"))
    number, pick = saved.acks
    assert (number.fate, pick.fate) == (Fate.TAKEN, Fate.TAKEN)
    assert not number.filled.readable
    assert pick.filled.message == "Choose two; one is chosen so far."
    assert orjson.loads(mine.answers[n]["given"])["typed"] == ["0,5O6", "", "x"]


def test_scratch_notes_are_kept_where_the_exam_has_them(sqlite_house: House) -> None:
    offer(sqlite_house)
    with_notes = sat(sqlite_house)
    note = Change(NOTES, 1, (), ("d_k = 4, so the root is 2\nask again",))
    assert with_notes.fates(note) == [Fate.TAKEN]
    assert orjson.loads(with_notes.answers[NOTES]["given"])["typed"] == list(note.typed)
    offer(sqlite_house, replace(SMALL, id="no-notes", aids=frozenset({Aid.CALCULATOR})))
    without = sat(sqlite_house, replace(SMALL, id="no-notes"))
    with pytest.raises(BadInput, match="no scratch notes"):
        without.send(note)


def test_b41_what_arrives_until_the_grace_is_over_counts(mine: Sat) -> None:
    """An answer of the last moments is stored; a microsecond after the grace it is kept as late, and closes the sitting."""
    n = mine.of(CHOICE)
    mine.wait(LIMIT + GRACE)
    assert mine.fates(mine.pick(n, "2")) == [Fate.TAKEN]
    mine.wait(SECOND / 1_000_000)
    late = mine.send(mine.pick(n, "3"))
    assert [ack.fate for ack in late.acks] == [Fate.LATE]
    assert late.sitting.state is State.GRADED
    assert late.sitting.finished_at == mine.row.clock.base_deadline
    assert mine.row.ended_by == "clock"
    assert orjson.loads(mine.answers[n]["given"])["positions"] == ["2"]
    kept = mine.events()[-1]
    assert (kept["fate"], orjson.loads(kept["detail"])["given"]["positions"]) == ("late", ["3"])


def test_b37_b38_a_form_that_was_held_back_changes_nothing(mine: Sat) -> None:
    """A page that was open before the end is sent after the grace: saving, taking over and ending all say that it is over."""
    mine.send(mine.right(1))
    before = mine.answers
    mine.wait(LIMIT + GRACE + SECOND)
    assert mine.fates(mine.pick(mine.of(CHOICE), "1", seq=2)) == [Fate.LATE]
    with pytest.raises(Conflict, match="not running"):
        run(mine.house.services.exams.saving.take_over(mine.learner, mine.name))
    ended = mine.finish()
    assert (ended.state, ended.finished_at) == (State.GRADED, mine.row.clock.base_deadline)
    assert mine.answers == before


def test_b43_after_the_end_no_answer_changes(mine: Sat) -> None:
    mine.send(mine.right(1))
    mine.finish()
    before, results = mine.answers, mine.results
    saved = mine.send(mine.right(2), mine.pick(mine.of(CHOICE), "4", seq=9))
    assert [ack.fate for ack in saved.acks] == [Fate.LATE] * 2
    assert not saved.is_well
    assert (mine.answers, mine.results) == (before, results)
    repeated = mine.send(mine.right(1, seq=1))
    assert [ack.fate for ack in repeated.acks] == [Fate.REPEATED]


def test_before_the_clock_starts_nothing_is_kept(sqlite_house: House) -> None:
    offer(sqlite_house)
    learner = sqlite_house.guest()
    waiting = Sat(sqlite_house, learner, created(sqlite_house, learner))
    assert waiting.fates(Change(1, 1)) == [Fate.WAITING]
    assert (waiting.answers, waiting.events()) == ({}, [])


def test_in_a_pause_changes_wait_and_then_count(mine: Sat) -> None:
    """What was under way when the pause began counts; what comes later waits, and can be sent again afterwards."""
    n = mine.of(CHOICE)
    put(mine, lambda clock: paused(clock, mine.house.clock.now()))
    mine.wait(GRACE)
    assert mine.fates(mine.pick(n, "1", seq=1)) == [Fate.TAKEN]
    mine.wait(SECOND)
    waiting = mine.send(mine.pick(n, "2", seq=2))
    assert [ack.fate for ack in waiting.acks] == [Fate.WAITING]
    assert (waiting.sitting.state, waiting.is_well) == (State.PAUSED, False)
    mine.wait(30 * LIMIT)
    put(mine, lambda clock: resumed(clock, mine.house.clock.now()))
    assert mine.fates(mine.pick(n, "2", seq=2)) == [Fate.TAKEN]


def test_b35_added_time_holds_at_once_and_what_was_late_can_count(mine: Sat) -> None:
    """A change that came too late and is sent again after time was added counts, and the events say so."""
    n = mine.of(CHOICE)
    mine.wait(LIMIT + GRACE / 2)
    put(mine, lambda clock: given_time(clock, 5 * LIMIT / 10))
    assert mine.fates(mine.pick(n, "2", seq=1)) == [Fate.TAKEN]
    mine.wait(4 * LIMIT / 10)
    assert mine.fates(mine.pick(n, "3", seq=2)) == [Fate.TAKEN]
    left = mine.house.services.exams.saving.remaining(mine.send().sitting)
    assert left == LIMIT / 10 - GRACE / 2


def test_nothing_sent_is_a_question_how_it_stands(mine: Sat) -> None:
    saved = mine.send()
    assert (saved.acks, saved.is_well, saved.holder) == ((), True, 1)
    assert mine.events() == []


def test_a_sitting_that_sends_too_often_is_held_up_and_loses_nothing(mine: Sat) -> None:
    mine.paced = True
    n = mine.of(CHOICE)
    for _ in range(20):
        mine.send(mine.pick(n, "1"))
    held_up = mine.pick(n, "2")
    with pytest.raises(TooOften) as told:
        mine.send(held_up)
    assert told.value.wait == 1
    assert mine.answers[n]["seq"] == 20
    other = sat(mine.house)
    other.paced = True
    assert other.fates(other.pick(other.of(CHOICE), "1")) == [Fate.TAKEN]
    mine.wait(SECOND)
    assert mine.fates(held_up) == [Fate.TAKEN]
    assert mine.answers[n]["seq"] == 21


def test_one_save_takes_three_statements(on_both: Sat) -> None:
    """One that reads sitting and standing answer, one for the event, one for the answer, between begin and commit."""
    on_both.send(on_both.right(1))
    change = on_both.right(1)
    heard: list[str] = []
    on_both.house.database.watch(heard.append)
    on_both.send(change)
    expected = ["BEGIN", "SELECT", "INSERT", "INSERT", "COMMIT"]
    if not on_both.house.database.is_sqlite:
        expected.insert(1, "SELECT")
    assert [statement.split()[0] for statement in heard] == expected


def test_b20_where_there_is_no_way_back_a_part_that_was_left_takes_nothing(house: House) -> None:
    """What is sent to a part that was left is kept as late, and nothing can be sent ahead of the part that is open."""
    parts = (Section("Computations", 50, shapes=frozenset({Shape.COMPUTATION})), Section("Rest", 50))
    one_way = replace(SMALL, id="one-way", sections=parts, navigation=Navigation.ONE_WAY)
    offer(house, one_way)
    mine = sat(house, one_way)
    note = Change(NOTES, 1, (), ("a note",))
    showing = house.services.exams.showing
    assert mine.fates(mine.right(2), mine.right(1), mine.right(2), note) == [Fate.TAKEN] * 4
    with pytest.raises(BadInput, match="Question 3 lies in a part that is not open yet"):
        mine.send(mine.right(2, seq=9), mine.right(3, seq=9))
    assert sorted(mine.answers) == [0, 1, 2]
    assert showing.enter_next_part(mine.learner, mine.name) == 3
    assert mine.fates(mine.right(3), mine.right(2)) == [Fate.TAKEN, Fate.LATE]
    assert mine.fates(mine.right(1), structs.replace(note, seq=2), mine.right(4), mine.right(3)) == [
        Fate.LATE,
        Fate.TAKEN,
        Fate.TAKEN,
        Fate.TAKEN,
    ]
    assert mine.fates(mine.right(1, seq=1)) == [Fate.REPEATED]
    assert {n: row["seq"] for n, row in mine.answers.items()} == {0: 2, 1: 1, 2: 2, 3: 2, 4: 1}
    view = run(showing.sitting(mine.learner, mine.name))
    assert [place.reach for place in view.places] == [Reach.CLOSED, Reach.CLOSED, Reach.HERE, Reach.HERE]


def test_what_is_remembered_of_an_answer_is_short_however_much_was_typed(mine: Sat) -> None:
    """Else the memory would fill with what strangers type; what it says of each is still right."""
    n, showing = mine.of(NUMBERS), mine.house.services.exams.showing
    for seq, text in enumerate(("1" * 1_000, "1" * 999 + "2", "1"), 1):
        mine.send(Change(n, seq, (), (text, "2", "3")))
        place = run(showing.sitting(mine.learner, mine.name)).place(n)
        assert place.given == ((), (text, "2", "3"))
        assert ("too long to read" in place.message) is (len(text) > 1)
    assert len(showing._fills) >= 3
    assert max(map(len, showing._fills._records)) < 300


def test_a_login_that_does_not_hold_any_more_saves_nothing(on_both: Sat) -> None:
    """The statement that saves asks whether the token still holds, whatever is remembered of it."""
    guests, saving = on_both.house.services.guests, on_both.house.services.exams.saving
    guest = guests.welcome()
    assert guest.fresh_token
    assert guests.remembered(guest.fresh_token) is None
    guests.find(guest.fresh_token, on_both.house.clock.now())
    remembered = guests.remembered(guest.fresh_token)
    assert remembered == Login(guest.learner_id, token_hash(guest.fresh_token))
    name = running(on_both.house, guest.learner_id)
    moment = on_both.house.clock.now()
    change = Change(1, 1)
    assert run(saving.save(remembered, name, 1, (change,), at=moment)).acks[0].fate is Fate.TAKEN
    for other in (Login(on_both.learner, remembered.token_hash), Login(guest.learner_id, "0" * 64)):
        with pytest.raises(NotFound):
            run(saving.save(other, on_both.name, 1, (change,), at=moment))
    with pytest.raises(NotFound):
        run(saving.save(remembered, name, 1, (Change(1, 2),), at=moment + HOLDS))
