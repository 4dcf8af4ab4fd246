"""How far rounding may move an answer before a draw is no longer asked, and which slips must keep their digits.

Rule. The fair interval of every number that is asked reaches at most 5 units of its last printed place from the exact
value for weights and scaled scores, and at most 10 for an output, a spread, and every field of a computation in steps,
which rests on rounded fields before it. Reason: a learner who rounds each step
is off by a unit or two; a sum of weights times values, or a product of rounded roots, adds up a few of those. Beyond
that the interval speaks of digits that were lost, not of care: exponentials of a row of negative scores have one or
two digits left at three decimals, and 0.83 would pass for 0.731. The same loss leaves a common slip without an
interval of its own, so that its exact value would be called unknown; such a draw is not asked either. Variants that
an author fixed have to satisfy both.
"""

import numpy as np

from app.variants.block import Block, Plan
from app.variants.rounding import Flags, Floats

# Slips that have numbers in every row: where the engine has none, rounding took their digits. No-exponential is not
# among them, because the scores of a row may add up to zero.
ALWAYS_THERE = frozenset(
    (("no-scale",), ("divide-by-d-k",), ("base-two",), ("pair-reversed",), ("no-scale", "pair-reversed"))
)
_SLACK = 1e-6  # of a unit: the ends of intervals are moved outward by less


def reach_of(block: Block, decimals: int) -> Floats:
    """How far the fair interval reaches from each asked number, in units of the last printed place, [B, w]."""
    right = block.values[:, 0]
    with np.errstate(invalid="ignore"):
        far = np.maximum(block.high[:, 0] - right, right - block.low[:, 0])
    return np.asarray(far * 10.0**decimals)


def too_wide(plan: Plan, block: Block, decimals: int) -> Flags:
    """The draws in which some asked number reaches further than the plan allows, [B]."""
    return np.asarray((reach_of(block, decimals) > plan.reach + _SLACK).any(axis=1))


def lost_digits(plan: Plan, block: Block) -> Flags:
    """The draws in which a slip that always has numbers has none left, [B]."""
    always = [place for place, slugs in enumerate(plan.readings) if slugs in ALWAYS_THERE]
    return np.asarray((~block.defined[:, always]).any(axis=1))
