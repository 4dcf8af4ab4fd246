"""The laws of a plan: its steps are the library's, more minutes never plan less, and nothing comes on the exam day."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from fsrs import Card, Rating
from fsrs import State as Phase
from hypothesis import given, settings
from hypothesis import strategies as st

from app.scheduling.days import IN_UTC, days_in
from app.scheduling.memory import SCHEDULER, remember
from app.scheduling.own_model import Foreseen, OwnModel, own_model
from app.scheduling.paces import COMPUTED_SECONDS, CONCEPT_SECONDS, READING, Paces, paces
from app.scheduling.plan import (
    WORTH,
    Outlook,
    Prospect,
    expectation,
    fitting,
    make_plan,
    prior_of,
    ranked,
    viewpoint,
)
from app.scheduling.rating import Event
from app.scheduling.steps import Held, expected, held_of, recall_on, step

TODAY = 740_000
MOMENT = datetime(2026, 12, 1, 9, tzinfo=UTC)

helds = st.one_of(
    st.none(),
    st.builds(
        Held,
        st.sampled_from([0.21, 1.3, 2.3, 8.3, 25.0, 90.0]),
        st.sampled_from([1.0, 2.1, 5.0, 9.5]),
        st.integers(TODAY - 40, TODAY),
    ),
)


@st.composite
def prospects(draw: st.DrawFn) -> list[Prospect]:
    count = draw(st.integers(1, 30))
    return [
        Prospect(
            f"f{place:02}",
            draw(st.sampled_from(["1.2", "4.6"])),
            draw(st.sampled_from([1.0, 2.5])),
            draw(st.sampled_from([65.0, 135.0])),
            draw(st.sampled_from([0.1, 0.4, 0.8, 0.95])),
            draw(helds),
        )
        for place in range(count)
    ]


def fresh(count: int) -> list[Prospect]:
    return [Prospect(f"f{place:03}", "1.2", 1.0, 60.0, 0.4) for place in range(count)]


def test_a_step_is_what_the_library_says() -> None:
    """By the library's own cards: recall now, recall later, and the mean of what follows from Good and from Again."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    card = Card(1, Phase.Review, None, 2.3, 4.0, start, start)
    now, later = start + timedelta(days=5), start + timedelta(days=17)
    known = SCHEDULER.get_card_retrievability(card, now)
    good, again = (SCHEDULER.review_card(card, one, now)[0] for one in (Rating.Good, Rating.Again))
    after = known * SCHEDULER.get_card_retrievability(good, later)
    after += (1 - known) * SCHEDULER.get_card_retrievability(again, later)
    found = step(Held(2.3, 4.0, TODAY - 5), TODAY, TODAY + 12, prior=0.0)
    assert found.known == pytest.approx(known)
    assert found.without == pytest.approx(SCHEDULER.get_card_retrievability(card, later))
    assert found.after == pytest.approx(after, abs=0.003)  # stabilities are taken to two digits
    assert found.right == (good.stability, good.difficulty)
    assert found.wrong == (again.stability, again.difficulty)
    with pytest.raises(ValueError, match="later day"):
        step(None, TODAY, TODAY, prior=0.5)


def test_a_first_answer_begins_where_the_library_begins() -> None:
    found = step(None, TODAY, TODAY + 3, prior=0.4)
    good = remember(None, Event(True), MOMENT).plan
    assert found.right == (good.stability, good.difficulty)
    assert (found.known, found.without) == (0.4, 0.4)
    between = expected(found, TODAY)
    assert found.wrong[0] < between.stability < found.right[0]
    assert expected(found, TODAY, faster=3.0).stability < between.stability


def test_days_between_answers_are_the_learners_own() -> None:
    late = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
    memory = remember(None, Event(True), late)
    assert held_of(memory, IN_UTC).last + 1 == held_of(memory, days_in("Asia/Tokyo")).last
    assert recall_on(held_of(memory, IN_UTC), held_of(memory, IN_UTC).last) == 1.0


@given(bank=prospects(), ahead=st.integers(1, 60), minutes=st.integers(5, 239), more=st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_more_minutes_never_plan_fewer_items(
    bank: list[Prospect], ahead: int, minutes: int, more: int
) -> None:
    less = make_plan(bank, Outlook(TODAY, TODAY + ahead, minutes))
    longer = make_plan(bank, Outlook(TODAY, TODAY + ahead, minutes + more))
    assert len(longer.first_day) >= len(less.first_day)
    assert len(longer.left_out) <= len(less.left_out)


@given(bank=prospects(), ahead=st.integers(-5, 400), minutes=st.integers(5, 240))
@settings(max_examples=60, deadline=None)
def test_nothing_comes_on_the_exam_day_or_after_it(bank: list[Prospect], ahead: int, minutes: int) -> None:
    plan = make_plan(bank, Outlook(TODAY, TODAY + ahead, minutes))
    assert all(day.first + day.days <= TODAY + ahead for day in plan.days)
    assert all(TODAY <= day < TODAY + ahead for day in plan.first_day.values())
    assert sum(day.days for day in plan.days) == max(0, ahead)
    assert sorted((*plan.first_day, *plan.left_out, *plan.enough)) == [one.family for one in bank]
    assert plan.expected.low <= plan.expected.share <= plan.expected.high
    if ahead <= 0:
        assert plan.to_come == 0
        assert plan.expected == plan.untouched


@given(bank=prospects(), ahead=st.integers(1, 60), minutes=st.integers(5, 60))
@settings(max_examples=40, deadline=None)
def test_no_day_holds_more_than_its_minutes_and_no_item_twice(
    bank: list[Prospect], ahead: int, minutes: int
) -> None:
    outlook = Outlook(TODAY, TODAY + ahead, minutes, spent=120.0)
    ranks = ranked(bank, outlook)
    assert len({one.family for one, _ in ranks}) == len(ranks)
    assert all(one.held is None or one.held.last < TODAY for one, _ in ranks)
    assert all(found.gain >= WORTH for _, found in ranks)
    for day in make_plan(bank, outlook).days:
        time = outlook.seconds(day.first, day.days)
        assert day.seconds < time + max(one.seconds for one in bank)


def test_the_most_for_its_time_comes_first() -> None:
    cheap, dear = Prospect("a", "1.2", 1.0, 60.0, 0.3), Prospect("b", "1.2", 1.0, 180.0, 0.3)
    heavy, known = replace(cheap, family="c", weight=5.0), replace(cheap, family="d", prior=0.95)
    order = [one.family for one, _ in ranked([dear, known, cheap, heavy], Outlook(TODAY, TODAY + 20, 30))]
    assert order[:3] == ["c", "a", "b"]
    assert order == [
        one.family for one, _ in ranked([heavy, cheap, known, dear], Outlook(TODAY, TODAY + 20, 30))
    ]


def test_an_answer_is_judged_from_the_middle_of_the_time_that_is_left() -> None:
    assert [viewpoint(0, exam) for exam in (1, 2, 3, 20)] == [1, 1, 2, 10]


def test_what_does_not_fit_is_left_out_and_what_wins_nothing_is_enough() -> None:
    solid = [Prospect(f"s{n}", "1.2", 1.0, 60.0, 0.5, Held(3000.0, 2.0, TODAY - 1)) for n in range(3)]
    plan = make_plan([*fresh(200), *solid], Outlook(TODAY, TODAY + 2, 10))
    assert plan.enough == ("s0", "s1", "s2")
    assert len(plan.left_out) == 200 - len(plan.first_day) > 150
    assert plan.days[0].new == 10
    assert plan.expected.share > plan.untouched.share
    everything = make_plan(fresh(5), Outlook(TODAY, TODAY + 30, 240))
    assert everything.left_out == ()
    assert {day.seconds for day in everything.days} != {
        240 * 60.0
    }  # an answer that wins nothing is not planned


def test_time_that_is_used_up_today_plans_nothing_more_today() -> None:
    plan = make_plan(fresh(30), Outlook(TODAY, TODAY + 5, 10, spent=601.0))
    assert plan.days[0].new + plan.days[0].again == 0
    assert plan.days[1].new == 10
    assert fitting([], 100.0) == []


def test_a_far_exam_is_planned_in_blocks_that_cover_every_day() -> None:
    plan = make_plan(fresh(10), Outlook(TODAY, TODAY + 365, 20))
    assert len(plan.days) <= 42
    assert all(one.first + one.days == other.first for one, other in pairwise(plan.days))


def test_the_forecast_is_the_weighted_recall_and_less_sure_with_fewer_answers() -> None:
    held = Held(8.3, 3.0, TODAY - 2)
    bank = [Prospect("a", "1.2", 3.0, 60.0, 0.5, held), Prospect("b", "1.2", 1.0, 60.0, 0.2)]
    outlook = Outlook(TODAY, TODAY + 10, 20)
    found = expectation(bank, outlook)
    assert found.share == pytest.approx((3 * recall_on(held, TODAY + 10) + 0.2) / 4)
    own = replace(outlook, own=OwnModel(2.0, 1.0, 500))
    assert expectation(bank, own).share == pytest.approx((3 * recall_on(held, TODAY + 10) ** 2 + 0.2) / 4)
    many = [replace(one, family=f"{one.family}{n}", prior=0.5) for n in range(50) for one in bank]
    wide, narrow = (
        expectation(many, replace(outlook, own=OwnModel(answers=answers))) for answers in (0, 1000)
    )
    assert narrow.share == wide.share
    assert narrow.high - narrow.low < wide.high - wide.low
    assert expectation([], outlook).share == 0.0


def test_what_is_known_unseen() -> None:
    assert prior_of(0.625, luck=0.25) == pytest.approx(0.5)
    assert prior_of(0.2, luck=0.25) == 0.02
    assert prior_of(0.99, luck=0.0) == 0.95


def test_paces_are_assumed_until_there_are_answers_enough() -> None:
    assert paces({}) == Paces(CONCEPT_SECONDS + READING, COMPUTED_SECONDS + READING, False)
    assert not paces({False: [10.0] * 7}).measured
    found = paces({False: [25.0] * 8, True: [10.0]})
    assert found.measured
    assert found.seconds(computed=False) == 25.0 + READING
    assert found.seconds(computed=True) == COMPUTED_SECONDS / 2 + READING
    assert paces({True: [4000.0] * 9}).seconds(computed=True) == 300.0 + READING
    assert paces({False: [-5.0] * 9}).concept > READING


def test_a_learner_who_forgets_faster_is_found_out() -> None:
    assert own_model([], []) == OwnModel(1.0, 1.0, 0)
    as_said = [Foreseen(0.9, place % 10 != 0) for place in range(200)]
    assert own_model([], as_said).forgetting == pytest.approx(1.0, abs=0.1)
    faster = [Foreseen(0.9, place % 2 == 0) for place in range(400)]
    assert 5.0 < own_model([], faster).forgetting < 6.6  # 0.9 to the power of 6.6 is a half
    assert own_model([Foreseen(0.5, True)] * 100, []).unseen < 0.5
