"""Puts one computation in steps together: every field certified by both routes, and each slip told apart at its own step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.engine.families.stepwise import Constants, Fields, FormulaStep, Worked, one_function, worked
from app.engine.precision import BITS, MOST_BITS, working_at
from app.items.answer_key import (
    AnswerKey,
    Evidence,
    NumberAnswer,
    Proof,
    StepKey,
    StepsAnswer,
    StepSlip,
    WorkedStep,
)
from app.items.public import PublicVariant, StepForm, StepsForm
from app.items.slip_table import SlipTable
from app.variants.assemble import Drawn, Workshop
from app.variants.block import SUMS_REACH, Reading, layout_of
from app.variants.certified import UNCERTAIN, Proven, ball_text, certify
from app.variants.coincidence import SLIP_IS_ANSWER
from app.variants.encode import EncodedVariant, Origin, pack
from app.variants.page import StepText
from app.variants.recipes.formulas import ROUTES, single_slips
from app.variants.recipes.stepped import Stepped
from app.variants.rounding import EDGE, typographic
from app.variants.screen import SAME

FEWEST_STEPS = 2  # in which some slip shows; a computation in which nothing can go wrong tells nothing
_SLACK = 1e-6  # of a unit: the ends of intervals are moved outward by less


def assemble_steps(
    workshop: Workshop, stepped: Stepped[Any], drawn: Drawn, *, free: bool
) -> EncodedVariant | str:
    """The variant, or the reason why it is refused; `free` lifts the refusals of taste."""
    told = told_of(stepped, drawn.givens, workshop.decimals)
    reason = ("" if free else stepped.taste(drawn.givens)) or _unfair(told)
    if reason:
        return reason
    proven = proven_steps(stepped, drawn.givens, told)
    if isinstance(proven, str):
        return proven
    graded = graded_steps(told, proven.printed)
    if isinstance(graded, str):
        return graded
    return _variant(workshop, stepped, drawn, made=_Made(told, proven, graded))


def told_of(stepped: Stepped[Any], givens: Any, decimals: int) -> Worked:
    """The computation of these givens, worked the right way and under each slip."""
    family = stepped.family
    return worked(constants_of(stepped, givens, decimals), family.steps(family.shape(givens), decimals))


def constants_of(stepped: Stepped[Any], givens: Any, decimals: int) -> Constants:
    """The givens by name; a logarithm as people use it, in full or rounded to the item's decimals."""
    return tuple(
        (name, f"noted({formula}, {decimals})" if "ln(" in formula else formula)
        for name, formula in stepped.family.constants(givens)
    )


def _unfair(told: Worked) -> str:
    """The reason for which the right numbers cannot be asked, or nothing."""
    for step, fields in zip(told.steps, told.right, strict=True):
        scale = 10.0**step.decimals
        for number in fields:
            low, high = step.fair(number)
            if not np.isfinite((number.value, low, high)).all():
                return "not-finite"
            size = abs(number.value) * scale
            if abs(size - np.floor(size) - 0.5) <= EDGE:
                return "rounding-tie"
            if number.value < -SAME and size < 0.5:
                return "negative-zero"
            if max(high - number.value, number.value - low) * scale > SUMS_REACH + _SLACK:
                return "reach-too-wide"
    return ""


def proven_steps(stepped: Stepped[Any], givens: Any, told: Worked) -> Proven | str:
    """The certain digits of every field, step by step, or the reason why some have none.

    The precision is doubled from 64 to 1,024 bits while a rounding edge lies inside an enclosure.
    """
    bits = BITS
    while True:
        with working_at(bits):
            enclosures = stepped.family.enclose(givens)
            found = [
                certify(balls, [number.value for number in fields], step.decimals)
                for step, fields, balls in zip(told.steps, told.right, enclosures, strict=True)
            ]
        reasons = {one.reason for one in found if one.reason}
        if not reasons:
            return Proven(tuple(one.printed for one in found), enclosures, bits)
        certain = reasons - {UNCERTAIN}
        if certain or bits >= MOST_BITS:
            return min(certain, default=UNCERTAIN)
        bits *= 2


def graded_steps(told: Worked, printed: Sequence[Sequence[str]]) -> tuple[StepKey, ...] | str:
    """The steps as they are graded, or the reason for which a slip cannot be told apart at its own step."""
    graded = []
    for place, (step, fields, slipped) in enumerate(zip(told.steps, told.right, told.slipped, strict=True)):
        slips = _apart(step, fields, slipped)
        if isinstance(slips, str):
            return slips
        numbers = tuple(
            NumberAnswer(text, *step.fair(number))
            for text, number in zip(printed[place], fields, strict=True)
        )
        graded.append(
            StepKey(step.slug, step.names, step.formulas, numbers, step.decimals, slips, step.counts)
        )
    return tuple(graded) if sum(bool(marked.slips) for marked in graded) >= FEWEST_STEPS else "too-few-slips"


def _apart(step: FormulaStep, right: Fields, slipped: Sequence[Fields]) -> tuple[StepSlip, ...] | str:
    """The slips of a step that have numbers of their own here, or the reason why one cannot be told from another.

    Rule: a slip that gives the right numbers here, or no number, or the numbers of a slip before it, is left out. One
    that gives the right numbers everywhere is no slip, and nothing is asked. Any two others, and each and the answer,
    must differ in some field by more than rounding can reach.
    """
    seen: list[Fields] = [right]
    kept = []
    for one, fields in zip(step.slips, slipped, strict=True):
        if not all(np.isfinite(step.fair(number)).all() for number in fields):
            continue
        if _same(fields, right) and one_function(step.formulas, one.formulas):
            return SLIP_IS_ANSWER
        if any(_same(fields, other) for other in seen):
            continue
        if not _far(step, fields, right):
            return "slip-in-fair-interval"
        if not all(_far(step, fields, other) for other in seen[1:]):
            return "slips-alike"
        seen.append(fields)
        kept.append(StepSlip(one.slug, one.formulas))
    return tuple(kept)


def _same(one: Fields, two: Fields) -> bool:
    return all(abs(a.value - b.value) <= SAME * max(1.0, abs(a.value)) for a, b in zip(one, two, strict=True))


def _far(step: FormulaStep, one: Fields, two: Fields) -> bool:
    """Whether the fair intervals of some field do not meet."""
    return any(_separate(step.fair(a), step.fair(b)) for a, b in zip(one, two, strict=True))


def _separate(one: tuple[float, float], two: tuple[float, float]) -> bool:
    return one[1] < two[0] or two[1] < one[0]


@dataclass(frozen=True, slots=True)
class _Made:
    told: Worked
    proven: Proven
    graded: tuple[StepKey, ...]


def _variant(workshop: Workshop, stepped: Stepped[Any], drawn: Drawn, *, made: _Made) -> EncodedVariant:
    told, graded = made.told, made.graded
    header, decimals = workshop.item.header, workshop.decimals
    page = stepped.page(drawn.givens, decimals)
    texts = stepped.texts(drawn.givens, decimals)
    shown = PublicVariant(
        item_id=header.id,
        kind=header.kind,
        level=header.level,
        shape=header.shape,
        objectives=header.objectives,
        stem=page.stem,
        matrices=page.matrices,
        conventions=page.conventions,
        legend=page.legend,
        form=form_of(texts, told.steps),
    )
    answer_key = AnswerKey(
        answer=StepsAnswer(constants_of(stepped, drawn.givens, decimals), graded),
        solution=solution_of(texts, graded, told.right),
        proof=_proof(workshop, made),
        slip_table=slip_table(told, graded),
        givens=drawn.record,
        experiment=header.experiment,
    )
    origin = Origin(header.id, workshop.revision.id, drawn.twin, drawn.seed, drawn.fixed)
    return pack(origin, shown, answer_key)


def _proof(workshop: Workshop, made: _Made) -> Proof:
    """How every field was checked, in the order of the fields."""
    nearest, distance = _nearest(made.told)
    numbers = [number for step in made.graded for number in step.numbers]
    return Proof(
        routes=ROUTES,
        enclosures=tuple(ball_text(ball) for balls in made.proven.enclosures for ball in balls),
        reach=_reach(made.told, workshop.decimals),
        nearest=nearest,
        nearest_distance=distance,
        evidence=Evidence(
            values=tuple(number.value for fields in made.told.right for number in fields),
            low=tuple(number.low for number in numbers),
            high=tuple(number.high for number in numbers),
            printed=tuple(number.printed for number in numbers),
            bits=made.proven.bits,
            made_by=workshop.made_by,
        ),
    )


def form_of(texts: Sequence[StepText], steps: Sequence[FormulaStep]) -> StepsForm:
    """The fields as they are asked for."""
    return StepsForm(
        tuple(
            StepForm(text.title, text.labels, step.decimals) for text, step in zip(texts, steps, strict=True)
        )
    )


def solution_of(
    texts: Sequence[StepText], graded: Sequence[StepKey], right: Sequence[Fields]
) -> tuple[WorkedStep, ...]:
    """The worked page, every number of which is certified."""
    return tuple(
        WorkedStep(
            marked.slug,
            text.doing,
            text.rule,
            text.labels if len(text.labels) > 1 else (),
            _shown(marked, fields),
        )
        for text, marked, fields in zip(texts, graded, right, strict=True)
    )


def _shown(marked: StepKey, fields: Fields) -> tuple[str, ...]:
    """The digits of a step; without zeros at the end where none of its numbers had to be rounded."""
    texts = [number.printed for number in marked.numbers]
    exact = all(
        abs(float(text) - one.value) <= SAME * max(1.0, abs(one.value))
        for text, one in zip(texts, fields, strict=True)
    )
    if exact and marked.decimals:
        texts = [text.rstrip("0").rstrip(".") for text in texts]
    return tuple(map(typographic, texts))


def slip_table(told: Worked, graded: Sequence[StepKey]) -> SlipTable:
    """All steps of the right way and of every slip, made wherever it can be; NaN for a slip that is told apart nowhere."""
    singles = single_slips(told.steps)
    layout = layout_of(
        [(slug,) for slug in singles], (), [(step.slug, len(step.names)) for step in told.steps]
    )
    apart = {slip.slug for marked in graded for slip in marked.slips}
    table = np.full((len(singles) + 1, 3, layout.width), np.nan)
    kept = np.full((len(singles) + 1, sum(step.count for step in layout.steps)), np.nan)
    for place, slug in enumerate(("", *singles)):
        found = told.under((slug,))
        if not slug or slug in apart:
            table[place] = np.array([(one.value, *told.steps[-1].fair(one)) for one in found[-1]]).T
            kept[place] = [one.value for fields in found for one in fields]
    joined = np.concatenate([table.reshape(-1), kept.reshape(-1)])
    return SlipTable(layout, joined.astype("<f8").tobytes())


def _nearest(told: Worked) -> tuple[Reading, float]:
    """The slip that comes nearest to the right numbers at its own step, by its widest field, and how near; none is 0."""
    found = []
    for step, right, slipped in zip(told.steps, told.right, told.slipped, strict=True):
        for one, fields in zip(step.slips, slipped, strict=True):
            gap = max(abs(a.value - b.value) for a, b in zip(fields, right, strict=True))
            if gap > SAME:  # neither the right numbers nor none
                found.append((gap, (one.slug,)))
    distance, nearest = min(found, default=(0.0, ()))
    return nearest, distance


def _reach(told: Worked, decimals: int) -> float:
    """How far rounding can move a field, at most: in units of its own last place, as so many of the item's."""
    far = max(
        max(high - number.value, number.value - low) * 10.0**step.decimals
        for step, fields in zip(told.steps, told.right, strict=True)
        for number in fields
        for low, high in [step.fair(number)]
    )
    return float(far * 10.0**-decimals)
