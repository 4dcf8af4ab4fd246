"""Searches for the draws of a recipe on the engine's device, many seeds at once; what it leaves out costs no proof."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.engine.problem import Shape
from app.engine.searching import NOTHING_FOUND, Found, Search, Searcher, Wishes, words_of
from app.engine.slips import apply
from app.engine.stages import Stage
from app.items.item import TYPED
from app.kit.draws import Draws
from app.variants.assemble import Workshop
from app.variants.reach import ALWAYS_THERE
from app.variants.recipes.attention import AttentionRecipe
from app.variants.recipes.attention_draws import (
    LEAD,
    SPREAD,
    AttentionGivens,
    entries_drawn,
    halves_drawn,
    shape_drawn,
)
from app.variants.recipes.settings import BY_CALCULATOR
from app.variants.rounding import EDGE

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Good:
    """A seed and its good draw."""

    seed: str
    givens: AttentionGivens


@dataclass(frozen=True, slots=True)
class Searched:
    """The good draws in the order of their seeds, and how many candidates were left out, by reason."""

    found: tuple[Good, ...]
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sought:
    """A recipe whose draws are searched for, and what its item adds; typed numbers want slips that differ."""

    recipe: AttentionRecipe
    decimals: int
    typed: bool

    @property
    def single(self) -> bool:
        """Whether one number of a row is asked."""
        return self.recipe.stage is Stage.RAW

    def search(self, sizes: tuple[int, int]) -> Search:
        """What is searched for among draws with these numbers of tokens and d_k, by the recipe's own refusals."""
        return _search(self, sizes)


@lru_cache(maxsize=128)
def _search(of: Sought, sizes: tuple[int, int]) -> Search:
    n, d_k = sizes
    stage = of.recipe.stage
    plan = of.recipe.plan(Shape(n_q=n, n=n, d_k=d_k, d_v=d_k), pairs=False)
    wishes = Wishes(
        spread=SPREAD,
        lead=None if stage is Stage.SCALED else LEAD,
        unlike=of.typed,
        reach=plan.reach,
        edge=EDGE,
        always=tuple(apply(slugs) for slugs in plan.readings if slugs in ALWAYS_THERE),
    )
    slips = plan.readings[: plan.stepped]
    return Search(
        n=n,
        d_k=d_k,
        entries=entries_drawn(of.recipe.limits),
        stage=stage,
        single=of.single,
        decimals=of.decimals,
        mechanisms=tuple(apply(slugs) for slugs in slips),
        wishes=wishes,
        halves=halves_drawn(of.recipe.limits),
    )


def sought(workshop: Workshop) -> Sought | None:
    """What is searched for, where the draws are: those of the attention recipes, which cannot be gone through."""
    recipe = workshop.recipe
    if not isinstance(recipe, AttentionRecipe) or recipe.difficulty != BY_CALCULATOR:
        return None
    return Sought(recipe, workshop.decimals, workshop.item.header.kind in TYPED)


def search(of: Sought, seeds: Sequence[str], engine: Searcher) -> Searched:
    """The first good draw of each seed that has one.

    A seed's draw depends on nothing but the seed and what is sought.
    """
    by_shape: dict[tuple[int, int], list[int]] = {}
    for place, seed in enumerate(seeds):
        by_shape.setdefault(shape_drawn(Draws(seed), of.recipe.limits), []).append(place)
    good: dict[int, Good] = {}
    left_out: Counter[str] = Counter()
    for sizes, places in by_shape.items():
        found = engine.search(of.search(sizes), words_of([seeds[place] for place in places]))
        for place, givens in zip(places, _givens(found, single=of.single), strict=True):
            if givens is not None:
                good[place] = Good(seeds[place], givens)
        left_out.update(found.left_out)
    return Searched(tuple(good[place] for place in sorted(good)), dict(left_out))


def _givens(found: Found, *, single: bool) -> Iterator[AttentionGivens | None]:
    matrices = zip(*(part.tolist() for part in (found.Q, found.K, found.V)), strict=True)
    rows, columns = found.rows.tolist(), found.columns.tolist()
    halved, turns = found.halved.tolist(), found.turns.tolist()
    for place, (Q, K, V) in enumerate(matrices):
        if turns[place] == NOTHING_FOUND:
            yield None
            continue
        asking = [[entry / 2 for entry in row] for row in Q] if halved[place] else Q
        column = columns[place] if single else None
        yield AttentionGivens(_rows(asking), _rows(K), _rows(V), rows[place], column)


def _rows(matrix: list[list[float]]) -> Rows:
    return tuple(map(tuple, matrix))
