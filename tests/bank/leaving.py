"""All questions of the bank as they leave: written items, and a variant or two of each recipe, frozen."""

import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from app.authoring.outgoing.frozen import frozen, frozen_id
from app.authoring.outgoing.question import OutQuestion
from app.authoring.outgoing.written import outgoing
from app.bank.load import LoadedBanks, load_tree
from app.engine.phrases import PHRASES
from app.engine.plain_engine import PlainEngine
from app.grading.words import Words
from app.items.item import Item, RecipeItem, Revision
from app.variants.bake import bake
from app.variants.recipe import RECIPES

GATE = bool(os.environ.get("KEYED_GATE"))
QUESTIONS = Path(__file__).resolve().parents[2] / "questions"


@lru_cache
def bank_items() -> dict[str, Item]:
    """Every item of the bank by name."""
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks)
    return {one.revision.item.header.id: one.revision.item for one in loaded.items}


@lru_cache
def bank_questions() -> tuple[OutQuestion, ...]:
    """Every question with KEYED_GATE=1, else a tenth of the written items and one variant of each recipe."""
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks)
    words = Words(loaded.misconceptions, dict(PHRASES))
    revisions = [one.revision for one in loaded.items]
    written = [one for one in revisions if not isinstance(one.item, RecipeItem)]
    recipes = [one for one in revisions if isinstance(one.item, RecipeItem)]
    kinds = {one.item.header.kind: one for one in written}
    chosen = written if GATE else [*written[::10], *kinds.values()]
    found = [outgoing(one.item) for one in chosen if not isinstance(one.item, RecipeItem)]
    for each in recipes:
        found += _variants(each, words)
    return tuple({one.id: one for one in found}.values())


def _variants(revision: Revision, words: Words) -> list[OutQuestion]:
    seeds = tuple(f"export-{n}" for n in range(5 if GATE else 1))
    return [
        replace(
            frozen(revision.item.header, one.shown, one.answer_key, words),
            id=frozen_id(one.item_id, one.id),
            variant=one.id,
            seed=one.seed,
        )
        for one in bake(revision, seeds, PlainEngine()).variants
    ]
