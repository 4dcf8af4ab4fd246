"""Feedback at the end: until then nothing that is stored, counted or chosen knows whether an answer was right."""

from datetime import timedelta

import orjson
import pytest

from app.grading.feedback import Verdict
from app.kit.errors import Conflict
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.views import Saved, Stage, SummaryView
from app.store.memories import memories_of
from app.store.own_rows import rows_of
from app.store.own_tables import EXPORTED
from app.store.unit import reading
from tests.databases import NOW
from tests.loops import run
from tests.services.house import House

LATE = PracticeChoice(PracticeKind.CONCEPTS, length=3, late=True)


def _right(summary: SummaryView) -> list[bool | None]:
    """Whether each answer is said to be right; a wrong row of numbers may be so in part."""
    return [None if line.verdict is None else line.verdict is Verdict.RIGHT for line in summary.lines]


def answered(house: House, guest: int, *, right: tuple[bool, ...]) -> str:
    """A practice with late feedback in which so many questions were answered."""
    practice_id = house.services.practise.start(guest, LATE)
    for n, fine in enumerate(right, 1):
        assert house.answer(guest, practice_id, n, right=fine) == Saved(practice_id, n, Stage.SEALED)
        house.clock.move_to(house.clock.now() + timedelta(seconds=40))
        house.services.practise.open_next(guest, practice_id)
    return practice_id


def test_an_answer_waits_ungraded(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = answered(house, guest, right=(True, False))
    with reading(house.database) as unit:
        rows = {name: rows_of(unit, table, guest) for name, table in EXPORTED.items()}
    assert [one["hint"] for one in rows["tries"]] == [None, None]
    assert (rows["responses"], rows["slips"], rows["memories"]) == ([], [], [])
    view = practise.item(guest, practice_id, 1)
    assert (view.sealed, view.is_open, view.tried) == (True, False, None)
    assert view.kept[0]
    with pytest.raises(Conflict):
        practise.feedback(guest, practice_id, 1)
    summary = practise.summary(guest, practice_id)
    assert (summary.veiled, summary.answered, summary.right, summary.finished) == (True, 2, 0, False)
    assert house.services.overview.progress(guest).answered == 0
    (line,) = house.services.overview.progress(guest).practices
    assert (line.veiled, line.answered, line.right, line.open_n) == (True, 2, 0, 3)


def test_the_first_answer_stays(house: House) -> None:
    guest = house.guest()
    practice_id = answered(house, guest, right=(True,))
    given = house.services.practise.item(guest, practice_id, 1).kept
    assert house.answer(guest, practice_id, 1, right=False) == Saved(practice_id, 1, Stage.SEALED)
    assert house.services.practise.item(guest, practice_id, 1).kept == given


def test_at_the_end_everything_counts_as_when_it_was_given(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = answered(house, guest, right=(True, False, True))
    assert practise.open_next(guest, practice_id) is None
    assert practise.summary(guest, practice_id).veiled  # the last answer alone opens nothing
    run(practise.finish(guest, practice_id))
    summary = practise.summary(guest, practice_id)
    assert (summary.finished, summary.right, summary.answered) == (True, 2, 3)
    assert _right(summary) == [True, False, True]
    for n in (1, 2, 3):
        assert practise.feedback(guest, practice_id, n).feedback.verdict in ("right", "wrong", "partly")
    assert practise.feedback(guest, practice_id, 3).finished
    with reading(house.database) as unit:
        remembered = memories_of(unit, guest)
        moments = [row["received_at"] for row in rows_of(unit, EXPORTED["responses"], guest)]
    assert moments == [NOW + timedelta(seconds=40 * turn) for turn in range(3)]
    assert sum(memory.seen for memory in remembered.values()) == 3
    assert max(memory.last_at for memory in remembered.values()) == moments[-1]


def test_ended_early_the_rest_is_not_asked(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = answered(house, guest, right=(False,))
    run(practise.finish(guest, practice_id, by_learner=True))
    summary = practise.summary(guest, practice_id)
    assert (summary.finished, summary.closed, summary.answered) == (True, True, 1)
    assert _right(summary) == [False, None]
    assert practise.open_next(guest, practice_id) is None
    assert practise.home(guest).continue_at is None


def test_an_unscheduled_practice_leaves_memory_alone(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    practice_id = practise.start(guest, PracticeChoice(PracticeKind.CONCEPTS, late=True, scheduled=False))
    house.answer(guest, practice_id, 1)
    run(practise.finish(guest, practice_id, by_learner=True))
    assert practise.feedback(guest, practice_id, 1)
    with reading(house.database) as unit:
        assert memories_of(unit, guest) == {}


def test_a_closed_practice_is_not_made_longer(house: House) -> None:
    guest = house.guest()
    practise = house.services.practise
    choice = PracticeChoice(PracticeKind.COMPUTATIONS, late=True)
    practice_id = practise.start(guest, choice)
    house.answer(guest, practice_id, 1)
    run(practise.finish(guest, practice_id, by_learner=True))
    assert not practise.feedback(guest, practice_id, 1).has_siblings
    with pytest.raises(Conflict, match="was ended"):
        practise.again(guest, practice_id, 1)


def test_what_waits_goes_along_to_another_device(house: House) -> None:
    old, new = house.guest(), house.guest()
    answered(house, old, right=(True, False))
    house.clock.move_to(house.clock.now() + timedelta(hours=1))
    file = orjson.loads(house.services.own_data.export.as_json(old).content)
    assert {"correct", "points", "judged"}.isdisjoint(file["tries"][0])
    for _ in range(2):
        house.services.own_data.imports.take_in(new, orjson.dumps(file))
        (line,) = house.services.overview.progress(new).practices
        assert (line.veiled, line.answered) == (True, 2)
    run(house.services.practise.finish(new, line.practice_id, by_learner=True))
    assert _right(house.services.practise.summary(new, line.practice_id)) == [True, False, None]
