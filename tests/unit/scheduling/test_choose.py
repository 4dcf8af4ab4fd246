"""What is asked next: golden practices and the laws of repetition, families, kinds and standing."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.items.item import Level
from app.kit.draws import Draws
from app.scheduling.choose import Candidate, Scene, choose, choose_variant
from app.scheduling.memory import Standing, due_at, remember, rests, standing
from app.scheduling.rating import Confidence, Event

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def concept(name):
    return Candidate(name, name, computed=False, level=Level.MECHANISM)


def computation(recipe, form):
    return Candidate(f"{recipe}-{form}", recipe, computed=True, level=Level.MECHANISM)


CONCEPTS = [concept(f"concept-{place:02}") for place in range(8)]
COMPUTATIONS = [
    computation(recipe, form) for recipe in ("raw", "row", "output") for form in ("choice", "typed")
]
ALL = CONCEPTS + COMPUTATIONS
BY_ID = {one.item_id: one for one in ALL}


def scene(seed="s", memories=None, past=()):
    return Scene(memories or {}, tuple(past), NOW, Draws(seed))


def practise(candidates, length, *, seed="s", memories=None):
    past = []
    for _ in range(length):
        past.append(choose(candidates, scene(seed, memories, past)))
    return past


def aged(event, age):
    return remember(None, event, NOW - age)


MISLED = aged(Event(False, Confidence.SURE), timedelta(days=1))
DUE = aged(Event(True), timedelta(days=2))
WEAK = aged(Event(False), timedelta(seconds=5))
KNOWN = aged(Event(True), timedelta(hours=1))

GOLDEN = [
    "concept-07",
    "raw-choice",
    "output-choice",
    "concept-04",
    "concept-00",
    "row-choice",
    "concept-01",
    "concept-02",
]

candidates = st.lists(st.sampled_from(ALL), min_size=1, unique=True)
families = sorted({one.family for one in ALL})
memories = st.dictionaries(st.sampled_from(families), st.sampled_from([DUE, WEAK, KNOWN]))
any_memories = st.dictionaries(st.sampled_from(families), st.sampled_from([MISLED, DUE, WEAK, KNOWN]))
seeds = st.integers(0, 10**6).map(str)


def test_nothing_to_ask():
    assert choose([], scene()) is None


def test_a_golden_practice():
    assert practise(ALL, 8, seed="golden") == GOLDEN


def test_due_then_weak_then_new_then_known():
    remembered = {"concept-00": KNOWN, "concept-01": DUE, "concept-02": WEAK, "concept-03": DUE}
    ranks = [standing(remembered.get(each), NOW) for each in practise(CONCEPTS, 8, memories=remembered)]
    assert ranks == [Standing.DUE] * 2 + [Standing.WEAK] + [Standing.NEW] * 4 + [Standing.KNOWN]


@given(candidates, memories, seeds, st.integers(1, 24))
def test_no_item_comes_again_before_all_came(drawn, remembered, seed, length):
    past = practise(drawn, length, seed=seed, memories=remembered)
    counts = Counter(past)
    most = max(counts.values())
    assert most - min(counts[one.item_id] for one in drawn) <= 1
    assert set(past) <= {one.item_id for one in drawn}


@given(candidates, memories, seeds, st.integers(2, 24))
def test_no_family_twice_in_a_row_unless_nothing_else_is_left(drawn, remembered, seed, length):
    """Recipes that were asked on this day are left out before that, as long as anything else is left."""
    computed = {one.family for one in drawn if one.computed}
    lately = {name for name in computed if rests(remembered.get(name), NOW)}
    past = practise(drawn, length, seed=seed, memories=remembered)
    for place in range(1, length):
        before = Counter(past[:place])
        fewest = min(before[one.item_id] for one in drawn)
        left = {one.family for one in drawn if before[one.item_id] == fewest}
        asked = {BY_ID[each].family for each in past[:place]} & computed
        left = left - lately - asked or left
        last = BY_ID[past[place - 1]].family
        assert BY_ID[past[place]].family != last or left == {last}


@given(seeds)
def test_concepts_and_computations_take_turns(seed):
    """As long as there is a recipe that was not asked today."""
    kinds = [BY_ID[each].computed for each in practise(ALL, 12, seed=seed)]
    for place in range(0, 6, 2):
        assert kinds[place] != kinds[place + 1]


@given(seeds, any_memories)
def test_no_recipe_comes_twice_on_one_day_while_anything_else_is_left(seed, remembered):
    practice = practise(ALL, len(ALL), seed=seed, memories=remembered)
    lately = {name for name, memory in remembered.items() if rests(memory, NOW)}
    rested = set(lately)
    for place, each in enumerate(practice):
        one = BY_ID[each]
        if one.computed and one.family in rested:
            assert all(BY_ID[left].computed for left in practice[place:])
        rested.add(one.family)


@given(seeds, any_memories)
def test_sure_and_wrong_comes_first(seed, remembered):
    """Before anything that is due, whichever kind's turn it is."""
    misled = {name for name, memory in remembered.items() if memory is MISLED}
    practice = [BY_ID[each].family for each in practise(ALL, len(misled), seed=seed, memories=remembered)]
    assert set(practice) == misled


def test_what_has_been_due_longest_comes_first():
    ages = {"concept-05": 30, "concept-01": 20, "concept-03": 25, "concept-00": 5}
    remembered = {name: aged(Event(True), timedelta(days=days)) for name, days in ages.items()}
    practice = practise(CONCEPTS, 4, memories=remembered)
    assert practice == ["concept-05", "concept-03", "concept-01", "concept-00"]
    dues = [due_at(remembered[each]) for each in practice]
    assert dues == sorted(dues)


def test_a_recipe_is_remembered_whichever_form_was_asked():
    assert choose(COMPUTATIONS, scene(memories={"raw": KNOWN, "row": KNOWN})).startswith("output")


@given(candidates, memories, seeds, st.integers(0, 12))
def test_the_order_of_candidates_has_no_effect(drawn, remembered, seed, length):
    past = practise(drawn, length, seed=seed, memories=remembered)
    assert past == practise(drawn[::-1], length, seed=seed, memories=remembered)


@given(memories, seeds)
def test_a_better_standing_is_never_passed_over(remembered, seed):
    chosen = choose(CONCEPTS, scene(seed, remembered))
    best = min(standing(remembered.get(one.item_id), NOW) for one in CONCEPTS)
    assert standing(remembered.get(chosen), NOW) is best


def test_chance_is_even_among_equals():
    counts = Counter(choose(CONCEPTS, scene(str(seed))) for seed in range(4000))
    assert set(counts) == {one.item_id for one in CONCEPTS}
    assert all(400 < count < 600 for count in counts.values())


def test_items_that_are_no_longer_there_are_no_obstacle():
    gone = scene(past=("gone-1", "gone-2"))
    assert choose(CONCEPTS, gone) in BY_ID
    assert choose(CONCEPTS, replace(gone, past=("gone-1", "concept-00"))) != "concept-00"


def test_one_item_alone_is_asked_again():
    assert practise(CONCEPTS[:1], 3) == ["concept-00"] * 3


def test_unseen_variants_come_first_and_then_the_least_seen():
    seen = dict.fromkeys("abcdef", 0)
    shown = []
    for turn in range(12):
        shown.append(choose_variant(seen, Draws("v"), label=str(turn)))
        seen[shown[-1]] += 1
    assert sorted(shown[:6]) == sorted(shown[6:]) == list("abcdef")
    assert choose_variant({"a": 3, "b": 1, "c": 2}, Draws("v"), label="1") == "b"
    assert choose_variant({}, Draws("v"), label="1") is None


def test_a_negative_count_is_loud():
    with pytest.raises(ValueError, match="less than never"):
        choose_variant({"a": -1}, Draws("v"), label="1")
