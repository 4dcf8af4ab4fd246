"""What the search leaves out is what the refusals would refuse, and only good draws come to the slow part."""

from typing import Any

import numpy as np
import pytest
import torch

from app.engine.searching import words_of
from app.engine.tensors import search as search_module
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.device import choose_device
from app.engine.tensors.sieve import MISSES, Sieve
from app.items.item import Kind
from app.variants.bake import NOTHING_GOOD, bake, bake_packed, workshop_of
from app.variants.recipe import RECIPES
from app.variants.recipes.attention import AttentionRecipe
from app.variants.recipes.attention_draws import AttentionGivens
from app.variants.screen import screen
from app.variants.searching import Sought, sought
from tests.unit.variants.samples import DECIMALS, revision, seeds

SEARCHED = ["raw-score", "scaled-row", "weights-row", "output-row"]
ENGINE = TorchEngine(choose_device("cpu"))


def attention(recipe: str) -> AttentionRecipe:
    found = RECIPES[recipe]
    assert isinstance(found, AttentionRecipe)
    return found


def givens_of(candidates: Candidates, place: int, *, single: bool) -> AttentionGivens:
    halved = bool(candidates.halved[place])
    Q, K, V = (candidates.matrix(name)[:, :, place].tolist() for name in "QKV")
    if halved:
        Q = [[entry / 2 for entry in row] for row in Q]
    rows: list[Any] = [tuple(map(tuple, matrix)) for matrix in (Q, K, V)]
    column = int(candidates.columns[place]) if single else None
    return AttentionGivens(*rows, int(candidates.rows[place]), column)


def can_be_worked(givens: AttentionGivens, *, with_digits: bool) -> bool:
    """The wishes of a draw, by hand: a scaled row no wider than 6; a largest score of 0 or more, not far ahead."""
    row = sorted(sum(q * k for q, k in zip(givens.Q[givens.row], key, strict=True)) for key in givens.K)
    root = len(givens.K[0]) ** 0.5
    digits = row[-1] >= 0 and (row[-1] - row[-2]) * root <= 5
    return len(set(row)) == len(row) and (row[-1] - row[0]) / root <= 6 and (digits or not with_digits)


@pytest.mark.parametrize("recipe", SEARCHED)
@pytest.mark.parametrize(("sizes", "typed"), [((3, 4), False), ((4, 3), True)])
def test_the_filter_leaves_out_what_the_refusals_refuse(
    recipe: str, sizes: tuple[int, int], typed: bool
) -> None:
    of, decimals = attention(recipe), DECIMALS.get(recipe, 3)
    single = recipe == "raw-score"
    search = Sought(of, decimals, typed=typed).search(sizes)
    at = torch.from_numpy(words_of(seeds(500, "filter")))
    candidates = Candidates.of(search, at, torch.zeros_like(at))
    codes = Sieve(search).codes(candidates)
    group = [givens_of(candidates, place, single=single) for place in range(len(at))]
    plan = of.plan(of.shape(group[0]), pairs=False)
    block = of.run(group, ENGINE, plan=plan, decimals=decimals)
    taste = of.taste(group, block, plan=plan, decimals=decimals)
    reasons = screen(plan, block, decimals, known=taste, unlike=typed).reason
    wished = [single or can_be_worked(one, with_digits=recipe != "scaled-row") for one in group]
    passes = (codes == 0).numpy()
    good = (reasons == "") & np.array(wished)
    assert not (good & ~passes).any()
    assert set(reasons[passes & ~good]) <= {
        "slips-alike"
    }  # their whole intervals are compared by the slow part
    assert typed or np.array_equal(passes, good)
    assert 30 < int((codes == 0).sum()) < 495
    names = {MISSES[code] for code in codes.tolist() if code}
    assert names >= ({"answer-zero"} if single else {"tied-logits", "far-apart"})


@pytest.mark.parametrize("recipe", SEARCHED)
@pytest.mark.parametrize("kind", [Kind.SINGLE_CHOICE, Kind.NUMBERS])
def test_every_draw_that_was_found_is_proven_and_kept(recipe: str, kind: Kind) -> None:
    outcome = bake(revision(recipe, kind), seeds(150), ENGINE)
    assert len(outcome.variants) + sum(outcome.refusals.values()) + outcome.repeated == outcome.drawn == 150
    assert set(outcome.refusals) <= {"slips-alike"}
    assert len(outcome.variants) >= (120 if kind is Kind.NUMBERS else 148)
    assert sum(outcome.left_out.values()) > 0
    assert type(outcome.left_out) is dict  # what counts on the way makes no JSON
    some = set(seeds(150)[20:23])
    few = bake(revision(recipe, kind), sorted(some), ENGINE)
    assert {(one.seed, one.shown) for one in few.variants} == {
        (one.seed, one.shown) for one in outcome.variants if one.seed in some
    }


def test_recipes_that_can_be_gone_through_are_not_searched() -> None:
    assert all(RECIPES[slug].everything() is None for slug in SEARCHED)
    searched = {slug for slug in RECIPES if sought(workshop_of(revision(slug), ENGINE)) is not None}
    assert searched == set(SEARCHED)


def test_seeds_without_a_good_draw_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "_MOST", 1)
    packed = bake_packed(revision("output-row"), seeds(60), ENGINE)
    assert packed.drawn == 60
    assert packed.refusals[NOTHING_GOOD] == 60 - len(packed.variants)
    assert 5 < len(packed.variants) < 55


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device on this machine")
@pytest.mark.parametrize("recipe", [*SEARCHED, "saturation-pair"])  # the others have no use for the device
@pytest.mark.parametrize("kind", [Kind.SINGLE_CHOICE, Kind.NUMBERS])
def test_gpu_and_cpu_bake_the_same_variants_as_printed(recipe: str, kind: Kind) -> None:
    there, here = (
        bake(revision(recipe, kind), seeds(200), TorchEngine(choose_device(device)))
        for device in ("cuda", "cpu")
    )
    assert there.refusals == here.refusals
    assert len(there.variants) == len(here.variants) > 0
    for one, two in zip(there.variants, here.variants, strict=True):
        assert (one.seed, one.twin, one.shown) == (two.seed, two.twin, two.shown)
        keys = one.answer_key, two.answer_key
        assert keys[0].givens == keys[1].givens
        assert keys[0].solution == keys[1].solution
        assert keys[0].proof.enclosures == keys[1].proof.enclosures
        if kind is Kind.SINGLE_CHOICE:
            assert keys[0].answer == keys[1].answer
