"""What a recipe is, and those that there are: how to draw the givens, compute every reading, and tell it."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from flint import arb

from app.engine.batching import NumericEngine
from app.engine.families.all import FAMILIES
from app.items.answer_key import WorkedStep
from app.items.item import Kind, RecipeItem
from app.kit.draws import Draws
from app.variants.block import Block, Plan, Reading
from app.variants.page import Page
from app.variants.recipes.attention import OUTPUT_ROW, RAW_SCORE, SCALED_ROW, WEIGHTS_ROW
from app.variants.recipes.pipeline import PIPELINE_RECIPE
from app.variants.recipes.ranges import Limits, Range
from app.variants.recipes.reverse.recipe import SPOT_THE_SLIP, SPOT_TWO_SLIPS, WHICH_MECHANISM
from app.variants.recipes.saturation import SATURATION_PAIR
from app.variants.recipes.settings import OPTIONS_OR_NUMBERS
from app.variants.recipes.spread import SPREAD
from app.variants.recipes.stepped import Stepped
from app.variants.recipes.told import ToldRecipe
from app.variants.recipes.told_ranges import RANGES
from app.variants.recipes.told_words import WORDS
from app.variants.recipes.weights_matrix import WEIGHTS_MATRIX_RECIPE
from app.variants.recipes.words.told_steps import TOLD_STEPS
from app.variants.rounding import Flags

G = TypeVar("G")


class Recipe(Protocol[G]):
    """How variants of one family come about. `G` are the givens of one draw."""

    @property
    def slug(self) -> str:
        """The recipe's name in items."""
        ...

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of item that can ask by it."""
        ...

    def at(self, settings: Mapping[str, str]) -> "Recipe[G]":
        """The same recipe as an item sets it, by `difficulty` and by ranges; only what is drawn depends on them.

        Raises ValueError with a sentence for a difficulty that the recipe does not have, an unknown setting, or a range
        within which it draws nothing.
        """
        ...

    @property
    def ranges(self) -> tuple[Range[G], ...]:
        """What items may narrow of its draws at its difficulty; nothing where there is nothing to narrow."""
        ...

    @property
    def limits(self) -> Limits:
        """The ranges that an item sets."""
        ...

    @property
    def space(self) -> int:
        """How many different draws there can be within the ranges, whether or not they pass the refusals."""
        ...

    def everything(self) -> Iterator[G] | None:
        """All possible givens within the ranges where they can be gone through, else None."""
        ...

    def draw(self, draws: Draws) -> G:
        """Givens by labelled draws: small integers or halves that can be worked by hand.

        Within the ranges wherever the recipe finds any; baking refuses the others.
        """
        ...

    def read(self, givens: Mapping[str, object]) -> G:
        """Givens from the bank or from a stored variant. Raises ValueError with a sentence."""
        ...

    def record(self, givens: G) -> dict[str, object]:
        """The givens and what is asked as plain data, in one canonical way; `read` takes it back."""
        ...

    def shape(self, givens: G) -> Hashable:
        """What draws must share to be computed together."""
        ...

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """Which readings are computed for draws of this shape; `pairs` asks for compound slips too."""
        ...

    def routes(self, engine: str) -> tuple[str, str]:
        """The two independent ways by which the answer is computed; `engine` is the numeric engine's name."""
        ...

    def run(self, group: Sequence[G], engine: NumericEngine, *, plan: Plan, decimals: int) -> Block:
        """The numbers of all readings of draws of one shape, by the engine."""
        ...

    def taste(self, group: Sequence[G], block: Block, *, plan: Plan, decimals: int) -> dict[str, Flags]:
        """Reasons of the recipe's own for which a draw is not asked, each with the draws it concerns."""
        ...

    def enclose(self, givens: G, readings: Sequence[Reading]) -> list[list[arb]]:
        """Rigorous enclosures of the final values of some readings, by a route of their own."""
        ...

    def page(self, givens: G, decimals: int) -> Page:
        """The question as shown."""
        ...

    def worked(
        self, givens: G, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """The worked solution from the numbers of the right reading's steps, in the order of the plan's."""
        ...


_TOLD: tuple[Recipe[Any], ...] = tuple(
    ToldRecipe(
        family,
        WORDS[slug],
        (*OPTIONS_OR_NUMBERS, *((Kind.STEPS,) if slug in TOLD_STEPS else ())),
        RANGES[slug],
    )
    for slug, family in FAMILIES.items()
)
_ALL: tuple[Recipe[Any], ...] = (
    RAW_SCORE, SCALED_ROW, WEIGHTS_ROW, OUTPUT_ROW, SATURATION_PAIR, SPREAD, *_TOLD,
    PIPELINE_RECIPE, WEIGHTS_MATRIX_RECIPE, SPOT_THE_SLIP, SPOT_TWO_SLIPS, WHICH_MECHANISM,
)  # fmt: skip
RECIPES: Mapping[str, Recipe[Any]] = MappingProxyType({recipe.slug: recipe for recipe in _ALL})
STEPPED: Mapping[str, Stepped[Any]] = MappingProxyType(
    {PIPELINE_RECIPE.slug: PIPELINE_RECIPE.stepped, **TOLD_STEPS}
)


def recipe_of(item: RecipeItem) -> Recipe[Any]:
    """The recipe by which an item asks, at its difficulty and within its ranges.

    Raises KeyError for an unknown recipe and ValueError for settings that it does not have.
    """
    return RECIPES[item.recipe].at(item.settings)


def stepped_of(item: RecipeItem) -> Stepped[Any]:
    """The computation in steps of an item's recipe. Raises KeyError where the recipe has none."""
    return STEPPED[item.recipe]
