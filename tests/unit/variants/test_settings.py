"""The difficulty that an item sets of its recipe."""

from dataclasses import replace

import pytest

from app.items.item import RecipeItem
from app.variants.recipe import RECIPES, recipe_of
from app.variants.recipes.settings import difficulty_of
from tests.unit.variants.samples import revision


@pytest.mark.parametrize("slug", RECIPES)
def test_a_recipe_that_nothing_is_set_of_wants_a_calculator(slug: str) -> None:
    item = revision(slug).item
    assert isinstance(item, RecipeItem)
    assert recipe_of(item) == recipe_of(replace(item, settings={"difficulty": "2"})) == RECIPES[slug]
    with pytest.raises(ValueError, match=f"'9' is no difficulty of {slug}. Write one of: "):
        recipe_of(replace(item, settings={"difficulty": "9"}))
    with pytest.raises(ValueError, match=f"is no setting of {slug}. Write difficulty, or delete it."):
        recipe_of(replace(item, settings={"difficulty": "2", "tokens": "3"}))


def test_the_difficulty_is_one_of_those_that_there_are() -> None:
    assert difficulty_of("one", {}, (1, 2)) == 2
    assert difficulty_of("one", {"difficulty": "1"}, (1, 2)) == 1
    for wrong in ("3", "01", "1.0", "", "one"):
        with pytest.raises(ValueError, match="is no difficulty of one"):
            difficulty_of("one", {"difficulty": wrong}, (1, 2))
