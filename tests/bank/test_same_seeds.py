"""A seed gives the same numbers for ever: what speed changes must not move, over all recipe items of the bank.

`same_seeds.json` has one hash an item over the givens, the certified digits and the options of a few seeds; words are no
part of it. Where a recipe comes to draw otherwise on purpose, its version is raised and the hash written anew.
"""

import json
import re
from pathlib import Path

from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.parse import parse_item
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.kit.ids import content_hash
from app.variants.bake import bake
from app.variants.recipe import RECIPES

QUESTIONS = Path(__file__).resolve().parents[2] / "questions"
KEPT = Path(__file__).with_name("same_seeds.json")
SEEDS = 6


def _numbers(variant: Variant) -> list[object]:
    """What must stay: givens, certified digits, and options that are numbers, in their order."""
    proof, form = variant.answer_key.proof, variant.shown.form
    printed = proof.evidence.printed if proof is not None and proof.evidence is not None else ()
    options = [one.text for one in form.options if one.numeric] if isinstance(form, ChoiceForm) else []
    return [variant.answer_key.givens, printed, options]


def test_seeds_give_the_numbers_that_they_gave_before_and_alone_the_very_same_variant() -> None:
    """The names of variants hold every stored byte, the tables of slips among them."""
    engine, found, alone = TorchEngine(choose_device("cpu")), {}, {}
    seeds = [f"kept {n}" for n in range(SEEDS)]
    for path in sorted(QUESTIONS.rglob("*.yaml")):
        content = path.read_bytes()
        if re.search(rb"^recipe: ", content, re.MULTILINE):
            name = str(path.relative_to(QUESTIONS))
            revision = revision_of(parse_item(content, name, Known(None, None, RECIPES)).item)
            variants = bake(revision, seeds, engine).variants
            numbers = json.dumps([_numbers(one) for one in variants], ensure_ascii=False)
            found[name] = content_hash(numbers.encode())[:16]
            last = variants[-1]
            alone[name] = [one.id for one in bake(revision, [last.seed], engine).variants] == [last.id]
    kept = json.loads(KEPT.read_text())
    assert len(found) >= 80
    assert {name: found[name] for name in found if name in kept} == kept
    assert [name for name in alone if not alone[name]] == []
