"""All questions of the bank as they leave: written items, and variants of each recipe, wide and narrowed, frozen."""

import os
from collections.abc import Mapping
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
NARROWED: Mapping[str, Mapping[str, str]] = {
    "raw-score-choice": {"entries": "1 to 3", "tokens": "4"},
    "raw-score-typed": {"entries": "-1 to 2"},
    "scaled-row-choice": {"width": "2 to 3"},
    "weights-row-typed": {"entries": "0 to 2", "tokens": "3"},
    "saturation-pair-typed": {"width": "64", "gap": "2 to 4"},
    "spread-choice": {"heads": "8 to 16", "variances": "0.25 to 2"},
    "masked-weight-choice": {"scores": "0.5 to 2.5"},
    "pipeline-steps": {"entries": "-1 to 2"},
    "weights-matrix-grid": {"tokens": "2", "width": "4 to 9", "scores": "-2 to 4"},
    "which-mechanism-choice": {"width": "2", "entries": "-1 to 3"},
}  # ranges that an author may set, for every kind of question


@lru_cache
def bank_items() -> dict[str, Item]:
    """Every item of the bank by name."""
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks)
    return {one.revision.item.header.id: one.revision.item for one in loaded.items}


@lru_cache
def bank_questions() -> tuple[OutQuestion, ...]:
    """Every question with KEYED_GATE=1, else a tenth of the written items and one variant of each recipe.

    Some recipe items leave once more as `NARROWED`.
    """
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
        found += _variants(each, words, 5 if GATE else 1)
    found += [_variants(narrowed(each), words, 8)[0] for each in recipes if each.item.header.id in NARROWED]
    return tuple({one.id: one for one in found}.values())


def narrowed(revision: Revision) -> Revision:
    """The revision with the ranges that `NARROWED` sets for its item."""
    item = revision.item
    assert isinstance(item, RecipeItem)
    settings = {**item.settings, **NARROWED[item.header.id]}
    return replace(revision, item=replace(item, settings=settings))


def _variants(revision: Revision, words: Words, draws: int) -> list[OutQuestion]:
    seeds = tuple(f"export-{n}" for n in range(draws))
    return [
        replace(
            frozen(revision.item.header, one.shown, one.answer_key, words),
            id=frozen_id(one.item_id, one.id),
            variant=one.id,
            seed=one.seed,
        )
        for one in bake(revision, seeds, PlainEngine()).variants
    ]
