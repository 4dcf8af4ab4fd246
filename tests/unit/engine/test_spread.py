"""The spread of q·k by two routes, its slips, and its fair interval."""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from flint import arb

from app.engine.certify import Certified, rounded
from app.engine.spread import spread, spread_interval, spread_oracle, spread_square
from app.engine.spread_rule import SPREAD_SLIPS, SpreadProblem, SpreadRule, apply_spread

RIGHT = SpreadRule()
UNIT = SpreadProblem(512, 8)
WIDE = SpreadProblem(768, 12, Fraction(1, 4), 3)
RULES = [(), *((slug,) for slug in SPREAD_SLIPS)] + [
    pair
    for pair in combinations(SPREAD_SLIPS, 2)
    if SPREAD_SLIPS[pair[0]].field != SPREAD_SLIPS[pair[1]].field
]


def test_the_right_spread() -> None:
    assert spread(UNIT, RIGHT) == 8.0
    assert spread_oracle(UNIT, RIGHT) == Fraction(8)
    assert spread(WIDE, RIGHT) == pytest.approx(math.sqrt(64 * 0.75))


def test_a_simulation_agrees() -> None:
    chance = np.random.default_rng(1)
    q = chance.standard_normal((200_000, 7)) * math.sqrt(0.25)
    k = chance.standard_normal((200_000, 7)) * math.sqrt(3)
    assert (q * k).sum(axis=1).std() == pytest.approx(
        spread(SpreadProblem(14, 2, Fraction(1, 4), 3), RIGHT), rel=0.01
    )


def test_all_sign_patterns_of_a_small_head_agree() -> None:
    sums = [
        sum(a * b for a, b in zip(signs[:3], signs[3:], strict=True)) for signs in product((1, -1), repeat=6)
    ]
    assert sum(sums) == 0
    assert Fraction(sum(x * x for x in sums), len(sums)) == spread_square(SpreadProblem(6, 2), RIGHT) == 3


@pytest.mark.parametrize("problem", [UNIT, WIDE, SpreadProblem(96, 2, 2, 5), SpreadProblem(5120, 40)])
@pytest.mark.parametrize("slugs", RULES)
def test_both_routes_agree_for_every_rule(problem: SpreadProblem, slugs: tuple[str, ...]) -> None:
    rule = apply_spread(slugs)
    exact = spread_oracle(problem, rule)
    assert spread(problem, rule) == pytest.approx(float(exact), rel=1e-14)
    low, high = spread_interval(problem, rule, decimals=2)
    assert low < spread(problem, rule) - 0.00999
    assert high > spread(problem, rule) + 0.00999


def test_what_each_slip_gives() -> None:
    values = {slug: spread(WIDE, apply_spread((slug,))) for slug in SPREAD_SLIPS}
    assert values == pytest.approx(
        {
            "variance-for-deviation": 48,
            "no-head-split": math.sqrt(768 * 0.75),
            "root-before-split": math.sqrt(768 * 0.75) / 12,
            "heads-for-d-k": 3,
            "scaled-already": math.sqrt(0.75),
            "variances-ignored": 8,
            "variances-added": math.sqrt(64 * 3.25),
            "deviation-not-variance": 8 * 0.75,
        }
    )
    assert spread(WIDE, RIGHT) not in values.values()


def test_slips_coincide_where_they_say() -> None:
    one_head, thin = SpreadProblem(64, 1, 2, 2), SpreadProblem(8, 8)
    assert spread(one_head, apply_spread(("no-head-split",))) == spread(one_head, RIGHT)
    assert spread(one_head, apply_spread(("root-before-split",))) == spread(one_head, RIGHT)
    assert spread(one_head, apply_spread(("variances-added",))) == spread(one_head, RIGHT)
    assert spread(UNIT, apply_spread(("variances-ignored",))) == spread(UNIT, RIGHT)
    assert spread(UNIT, apply_spread(("deviation-not-variance",))) == spread(UNIT, RIGHT)
    assert spread(UNIT, apply_spread(("heads-for-d-k",))) != spread(UNIT, RIGHT)
    assert spread(SpreadProblem(64, 8), apply_spread(("heads-for-d-k",))) == 8**0.5
    assert spread(thin, apply_spread(("scaled-already",))) == spread(thin, RIGHT)
    assert spread(thin, apply_spread(("variance-for-deviation",))) == spread(thin, RIGHT)


def test_rounded_roots_are_fair() -> None:
    low, high = spread_interval(WIDE, RIGHT, decimals=2)
    by_hand = 8 * round(math.sqrt(0.25), 2) * round(math.sqrt(3), 2)
    assert low <= round(by_hand, 2) <= high
    assert high - low < 0.18
    low, high = spread_interval(UNIT, RIGHT, decimals=1)
    assert (low, high) == pytest.approx((7.9, 8.1))


def test_certified_digits() -> None:
    assert rounded(spread_oracle(WIDE, RIGHT), 2) == Certified("6.93")
    assert isinstance(spread_oracle(WIDE, RIGHT), arb)


def test_problems_and_pairs_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="7 heads do not divide d_model = 512"):
        SpreadProblem(512, 7)
    with pytest.raises(ValueError, match="must be positive, not 0 and 1"):
        SpreadProblem(512, 8, 0, 1)
    with pytest.raises(ValueError, match="change the same field, terms"):
        apply_spread(("no-head-split", "root-before-split"))
    for slip in SPREAD_SLIPS.values():
        assert slip.diagnosis[0].islower()
        assert not slip.diagnosis.endswith(".")
