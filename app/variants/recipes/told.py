"""Recipes of families that are told in words: one adapter from an engine's family and its words to a recipe."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

import numpy as np
from flint import arb

from app.engine.batching import NumericEngine
from app.engine.families.family import Family, Givens, readings
from app.engine.families.reach import Hand, Reach, counted
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.items.slip_table import StepLayout
from app.kit.draws import Draws
from app.variants.block import SUMS_REACH, WEIGHTS_REACH, Block, Plan, Reading, layout_of
from app.variants.page import Page
from app.variants.recipes import givens as reading
from app.variants.recipes.ranges import (
    EVERYTHING,
    Limits,
    Range,
    all_inside,
    drawn_inside,
    drawn_values,
    kept_inside,
    narrowed,
    offered,
)
from app.variants.recipes.settings import OPTIONS_OR_NUMBERS, difficulty_of
from app.variants.recipes.told_possible import POSSIBLE
from app.variants.recipes.told_ranges import GivenRange
from app.variants.recipes.words.parts import FamilyWords
from app.variants.rounding import Flags, Floats, exact_text, large_text, somewhere, units
from app.variants.screen import SAME

_LOGS = "logs"


@dataclass(frozen=True, slots=True)
class ToldRecipe:
    """A recipe over a family of the engine. Draws are taken from everything that the family allows, each as likely."""

    family: Family
    words: FamilyWords
    kinds: tuple[Kind, ...] = OPTIONS_OR_NUMBERS
    narrows: tuple[GivenRange, ...] = ()
    limits: Limits = EVERYTHING

    @property
    def slug(self) -> str:
        """The family's name."""
        return self.family.slug

    def at(self, settings: Mapping[str, str]) -> "ToldRecipe":
        """The recipe over the family at the difficulty and within the ranges that an item sets.

        Raises ValueError with a sentence.
        """
        difficulty = difficulty_of(self.slug, settings, self.family.difficulties)
        family = replace(cast(Any, self.family), difficulty=difficulty)
        return narrowed(replace(self, family=family, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[Givens], ...]:
        """The givens that differ over the draws of this difficulty."""
        return _ranges(self.family, self.narrows)

    @property
    def space(self) -> int:
        """Everything that the family allows at this difficulty, within the ranges."""
        return len(all_inside(self)) if self.limits else len(_all(self.family))

    def everything(self) -> Iterator[dict[str, int]]:
        """All givens, in order."""
        return kept_inside(self, _all(self.family))

    def draw(self, draws: Draws) -> dict[str, int]:
        """One of all givens."""
        return drawn_inside(self, draws, lambda under: under.choice("givens", _all(self.family)))

    def read(self, givens: Mapping[str, object]) -> dict[str, int]:
        """Whole numbers by the names that the family has; `logs` may be left out. Raises ValueError with a sentence."""
        names = tuple(_all(self.family)[0])
        reading.only(givens, set(names))
        given = {_LOGS: 0} | dict(givens) if _LOGS in names else givens
        found = {name: reading.whole(given, name) for name in names}
        self.family.check(found)
        return found

    def record(self, givens: Givens) -> dict[str, object]:
        """The givens themselves, without `logs` where nothing is a logarithm: so it was before there were any."""
        return {name: number for name, number in givens.items() if name != _LOGS or number}

    def shape(self, givens: Givens) -> Hashable:
        """What the family says that draws must share."""
        return self.family.shape(givens)

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """Slips and pairs of them are few, so all are computed for either form."""
        return _plan(self.family, str(shape))

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine has no part in this."""
        return "Python float64 with intervals, step by step", "ball arithmetic (Arb), by formulas of its own"

    def run(self, group: Sequence[Givens], engine: NumericEngine, *, plan: Plan, decimals: int) -> Block:
        """All ways for all givens, one after the other."""
        hand = Hand(decimals)
        ways = [frozenset(slugs) for slugs in plan.readings]
        table = np.full((len(group), len(ways), 3, plan.width), np.nan)
        steps = np.full((len(group), plan.stepped, sum(step.count for step in plan.steps)), np.nan)
        for place, givens in enumerate(group):
            for way, slips in enumerate(ways):
                found = self.family.compute(givens, slips, hand)
                for column, number in enumerate(found[-1]):
                    table[place, way, :, column] = self._accepted(number, hand)
                if way < plan.stepped:
                    steps[place, way] = [number.value for step in found for number in step]
        values = table[:, :, 0]
        with np.errstate(invalid="ignore"):
            same = (np.abs(values - values[:, :1]) <= SAME * np.maximum(1.0, np.abs(values))).all(axis=2)
        return Block(
            table, steps, np.isfinite(table).all(axis=(2, 3)), np.asarray(same), self._possible(group, values)
        )

    def _possible(self, group: Sequence[Givens], values: Floats) -> Flags:
        """Which numbers the wording allows as an answer; none that is no number."""
        allowed = POSSIBLE[self.family.slug]
        return np.array(
            [
                [not np.isnan(numbers).any() and allowed(givens, numbers.tolist()) for numbers in rows]
                for givens, rows in zip(group, values, strict=True)
            ],
            dtype=np.bool_,
        ).reshape(values.shape[:2])

    def _accepted(self, number: Reach, hand: Hand) -> tuple[float, float, float]:
        """An asked number with its fair interval, which of a count is the count itself."""
        if self.family.counts:
            whole = counted(number)
            return whole.value, whole.low, whole.high
        return number.value, *hand.fair(number)

    def taste(self, group: Sequence[Givens], block: Block, *, plan: Plan, decimals: int) -> dict[str, Flags]:
        """No weight that prints as 0 or 1, and no answer that prints as 0."""
        printed = units(block.values[:, 0], decimals)
        refused = {"prints-as-zero": somewhere(printed == 0)}
        if self.family.shares:
            refused["saturated-weights"] = somewhere(printed >= 10**decimals)
        return refused

    def enclose(self, givens: Givens, readings: Sequence[Reading]) -> list[list[arb]]:
        """The family's own second route."""
        return [self.family.enclose(givens, frozenset(slugs)) for slugs in readings]

    def page(self, givens: Givens, decimals: int) -> Page:
        """The question in a few sentences."""
        return self.words.page(givens, decimals)

    def worked(
        self, givens: Givens, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """One row per step; exact numbers in full, others rounded already."""
        found, start = [], 0
        for words, step in zip(self.words.rows(givens), plan.steps, strict=True):
            numbers = steps[start : start + step.count]
            start += step.count
            found.append(
                WorkedStep(
                    step.slug,
                    words.title,
                    words.rule,
                    words.names,
                    words.shown or self._shown(step, numbers, decimals),
                )
            )
        return tuple(found)

    def _shown(self, step: StepLayout, numbers: Sequence[float], decimals: int) -> tuple[str, ...]:
        if step.slug in self.family.exact:
            return tuple(exact_text(number) for number in numbers)
        return tuple(large_text(number, decimals) for number in numbers)


@lru_cache(maxsize=64)
def _all(family: Family) -> tuple[dict[str, int], ...]:
    return tuple(family.everything())


@lru_cache(maxsize=64)
def _ranges(family: Family, narrows: tuple[GivenRange, ...]) -> tuple[Range[Givens], ...]:
    everything = _all(family)
    return offered(
        *(Range(one.name, one.label, one.numbers, drawn_values(one.numbers, everything)) for one in narrows)
    )


@lru_cache(maxsize=64)
def _plan(family: Family, shape: str) -> Plan:
    singles, pairs = readings(family.slips)
    return Plan(
        shape,
        layout_of(singles, pairs, family.steps),
        family.exact,
        rank_weights=family.rank_weights(shape),
        shares=family.shares,
        reach=WEIGHTS_REACH if family.shares else SUMS_REACH,
        counts=family.counts,
    )
