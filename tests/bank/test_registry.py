"""The registry of misconceptions and the real bank fit together: each belief is met often enough, and no slip lacks one."""

from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path

import pytest

from app.bank.load import LoadedBanks, load_tree
from app.engine.families.slips import FAMILY_SLIPS
from app.engine.phrases import PAIR_REVERSED
from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS
from app.items.item import Kind, Level, RecipeItem, Shape, WrittenItem
from app.kit.draws import Draws
from app.services.uses import misconceptions_of
from app.variants.recipe import RECIPES, recipe_of

QUESTIONS = Path(__file__).parents[2] / "questions"
FEWEST_ITEMS = 110
FEWEST_OF_A_KIND = 12
FEWEST_ITEMS_OF_A_MISCONCEPTION = 3
OF_THE_ENGINE = SLIPS.keys() | SPREAD_SLIPS.keys() | FAMILY_SLIPS.keys() | {PAIR_REVERSED}
WRITTEN_SHAPES = (Shape.FORMULA, Shape.ROLE, Shape.ARCHITECTURE, Shape.DERIVATION)


@lru_cache(maxsize=1)
def banks() -> LoadedBanks:
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks), "\n".join(map(str, loaded))
    return loaded


@lru_cache(maxsize=1)
def written() -> tuple[WrittenItem, ...]:
    return tuple(item for one in banks().items if not isinstance(item := one.revision.item, RecipeItem))


def items_by_misconception() -> dict[str, set[str]]:
    """Slug of a misconception → ids of the written items with a distractor, a wrong pair or a reversal of it."""
    found: dict[str, set[str]] = defaultdict(set)
    for item in written():
        for slug in misconceptions_of(item):
            found[slug].add(item.header.id)
    return found


def items_with_drawn_distractors() -> dict[str, set[str]]:
    """Slug of a slip → ids of the choices whose recipe can take it for a distractor."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in banks().items:
        item = one.revision.item
        if not isinstance(item, RecipeItem) or item.header.kind is not Kind.SINGLE_CHOICE:
            continue
        recipe = recipe_of(item)
        for seed in range(30):
            plan = recipe.plan(recipe.shape(recipe.draw(Draws(f"registry {seed}"))), pairs=False)
            for slug in {slug for reading in plan.readings for slug in reading}:
                found[slug].add(item.header.id)
    return found


def test_each_misconception_is_met_in_three_items() -> None:
    """As a distractor that somebody wrote, or as one that a recipe draws."""
    written, drawn = items_by_misconception(), items_with_drawn_distractors()
    counts = {slug: len(written[slug] | drawn[slug]) for slug in banks().misconceptions}
    assert {slug: count for slug, count in counts.items() if count < FEWEST_ITEMS_OF_A_MISCONCEPTION} == {}


def test_each_slip_is_met_in_written_words_too() -> None:
    assert sorted(OF_THE_ENGINE - items_by_misconception().keys()) == []


def test_each_slip_of_the_engine_has_an_entry() -> None:
    assert sorted(OF_THE_ENGINE - banks().misconceptions.keys()) == []


def test_the_bank_has_the_size_that_was_promised() -> None:
    assert len(written()) >= FEWEST_ITEMS


@pytest.mark.parametrize("level", list(Level))
def test_each_level_is_covered(level: Level) -> None:
    assert Counter(item.header.level for item in written())[level] >= FEWEST_OF_A_KIND


@pytest.mark.parametrize("shape", WRITTEN_SHAPES)
def test_each_shape_is_covered(shape: Shape) -> None:
    assert Counter(item.header.shape for item in written())[shape] >= FEWEST_OF_A_KIND
