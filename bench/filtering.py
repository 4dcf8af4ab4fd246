"""The search for good draws against bare batched torch in blocks: candidates a second, drawn and looked at, one thread."""

from collections.abc import Callable
from typing import cast

import torch

from app.engine.searching import Search, words_of
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.search import BLOCK
from app.engine.tensors.sieve import Sieve
from app.variants.recipe import RECIPES
from app.variants.recipes.attention import AttentionRecipe
from app.variants.searching import Sought
from bench.measure import Figure, Ratio, alternate, ratio, seconds

COUNT = 1 << 18
BARE_BLOCK = 2048
TOKENS, WIDTH = 4, 4
Tensor = torch.Tensor


def wanted(recipe: str) -> Search:
    """What the product searches for with four tokens and d_k = 4."""
    found = cast(AttentionRecipe, RECIPES[recipe])
    return Sought(found, decimals=3, typed=False).search((TOKENS, WIDTH))


def filtered(search: Search) -> Callable[[], float]:
    """Candidates a second through the product's filter: drawn by counting, and every wish looked at."""
    sieve = Sieve(search)
    words = torch.from_numpy(words_of([f"bench|{place}" for place in range(BLOCK)]))
    turn = 0

    def act() -> None:
        nonlocal turn
        with torch.inference_mode():
            for _ in range(COUNT // BLOCK):
                turn += 1
                sieve.codes(Candidates.of(search, words, torch.full_like(words, turn)))

    return lambda: COUNT / seconds(act)


def _weights(logits: Tensor) -> Tensor:
    made = (logits - logits.amax(0)).exp_()
    return made / made.sum(0)


def bare() -> float:
    """Candidates a second in bare torch: drawn with `torch.randint`, the output of one row, right and four wrong ways.

    Planes have the batch last, in blocks that stay in the cache; nothing is looked at.
    """

    def act() -> None:
        with torch.inference_mode():
            for _ in range(COUNT // BARE_BLOCK):
                Q, K, V = torch.randint(-2, 4, (3, TOKENS, WIDTH, BARE_BLOCK)).to(torch.float64)
                raw = (Q[0][None] * K).sum(1)
                swapped = (V[0][None] * K).sum(1)
                right = _weights(raw / WIDTH**0.5)
                for weights, carried in (
                    (right, V),
                    (_weights(raw), V),
                    (_weights(raw / WIDTH), V),
                    (_weights(swapped / WIDTH**0.5), V),
                    (right, K),
                ):
                    (weights[:, None] * carried).sum(0)

    return COUNT / seconds(act)


def measure(*, runs: int) -> list[Figure | Ratio]:
    """All attention recipes that have more than one number, beside the same bare side."""
    torch.set_num_threads(1)
    names = ("scaled-row", "weights-row", "output-row")
    *ours, floor = alternate(runs, *(filtered(wanted(name)) for name in names), bare)
    found: list[Figure | Ratio] = [Figure("bare batched torch, drawn and computed", floor, "/s")]
    for name, values in zip(names, ours, strict=True):
        found.append(Figure(f"candidates of {name}, drawn and filtered", values, "/s"))
        found.append(ratio(f"filter of {name} / bare batched torch", values, floor, aim=0.5))
    return found
