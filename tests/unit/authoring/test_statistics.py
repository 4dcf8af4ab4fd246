"""The statistics of items and banks, held against a library and against the textbook's own definitions."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.authoring.statistics.banks import bank_statistics, reliability, spreads
from app.authoring.statistics.items import Keyed, Rests, firsts, item_statistics, point_biserial
from app.authoring.statistics.records import Answer, Flag, Place

KEYED = Keyed("item-0", "now", (("a", True), ("b", False), ("c", False), ("d", False)))


def answer(person: int, item: str, points: float, turn: int = 0, **changes: object) -> Answer:
    chosen = ("a",) if points == 1 else ("b",)
    plain = Answer(person, item, "now", "v", Place.PRACTICE, points, points == 1, chosen, 30.0, turn)
    return replace(plain, **changes)  # type: ignore[arg-type]


def class_of(people: int, items: int, seed: int) -> list[Answer]:
    """Everybody answers everything, the stronger ones better."""
    chance = random.Random(seed)
    found = []
    for person in range(people):
        strength = chance.gauss(0, 1)
        for item in range(items):
            right = chance.random() < 1 / (1 + np.exp(item / items - strength))
            found.append(answer(person, f"item-{item}", float(right), person * items + item))
    return found


def test_the_point_biserial_is_the_library_s() -> None:
    first = class_of(60, 12, 1)
    rests = Rests(first)
    pairs = [(one.correct, rests.without(one)) for one in first if one.item_id == "item-3"]
    rights, others = zip(*pairs, strict=True)
    found = point_biserial([(right, rest) for right, rest in pairs if rest is not None])
    assert found is not None
    expected = stats.pointbiserialr(rights, others)
    assert found.value == pytest.approx(expected.statistic, abs=1e-12)
    interval = stats.pearsonr([float(one) for one in rights], others).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-9)
    assert found.people == 60


def test_the_rest_leaves_the_item_out() -> None:
    points = (1.0, 0.0, 1.0, 1.0, 0.0, 1.0)
    first = [answer(7, f"item-{n}", one) for n, one in enumerate(points)]
    rests = Rests(first)
    assert rests.without(first[0]) == pytest.approx(3 / 5)
    assert rests.without(first[1]) == pytest.approx(4 / 5)
    assert Rests(first[:5]).without(first[0]) is None  # four others say too little


@pytest.mark.parametrize("people", [19, 20])
def test_from_twenty_people_on(people: int) -> None:
    pairs = [(n % 2 == 0, n / people) for n in range(people)]
    assert (point_biserial(pairs) is None) == (people < 20)
    assert (
        point_biserial([(True, n / people) for n in range(people)]) is None
    )  # everybody right: nothing to tell


def test_alpha_is_cronbach_s_where_everybody_answers_everything() -> None:
    people, items = 50, 14
    first = class_of(people, items, 2)
    table = np.zeros((people, items))
    for one in first:
        table[one.person, int(one.item_id.removeprefix("item-"))] = one.points
    total = table.sum(axis=1).var(ddof=1)
    alpha = items / (items - 1) * (1 - table.var(axis=0, ddof=1).sum() / total)
    share = table.mean(axis=0)
    kr20 = items / (items - 1) * (1 - (share * (1 - share)).sum() / table.sum(axis=1).var(ddof=0))
    found = bank_statistics("b", first, [items], []).forms[0]
    assert found.value == pytest.approx(alpha, abs=1e-12)
    assert found.value == pytest.approx(kr20, abs=1e-12)
    assert found.error == pytest.approx(np.sqrt(total * (1 - alpha)), abs=1e-9)


def test_pairs_are_taken_over_those_who_answered_both() -> None:
    chance = random.Random(3)
    first = [one for one in class_of(80, 8, 3) if chance.random() < 0.6]
    variance, covariance, items, pairs = spreads(first)
    points = {(one.person, one.item_id): one.points for one in first}
    names = sorted({one.item_id for one in first})
    variances, covariances = [], []
    for place, left in enumerate(names):
        ours = {person: value for (person, item), value in points.items() if item == left}
        variances.append(np.var(list(ours.values()), ddof=1))
        for right in names[place + 1 :]:
            both = [
                (value, points[person, right]) for person, value in ours.items() if (person, right) in points
            ]
            covariances.append(np.cov(np.array(both).T, ddof=1)[0, 1])
    assert (items, pairs) == (8, 28)
    assert variance == pytest.approx(np.mean(variances), abs=1e-12)
    assert covariance == pytest.approx(np.mean(covariances), abs=1e-12)


def test_few_answers_say_nothing_of_a_bank() -> None:
    assert bank_statistics("b", class_of(9, 5, 4), [5], []).forms == ()
    assert bank_statistics("b", [], [5], []).first.answers == 0
    assert reliability(10, 0.0, 0.0) is None


@given(st.integers(2, 200), st.floats(0.01, 0.25), st.floats(0, 1))
def test_a_longer_form_is_never_less_reliable(items: int, variance: float, share: float) -> None:
    covariance = variance * share
    short, long = (reliability(n, variance, covariance) for n in (items, items + 1))
    assert short is not None
    assert long is not None
    assert short.value <= long.value + 1e-12
    assert -1e-12 <= short.value <= 1 + 1e-12


def test_first_attempts_are_the_earliest_of_each_person() -> None:
    late, early, other = answer(1, "x", 1.0, 9), answer(1, "x", 0.0, 3), answer(2, "x", 1.0, 5)
    assert sorted(firsts([late, early, other]), key=lambda one: one.turn) == [early, other]


def crowd(right_of: dict[str, float]) -> list[Answer]:
    """A hundred people of rising strength; the share of weak and strong who choose each option of item-0 is given."""
    found = []
    for person in range(100):
        for item in range(1, 8):
            found.append(answer(person, f"item-{item}", float(person % 100 >= item * 12), person * 10 + item))
        group = "weak" if person < 27 else "strong" if person >= 73 else "middle"
        turn = person % 27 / 27
        chosen = "a" if turn < right_of[group] else "b"
        found.append(
            answer(
                person,
                "item-0",
                float(chosen == "a"),
                person * 10 + 9,
                chosen=(chosen,),
                variant_id=f"v{person % 2}",
            )
        )
    return found


def measured(answers: list[Answer], keyed: Keyed = KEYED):  # type: ignore[no-untyped-def]
    first = firsts(answers)
    mine = [one for one in answers if one.item_id == keyed.item_id]
    return item_statistics(keyed, mine, [one for one in first if one.item_id == keyed.item_id], Rests(first))


def test_a_sound_item_is_not_flagged_and_its_dead_options_are_named() -> None:
    found = measured(crowd({"weak": 0.3, "middle": 0.6, "strong": 0.9}))
    assert found.flags == ()
    assert found.dead == ("c", "d")
    assert found.groups == (27, 46, 27)
    assert found.discrimination is not None
    assert found.discrimination.value > 0.3
    right = found.options[0]
    assert (right.name, right.correct) == ("a", True)
    assert (right.weak, right.strong) == pytest.approx((9 / 27, 25 / 27))
    assert sum(one.share for one in found.options) == pytest.approx(1)
    assert [name for name, _ in found.by_variant] == ["v0", "v1"]
    assert sum(count.answers for _, count in found.by_variant) == found.first.answers == 100


def test_a_wrong_key_is_suspicious() -> None:
    found = measured(crowd({"weak": 0.8, "middle": 0.5, "strong": 0.1}))
    assert found.flags == (Flag.NEGATIVE, Flag.WRONG_KEY)


def test_revisions_are_kept_apart_and_the_latest_stands() -> None:
    old = [replace(one, revision_id="before") for one in crowd({"weak": 0.8, "middle": 0.5, "strong": 0.1})]
    new = [
        replace(one, person=one.person + 1000) for one in crowd({"weak": 0.3, "middle": 0.6, "strong": 0.9})
    ]
    found = measured([*old, *new])
    assert found.flags == ()
    lines = {one.revision_id: one for one in found.by_revision}
    assert lines["before"].first.answers == lines["now"].first.answers == 100
    assert lines["now"].discrimination == found.discrimination
    assert lines["before"].flags == (Flag.NEGATIVE, Flag.WRONG_KEY), "an earlier one is judged by itself"
    assert lines["now"].flags == ()


SEVERAL = Keyed("item-0", "now", (("a", True), ("b", True), ("c", False), ("d", False)))


def several(share: float, *, key: str) -> list[Answer]:
    """Two are to be chosen, a for sure; of the strong a share takes b and the others c, the weak take d. `key` is right with a."""
    found = []
    for one in crowd({"weak": 0.0, "middle": 0.0, "strong": share}):
        if one.item_id == "item-0":
            strong = one.person >= 73
            other = ("b" if one.chosen == ("a",) else "c") if strong else "d"
            one = replace(one, chosen=("a", other), correct=other == key, points=float(other == key))
        found.append(one)
    return found


def test_one_wrong_key_among_several_right_options_is_found() -> None:
    """The strong take the other right option too, which must not hide that they prefer c to b."""
    assert Flag.WRONG_KEY in measured(several(0.1, key="b"), SEVERAL).flags
    assert Flag.WRONG_KEY not in measured(several(0.9, key="b"), SEVERAL).flags


def test_few_answers_may_look_amiss_by_chance() -> None:
    """The same shares, of 24 people and of a hundred."""
    shares = {"weak": 0.6, "middle": 0.5, "strong": 0.25}
    some = {*range(1, 27, 4), *range(28, 73, 4), *range(73, 100, 4)}
    few = measured([one for one in crowd(shares) if one.person in some])
    assert few.flags == few.perhaps_chance == (Flag.NEGATIVE, Flag.WRONG_KEY)
    many = measured(crowd(shares))
    assert (many.flags, many.perhaps_chance) == ((Flag.NEGATIVE, Flag.WRONG_KEY), ())


def drawn(offers: dict[str, tuple[int, int]]) -> list[Answer]:
    """A computation with a slip among its options to some, and taken by some of these; `offers` says how often each."""
    found = []
    person = 0
    for name, (offered, taken) in offers.items():
        for n in range(offered):
            person += 1
            chosen = name if n < taken else "right"
            found.append(
                answer(
                    person,
                    "item-0",
                    float(chosen == "right"),
                    person,
                    chosen=(chosen,),
                    offered=("right", name, "usual"),
                )
            )
    return found


def test_an_option_that_is_drawn_for_some_is_dead_only_where_those_leave_it() -> None:
    """A share of everybody would call a slip dead that half of those take who can."""
    keyed = Keyed("item-0", "now", (("right", True),))
    found = measured(drawn({"rare": (8, 4), "left": (60, 1), "few": (5, 0), "common": (100, 30)}), keyed)
    assert set(found.dead) == {"left", "usual"}
    shares = {one.name: one.share for one in found.options}
    assert shares == pytest.approx(
        {"right": (173 - 35) / 173, "rare": 0.5, "left": 1 / 60, "few": 0.0, "common": 0.3, "usual": 0.0}
    )


def test_a_second_answer_counts_among_all_and_not_among_first_ones() -> None:
    once = [
        answer(1, "item-0", 0.0, 1),
        answer(1, "item-0", 1.0, 2, place=Place.EXAM),
        answer(2, "item-0", 1.0, 3),
    ]
    found = measured(once)
    assert (found.first.answers, found.first.right) == (2, 1)
    assert (found.all_answers.answers, found.all_answers.right) == (3, 2)
    assert (found.exam.answers, found.exam.right) == (1, 1)
    assert found.discrimination is None
    assert found.groups == (0, 0, 0)
    assert found.seconds is not None
    assert found.seconds.half == 30.0
