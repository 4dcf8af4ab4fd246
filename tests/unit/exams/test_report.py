"""What a graded sitting says in all and by part."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.report import Outcome, by_objective, by_section, score_of, slips_of
from app.exams.ruling import Earned, What
from app.items.exam import Exam, PassMark, Section
from app.items.item import Kind, Source

EXAM = Exam(
    id="exam",
    bank="bank",
    title="Exam",
    description="An exam.",
    source=Source("made for tests", "2026-11-30"),
    minutes=10,
    counts=(3,),
    sections=(Section("First", 50), Section("Second", 30), Section("Third", 20)),
    kinds=frozenset(Kind),
    pass_mark=PassMark(70, "unofficial"),
)
RULINGS = st.sampled_from((None, What.DROP, What.FULL, What.ACCEPT))


@st.composite
def outcomes(draw: st.DrawFn) -> list[Outcome]:
    found = []
    for n in range(1, draw(st.integers(1, 30)) + 1):
        ruling = draw(RULINGS)
        points = 1.0 if ruling is What.FULL else draw(st.sampled_from((0.0, 1 / 3, 0.5, 2 / 3, 1.0)))
        earned = Earned(points, points == 1.0, counts=ruling is not What.DROP)
        objective = draw(st.sampled_from(("1.2", "1.10", "4.1")))
        slips = tuple(draw(st.lists(st.sampled_from(("no-scale", "swap", "mask")), unique=True, max_size=2)))
        found.append(Outcome(n, draw(st.integers(0, 2)), objective, earned, True, ruling, slips))
    return found


@given(outcomes())
def test_the_parts_add_up_to_the_whole(found: list[Outcome]) -> None:
    whole = score_of(found, 70)
    for groups in (by_section(EXAM, found), by_objective(found)):
        assert sum(group.asked for group in groups) == len(found)
        assert sum(group.tally.out_of for group in groups) == whole.tally.out_of
        assert sum(group.tally.points for group in groups) == pytest.approx(whole.tally.points)
        assert sum(group.span.count for group in groups) == whole.span.count
        assert all(group.asked for group in groups)


@given(outcomes())
def test_what_is_dropped_or_given_to_all_says_nothing_of_the_true_share(found: list[Outcome]) -> None:
    telling = [one for one in found if one.ruling not in (What.DROP, What.FULL)]
    assert score_of(found, 70).span == score_of(telling, 70).span
    counting = [one for one in found if one.ruling is not What.DROP]
    assert score_of(found, 70).tally == score_of(counting, 70).tally


@given(outcomes(), st.integers(1, 99))
def test_one_more_point_never_loses_the_mark(found: list[Outcome], mark: int) -> None:
    better = [replace(one, earned=replace(one.earned, points=1.0)) for one in found]
    assert score_of(better, mark).reached
    assert score_of(better, mark).reached >= score_of(found, mark).reached


def test_the_mark_is_reached_at_the_very_share() -> None:
    thirds = [Outcome(n, 0, "1.2", Earned(1 / 3, False), True) for n in range(1, 4)]
    seven = [Outcome(n, 0, "1.2", Earned(float(n <= 6), n <= 6), True) for n in range(1, 8)]
    ten = [*seven, *(replace(one, n=one.n + 7) for one in thirds)]
    found = score_of(ten, 70)
    assert found.tally.out_of == 10
    assert found.share == pytest.approx(0.7)
    assert found.reached
    assert found.mark_lies_within
    assert not score_of(ten, 71).reached


def test_objectives_stand_in_the_order_of_their_numbers() -> None:
    found = [Outcome(n, 0, name, Earned(1.0, True), True) for n, name in enumerate(("4.1", "1.10", "1.2"), 1)]
    assert [group.name for group in by_objective(found)] == ["1.2", "1.10", "4.1"]


def test_sections_without_questions_are_left_out() -> None:
    found = [Outcome(1, 2, "1.2", Earned(1.0, True), True), Outcome(2, 0, "1.2", Earned(0.0, False), True)]
    assert [group.name for group in by_section(EXAM, found)] == ["First", "Third"]


@given(outcomes())
def test_every_slip_is_told_with_its_questions(found: list[Outcome]) -> None:
    told = slips_of(found)
    assert sum(len(one.questions) for one in told) == sum(len(one.slips) for one in found)
    assert [len(one.questions) for one in told] == sorted((len(one.questions) for one in told), reverse=True)
    for one in told:
        assert all(one.slug in found[n - 1].slips for n in one.questions)
