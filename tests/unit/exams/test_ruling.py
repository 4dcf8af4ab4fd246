"""Rulings on a question: what they do to its points, to the whole, and to passing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.ruling import Chosen, Earned, Move, Ruling, Tally, What, move, ruled, tally

OPTIONS = ("a", "b", "c", "d", "e")
NAMES = st.frozensets(st.sampled_from(OPTIONS))
EARNED = st.builds(Earned, st.sampled_from([0.0, 0.2, 1 / 3, 0.5, 1.0]), st.booleans())
CHOSEN = st.builds(Chosen, NAMES.filter(bool), st.booleans())
RULINGS = st.one_of(
    st.none(),
    st.sampled_from([Ruling(What.DROP), Ruling(What.FULL)]),
    st.builds(Ruling, st.just(What.ACCEPT), NAMES),
)


@given(EARNED, RULINGS, st.none() | CHOSEN)
def test_points_stay_in_their_range_and_only_a_drop_takes_a_question_out(
    earned: Earned, ruling: Ruling | None, chosen: Chosen | None
) -> None:
    after = ruled(earned, ruling, chosen)
    assert 0.0 <= after.points <= 1.0
    assert after.counts == (ruling is None or ruling.what is not What.DROP)
    if ruling is None:
        assert after == earned
    elif ruling.what is What.DROP:
        assert (after.points, after.correct) == (earned.points, earned.correct)
    elif ruling.what is What.FULL:
        assert (after.points, after.correct) == (1.0, earned.correct)


@given(EARNED, CHOSEN, NAMES)
def test_an_accepted_answer_is_right_by_its_options_alone(
    earned: Earned, chosen: Chosen, accepted: frozenset[str]
) -> None:
    after = ruled(earned, Ruling(What.ACCEPT, accepted), chosen)
    assert after.correct == (chosen.options <= accepted)
    assert (after.points == 1.0) >= after.correct
    assert after == ruled(
        Earned(1.0 - earned.points, not earned.correct), Ruling(What.ACCEPT, accepted), chosen
    )
    if chosen.all_or_nothing:
        assert after.points == float(after.correct)


@given(CHOSEN, NAMES, NAMES)
def test_accepting_more_takes_nothing_from_anybody(
    chosen: Chosen, accepted: frozenset[str], more: frozenset[str]
) -> None:
    earned = Earned(0.0, False)
    narrow = ruled(earned, Ruling(What.ACCEPT, accepted), chosen)
    wide = ruled(earned, Ruling(What.ACCEPT, accepted | more), chosen)
    assert wide.points >= narrow.points
    assert wide.correct >= narrow.correct


def test_a_choice_of_one_accepts_any_of_the_named_and_a_select_the_whole_set() -> None:
    either = Ruling(What.ACCEPT, frozenset("ab"))
    points = {one: ruled(Earned(0.0, False), either, Chosen(frozenset(one))).points for one in "abc"}
    assert points == {"a": 1.0, "b": 1.0, "c": 0.0}
    pairs = {
        pair: ruled(Earned(1.0, True), either, Chosen(frozenset(pair))).points for pair in ("ab", "ac", "cd")
    }
    assert pairs == {"ab": 1.0, "ac": 0.0, "cd": 0.0}
    assert ruled(Earned(0.0, False), Ruling(What.ACCEPT, frozenset("abc")), Chosen(frozenset("ac"))).correct
    in_part = [Chosen(frozenset(three), False) for three in ("abc", "abd", "ade")]
    three = Ruling(What.ACCEPT, frozenset("abc"))
    assert [ruled(Earned(0.0, False), three, one).points for one in in_part] == [
        1.0,
        pytest.approx(1 / 3),
        0.0,
    ]


def test_what_nobody_could_read_is_not_accepted() -> None:
    assert ruled(Earned(1.0, True), Ruling(What.ACCEPT, frozenset("a")), None) == Earned(0.0, False)


@given(st.lists(EARNED, min_size=1, max_size=12), st.data())
def test_a_move_changes_one_question_and_the_whole_by_as_much(
    earned: list[Earned], data: st.DataObject
) -> None:
    by_number = dict(enumerate(earned, 1))
    n = data.draw(st.sampled_from(sorted(by_number)))
    after = ruled(by_number[n], data.draw(RULINGS), data.draw(st.none() | CHOSEN))
    found = move("sitting", n, by_number, after)
    assert found.total_before == tally(earned)
    gained = (after.points if after.counts else 0.0) - by_number[n].points
    assert found.total_after.points == pytest.approx(found.total_before.points + gained)
    assert found.total_after.out_of == len(earned) - (not after.counts)
    if not found.moves:
        assert found.total_after == found.total_before
        assert not found.flips(70)


@given(st.lists(EARNED, min_size=1, max_size=12), st.data())
def test_full_points_fail_nobody(earned: list[Earned], data: st.DataObject) -> None:
    by_number = dict(enumerate(earned, 1))
    n = data.draw(st.sampled_from(sorted(by_number)))
    found = move("sitting", n, by_number, ruled(by_number[n], Ruling(What.FULL)))
    percent = data.draw(st.integers(1, 100))
    assert found.total_after.passes(percent) >= found.total_before.passes(percent)


def test_the_mark_is_met_exactly() -> None:
    assert Tally(0.1 + 0.2 + 0.4, 1).passes(70)
    assert Tally(7.0, 10).passes(70)
    assert not Tally(6.9, 10).passes(70)
    assert Tally(0.0, 0).passes(70)
    thirds = [Earned(1 / 3, False)] * 3 + [Earned(0.0, False)] * 2
    assert tally(thirds).passes(20)


def test_a_dropped_question_can_flip_both_ways() -> None:
    def dropped(points: float) -> Move:
        earned = {n: Earned(float(n <= 6), n <= 6) for n in range(1, 11)}  # 6 of 10
        n = 10 if points == 0.0 else 1
        return move("sitting", n, earned, ruled(earned[n], Ruling(What.DROP)))

    assert dropped(0.0).total_after == Tally(6.0, 9)
    assert dropped(0.0).flips(65)
    assert not dropped(0.0).total_before.passes(65)
    assert dropped(1.0).total_after == Tally(5.0, 9)
    assert dropped(1.0).flips(60)
