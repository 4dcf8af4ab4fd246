"""Options that are weights stay between 0 and 1: an option outside would show that it is wrong."""

import numpy as np
import pytest

from app.variants.block import Block, Plan, layout_of
from app.variants.screen import screen


@pytest.mark.parametrize(
    ("shares", "expected"), [(True, [False, True, False, False]), (False, [False, True, True, True])]
)
def test_only_shares_are_candidates(shares: bool, expected: list[bool]) -> None:
    """Right [0.3, 0.7]; one slip gives shares, one a negative number, one a number above 1."""
    values = np.array([[[0.3, 0.7], [0.4, 0.6], [-0.5, 1.5], [1.25, 0.25]]])
    table = np.stack([values, values - 0.001, values + 0.001], axis=2)
    layout = layout_of([("no-scale",), ("no-exponential",), ("scale-after-softmax",)], [], [("weights", 2)])
    plan = Plan("any", layout, shares=shares)
    everything = np.ones((1, 4), dtype=np.bool_)
    block = Block(table, values, everything, np.zeros((1, 4), dtype=np.bool_))
    assert screen(plan, block, 3, known={}).candidates[0].tolist() == expected
