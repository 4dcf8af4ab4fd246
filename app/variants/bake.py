"""Draws, computes, proves and packs variants of a recipe item, many at once; a doubtful draw is refused, with its reason."""

import gc
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
import orjson

from app.engine.batching import NumericEngine
from app.engine.searching import Searcher
from app.items.item import TYPED, Kind, RecipeItem, Revision
from app.items.variant import Variant
from app.kit.draws import Draws
from app.variants.assemble import Drawn, Workshop, assemble, twin_of
from app.variants.assemble_steps import assemble_steps
from app.variants.block import Plan
from app.variants.coincidence import SLIP_IS_ANSWER, wrongly_right
from app.variants.decode import decode
from app.variants.distractors import choose
from app.variants.encode import EncodedVariant
from app.variants.figures import figures_of
from app.variants.recipe import recipe_of, stepped_of
from app.variants.recipes.ranges import OUTSIDE, lies_inside
from app.variants.recipes.reverse.recipe import ReverseRecipe
from app.variants.screen import screen
from app.variants.searching import Searched, search, sought
from app.variants.telling import tell

BLOCK = 2048
NOTHING_GOOD = "nothing-good-found"


class Given(Enum):
    """Who chose the numbers, which says how much is asked of them."""

    DRAWN = "drawn"  # everything: there are others
    CHOSEN = "chosen"  # by a person: two slips may be alike, and are then both named
    FIXED = "fixed"  # by the item's author, whose taste it is as well


@dataclass(frozen=True, slots=True)
class Packed:
    """New variants as bytes, how many draws each reason refused, and how many repeated a twin that is known.

    `left_out` are the candidates that a search left out before, by reason; they are no draws.
    """

    variants: tuple[EncodedVariant, ...]
    refusals: Mapping[str, int]
    drawn: int
    repeated: int
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BakeOutcome:
    """The same with the variants unpacked."""

    variants: tuple[Variant, ...]
    refusals: Mapping[str, int]
    drawn: int
    repeated: int
    left_out: Mapping[str, int] = field(default_factory=dict)


def bake(
    revision: Revision, seeds: Sequence[str], engine: NumericEngine, *, known: Collection[str] = ()
) -> BakeOutcome:
    """`bake_packed` with the variants unpacked, for whoever looks into them."""
    packed = bake_packed(revision, seeds, engine, known=known)
    variants = tuple(map(decode, packed.variants))
    return BakeOutcome(variants, packed.refusals, packed.drawn, packed.repeated, packed.left_out)


def bake_packed(
    revision: Revision, seeds: Sequence[str], engine: NumericEngine, *, known: Collection[str] = ()
) -> Packed:
    """At most one variant per seed; each has a new twin, certain digits, and numbers on which two routes agree.

    Raises TypeError for an authored item and KeyError for an unknown recipe.
    """
    return bake_in(workshop_of(revision, engine), seeds, engine, known=known)


def bake_in(
    workshop: Workshop, seeds: Sequence[str], engine: NumericEngine, *, known: Collection[str] = ()
) -> Packed:
    """The same in a workshop that is set up already."""
    recipe = workshop.recipe
    with _collector_rests():
        wanted = sought(workshop)
        if wanted is None or not isinstance(engine, Searcher):
            drawn = (drawn_from(workshop, seed, recipe.draw(Draws(seed))) for seed in seeds)
            return settle(workshop, drawn, engine, known=known)
        searched = search(wanted, seeds, engine)
        found = (drawn_from(workshop, one.seed, one.givens) for one in searched.found)
        packed = settle(workshop, found, engine, known=known)
        return _with_search(packed, searched, missing=len(seeds) - len(searched.found))


def _with_search(packed: Packed, searched: Searched, *, missing: int) -> Packed:
    """The outcome with what the search left out, and `missing` seeds for which it found nothing."""
    refusals = {**packed.refusals, NOTHING_GOOD: missing} if missing else packed.refusals
    return replace(packed, refusals=refusals, drawn=packed.drawn + missing, left_out=searched.left_out)


def bake_fixed(revision: Revision, engine: NumericEngine) -> tuple[Variant, ...]:
    """The variants that the item's author fixed. What is a matter of taste is theirs; the proof is not.

    Raises ValueError with item, variant and reason where the givens cannot be read or nothing can be proven.
    """
    workshop = workshop_of(revision, engine)
    variants: list[Variant] = []
    for fixed in workshop.item.fixed:
        name = f"{workshop.item.header.id}, fixed variant {fixed.name}"
        try:
            givens = workshop.recipe.read(fixed.givens)
        except ValueError as fault:
            raise ValueError(f"{name}: {fault}") from None
        drawn = drawn_from(workshop, fixed.name, givens, fixed=fixed.name)
        outcome = settle(workshop, [drawn], engine, given=Given.FIXED)
        if outcome.refusals:
            raise ValueError(f"{name}: refused, {', '.join(outcome.refusals)}")
        variants.extend(map(decode, outcome.variants))
    return tuple(variants)


def bake_given(
    revision: Revision, givens: Mapping[str, object], engine: NumericEngine, *, seed: str
) -> EncodedVariant | str:
    """The variant of givens that a person chose, or why it is refused: as fair and as proven as a drawn one.

    Raises ValueError where the recipe cannot read the givens.
    """
    workshop = workshop_of(revision, engine)
    drawn = drawn_from(workshop, seed, workshop.recipe.read(givens))
    found = settle(workshop, [drawn], engine, given=Given.CHOSEN)
    return next(iter(found.refusals), None) or found.variants[0]


def workshop_of(revision: Revision, engine: NumericEngine) -> Workshop:
    """Item and recipe of a revision. Raises TypeError for an authored item and KeyError for an unknown recipe."""
    item = revision.item
    if not isinstance(item, RecipeItem):
        raise TypeError(f"{item.header.id} was written by an author: it is realised, not baked")
    return Workshop(revision, item, recipe_of(item), engine.name, engine.version)


def settle(
    workshop: Workshop,
    drawn: Iterable[Drawn],
    engine: NumericEngine,
    *,
    known: Collection[str] = (),
    given: Given = Given.DRAWN,
) -> Packed:
    """Variants of given draws, in their order."""
    seen, order, count, repeated = set(known), dict[str, int](), 0, 0
    refusals: Counter[str] = Counter()
    groups: dict[Hashable, list[Drawn]] = {}
    for one in drawn:
        count += 1
        if one.twin in seen:
            repeated += 1
        elif given is Given.DRAWN and not lies_inside(workshop.recipe, one.givens):
            refusals[OUTSIDE] += 1
        else:
            seen.add(one.twin)
            order[one.twin] = count
            groups.setdefault(workshop.recipe.shape(one.givens), []).append(one)
    variants: list[EncodedVariant] = []
    for shape, group in groups.items():
        plan = workshop.recipe.plan(shape, pairs=workshop.item.header.kind in TYPED)
        for start in range(0, len(group), BLOCK):
            for result in _block(workshop, plan, group[start : start + BLOCK], engine=engine, given=given):
                if isinstance(result, str):
                    refusals[result] += 1
                else:
                    variants.append(result)
    variants.sort(key=lambda variant: order[variant.twin])
    return Packed(tuple(variants), dict(refusals), count, repeated)


def drawn_from(workshop: Workshop, seed: str, givens: object, *, fixed: str | None = None) -> Drawn:
    """A draw with its givens as canonical JSON, and its twin."""
    record = orjson.dumps(workshop.recipe.record(givens)).decode()
    return Drawn(seed, givens, record, twin_of(workshop.item, record), fixed)


def _block(
    workshop: Workshop, plan: Plan, group: Sequence[Drawn], *, engine: NumericEngine, given: Given
) -> Iterator[EncodedVariant | str]:
    """The variant, or the reason of the refusal, of each draw of one shape; the refused come first."""
    if workshop.item.header.kind is Kind.STEPS:
        stepped = stepped_of(workshop.item)
        yield from (assemble_steps(workshop, stepped, one, free=given is Given.FIXED) for one in group)
        return
    if isinstance(workshop.recipe, ReverseRecipe):
        yield from tell(workshop, workshop.recipe, group, engine)
        return
    givens = [one.givens for one in group]
    decimals = workshop.decimals
    block = workshop.recipe.run(givens, engine, plan=plan, decimals=decimals)
    known = {} if given is Given.FIXED else workshop.recipe.taste(givens, block, plan=plan, decimals=decimals)
    known[SLIP_IS_ANSWER] = wrongly_right(workshop.recipe, givens, plan, block)
    typed = workshop.item.header.kind in TYPED
    unlike = typed and given is Given.DRAWN
    screened = screen(plan, block, decimals, known=known, unlike=unlike)
    yield from (str(reason) for reason in screened.reason[screened.reason != ""])
    passed = np.flatnonzero(screened.reason == "")
    if not passed.size:
        return
    screened = screened.at(passed)
    chosen: Sequence[Sequence[int]] = [()] * passed.size
    if not typed:
        seeds = [group[place].seed for place in passed.tolist()]
        chosen = choose(plan, screened.printed, screened.candidates, seeds=seeds, decimals=decimals)
    figures = figures_of(plan, block.at(passed), screened, chosen=chosen, decimals=decimals)
    for place, numbers in zip(passed.tolist(), figures, strict=True):
        yield assemble(workshop, plan, group[place], figures=numbers)


@contextmanager
def _collector_rests() -> Iterator[None]:
    """Keeps the garbage collector from walking the growing pile of variants again and again; they have no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
