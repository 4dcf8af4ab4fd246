"""Neither its size nor its roundness nor a simple ratio tells the answer among the options."""

from collections import Counter

import numpy as np
import pytest

from app.items.slip_table import SlipLayout, StepLayout
from app.variants.block import Plan
from app.variants.distractors import choose
from app.variants.screen import apart
from tests.unit.variants.samples import seeds

Row = list[float]


def plan(singles: int, pairs: int = 0) -> Plan:
    readings = [(f"slip-{place}",) for place in range(singles)]
    compound = [("slip-0", f"other-{place}") for place in range(pairs)]
    return Plan("shape", SlipLayout(((), *readings, *compound), 1, singles + 1, (StepLayout("weights", 1),)))


def chosen(of: Plan, rows: list[Row], count: int) -> list[list[int]]:
    """What is chosen for one draw's numbers under many seeds; everything but the answer may be taken."""
    printed = np.tile(np.array(rows), (count, 1, 1))
    candidates = np.ones(printed.shape[:2], dtype=np.bool_)
    candidates[:, 0] = False
    return choose(of, printed, candidates, seeds=seeds(count), decimals=2)


def rank(rows: list[Row], readings: list[int]) -> int:
    return sum(rows[reading][0] < rows[0][0] for reading in readings)


def test_ranks_are_even_where_there_are_slips_on_both_sides() -> None:
    rows = [[101.0], [11.0], [37.0], [67.0], [151.0], [183.0], [259.0]]
    found = chosen(plan(6), rows, 800)
    assert all(len(set(readings)) == 3 for readings in found)
    counts = Counter(rank(rows, readings) for readings in found)
    assert all(150 <= counts[place] <= 250 for place in range(4)), counts


def test_the_nearest_rank_is_taken_where_a_side_is_short() -> None:
    rows = [[101.0], [11.0], [151.0], [183.0], [259.0]]
    assert {rank(rows, readings) for readings in chosen(plan(4), rows, 400)} == {0, 1}


def test_the_same_seed_chooses_the_same() -> None:
    rows = [[101.0], [11.0], [37.0], [67.0], [151.0], [183.0], [259.0]]
    assert chosen(plan(6), rows, 20) == chosen(plan(6), rows, 20)
    assert chosen(plan(6), rows, 20) == chosen(plan(6), rows, 600)[:20]


def test_a_single_slip_is_taken_before_a_pair_with_the_same_merits() -> None:
    rows = [[101.0], [151.0], [183.0], [271.0], [167.0], [211.0]]
    assert all(sorted(readings) == [1, 2, 3] for readings in chosen(plan(3, pairs=2), rows, 50))


def test_simple_multiples_tell_nothing() -> None:
    """202 is twice the answer, 74 is twice 37; 157 and 263 are multiples of nothing."""
    rows = [[101.0], [202.0], [37.0], [74.0], [157.0], [263.0], [11.0]]
    found = chosen(plan(6), rows, 400)
    hits = [
        (0.25 if 1 in readings else 0.0) if {2, 3} <= set(readings) else 0.5 if 1 in readings else 0.25
        for readings in found
    ]
    assert 0.2 <= sum(hits) / len(hits) <= 0.33


def test_a_round_answer_has_round_company() -> None:
    rows = [[200.0], [300.0], [100.0], [500.0], [157.0], [263.0], [111.0]]
    for readings in chosen(plan(6), rows, 100):
        assert {1, 2, 3} & set(readings)


def test_options_that_look_alike_are_not_put_together() -> None:
    rows = [[101.0], [211.0], [212.0], [231.0], [11.0], [47.0]]
    found = chosen(plan(5), rows, 50)
    assert all(readings and not {1, 2} <= set(readings) for readings in found)
    assert chosen(plan(3), [*rows[:3], [11.0]], 3) == [[], [], []]


@pytest.mark.parametrize("rows", [[[1.0], [5.0], [9.0]], [[1.0], [5.0]]])
def test_too_few_slips_give_nothing(rows: list[Row]) -> None:
    assert chosen(plan(len(rows) - 1), rows, 2) == [[], []]


def test_apart_is_two_units_and_two_percent_in_some_field() -> None:
    def differ(one: Row, two: Row) -> bool:
        return bool(apart(np.array(one), np.array(two)))

    assert differ([10.0, 5.0], [12.0, 5.0])
    assert not differ([10.0], [11.0])
    assert not differ([1000.0], [1010.0])
    assert differ([1000.0], [1021.0])
    assert differ([1000.0, 0.0], [1010.0, 2.0])
