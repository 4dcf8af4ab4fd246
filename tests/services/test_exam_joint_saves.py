"""Saves that wait together: those of different sittings share their statements, and each comes to what it would alone."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from app.exams.saving import Fate
from app.exams.sitting import given_time, paused
from app.kit.errors import NotFound
from app.kit.ids import token_hash
from app.services.exams.saving import Change, Saved
from app.store.answers import Answers
from app.store.sitting_saves import Login
from app.store.sittings import put_clock
from app.store.unit import writing
from tests.loops import run
from tests.services.exam_house import LIMIT, offer, running
from tests.services.house import House
from tests.services.sat import GRACE, SECOND, Sat


@dataclass
class One(Sat):
    """A candidate who is known by a cookie, as whoever saves by script is."""

    token: str = ""

    def saving(self, *changes: Change, holder: int = 1, token: str = "") -> Coroutine[Any, Any, Saved]:
        login = Login(self.learner, token_hash(token or self.token))
        saving = self.house.services.exams.saving
        return saving.save(login, self.name, holder, changes, at=self.house.clock.now())

    def put(self, change: Any) -> None:
        """Do to the clock of the sitting what an instructor does."""
        with writing(self.house.database) as unit:
            put_clock(unit, self.name, change(self.row.clock))
            unit.commit()


def class_of(house: House, count: int) -> list[One]:
    offer(house)
    guests = [house.services.guests.welcome() for _ in range(count)]
    return [
        One(house, guest.learner_id, running(house, guest.learner_id), token=guest.fresh_token or "")
        for guest in guests
    ]


def together(house: House, *acts: Coroutine[Any, Any, Saved]) -> list[Any]:
    """What comes of saves that make one group: the fates of each, or its error."""

    def nothing(_answers: Answers) -> None:
        """An act that occupies the thread."""

    async def send() -> list[Any]:
        with house.database.write_lock:
            first = asyncio.ensure_future(house.services.writer.write(nothing))
            await asyncio.sleep(0.05)
            tasks = [asyncio.ensure_future(act) for act in acts]
            await asyncio.sleep(0.05)
        await first
        return await asyncio.gather(*tasks, return_exceptions=True)

    return [[ack.fate for ack in one.acks] if isinstance(one, Saved) else one for one in run(send())]


def test_saves_of_different_sittings_share_their_statements(sqlite_house: House) -> None:
    class_ = class_of(sqlite_house, 8)
    for n in (1, 2):  # from then on the questions are remembered, and saving alone sends statements
        together(sqlite_house, *(one.saving(one.right(n)) for one in class_))
    saves = [one.saving(one.right(1 + place % 2)) for place, one in enumerate(class_)]
    heard: list[str] = []
    sqlite_house.database.watch(heard.append)
    fates = together(sqlite_house, *saves)
    assert fates == [[Fate.TAKEN]] * 8
    words = [statement.split()[0] for statement in heard]
    assert words == ["BEGIN", "COMMIT", "BEGIN", "WITH", "INSERT", "INSERT", "COMMIT"]
    for place, one in enumerate(class_):
        row, event = one.answers[1 + place % 2], one.events()[-1]
        assert (row["seq"], row["learner_id"], row["changes"]) == (2, one.learner, 1)
        assert (event["fate"], event["digest"], event["at"]) == ("taken", row["digest"], row["saved_at"])


def test_each_comes_to_what_it_would_alone(sqlite_house: House) -> None:
    """Among those that are taken: repeated, older, of another, without a login, paused, and changes of one sitting in order."""
    house = sqlite_house
    first, second, third, stranger, still, *others = class_of(house, 9)
    run(second.saving(second.right(1, seq=5)))
    still.put(lambda clock: paused(clock, house.clock.now()))
    house.clock.move_to(house.clock.now() + 2 * GRACE)
    many = (first.right(3, seq=4), first.right(4, seq=5))
    found = together(
        house,
        others[0].saving(others[0].right(1)),
        first.saving(first.right(1, seq=2)),
        second.saving(second.right(1, seq=5)),
        third.saving(third.right(1), token="x" * 43),
        One(house, stranger.learner, third.name, token=stranger.token).saving(third.right(1)),
        still.saving(still.right(1)),
        first.saving(first.right(1, seq=1)),
        first.saving(first.right(2, seq=3)),
        second.saving(second.right(1, seq=4)),
        others[1].saving(others[1].right(2)),
        first.saving(*many),
        others[2].saving(others[2].right(2), holder=7),
    )
    assert [
        str(one) if isinstance(one, Exception) else one for one in found if not isinstance(one, NotFound)
    ] == [
        [Fate.TAKEN],
        [Fate.TAKEN],
        [Fate.REPEATED],
        [Fate.WAITING],
        [Fate.OLDER],
        [Fate.TAKEN],
        [Fate.OLDER],
        [Fate.TAKEN],
        [Fate.TAKEN, Fate.TAKEN],
        [Fate.OUSTED],
    ]
    assert [place for place, one in enumerate(found) if isinstance(one, NotFound)] == [3, 4]
    assert {n: row["seq"] for n, row in first.answers.items()} == {1: 2, 2: 3, 3: 4, 4: 5}
    assert [event["seq"] for event in first.events()] == [2, 1, 3, 4, 5]
    assert (second.answers[1]["seq"], third.answers, still.answers, others[2].answers) == (5, {}, {}, {})


def test_nobody_saves_before_a_take_over_that_came_first(sqlite_house: House) -> None:
    mine, other, third = class_of(sqlite_house, 3)
    saving = sqlite_house.services.exams.saving
    found = together(
        sqlite_house,
        other.saving(other.right(1)),
        mine.saving(mine.right(1)),
        saving.take_over(mine.learner, mine.name),
        mine.saving(mine.right(2)),
        third.saving(third.right(1)),
    )
    assert found == [[Fate.TAKEN], [Fate.TAKEN], [], [Fate.OUSTED], [Fate.TAKEN]]
    assert set(mine.answers) == {1}


def test_what_was_late_and_counts_by_added_time_is_appended_once(house: House) -> None:
    """The group finds its event there already: then each save is carried out by itself."""
    mine, other = class_of(house, 2)
    change = mine.right(1)
    moment = house.clock.now() + LIMIT + GRACE + SECOND
    with house.services.exams.saving.arrived(mine.name):  # which keeps the sitting open
        house.clock.move_to(moment)
        assert together(house, mine.saving(change)) == [[Fate.LATE]]
    for one in (mine, other):
        one.put(lambda clock: given_time(clock, LIMIT))
    assert together(house, other.saving(other.right(1)), mine.saving(change)) == [[Fate.TAKEN], [Fate.TAKEN]]
    assert [event["fate"] for event in mine.events()] == ["late"]
    assert (len(mine.events("counted")), len(other.events()), mine.answers[1]["seq"]) == (1, 1, 1)


def test_time_that_is_up_ends_each_sitting_among_others(house: House) -> None:
    mine, other = class_of(house, 2)
    other.put(lambda clock: given_time(clock, LIMIT))
    mine.wait(LIMIT + GRACE + SECOND)
    found = together(house, other.saving(other.right(1)), mine.saving(mine.right(1)))
    assert found == [[Fate.TAKEN], [Fate.LATE]]
    assert (mine.row.clock.state.value, other.row.clock.state.value) == ("graded", "running")
