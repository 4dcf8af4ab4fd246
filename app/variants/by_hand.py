"""What a person gets who works a recipe's question by hand, right or with slips: the other side of what is graded."""

from math import nan
from typing import Any

from app.engine.byhand.formulas import Work, worked_steps
from app.engine.byhand.ground import ByHand
from app.engine.byhand.noted import told_by_hand
from app.engine.byhand.person import Person
from app.engine.mechanism import RIGHT
from app.engine.phrases import PAIR_REVERSED
from app.engine.problem import LogitProblem, Problem, exact
from app.engine.slips import apply
from app.engine.spread_rule import apply_spread
from app.variants.block import Reading
from app.variants.recipe import Recipe
from app.variants.recipes import matrices
from app.variants.recipes.attention import AttentionRecipe
from app.variants.recipes.attention_draws import AttentionGivens
from app.variants.recipes.formulas import FormulaRecipe
from app.variants.recipes.saturation import PairGivens
from app.variants.recipes.spread import SpreadGivens
from app.variants.recipes.told import ToldRecipe


def by_hand(recipe: Recipe[Any], givens: Any, slips: Reading, person: Person) -> list[float]:
    """The numbers of one who makes these slips and no others, as they come out before they are typed.

    From the givens alone, with single numbers that are really rounded: no fair interval has a part in it.
    Raises TypeError for a recipe that nobody has been taught to work, ZeroDivisionError or OverflowError where the
    slips give no number.
    """
    match recipe, givens:
        case AttentionRecipe(), AttentionGivens():
            return _row(recipe, givens, slips, person)
        case ToldRecipe(), _:
            return told_by_hand(recipe.family, givens, frozenset(slips), person)
        case FormulaRecipe(), _:
            return _last_step(recipe, givens, slips, person)
        case _, PairGivens():
            mechanism = apply(tuple(slug for slug in slips if slug != PAIR_REVERSED)) if slips else RIGHT
            first, second = map(exact, givens.exponents)
            problem = LogitProblem((first, second), givens.d_k)
            return ByHand(person).pair(problem, mechanism, int(PAIR_REVERSED in slips))
        case _, SpreadGivens():
            return [ByHand(person).spread(givens.problem, apply_spread(slips))]
        case _:
            raise TypeError(f"nobody works {recipe.slug} by hand from {type(givens).__name__}")


def _row(recipe: AttentionRecipe, givens: AttentionGivens, slips: Reading, person: Person) -> list[float]:
    compared = matrices.floats(givens.K, logs=givens.logs)
    Q, K, V = (matrices.exact(rows) for rows in (givens.Q, compared, givens.V))
    found = ByHand(person).answer(Problem(Q, K, V, givens.row), apply(slips), recipe.stage)
    return found if givens.column is None else [found[givens.column]]


def _last_step(recipe: FormulaRecipe[Any], givens: Any, slips: Reading, person: Person) -> list[float]:
    family = recipe.family
    works = [
        Work(step.names, step.under(slips), step.decimals, step.counts)
        for step in family.steps(family.shape(givens), person.decimals)
    ]
    last = worked_steps(family.constants(givens), works, person)[-1]
    return [nan if number is None else number for number in last]
