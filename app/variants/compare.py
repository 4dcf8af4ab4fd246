"""What a stored variant says otherwise than the one that was made again of its givens, in sentences."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from flint import arb
from msgspec import Struct
from msgspec.structs import replace

from app.engine.certify import digits
from app.items.answer_key import ChoiceAnswer, NumbersAnswer, Proof, StepKey, StepsAnswer
from app.items.public import ChoiceForm
from app.items.slip_table import SlipTable
from app.items.variant import Variant
from app.variants.recipe import Recipe
from app.variants.rounding import Floats, row_text, typographic
from app.variants.screen import SAME

Draw = tuple[Recipe[Any], Any]  # a recipe with givens that it has read


def alike(one: object, other: object) -> bool:
    """Whether two records say the same: floats within 1e-12 of the larger of 1 and their size, all else exactly."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=SAME, abs_tol=SAME) or (one != one and other != other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Struct) and type(one) is type(other):
        return all(alike(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    return one == other


def differences(stored: Variant, again: Variant, draw: Draw, decimals: int) -> Iterator[str]:
    """All that is stored otherwise than it comes out; `draw` encloses options that were chosen otherwise."""
    shown, other = stored.shown, again.shown
    if replace(shown, form=other.form) != other:
        yield "what is shown does not come from the givens"
    yield from _answer(stored, again, draw, decimals)
    yield from _table(stored.answer_key.slip_table, again.answer_key.slip_table, first=_is_first(stored))
    if not alike(stored.answer_key.solution, again.answer_key.solution):
        yield "the worked page is not what comes out"
    yield from _proof(stored.answer_key.proof, again.answer_key.proof)


def _answer(stored: Variant, again: Variant, draw: Draw, decimals: int) -> Iterator[str]:
    answer, other = stored.answer_key.answer, again.answer_key.answer
    if type(answer) is not type(other) or type(stored.shown.form) is not type(again.shown.form):
        yield "it asks for another kind of answer than its question does"
    elif isinstance(answer, ChoiceAnswer) and isinstance(stored.shown.form, ChoiceForm):
        if not (alike(answer, other) and stored.shown.form == again.shown.form):
            yield from _options(stored.shown.form, answer, draw, decimals)
    else:
        if stored.shown.form != again.shown.form:
            yield "the fields are not those of its question"
        yield from _typed(answer, other)


def _typed(answer: object, other: object) -> Iterator[str]:
    """What is wrong with numbers that are typed: digits, fair intervals, or whatever else a step has."""
    if alike(answer, other):
        return
    if isinstance(answer, StepsAnswer) and isinstance(other, StepsAnswer):
        yield from _steps(answer, other)
    if not isinstance(answer, NumbersAnswer) or not isinstance(other, NumbersAnswer):
        return
    printed = tuple(number.printed for number in other.numbers)
    if tuple(number.printed for number in answer.numbers) != printed:
        yield f"the printed answer is not {row_text(printed)}"
    ends = [tuple((number.low, number.high) for number in one.numbers) for one in (answer, other)]
    if not alike(*ends):
        yield "the fair interval is not what comes out"
    if answer.tolerance != other.tolerance:
        yield "the tolerance is not that of its question"


def _steps(answer: StepsAnswer, other: StepsAnswer) -> Iterator[str]:
    """What is wrong with a computation in steps, step by step and by the parts of each."""
    if answer.givens != other.givens:
        yield "the givens that numbers are carried on from are not those that were drawn"
    if [step.slug for step in answer.steps] != [step.slug for step in other.steps]:
        yield "there are other steps than the computation has"
        return
    for stored, found in zip(answer.steps, other.steps, strict=True):
        for part, (mine, right) in _parts(stored, found).items():
            if not alike(mine, right):
                yield f"the {part} of the step {stored.slug} are not what comes out"


def _parts(stored: StepKey, found: StepKey) -> dict[str, tuple[object, object]]:
    """The parts of a stored step beside those of the one that came out."""
    numbers = stored.numbers, found.numbers
    printed, ends = (
        tuple(tuple(pick(number) for number in each) for each in numbers)
        for pick in (lambda number: number.printed, lambda number: (number.low, number.high))
    )
    return {
        "digits": (printed[0], printed[1]),
        "fair intervals": (ends[0], ends[1]),
        "formulas": ((stored.names, stored.formulas), (found.names, found.formulas)),
        "rounding": ((stored.decimals, stored.counts), (found.decimals, found.counts)),
        "slips": (stored.slips, found.slips),
    }


def _options(form: ChoiceForm, answer: ChoiceAnswer, draw: Draw, decimals: int) -> Iterator[str]:
    """What is wrong with options that were not chosen as they would be now: each must be what its slip gives."""
    if len(form.options) != len(answer.options) or not all(option.numeric for option in form.options):
        yield "the options are not what comes out"
        return
    if sorted(option.correct for option in answer.options) != [False, False, False, True]:
        yield "not exactly one of four options is right"
    recipe, givens = draw
    readings = [option.slips for option in answer.options]
    if len({option.text for option in form.options}) != len(form.options):
        yield "two options look the same"
    for place, enclosures in enumerate(recipe.enclose(givens, readings)):
        text = typographic(row_text(tuple(digits(ball, decimals) or "?" for ball in enclosures)))
        shown = form.options[place].text
        if answer.options[place].correct is not (readings[place] == ()) or shown != text:
            yield f"option {place + 1} is shown as {shown}, and {text} comes out"


def _is_first(variant: Variant) -> bool:
    """Whether it is from before evidence was stored: pairs of slips that fit a single one were stored too, and the
    fair intervals of some pairs were enclosed in another way.
    """
    proof = variant.answer_key.proof
    return proof is not None and proof.evidence is None


def _table(stored: SlipTable | None, again: SlipTable | None, *, first: bool) -> Iterator[str]:
    """Every reading that is stored must give the stored numbers; readings that came later are no fault.

    Of a pair in the `first` variants the numbers alone are compared, and only where it still is one of its own.
    """
    if stored is None or again is None:
        if stored is not again:
            yield "its slip table is missing"
        return
    mine, other = _rows(stored), _rows(again)
    if mine is None or other is None or stored.layout.steps != again.layout.steps:
        yield "its slip table is not laid out as its computation"
        return
    wide = stored.layout.width
    for slugs, row in mine.items():
        name = " with ".join(slugs) or "the right way"
        found = other.get(slugs)
        if found is None:
            yield f"{name} is no slip of its recipe any more"
        elif first and len(slugs) == 2:
            if not _near_where_there_is_any(row[:wide], found[:wide]):
                yield f"the stored numbers of {name} are not what comes out"
        elif not _near(row, found):
            yield f"the stored numbers of {name} are not what comes out"


def _rows(table: SlipTable) -> dict[tuple[str, ...], Floats] | None:
    """All numbers of each reading; None where there are more or fewer than the layout says."""
    layout, numbers = table.layout, np.frombuffer(table.numbers[: len(table.numbers) // 8 * 8], dtype="<f8")
    wide, long = 3 * layout.width, sum(step.count for step in layout.steps)
    count = len(layout.readings) * wide
    if numbers.size != count + layout.stepped * long or len(table.numbers) % 8:
        return None
    return {
        slugs: np.concatenate(
            [
                numbers[place * wide : (place + 1) * wide],
                numbers[count + place * long : count + (place + 1) * long] if place < layout.stepped else (),
            ]
        )
        for place, slugs in enumerate(layout.readings)
    }


def _near_where_there_is_any(one: Floats, other: Floats) -> bool:
    some = ~np.isnan(other)
    return _near(one[some], other[some])


def _near(one: Floats, other: Floats) -> bool:
    short = min(one.size, other.size)  # a pair may have become a reading with steps, or the other way round
    return bool(np.allclose(one[:short], other[:short], rtol=SAME, atol=SAME, equal_nan=True))


def _proof(stored: Proof | None, again: Proof | None) -> Iterator[str]:
    if stored is None or again is None:
        if stored is not again:
            yield "its proof is missing"
        return
    if len(stored.enclosures) != len(again.enclosures) or not all(
        map(_overlap, stored.enclosures, again.enclosures)
    ):
        yield "an enclosure does not hold the number that comes out"
    if not alike(stored.reach, again.reach):
        yield "rounding reaches otherwise than its proof says"
    was_pair = stored.evidence is None and len(stored.nearest) == 2
    if not was_pair and not alike(stored.nearest_distance, again.nearest_distance):
        yield f"the nearest slip is {again.nearest_distance:.6g} away, and its proof says {stored.nearest_distance:.6g}"
    mine, other = stored.evidence, again.evidence
    if mine is None or other is None:
        return
    claims = mine.claims or other.claims  # those of variants from before they were stored are not compared
    if not alike(replace(mine, made_by=other.made_by, claims=claims), other):
        yield "the numbers that its proof rests on are not what comes out"


def _overlap(one: str, other: str) -> bool:
    """Whether two enclosures, as they are shown, have a number in common."""
    try:
        first, second = (arb(text.replace(" ± ", " +/- ")) for text in (one, other))
    except ValueError:
        return False
    return bool(first.overlaps(second))
