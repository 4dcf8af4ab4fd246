"""What an item can be asked with at once: the orders of a written one, and what its author fixed of a drawn one."""

from collections.abc import Iterator

from app.engine.plain_engine import PlainEngine
from app.items.item import NumbersItem, RecipeItem, Revision, WrittenItem
from app.variants.bake import bake_fixed
from app.variants.encode import EncodedVariant, encode
from app.variants.realise import arrangement, realise

ORDERS = 24  # of one item: all of four options, a fair draw of more
_DRAWS = 200


def first_variants(revision: Revision) -> Iterator[EncodedVariant]:
    """All of them. Raises ValueError with what is wrong where a fixed variant cannot be proven."""
    if isinstance(revision.item, RecipeItem):
        yield from map(encode, bake_fixed(revision, PlainEngine()))
    else:
        yield from (encode(realise(revision, seed)) for seed in _seeds(revision.item))


def _seeds(item: WrittenItem) -> Iterator[str]:
    """Of different orders, each drawn, until there are enough or no new one comes; typed numbers have one."""
    found: set[tuple[tuple[int, ...], ...]] = set()
    wanted = 1 if isinstance(item, NumbersItem) else ORDERS
    for turn in range(_DRAWS):
        seed = f"order|{turn}"
        if (order := arrangement(item, seed)) not in found:
            found.add(order)
            yield seed
        if len(found) == wanted:
            return
