"""Proves a stored computation in steps once more, from its givens: every field, every interval, every slip's formulas."""

from collections.abc import Mapping
from typing import cast

import orjson

from app.items.answer_key import StepKey, StepsAnswer
from app.items.item import RecipeItem
from app.items.variant import Variant
from app.variants.assemble import twin_of
from app.variants.assemble_steps import form_of, graded_steps, proven_steps, told_of
from app.variants.recipe import recipe_of, stepped_of


def verify_steps(variant: Variant, item: RecipeItem) -> tuple[str, ...]:
    """What is wrong with a stored variant, in sentences; nothing where its proof stands.

    The givens are read back and told again, and the second route encloses every field anew.
    """
    stepped = stepped_of(item)
    givens = recipe_of(item).read(cast(Mapping[str, object], orjson.loads(variant.answer_key.givens)))
    page, told = stepped.page(givens, item.decimals), told_of(stepped, givens, item.decimals)
    faults = []
    if (page.stem, page.matrices) != (variant.shown.stem, variant.shown.matrices):
        faults.append("what is shown does not come from the givens")
    if form_of(stepped.texts(givens, item.decimals), told.steps) != variant.shown.form:
        faults.append("the fields are not those of the computation")
    if twin_of(item, variant.answer_key.givens) != variant.twin:
        faults.append("the twin does not come from the givens")
    answer = variant.answer_key.answer
    if not isinstance(answer, StepsAnswer):
        return (*faults, "a computation in steps has another answer")
    if answer.givens != stepped.family.constants(givens):
        faults.append("the givens that numbers are carried on from are not those that were drawn")
    proven = proven_steps(stepped, givens, told)
    graded = proven if isinstance(proven, str) else graded_steps(told, proven.printed)
    if isinstance(graded, str):
        return (*faults, f"the right numbers cannot be proven: {graded}")
    if [marked.slug for marked in graded] != [marked.slug for marked in answer.steps]:
        return (*faults, "there are other steps than the computation has")
    for found, stored in zip(graded, answer.steps, strict=True):
        faults += _step(found, stored)
    return tuple(faults)


def _step(found: StepKey, stored: StepKey) -> list[str]:
    """What is wrong with one stored step, by the parts of it."""
    parts = {
        "digits": ([one.printed for one in found.numbers], [one.printed for one in stored.numbers]),
        "fair intervals": (
            [(n.low, n.high) for n in found.numbers],
            [(n.low, n.high) for n in stored.numbers],
        ),
        "formulas": ((found.names, found.formulas), (stored.names, stored.formulas)),
        "rounding": ((found.decimals, found.counts), (stored.decimals, stored.counts)),
        "slips": (found.slips, stored.slips),
    }
    return [
        f"the {part} of the step {stored.slug} are not what comes out"
        for part, (right, given) in parts.items()
        if right != given
    ]
