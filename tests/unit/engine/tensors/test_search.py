"""Candidates are the same wherever they are drawn, and a seed finds the same one in any company."""

import hashlib

import numpy as np
import pytest
import torch

from app.engine.searching import NOTHING_FOUND, Found, Search, words_of
from app.engine.tensors import search as search_module
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.search import search
from app.variants.recipe import RECIPES
from app.variants.recipes.attention import AttentionRecipe
from app.variants.searching import Sought

ROWS = ["scaled-row", "weights-row", "output-row"]
_WORD = 1 << 64


def wanted(recipe: str, sizes: tuple[int, int] = (3, 4)) -> Search:
    found = RECIPES[recipe]
    assert isinstance(found, AttentionRecipe)
    return Sought(found, decimals=3, typed=False).search(sizes)


def candidates(of: Search, words: np.ndarray, turn: int) -> Candidates:
    at = torch.from_numpy(words)
    return Candidates.of(of, at, torch.full_like(at, turn))


def word(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def split_mix(number: int) -> int:
    """The finaliser as its authors print it, on whole numbers of any size."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) % _WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) % _WORD
    return number ^ (number >> 31)


def entries(seed: str, turn: int, label: str, count: int) -> list[int]:
    """Numbers −2 … 3 of one row by long division: digits to base 6 of the two halves of the word."""
    start = word(f"{seed}|candidates|0") + turn * 0x9E3779B97F4A7C15 + word(f"candidate|{label}|0")
    found = split_mix(start % _WORD)
    return [
        (half * 6**place // 2**32) % 6 - 2 for half in (found >> 32, found % 2**32) for place in range(1, 5)
    ][:count]


@pytest.mark.parametrize(("n", "d_k"), [(3, 4), (4, 2), (2, 7)])
def test_numbers_are_those_of_a_count_with_whole_numbers(n: int, d_k: int) -> None:
    seeds = [f"seed {place}" for place in range(5)]
    drawn = candidates(wanted("output-row", (n, d_k)), words_of(seeds), turn=9)
    for name in "QKV":
        matrix = drawn.matrix(name)
        assert matrix.shape == (n, d_k, 5)
        for place, seed in enumerate(seeds):
            for row in range(n):
                assert matrix[row, :, place].tolist() == entries(seed, 9, f"{name}:{row}", d_k)
    asking = drawn.matrix("Q").gather(0, drawn.rows.expand(1, d_k, 5))[0]
    assert torch.equal(torch.stack(list(drawn.asking())), asking)
    K = drawn.matrix("K")
    for scores in (drawn.scores(), drawn.scores(K)):
        assert torch.equal(scores, (asking[None] * K).sum(1))


def test_a_further_number_moves_no_other() -> None:
    words = words_of(["one", "two", "three"])
    small = candidates(wanted("weights-row", (2, 3)), words, turn=1)
    large = candidates(wanted("output-row", (4, 4)), words, turn=1)
    for name in "QKV":
        assert torch.equal(small.matrix(name), large.matrix(name)[:2, :3])


def test_numbers_are_evenly_likely() -> None:
    drawn = candidates(wanted("weights-row", (4, 8)), words_of([f"{n}" for n in range(4000)]), turn=0)
    counts = torch.bincount((drawn.matrix("K") + 2).flatten().to(torch.int64), minlength=6)
    expected = 4 * 8 * 4000 / 6
    assert counts.sum() == 4 * 8 * 4000
    assert ((counts - expected) ** 2 / expected).sum() < 30  # χ² with 5 degrees of freedom: 1 in 70,000
    rows = torch.bincount(drawn.rows, minlength=4)
    assert ((rows - 1000.0) ** 2 / 1000).sum() < 30


def same(one: Found, two: Found) -> bool:
    parts = ("Q", "K", "V", "rows", "columns", "halved", "turns")
    return all(np.array_equal(getattr(one, part), getattr(two, part)) for part in parts)


@pytest.mark.parametrize("recipe", ["raw-score", *ROWS])
def test_neither_blocks_nor_other_seeds_change_what_is_found(
    recipe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = words_of([f"seed {place}" for place in range(300)])
    whole = search(wanted(recipe), words, device="cpu")
    assert (whole.turns >= 0).all()
    monkeypatch.setattr(search_module, "BLOCK", 50)
    narrow = search(wanted(recipe), words, device="cpu")
    assert same(whole, narrow)
    assert whole.left_out == narrow.left_out
    assert sum(whole.left_out.values()) == whole.turns.sum()
    alone = search(wanted(recipe), words[7:8], device="cpu")
    assert np.array_equal(alone.K[0], whole.K[7])
    assert alone.turns[0] == whole.turns[7]


def test_a_seed_without_a_good_candidate_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "_MOST", 1)
    words = words_of([f"seed {place}" for place in range(64)])
    found = search(wanted("output-row"), words, device="cpu")
    assert 0 < (found.turns == NOTHING_FOUND).sum() < 64


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device on this machine")
@pytest.mark.parametrize("recipe", ["raw-score", *ROWS])
def test_gpu_and_cpu_find_the_same(recipe: str) -> None:
    words = words_of([f"seed {place}" for place in range(5000)])
    there, here = (search(wanted(recipe, (4, 4)), words, device=device) for device in ("cuda", "cpu"))
    assert same(there, here)
    assert there.left_out == here.left_out
