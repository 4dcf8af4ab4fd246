"""Proves stored variants once more: made again from their givens by both routes, and held against what is stored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import orjson

from app.engine.batching import NumericEngine
from app.engine.plain_engine import PlainEngine
from app.items.answer_key import Evidence, Proof
from app.items.item import RecipeItem, Revision
from app.items.variant import Variant
from app.variants.assemble import Drawn, Workshop
from app.variants.bake import Given, drawn_from, settle, workshop_of
from app.variants.certified import DISAGREE, MISROUNDED, UNCERTAIN
from app.variants.coincidence import SLIP_IS_ANSWER
from app.variants.compare import differences
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, encode, is_whole
from app.variants.made_by import recipe_line, recipe_version
from app.variants.reproof import Reproof

_UNREADABLE = (KeyError, TypeError, ValueError, IndexError)  # what comes of text that says something else
_UNCOMPUTABLE = (*_UNREADABLE, ArithmeticError)
_CHANGED = "its hash is another than that of what is stored: something was changed after it was packed"
_REFUSALS: Mapping[str, str] = {
    DISAGREE: "the two routes disagree on the right numbers or on those of an option",
    MISROUNDED: "its certified digits are not the engine's number, rounded",
    UNCERTAIN: "its digits are not certain: a rounding edge lies too near",
    "rounding-tie": "its answer lies on a rounding edge",
    SLIP_IS_ANSWER: "a slip gives what is right where it cannot: it or the answer is computed wrongly",
    "slip-in-fair-interval": "a slip cannot be told from the right answer: it lies in the fair interval",
    "reach-too-wide": "rounding can move its answer too far",
    "slip-without-digits": "a common slip has no digits left",
    "not-finite": "its answer is no number",
}


def verify(variant: Variant, item: RecipeItem) -> tuple[str, ...]:
    """What is wrong with one variant, in sentences, by the oracle and by the numeric engine without torch."""
    (found,) = reprove(Revision(variant.revision_id, item, ""), [encode(variant)], PlainEngine())
    return found.faults


def reprove(
    revision: Revision, stored: Sequence[EncodedVariant], engine: NumericEngine
) -> tuple[Reproof, ...]:
    """A second proof of variants of one revision, in their order.

    Rule: the givens are read back, and the variant is made of them anew: by the numeric engine, with every slip and
    its fair interval, and by the oracle, with certified digits. What is stored must be what comes out, and its hashes
    must be those of its bytes. Only the choice and the order of options is not drawn again: each of them must be what
    its slip gives. Raises TypeError for an authored item.
    """
    try:
        workshop = workshop_of(revision, engine)
    except (KeyError, ValueError) as problem:
        return tuple(Reproof(one.id, (f"its recipe is not known any more: {problem}",)) for one in stored)
    opened = [_opened(workshop, one) for one in stored]
    remade = _remade(workshop, [one.drawn for one in opened if isinstance(one, _Opened)], engine)
    return tuple(_told(workshop, one, remade) if isinstance(one, _Opened) else one for one in opened)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A stored variant that could be read, with its givens as a draw."""

    encoded: EncodedVariant
    variant: Variant
    drawn: Drawn


def _opened(workshop: Workshop, encoded: EncodedVariant) -> _Opened | Reproof:
    """The variant with its givens, or why there is nothing to be proven again."""
    try:
        variant = decode(encoded)
    except _UNREADABLE as problem:
        return Reproof(encoded.id, (f"it cannot be read: {problem}",))
    line = _recipe_of(workshop, variant.answer_key.proof)
    if line != recipe_line(workshop.recipe.slug):
        now = recipe_version(workshop.recipe.slug)
        return Reproof(
            encoded.id,
            (f"it was made by {line}, and the recipe is now in version {now}", *_broken(encoded)),
            older=is_whole(encoded),
        )
    try:
        record = cast(Mapping[str, object], orjson.loads(variant.answer_key.givens))
        givens = workshop.recipe.read(record)
        return _Opened(encoded, variant, drawn_from(workshop, encoded.seed, givens, fixed=encoded.fixed))
    except _UNCOMPUTABLE as problem:
        return Reproof(encoded.id, (f"its givens cannot be read: {problem}", *_broken(encoded)))


def _recipe_of(workshop: Workshop, proof: Proof | None) -> str:
    """The recipe with the version that made a variant; those from before versions were stored have the first."""
    evidence: Evidence | None = None if proof is None else proof.evidence
    name = f"recipe {workshop.recipe.slug}"
    lines = () if evidence is None else evidence.made_by
    return next((line for line in lines if line.rpartition(" ")[0] == name), f"{name} 1")


def _broken(encoded: EncodedVariant) -> Iterator[str]:
    if not is_whole(encoded):
        yield _CHANGED


Remade = Mapping[int, Variant | str]  # by the draw's identity: what comes out, or why nothing does


def _remade(workshop: Workshop, draws: Sequence[Drawn], engine: NumericEngine) -> Remade:
    """Every draw made again; many at once, and one by one where something is in the way."""
    found: dict[int, Variant | str] = {}
    for group in _unlike(draws):
        made = {one.twin: one for one in _settled(workshop, group, engine)}
        for drawn in group:
            encoded = made.get(drawn.twin)
            found[id(drawn)] = _alone(workshop, drawn, engine) if encoded is None else decode(encoded)
    return found


def _unlike(draws: Iterable[Drawn]) -> list[list[Drawn]]:
    """The draws in groups in which no twin stands twice: of two such, only the first would be made."""
    groups: list[dict[str, Drawn]] = []
    for drawn in draws:
        group = next((one for one in groups if drawn.twin not in one), None)
        if group is None:
            groups.append(group := {})
        group[drawn.twin] = drawn
    return [list(group.values()) for group in groups]


def _settled(workshop: Workshop, group: Sequence[Drawn], engine: NumericEngine) -> tuple[EncodedVariant, ...]:
    try:
        return settle(workshop, group, engine, given=Given.FIXED).variants
    except _UNCOMPUTABLE:
        return ()  # one of them cannot be computed, and each is looked at by itself


def _alone(workshop: Workshop, drawn: Drawn, engine: NumericEngine) -> Variant | str:
    try:
        found = settle(workshop, [drawn], engine, given=Given.FIXED)
    except _UNCOMPUTABLE as problem:
        return f"it cannot be computed: {problem}"
    reason = next(iter(found.refusals), None)
    return (
        decode(found.variants[0]) if reason is None else _REFUSALS.get(reason, f"it is refused now: {reason}")
    )


def _told(workshop: Workshop, opened: _Opened, remade: Remade) -> Reproof:
    """What was stored held against what came out."""
    stored, again = opened.variant, remade[id(opened.drawn)]
    faults: list[str] = []
    if (opened.drawn.twin, opened.drawn.record) != (stored.twin, stored.answer_key.givens):
        faults.append("the twin does not come from the givens")
    if isinstance(again, str):
        return Reproof(stored.id, (again, *faults, *_broken(opened.encoded)))
    options: Any = workshop.recipe, opened.drawn.givens
    try:
        faults += differences(stored, again, options, workshop.decimals)
    except _UNCOMPUTABLE as problem:
        faults.append(f"what is stored cannot be held against what comes out: {problem}")
    return Reproof(stored.id, (*faults, *_broken(opened.encoded)), again.answer_key.proof)
