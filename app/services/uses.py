"""Which misconceptions an item can betray: those of its wrong options, numbers, pairs and reversals, or the slips that its recipe computes."""

from app.items.item import AuthoredItem, Item, MatchingItem, NumbersItem, OrderingItem, RecipeItem
from app.kit.draws import Draws
from app.variants.recipe import recipe_of

_LOOKS = 24  # draws whose shapes are looked at; a recipe has fewer shapes than that


def misconceptions_of(item: Item) -> frozenset[str]:
    """The slugs, without a word of which option or number each belongs to."""
    match item:
        case AuthoredItem():
            return frozenset(
                option.misconception for option in item.options if not option.correct and option.misconception
            )
        case MatchingItem():
            return frozenset(pair.misconception for pair in item.wrong_pairs())
        case OrderingItem():
            return frozenset(one.misconception for one in item.reversals)
        case NumbersItem():
            return frozenset(one.misconception for field in item.fields for one in field.wrong)
        case RecipeItem():
            return _slips_of(item)


def _slips_of(item: RecipeItem) -> frozenset[str]:
    """The single slips that are computed for the shapes that the recipe draws and that the author fixed."""
    recipe = recipe_of(item)
    givens = [recipe.draw(Draws(f"shapes|{item.recipe}|{turn}")) for turn in range(_LOOKS)]
    givens += [recipe.read(fixed.givens) for fixed in item.fixed]
    shapes = {recipe.shape(each) for each in givens}
    plans = [recipe.plan(shape, pairs=False) for shape in shapes]
    return frozenset(slugs[0] for plan in plans for slugs in plan.readings if len(slugs) == 1)
