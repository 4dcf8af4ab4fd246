"""The answer's rank among the options is as even as the slips allow."""

from collections import Counter

from app.items.slip_table import SlipLayout, StepLayout
from app.kit.draws import Draws
from app.variants.block import Plan
from app.variants.distractors import apart, choose
from tests.unit.variants.samples import seeds


def plan(singles: int, pairs: int = 0) -> Plan:
    readings = [(f"slip-{place}",) for place in range(singles)]
    compound = [("slip-0", f"other-{place}") for place in range(pairs)]
    return Plan("shape", SlipLayout(((), *readings, *compound), 1, singles + 1, (StepLayout("weights", 1),)))


def rank(printed: list[list[float]], chosen: list[int]) -> int:
    return sum(printed[reading][0] < printed[0][0] for reading in chosen)


def test_ranks_are_even_where_there_are_slips_on_both_sides() -> None:
    printed = [[100.0], [10.0], [30.0], [60.0], [150.0], [180.0], [250.0]]
    counts: Counter[int] = Counter()
    for seed in seeds(800):
        chosen = choose(plan(6), printed, range(1, 7), Draws(seed))
        assert chosen is not None
        assert len(set(chosen)) == 3
        counts[rank(printed, chosen)] += 1
    assert all(150 <= counts[place] <= 250 for place in range(4))


def test_the_nearest_rank_is_taken_where_a_side_is_short() -> None:
    printed = [[100.0], [10.0], [150.0], [180.0], [250.0]]
    counts: Counter[int] = Counter()
    for seed in seeds(400):
        chosen = choose(plan(4), printed, range(1, 5), Draws(seed))
        assert chosen is not None
        counts[rank(printed, chosen)] += 1
    assert set(counts) == {0, 1}


def test_pairs_only_fill_what_single_slips_leave_open() -> None:
    printed = [[100.0], [10.0], [150.0], [180.0], [250.0], [400.0]]
    for seed in seeds(50):
        chosen = choose(plan(3, pairs=2), printed, range(1, 6), Draws(seed))
        assert chosen is not None
        above = [reading for reading in chosen if printed[reading][0] > 100]
        assert len([reading for reading in above if reading <= 3]) == min(2, len(above))


def test_options_that_look_alike_are_not_put_together() -> None:
    printed = [[100.0], [200.0], [201.0], [203.0], [10.0]]
    for seed in seeds(50):
        chosen = choose(plan(4), printed, range(1, 5), Draws(seed))
        assert chosen is None or not {1, 2} <= set(chosen)


def test_too_few_slips_give_nothing() -> None:
    assert choose(plan(2), [[1.0], [5.0], [9.0]], [1, 2], Draws("seed")) is None


def test_apart_is_two_units_and_two_percent_in_some_field() -> None:
    assert apart([10.0, 5.0], [12.0, 5.0])
    assert not apart([10.0], [11.0])
    assert not apart([1000.0], [1010.0])
    assert apart([1000.0], [1021.0])
    assert apart([1000.0, 0.0], [1010.0, 2.0])
