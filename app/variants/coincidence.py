"""Slips that give what is right: for which givens they may, worked out apart from both routes, and where they should not."""

from collections.abc import Callable, Mapping, Sequence
from math import isclose
from types import MappingProxyType
from typing import Any

import numpy as np

from app.engine.byhand.person import EXACT, Person, Turns
from app.engine.families.stepwise import one_function
from app.kit.draws import Draws
from app.variants.block import Block, Plan, Reading
from app.variants.by_hand import by_hand
from app.variants.recipe import Recipe
from app.variants.recipes.attention_draws import AttentionGivens
from app.variants.recipes.formulas import FormulaRecipe
from app.variants.recipes.told import ToldRecipe
from app.variants.rounding import Flags, everywhere

SLIP_IS_ANSWER = "slip-is-answer"
_NEAR = 1e-9


def wrongly_right(recipe: Recipe[Any], givens: Sequence[Any], plan: Plan, block: Block) -> Flags:
    """The draws [B] in which a single slip has the right numbers though it may not: it or the answer is computed wrongly."""
    singles = slice(1, plan.stepped)
    same = (
        block.defined[:, singles]
        & block.coincides[:, singles]
        & everywhere(np.isfinite(block.values))[:, singles]
    )
    found = np.zeros(len(same), dtype=np.bool_)
    for place, single in np.argwhere(same).tolist():
        if not found[place]:
            found[place] = not may_be_right(recipe, givens[place], plan.readings[single + 1])
    return found


def may_be_right(recipe: Recipe[Any], givens: Any, slip: Reading) -> bool:
    """Whether a single slip may give what is right for these givens.

    A family says so itself, beside the sentence (`When`). A changed formula may unless it is the right one written
    otherwise. Everything else is worked by hand, with all digits, right and with the slip.
    """
    (slug,) = slip
    if isinstance(recipe, ToldRecipe):
        return next(one for one in recipe.family.slips if one.slug == slug).when.holds(givens)
    if isinstance(recipe, FormulaRecipe):
        steps = recipe.family.steps(recipe.shape(givens), _DIGITS)
        return any(
            not one_function(step.formulas, step.under(slip))
            for step in steps
            if step.under(slip) != step.formulas
        )
    if isinstance(givens, AttentionGivens) and slug in _AT_A_GLANCE and _AT_A_GLANCE[slug](givens):
        return True
    return _the_same_by_hand(recipe, givens, slip)


_DIGITS = 3  # formulas are the same for any


def _the_same_by_hand(recipe: Recipe[Any], givens: Any, slip: Reading) -> bool:
    try:
        right, slipped = (by_hand(recipe, givens, way, _exact()) for way in ((), slip))
    except (ZeroDivisionError, OverflowError):
        return False
    return all(
        isclose(one, two, rel_tol=_NEAR, abs_tol=_NEAR) for one, two in zip(right, slipped, strict=True)
    )


def _exact() -> Person:
    person = Person(Turns(Draws("coincidence"), "exact"), 0)
    person.habit = EXACT
    return person


def _is_last(givens: AttentionGivens) -> bool:
    return givens.row == len(givens.K) - 1


def _no_minus(givens: AttentionGivens) -> bool:
    asking = givens.Q[givens.row]
    return not givens.logs and all(q * k >= 0 for row in givens.K for q, k in zip(asking, row, strict=True))


# What is seen without computing, and often: it spares the work by hand.
_AT_A_GLANCE: Mapping[str, Callable[[AttentionGivens], bool]] = MappingProxyType(
    {
        "causal-mask-added": _is_last,
        "drop-signs": _no_minus,
        "root-of-tokens": lambda givens: len(givens.K) == len(givens.K[0]),
    }
)
