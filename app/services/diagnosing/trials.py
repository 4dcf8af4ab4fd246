"""People who make slips, round as they please and answer: what the product's own grading says of each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np
import orjson

from app.engine.byhand.person import Person, Turns
from app.grading.diagnosis import MOST
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.item import RecipeItem
from app.items.variant import Variant
from app.kit.draws import Draws
from app.services.diagnosing.tally import (
    NO_NUMBER,
    NONE,
    RIGHT,
    TOO_FEW,
    UNREAD,
    DiagnosisReport,
    Effort,
    SlipTally,
)
from app.variants.block import Reading
from app.variants.by_hand import by_hand
from app.variants.coincidence import may_be_right
from app.variants.recipe import Recipe, recipe_of

Candidates = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """One recipe item with variants of it."""

    item_id: str
    recipe: Recipe[Any]
    decimals: int
    variants: tuple[Variant, ...]
    givens: Mapping[str, Any]  # by the variant's id

    @staticmethod
    def of(item: RecipeItem, variants: Sequence[Variant]) -> "Trials":
        """Trials with some variants of an item, whose givens are read by its recipe."""
        recipe = recipe_of(item)
        givens = {one.id: recipe.read(orjson.loads(one.answer_key.givens)) for one in variants}
        return Trials(item.header.id, recipe, item.decimals, tuple(variants), givens)

    def report(self, effort: Effort) -> DiagnosisReport:
        """What becomes of everybody. The same item, variants and effort give the same report."""
        where = self._where()
        right: Counter[str] = Counter()
        for turn in range(effort.right if self.variants else 0):
            right[self._outcome(self.variants[turn % len(self.variants)], (), turn)[0]] += 1
        return DiagnosisReport(
            item_id=self.item_id,
            variants=len(self.variants),
            right=effort.right if self.variants else 0,
            accepted=right[RIGHT],
            singles=tuple(
                self._tally(slugs, places, effort.single)
                for slugs, places in where.items()
                if len(slugs) == 1
            ),
            pairs=tuple(
                self._tally(slugs, places, effort.pair) for slugs, places in where.items() if len(slugs) > 1
            ),
        )

    def _where(self) -> dict[Reading, list[Variant]]:
        """The variants in which each slip and each pair has numbers of its own; none where it never has."""
        found: dict[Reading, list[Variant]] = {}
        for variant in self.variants:
            table = variant.answer_key.slip_table
            if table is None:
                continue
            for slugs in table.layout.readings[1:]:
                found.setdefault(slugs, [])
            for reading in table.readings():
                if reading.slugs:
                    found[reading.slugs].append(variant)
        return found

    def _tally(self, slugs: Reading, apart: Sequence[Variant], count: int) -> SlipTally:
        """People who make these slips where they have numbers of their own, else anywhere, to see what they are told."""
        first: Counter[str] = Counter()
        crowded: Counter[bool] = Counter()
        among: Counter[bool] = Counter()
        variants = apart or self.variants
        for turn in range(count if variants else 0):
            variant = variants[turn % len(variants)]
            outcome, candidates = self._outcome(variant, slugs, turn)
            crowd = len(slugs) > 1 and bool(apart) and slugs in _crowded(variant)
            first[outcome] += 1
            crowded[crowd] += 1
            among[crowd] += slugs in candidates
        return SlipTally(
            slugs,
            len(apart),
            len(self.variants),
            sum(first.values()),
            among.total(),
            dict(first),
            allowed=bool(apart) or len(slugs) > 1 or self._all_allow(slugs),
            crowded=crowded[True],
            crowded_among=among[True],
        )

    def _all_allow(self, slip: Reading) -> bool:
        """Whether the givens of every variant make it that a slip gives what is right."""
        return all(may_be_right(self.recipe, self.givens[one.id], slip) for one in self.variants)

    def _outcome(self, variant: Variant, slugs: Reading, turn: int) -> tuple[str, Candidates]:
        """One person's answer on its way through the product: what stands first, and all that is named."""
        person = Person(Turns(Draws(f"diagnosis|{variant.id}"), f"{'+'.join(slugs)}|{turn}"), self.decimals)
        try:
            numbers = by_hand(self.recipe, self.givens[variant.id], slugs, person)
        except (ZeroDivisionError, OverflowError):
            return NO_NUMBER, ()
        if not all(map(isfinite, numbers)):
            return NO_NUMBER, ()
        typed = tuple(person.type(number) for number in numbers)
        response = parse(variant.shown.form, positions=(), typed=typed)
        if isinstance(response, Invalid):
            return UNREAD, ()
        result = grade(variant.answer_key, response)
        return _first(result), result.diagnosis.candidates


@lru_cache(maxsize=512)
def _crowded(variant: Variant) -> frozenset[Reading]:
    """The pairs whose very numbers fit more pairs than are named."""
    table = variant.answer_key.slip_table
    pairs = [one for one in table.readings() if len(one.slugs) > 1] if table is not None else []
    if not pairs:
        return frozenset()
    values, low, high = (
        np.array([getattr(one, name) for one in pairs]) for name in ("values", "low", "high")
    )
    fits = ((low <= values[:, None]) & (values[:, None] <= high)).all(axis=2)
    return frozenset(one.slugs for one, count in zip(pairs, fits.sum(axis=1), strict=True) if count > MOST)


def _first(result: Result) -> str:
    """What stands first: that it is right, a slip, or that none is known."""
    if result.correct:
        return RIGHT
    if result.diagnosis.coarse:
        return TOO_FEW
    return "+".join(result.diagnosis.candidates[0]) if result.diagnosis.candidates else NONE
