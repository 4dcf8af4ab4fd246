"""Recipes over families that are told as formulas: asked as steps, or as a whole matrix of the last one's numbers."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from flint import arb

from app.engine.batching import NumericEngine
from app.engine.families.stepwise import FormulaFamily, FormulaStep, worked
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.block import WEIGHTS_REACH, Block, Plan, Reading, layout_of
from app.variants.page import Page
from app.variants.recipes.ranges import EVERYTHING, Limits, Range, narrowed
from app.variants.recipes.settings import BY_CALCULATOR, difficulty_of
from app.variants.recipes.stepped import Stepped
from app.variants.rounding import Flags, number_format, typographic
from app.variants.screen import SAME

G = TypeVar("G")
ROUTES = ("Python float64 with intervals, formula by formula", "ball arithmetic (Arb), by a route of its own")
_SOME_DECIMALS = 3  # formulas and slips are the same at any


class Source(Protocol[G]):
    """Where the givens of such a recipe come from."""

    def ranges(self, difficulty: int) -> tuple[Range[G], ...]:
        """What can be narrowed of what is drawn at a difficulty."""
        ...

    def size(self, difficulty: int, limits: Limits) -> int:
        """How many there can be within some ranges, at most; 0 where nothing can be drawn."""
        ...

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> G:
        """Givens by labelled draws, within some ranges in which there is something to be drawn."""
        ...

    def read(self, givens: Mapping[str, object]) -> G:
        """Givens from the bank or from a stored variant. Raises ValueError with a sentence."""
        ...

    def record(self, givens: G) -> dict[str, object]:
        """The givens as plain data, in one canonical way."""
        ...


@dataclass(frozen=True, slots=True)
class FormulaRecipe(Generic[G]):
    """A recipe over formulas, by the family, what is said of it, and where its givens come from."""

    slug: str
    kinds: tuple[Kind, ...]
    stepped: Stepped[G]
    source: Source[G]
    difficulty: int = BY_CALCULATOR
    difficulties: tuple[int, ...] = (1, 2)
    limits: Limits = EVERYTHING

    @property
    def family(self) -> FormulaFamily[G]:
        """The formulas."""
        return self.stepped.family

    def at(self, settings: Mapping[str, str]) -> "FormulaRecipe[G]":
        """The recipe at the difficulty and within the ranges that an item sets. Raises ValueError with a sentence."""
        difficulty = difficulty_of(self.slug, settings, self.difficulties)
        return narrowed(replace(self, difficulty=difficulty, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[G], ...]:
        """What can be narrowed of the source's draws."""
        return self.source.ranges(self.difficulty)

    @property
    def space(self) -> int:
        """What the source can draw."""
        return self.source.size(self.difficulty, self.limits)

    def everything(self) -> Iterator[G] | None:
        """There is too much to go through."""
        return None

    def draw(self, draws: Draws) -> G:
        """What the source draws at this difficulty."""
        return self.source.draw(draws, self.difficulty, self.limits)

    def read(self, givens: Mapping[str, object]) -> G:
        """What the source reads."""
        return self.source.read(givens)

    def record(self, givens: G) -> dict[str, object]:
        """What the source records."""
        return self.source.record(givens)

    def shape(self, givens: G) -> Hashable:
        """What the formulas depend on."""
        return self.family.shape(givens)

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """Every slip of every step, and pairs where they are asked for."""
        return _plan(self, shape, pairs)

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine has no part in this."""
        return ROUTES

    def run(self, group: Sequence[G], engine: NumericEngine, *, plan: Plan, decimals: int) -> Block:
        """All ways for all givens, one after the other."""
        steps = self.family.steps(plan.shape, decimals)
        table = np.full((len(group), len(plan.readings), 3, plan.width), np.nan)
        kept = np.full((len(group), plan.stepped, sum(step.count for step in plan.steps)), np.nan)
        for place, givens in enumerate(group):
            told = worked(self.family.constants(givens), steps)
            for way, slips in enumerate(plan.readings):
                found = told.under(slips)
                table[place, way] = np.array(
                    [(number.value, *steps[-1].fair(number)) for number in found[-1]]
                ).T
                if way < plan.stepped:
                    kept[place, way] = [number.value for step in found for number in step]
        values = table[:, :, 0]
        with np.errstate(invalid="ignore"):
            same = (np.abs(values - values[:, :1]) <= SAME * np.maximum(1.0, np.abs(values))).all(axis=2)
        return Block(table, kept, np.isfinite(table).all(axis=(2, 3)), np.asarray(same))

    def taste(self, group: Sequence[G], block: Block, *, plan: Plan, decimals: int) -> dict[str, Flags]:
        """What the words around the family refuse."""
        reasons = [self.stepped.taste(givens) for givens in group]
        return {
            reason: np.array([one == reason for one in reasons]) for reason in sorted(set(reasons)) if reason
        }

    def enclose(self, givens: G, readings: Sequence[Reading]) -> list[list[arb]]:
        """The family's second route, which knows the right way. Raises ValueError for a slip: none is ever an option."""
        if any(readings):
            raise ValueError(f"{self.slug} encloses the right way alone")
        return [list(self.family.enclose(givens)[-1]) for _ in readings]

    def page(self, givens: G, decimals: int) -> Page:
        """The question."""
        return self.stepped.page(givens, decimals)

    def worked(
        self, givens: G, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """One row per step, each as coarse as it is written."""
        rows, start = [], 0
        texts = self.stepped.texts(givens, decimals)
        for text, step in zip(texts, self.family.steps(plan.shape, decimals), strict=True):
            numbers = steps[start : start + len(step.names)]
            start += len(step.names)
            shown = tuple(typographic(number_format(step.decimals) % number) for number in numbers)
            rows.append(
                WorkedStep(step.slug, text.doing, text.rule, _names(text.labels), text.shown or shown)
            )
        return tuple(rows)


def _names(labels: tuple[str, ...]) -> tuple[str, ...]:
    return labels if len(labels) > 1 else ()


def single_slips(steps: Sequence[FormulaStep]) -> tuple[str, ...]:
    """The slips of all steps, each once, in the order of their first step."""
    return tuple(dict.fromkeys(slip.slug for step in steps for slip in step.slips))


@lru_cache(maxsize=64)
def _plan(recipe: FormulaRecipe[Any], shape: Hashable, pairs: bool) -> Plan:
    steps = recipe.family.steps(shape, _SOME_DECIMALS)
    singles = single_slips(steps)
    compound = [pair for pair in combinations(singles, 2) if pairs and _can_be_both(steps, pair)]
    layout = layout_of(
        [(slug,) for slug in singles], compound, [(step.slug, len(step.names)) for step in steps]
    )
    return Plan(shape, layout, reach=WEIGHTS_REACH)


def _can_be_both(steps: Sequence[FormulaStep], pair: Reading) -> bool:
    """Whether two slips change different steps, one of them the first: a slip in the scale goes with any later one."""
    one, two = ({n for n, step in enumerate(steps) if slug in _slugs(step)} for slug in pair)
    return not one & two and 0 in one | two


def _slugs(step: FormulaStep) -> set[str]:
    return {slip.slug for slip in step.slips}
