"""The difficulty that an item sets of its recipe."""

from dataclasses import replace
from typing import Any

import pytest

from app.items.item import RecipeItem
from app.kit.draws import Draws
from app.variants.recipe import RECIPES, Recipe, recipe_of
from app.variants.recipes.settings import difficulty_of
from tests.unit.variants.samples import revision


def _has(recipe: Recipe[Any], difficulty: str) -> bool:
    try:
        recipe.at({"difficulty": difficulty})
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("slug", RECIPES)
def test_a_recipe_that_nothing_is_set_of_wants_a_calculator(slug: str) -> None:
    item = revision(slug).item
    assert isinstance(item, RecipeItem)
    assert recipe_of(item) == recipe_of(replace(item, settings={"difficulty": "2"})) == RECIPES[slug]
    with pytest.raises(ValueError, match=f"'9' is no difficulty of {slug}. Write one of: "):
        recipe_of(replace(item, settings={"difficulty": "9"}))
    with pytest.raises(
        ValueError, match=f"is no setting of {slug} at difficulty 2. Write one of difficulty, "
    ):
        recipe_of(replace(item, settings={"difficulty": "2", "no-such": "3"}))


def test_the_difficulty_is_one_of_those_that_there_are() -> None:
    assert difficulty_of("one", {}, (1, 2)) == 2
    assert difficulty_of("one", {"difficulty": "1"}, (1, 2)) == 1
    for wrong in ("3", "01", "1.0", "", "one"):
        with pytest.raises(ValueError, match="is no difficulty of one"):
            difficulty_of("one", {"difficulty": wrong}, (1, 2))


BY_HAND = sorted(slug for slug, recipe in RECIPES.items() if _has(recipe, "1"))


@pytest.mark.parametrize("slug", BY_HAND)
def test_draws_of_every_difficulty_are_read_back_by_any(slug: str) -> None:
    """What is stored stays readable: givens do not depend on the difficulty that an item sets today."""
    usual, by_hand = RECIPES[slug], RECIPES[slug].at({"difficulty": "1"})
    records = [[str(one.record(one.draw(Draws(f"seed {n}")))) for n in range(60)] for one in (usual, by_hand)]
    assert len({*records[0]} & {*records[1]}) < 6
    for one, other in ((usual, by_hand), (by_hand, usual)):
        for n in range(20):
            record = one.record(one.draw(Draws(f"seed {n}")))
            assert other.record(other.read(record)) == record


def test_givens_without_logarithms_are_written_as_before_there_were_any() -> None:
    """Else every variant that is stored would be drawn a second time, as one that nobody has seen."""
    recipe = RECIPES["masked-weight"]
    record = {"first": 3, "second": 5, "third": 2, "fourth": 4, "row": 3}
    assert recipe.read(record) == record | {"logs": 0}
    assert recipe.record(recipe.read(record)) == record
    assert recipe.record(recipe.read(record | {"logs": 1})) == record | {"logs": 1}
    with pytest.raises(ValueError, match="logarithms are taken of 1 and larger numbers"):
        recipe.read(record | {"third": 0, "logs": 1})
    with pytest.raises(ValueError, match="logs must be 1"):
        recipe.read(record | {"logs": 2})
