"""A draw whose roundings reach too far, or take the digits of a common slip, is not asked, whoever chose it."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import NumbersAnswer
from app.items.item import Kind
from app.variants.bake import bake_fixed
from app.variants.block import Block, Plan, layout_of
from app.variants.reach import lost_digits, reach_of, too_wide
from app.variants.recipe import RECIPES
from app.variants.recipes.spread import SPREAD
from tests.unit.variants.samples import LESSON, revision

Q = (("1", "1", "0", "0"), ("1", "0", "0", "0"), ("0", "1", "0", "0"))
NEGATIVE = (("-4", "-4", "0", "1"), ("-5", "-4", "1", "0"), ("-5", "-5", "0", "0"))
V = (("3", "-2", "1", "0"), ("-2", "3", "0", "1"), ("2", "1", "3", "-1"))
FAR: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("saturation-pair", {"scores": ("-5", "-6"), "d_k": "100"}),
    ("weights-row", {"Q": Q, "K": NEGATIVE, "V": V, "row": "A"}),
    ("output-row", {"Q": Q, "K": NEGATIVE, "V": V, "row": "A"}),
    ("spread", {"asked": "deviation", "d_k": "128", "var_q": "2", "var_k": "3"}),
)


@pytest.mark.parametrize(("recipe", "givens"), FAR)
@pytest.mark.parametrize("kind", [Kind.NUMBERS, Kind.SINGLE_CHOICE])
def test_lost_digits_are_not_asked_for(recipe: str, givens: Mapping[str, object], kind: Kind) -> None:
    with pytest.raises(ValueError, match="fixed-0: refused, reach-too-wide"):
        bake_fixed(revision(recipe, kind, givens), PlainEngine())


@pytest.mark.parametrize(
    ("recipe", "givens", "most"),
    [
        *((recipe, givens, 10 if recipe == "output-row" else 5) for recipe, givens in LESSON.items()),
        ("saturation-pair", {"scores": ("-1", "-6"), "d_k": "100"}, 5),
        ("spread", {"asked": "deviation", "d_k": "128", "var_q": "4", "var_k": "9"}, 10),
    ],
)
def test_a_careful_person_is_right_and_a_careless_one_is_not(
    recipe: str, givens: Mapping[str, object], most: int
) -> None:
    of = revision(recipe, Kind.NUMBERS, givens)
    (variant,) = bake_fixed(of, PlainEngine())
    answer = variant.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    unit = 0.01 if recipe in ("raw-score", "spread") else 0.001
    for number in answer.numbers:
        printed = float(number.printed)
        assert number.low <= printed <= number.high
        assert number.low > printed - (most + 0.51) * unit
        assert number.high < printed + (most + 0.51) * unit


def test_every_draw_of_the_pair_and_the_spread_is_narrow() -> None:
    for recipe in (RECIPES["saturation-pair"], SPREAD):
        everything = list(recipe.everything() or ())
        decimals = 2 if recipe is SPREAD else 3
        for shape in {recipe.shape(givens) for givens in everything}:
            group = [givens for givens in everything if recipe.shape(givens) == shape]
            plan = recipe.plan(shape, pairs=False)
            block = recipe.run(group, PlainEngine(), plan=plan, decimals=decimals)
            assert not too_wide(plan, block, decimals).any()
            assert not lost_digits(plan, block).any()


def test_reach_and_lost_digits_by_hand() -> None:
    """Right 0.5 in [0.49, 0.53] at two decimals; no-scale has no number."""
    layout = layout_of([("no-scale",), ("no-exponential",)], [], [("weights", 1)])
    plan = Plan("any", layout, reach=3.0)
    table = np.full((1, 3, 3, 1), np.nan)
    table[0, 0, :, 0] = 0.5, 0.49, 0.53
    defined = np.array([[True, False, False]])
    block = Block(table, table[:, :, 0], defined, np.zeros((1, 3), dtype=np.bool_))
    assert reach_of(block, 2)[0, 0] == pytest.approx(3)
    assert not too_wide(plan, block, 2)[0]
    assert too_wide(replace(plan, reach=2.0), block, 2)[0]
    assert lost_digits(plan, block)[0]
    there = np.array([[True, True, False]])
    assert not lost_digits(plan, replace(block, defined=there))[0]
