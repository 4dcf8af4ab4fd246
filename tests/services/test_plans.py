"""Plans over a real store: made, practised, changed by what was answered, counted by the learner's own days."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.items.objectives import Blueprint, Domain, Objective
from app.kit.errors import Conflict
from app.practice.choice import PracticeChoice
from app.scheduling.aim import AimFaults, AimTexts
from app.scheduling.memory import State
from app.services.plan_views import PlanView, Stage
from app.services.weights import kept_weights, put_weights
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import CONCEPTS, House

PLANNED = PracticeChoice(state=State.PLAN)
TEN_DAYS = AimTexts("2026-12-11", "30", "UTC")


def view(house: House, learner_id: int) -> PlanView:
    found = house.services.plans.place(learner_id).plan
    assert found is not None
    return found


def planned(house: House, texts: AimTexts = TEN_DAYS) -> int:
    guest = house.guest()
    house.services.plans.save(guest, texts)
    return guest


def answer_all(house: House, learner_id: int, choice: PracticeChoice = PLANNED) -> list[str]:
    """Answer a whole practice right, ten seconds a question; the items in order."""
    practice_id = house.services.practise.start(learner_id, choice)
    items: list[str] = []
    n: int | None = 1
    while n is not None:
        items.append(house.variant(learner_id, practice_id, n).item_id)
        house.clock.move_to(house.clock.now() + timedelta(seconds=10))
        house.answer(learner_id, practice_id, n)
        n = house.services.practise.open_next(learner_id, practice_id)
    return items


def test_there_is_no_plan_before_one_is_made(house: House) -> None:
    guest = house.guest()
    place = house.services.plans.place(guest)
    assert (place.plan, place.zone, place.is_own_zone, place.today) == (None, "UTC", False, NOW.date())
    assert house.services.plans.place(None).plan is None
    assert house.services.practise.home(guest).plan is None
    with pytest.raises(Conflict, match="You have no plan"):
        house.services.practise.start(guest, PLANNED)


def test_a_plan_is_made_looked_at_and_removed(house: House) -> None:
    guest = planned(house)
    found = view(house, guest)
    assert (found.line.exam_day, found.line.stage, found.line.days_left) == (
        date(2026, 12, 11),
        Stage.AHEAD,
        10,
    )
    assert found.minutes == 30
    assert found.today_new == found.line.today == found.questions == 4
    assert len(found.days) == 10
    assert found.days[-1].last == date(2026, 12, 10)
    assert found.left_out == ()
    assert found.change is None
    assert not found.is_measured
    house.services.plans.remove(guest)
    assert house.services.plans.place(guest).plan is None
    assert house.services.plans.place(guest).is_own_zone


def test_faults_are_found_and_not_saved(house: House) -> None:
    faults = house.services.plans.read(AimTexts("2026-11-30", "30", "UTC"))
    assert isinstance(faults, AimFaults)
    assert faults.exam_day
    with pytest.raises(ValueError, match="no plan"):
        house.services.plans.save(house.guest(), AimTexts("", "", ""))
    # In Kiritimati it is tomorrow already, so yesterday's date there is not an exam day any more.
    house.clock.move_to(datetime(2026, 12, 1, 12, tzinfo=UTC))
    assert house.services.plans.read(AimTexts("2026-12-01", "30", "UTC")) is None
    assert house.services.plans.read(AimTexts("2026-12-01", "30", "Pacific/Kiritimati")) is not None


def test_a_practice_of_the_plan_asks_what_is_planned_once_each(house: House) -> None:
    guest = planned(house)
    items = answer_all(house, guest)
    assert len(items) == len(set(items)) == 4
    found = view(house, guest)
    assert found.line.today == 0
    assert found.change is not None
    assert found.change.answered == 4
    assert found.change.more <= -4  # the four that were asked, and reviews that are needed no more
    assert found.change.since == NOW
    assert found.expected.share > found.untouched.share > 0
    with pytest.raises(Conflict, match="nothing more for today"):
        house.services.practise.start(guest, PLANNED)
    house.clock.move_to(NOW + timedelta(days=2))
    assert view(house, guest).days[0].first == date(2026, 12, 3)


def test_few_minutes_leave_questions_out_and_a_practice_fits_them(house: House) -> None:
    guest = planned(house, AimTexts("2026-12-02", "5", "UTC"))
    practice_id = house.services.practise.start(guest, replace(CONCEPTS, scheduled=False))
    house.clock.move_to(house.clock.now() + timedelta(seconds=100))
    house.answer(guest, practice_id, 1)
    found = view(house, guest)
    assert found.spent_minutes == 2  # 100 seconds, and 15 for the explanation
    assert found.line.today == 3  # a concept takes 65 seconds at first, a computation 135
    (out,) = found.left_out
    assert out.count == 1
    assert sum(count for _, count in out.topics) == 1
    assert len(answer_all(house, guest)) == 3


def test_ordinary_practices_mark_the_plan_too_and_stay_as_they_are(house: House) -> None:
    guest = planned(house)
    house.clock.move_to(NOW + timedelta(hours=1))
    answer_all(house, guest, PracticeChoice(length=5))
    change = view(house, guest).change
    assert change is not None
    assert (change.answered, change.since) == (5, NOW + timedelta(hours=1))
    summary_plan = house.services.practise.home(guest).plan
    assert summary_plan is not None
    assert summary_plan.days_left == 10


def test_a_plan_that_has_passed_says_so_and_asks_nothing(house: House) -> None:
    guest = planned(house)
    house.clock.move_to(datetime(2026, 12, 11, 8, tzinfo=UTC))
    assert view(house, guest).line.stage is Stage.TODAY
    assert view(house, guest).days == ()
    house.clock.move_to(datetime(2026, 12, 12, 8, tzinfo=UTC))
    found = view(house, guest)
    assert (found.line.stage, found.line.today, found.days) == (Stage.PASSED, 0, ())
    with pytest.raises(Conflict, match="nothing more for today"):
        house.services.practise.start(guest, PLANNED)


def test_a_plan_that_goes_away_during_a_practice_leaves_the_practice_going(house: House) -> None:
    guest = planned(house)
    practice_id = house.services.practise.start(guest, PLANNED)
    house.services.plans.remove(guest)
    house.answer(guest, practice_id, 1)
    assert house.services.practise.open_next(guest, practice_id) == 2


def test_days_are_the_learners_own(house: House) -> None:
    """At 23:30 in UTC it is tomorrow in Tokyo: what was answered at noon UTC there is of another day."""
    far, here = planned(house, AimTexts("2026-12-11", "30", "Asia/Tokyo")), planned(house)
    house.clock.move_to(datetime(2026, 12, 1, 12, tzinfo=UTC))  # nine in the evening in Tokyo
    for guest in (far, here):
        answer_all(house, guest)
    house.clock.move_to(datetime(2026, 12, 1, 20, tzinfo=UTC))  # five in the morning, a night later
    assert house.services.plans.place(far).today == date(2026, 12, 2)
    assert view(house, far).spent_minutes == 0
    assert view(house, here).spent_minutes > 0
    assert view(house, far).line.days_left == view(house, here).line.days_left - 1 == 9
    due = {guest: house.services.practise.states(guest).due for guest in (far, here)}
    assert due[here] == 0
    assert due[far] > 0  # known questions rest until another day, which has begun there
    house.clock.move_to(datetime(2026, 12, 2, 6, tzinfo=UTC))
    assert house.services.practise.states(here).due > 0


def test_an_objective_weighs_what_its_domain_says_shared_by_its_objectives(house: House) -> None:
    objectives = (Objective("1.2", "Describe."), Objective("1.3", "Develop."))
    blueprint = Blueprint("X", (Domain(1, "One", 6, objectives),), "source", "2026-11-29")
    with writing(house.database) as unit:
        put_weights(unit, blueprint)
        unit.commit()
    with reading(house.database) as unit:
        assert {number: one.weight for number, one in kept_weights(unit).items()} == {"1.2": 3.0, "1.3": 3.0}
    found = view(house, planned(house))
    assert found.of_objectives == 2
