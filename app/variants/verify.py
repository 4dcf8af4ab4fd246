"""Proves a stored variant once more, from its givens, without the engine that computed it and without its seed."""

from collections.abc import Mapping
from typing import cast

import orjson

from app.engine.certify import digits
from app.items.answer_key import ChoiceAnswer, MatchingAnswer, NumbersAnswer, OrderingAnswer
from app.items.item import Kind, RecipeItem
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.variants.assemble import twin_of
from app.variants.block import Reading
from app.variants.certified import certify
from app.variants.recipe import recipe_of
from app.variants.rounding import row_text, typographic
from app.variants.verify_steps import verify_steps


def verify(variant: Variant, item: RecipeItem) -> tuple[str, ...]:
    """What is wrong with a stored variant, in sentences; nothing where its proof stands.

    The givens are read back, the page is told again, and the oracle encloses the answer and every option. Digits,
    shown matrices, the twin and the stored values of the right reading must be what comes out.
    """
    if item.header.kind is Kind.STEPS:
        return verify_steps(variant, item)
    return _verify_row(variant, item)


def _verify_row(variant: Variant, item: RecipeItem) -> tuple[str, ...]:
    """The same of an answer that is one row of numbers: typed, chosen, or row by row in a matrix."""
    recipe = recipe_of(item)
    record = cast(Mapping[str, object], orjson.loads(variant.answer_key.givens))
    givens = recipe.read(record)
    page = recipe.page(givens, item.decimals)
    faults = []
    if (page.stem, page.matrices) != (variant.shown.stem, variant.shown.matrices):
        faults.append("what is shown does not come from the givens")
    if twin_of(item, variant.answer_key.givens) != variant.twin:
        faults.append("the twin does not come from the givens")
    table = variant.answer_key.slip_table
    if table is None:
        return (*faults, "there is no slip table")
    right = next(table.readings())
    found = certify(recipe.enclose(givens, [()])[0], right.values, item.decimals)
    if right.slugs or found.reason:
        return (*faults, f"the right numbers cannot be proven: {found.reason or 'they are missing'}")
    match variant.answer_key.answer:
        case NumbersAnswer(numbers=numbers):
            if tuple(number.printed for number in numbers) != found.printed:
                faults.append(f"the printed answer is not {row_text(found.printed)}")
            if not all(
                number.low <= value <= number.high
                for number, value in zip(numbers, right.values, strict=True)
            ):
                faults.append("the answer lies outside its own fair interval")
        case ChoiceAnswer() as answer:
            faults += _options(variant, answer, item)
        case MatchingAnswer() | OrderingAnswer():
            faults.append("a computation is never matched or ordered")
    return tuple(faults)


def _options(variant: Variant, answer: ChoiceAnswer, item: RecipeItem) -> list[str]:
    """What is wrong with the options: each must be what its slip gives, and one must be right."""
    if not isinstance(variant.shown.form, ChoiceForm):
        return ["a choice is asked for in fields"]
    recipe = recipe_of(item)
    givens = recipe.read(orjson.loads(variant.answer_key.givens))
    readings: list[Reading] = [option.slips for option in answer.options]
    faults = []
    if sorted(option.correct for option in answer.options) != [False, False, False, True]:
        faults.append("not exactly one of four options is right")
    shown = [option.text for option in variant.shown.form.options]
    for place, enclosures in enumerate(recipe.enclose(givens, readings)):
        text = typographic(row_text(tuple(digits(ball, item.decimals) or "?" for ball in enclosures)))
        if answer.options[place].correct is not (readings[place] == ()) or shown[place] != text:
            faults.append(f"option {place + 1} is shown as {shown[place]}, and {text} comes out")
    return faults
