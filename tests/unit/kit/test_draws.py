"""Label-addressed draws: uniform, independent of each other, and the same on every machine."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from app.kit.draws import Draws, new_seed


def test_a_golden_sequence() -> None:
    """These numbers may never change: a seed is a label that people quote."""
    draws = Draws("golden")
    assert [draws.integer(f"q{n}", -3, 3) for n in range(8)] == [-3, -1, 3, -2, 0, -1, -3, 0]
    assert draws.integers("row", 8, 0, 9) == [1, 1, 4, 0, 8, 6, 3, 1]
    assert draws.shuffled("order", "ABCD") == ["A", "B", "C", "D"]


def test_a_new_label_moves_no_other() -> None:
    draws = Draws("s")
    before = draws.integer("a", 0, 10**9)
    draws.integer("b", 0, 10**9)
    assert draws.integer("a", 0, 10**9) == before
    assert Draws("t").integer("a", 0, 10**9) != before


def test_a_longer_list_begins_like_a_shorter_one() -> None:
    draws = Draws("s")
    assert draws.integers("row", 12, -3, 3)[:5] == draws.integers("row", 5, -3, 3)


@pytest.mark.parametrize("bound", [2, 3, 7, 10])
def test_every_value_is_equally_likely(bound: int) -> None:
    counts = Counter(Draws(f"seed {n}").below("x", bound) for n in range(6000))
    assert set(counts) == set(range(bound))
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_every_order_is_equally_likely() -> None:
    counts = Counter(tuple(Draws(f"seed {n}").shuffled("order", "ABC")) for n in range(6000))
    assert len(counts) == 6
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_bounds_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="at least one possible value"):
        Draws("s").below("x", 0)
    with pytest.raises(ValueError, match="3 cannot be drawn from 2"):
        Draws("s").sample("x", "ab", 3)
    with pytest.raises(ValueError, match="at least one possible value"):
        Draws("s").integers("x", 3, 2, 1)


def test_fresh_seeds_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
