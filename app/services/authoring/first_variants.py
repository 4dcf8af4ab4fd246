"""What an item can be asked with at once: the orders of a written one, and what its author fixed of a drawn one."""

from collections.abc import Iterator

from app.engine.plain_engine import PlainEngine
from app.items.item import NumbersItem, RecipeItem, Revision
from app.variants.bake import bake_fixed
from app.variants.encode import EncodedVariant, encode
from app.variants.realise import realise

ORDERS = 24  # of one item: all of four options, a fair draw of more
_DRAWS = 200


def first_variants(revision: Revision) -> Iterator[EncodedVariant]:
    """All of them. Raises ValueError with what is wrong where a fixed variant cannot be proven."""
    if isinstance(revision.item, RecipeItem):
        yield from map(encode, bake_fixed(revision, PlainEngine()))
    else:
        yield from _orders(revision)


def _orders(revision: Revision) -> Iterator[EncodedVariant]:
    """Different orders of one item, each drawn, until there are enough or no new one comes; typed numbers have one."""
    found: set[str] = set()
    wanted = 1 if isinstance(revision.item, NumbersItem) else ORDERS
    for turn in range(_DRAWS):
        variant = realise(revision, f"order|{turn}")
        if variant.id not in found:
            found.add(variant.id)
            yield encode(variant)
        if len(found) == wanted:
            return
