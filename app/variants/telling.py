"""Puts variants together whose options are told in words and says what their look gives away."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from msgspec.structs import replace

from app.engine.batching import NumericEngine
from app.items.answer_key import AnswerKey, ChoiceAnswer, OptionKey
from app.items.item import Kind
from app.items.public import ChoiceForm, PublicVariant, ShownOption
from app.items.variant import Variant
from app.kit.draws import Draws
from app.variants.assemble import Drawn, Workshop
from app.variants.encode import EncodedVariant, Origin, pack
from app.variants.item_report import RobotReport
from app.variants.recipes.reverse.posed import Posed, Told
from app.variants.recipes.reverse.recipe import ReverseRecipe

_POINTS = 0.05
_KINDS = {1: Kind.SINGLE_CHOICE, 2: Kind.MULTIPLE_SELECT}


def tell(
    workshop: Workshop, recipe: ReverseRecipe, group: Sequence[Drawn], engine: NumericEngine
) -> Iterator[EncodedVariant | str]:
    """The variant, or the reason of the refusal, of each draw of one shape."""
    posed = recipe.pose([one.givens for one in group], engine, workshop.decimals)
    for drawn, found in zip(group, posed, strict=True):
        yield found if isinstance(found, str) else _variant(workshop, drawn, found)


def _variant(workshop: Workshop, drawn: Drawn, posed: Posed) -> EncodedVariant:
    header, page = workshop.item.header, posed.page
    if header.kind is not _KINDS[posed.choose]:
        raise ValueError(f"{header.id}: {posed.choose} options are right, which is no {header.kind.value}")
    orders = tuple(permutations(posed.options))
    options = orders[Draws(drawn.seed).below("order", len(orders))]
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
        form=ChoiceForm(tuple(ShownOption(option.text) for option in options), posed.choose),
    )
    answer_key = AnswerKey(
        answer=ChoiceAnswer(tuple(_behind(option, posed.choose) for option in options)),
        solution=posed.solution,
        proof=replace(posed.proof, evidence=replace(posed.evidence, made_by=workshop.made_by)),
        givens=drawn.record,
        experiment=header.experiment,
    )
    origin = Origin(header.id, workshop.revision.id, drawn.twin, drawn.seed, drawn.fixed)
    return pack(origin, shown, answer_key)


def _behind(option: Told, choose: int) -> OptionKey:
    weight = 1.0 / choose if option.correct else 0.0
    return OptionKey(option.name, option.correct, weight, option.rationale, option.slips)


ToldOptions = tuple[
    tuple[str, ...], frozenset[int]
]  # texts, and the places (0 is the first) of what is right


def told_options(variant: Variant) -> ToldOptions | None:
    """The options of a computed choice that is told in words; None for anything else."""
    form, answer = variant.shown.form, variant.answer_key.answer
    if not isinstance(form, ChoiceForm) or not isinstance(answer, ChoiceAnswer):
        return None
    if any(option.numeric for option in form.options):
        return None
    right = frozenset(place - 1 for place in answer.correct)
    return tuple(option.text for option in form.options), right


def _longest(texts: Sequence[str]) -> list[float]:
    return [float(len(text)) for text in texts]


def _shortest(texts: Sequence[str]) -> list[float]:
    return [-float(len(text)) for text in texts]


def _shares_words(texts: Sequence[str]) -> list[float]:
    """How many words of an option stand in others too."""
    sets = [set(text.lower().replace(",", "").replace(":", "").split()) for text in texts]
    return [float(sum(len(one & other) for other in sets if other is not one)) for one in sets]


def _rest(texts: Sequence[str]) -> list[float]:
    """Whether an option is the one that is offered always: no slip."""
    return [float(text in _ALWAYS) for text in texts]


_ALWAYS = ("No step is wrong", "The formula as it stands")
_ROBOTS: tuple[tuple[str, Callable[[Sequence[str]], list[float]]], ...] = (
    ("always the longest", _longest),
    ("always the shortest", _shortest),
    ("always the one that shares most words", _shares_words),
    ("always that nothing is wrong", _rest),
)


def told_robots(rows: Sequence[ToldOptions]) -> tuple[RobotReport, ...]:
    """What someone reaches who looks at the options of many variants alone.

    Limit: chance plus five points, or two standard errors of guessing where the variants are few.
    """
    if not rows:
        return ()
    guesses = [1 / math.comb(len(texts), len(right)) for texts, right in rows]
    error = math.sqrt(sum(p * (1 - p) for p in guesses)) / len(guesses)
    limit = sum(guesses) / len(guesses) + max(_POINTS, 2 * error)
    return tuple(
        RobotReport(name, sum(_hit(scorer(texts), right) for texts, right in rows) / len(rows), limit)
        for name, scorer in _ROBOTS
    )


def _hit(scores: Sequence[float], right: frozenset[int]) -> float:
    """The chance of exactly what is right, for one who takes the highest scores and draws among equals."""
    border = sorted(scores, reverse=True)[len(right) - 1]
    taken = {place for place, score in enumerate(scores) if score > border}
    equals = {place for place, score in enumerate(scores) if score == border}
    if not taken <= right or not right <= taken | equals:
        return 0.0
    return 1 / math.comb(len(equals), len(right) - len(taken))
