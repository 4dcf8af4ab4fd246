"""What one memory is about: recipes and items share one space of names, so no item may be called like a recipe."""

from app.variants.recipe import RECIPES
from tests.house.sources import ROOT


def test_no_item_is_called_like_a_recipe() -> None:
    items = {path.stem for path in (ROOT / "questions").glob("*/*/*.yaml")}
    assert len(items) > 100
    assert items.isdisjoint(RECIPES)
