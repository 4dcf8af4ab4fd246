"""Recipe items for the tests of the variants, made without any file."""

from collections.abc import Mapping
from dataclasses import replace

from app.items.item import FixedVariant, Header, Kind, Level, RecipeItem, Revision, Shape, Source
from app.variants.recipe import RECIPES
from app.variants.recipes.reverse.recipe import ReverseRecipe

NUMERIC = tuple(slug for slug, recipe in RECIPES.items() if not isinstance(recipe, ReverseRecipe))
LESSON_MATRICES: Mapping[str, object] = {
    "Q": (("1", "0", "1", "0"), ("0", "1", "0", "1"), ("1", "1", "0", "0")),
    "K": (("1", "0", "1", "0"), ("0", "1", "0", "1"), ("1", "1", "0", "0")),
    "V": (("1", "2", "0", "0"), ("0", "1", "2", "0"), ("0", "0", "1", "2")),
    "row": "A",
}
LESSON: Mapping[str, Mapping[str, object]] = {
    "raw-score": {**LESSON_MATRICES, "column": "C"},
    "scaled-row": LESSON_MATRICES,
    "weights-row": LESSON_MATRICES,
    "output-row": LESSON_MATRICES,
    "saturation-pair": {"scores": ("40", "2"), "d_k": "64"},
}
DECIMALS = {"raw-score": 2, "spread": 2}


def revision(recipe: str, kind: Kind = Kind.SINGLE_CHOICE, *givens: Mapping[str, object]) -> Revision:
    """A revision of an item that asks by this recipe, with fixed variants of these givens."""
    header = Header(
        id=f"{recipe}-{'typed' if kind is Kind.NUMBERS else 'choice'}",
        bank="attention",
        kind=kind,
        objectives=("1.2",),
        level=Level.MECHANISM,
        shape=Shape.COMPUTATION,
        difficulty=0.6,
        source=Source("a test", "2026-01-01"),
    )
    fixed = tuple(FixedVariant(f"fixed-{place}", "a test", given) for place, given in enumerate(givens))
    item = RecipeItem(header, recipe, DECIMALS.get(recipe, 3), {}, fixed=fixed)
    return Revision(f"revision of {header.id}", item, "")


def by_hand(recipe: str, decimals: int) -> Revision:
    """A revision of an item that asks for typed numbers, drawn so that they come out by hand."""
    of = revision(recipe, Kind.NUMBERS)
    assert isinstance(of.item, RecipeItem)
    return replace(of, item=replace(of.item, decimals=decimals, settings={"difficulty": "1"}))


def seeds(count: int, label: str = "seed") -> list[str]:
    """Fixed seeds."""
    return [f"{label} {place}" for place in range(count)]
