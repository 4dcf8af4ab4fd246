"""The saturation pair: two raw scores with their d_k, and the first token's weight with scaling and without."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import log

import numpy as np
from flint import arb

from app.engine.batching import LogitBatch, NumericEngine
from app.engine.families.scores import pairs_by_hand
from app.engine.mechanism import Mechanism, Scale
from app.engine.oracle import Oracle
from app.engine.phrases import PAIR_REVERSED
from app.engine.problem import LogitProblem, Shape
from app.engine.slips import apply, is_defined, pairs_at, slips_at
from app.engine.stages import Stage
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.block import Block, Plan, Reading, layout_of
from app.variants.page import ORACLE_ROUTE, Page
from app.variants.recipes import givens as reading
from app.variants.recipes import saturation_page
from app.variants.recipes.ranges import (
    EVERYTHING,
    Limits,
    Number,
    Range,
    all_inside,
    drawn_inside,
    drawn_values,
    kept_inside,
    narrowed,
    offered,
)
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND, OPTIONS_OR_NUMBERS, difficulty_of
from app.variants.rounding import Flags, everywhere, somewhere, units
from app.variants.screen import SAME

_SHAPE = Shape(n_q=1, n=2, d_k=4, d_v=None, scores_only=True)
_WIDTHS = (4, 9, 16, 25, 36, 49, 64, 100)
_SCORES = range(-6, 17)
_LEAST = -1  # the larger score: below it exponentials of raw scores have too few digits at three decimals
_FARTHEST = 7  # a gap of 8 would print as 1.000 without scaling

_MOST, _MOST_UNSCALED = 12, 100  # by hand: the sums of the exponentials with scaling and without
_RANK_WEIGHTS = (42, 18, 10, 30)
# Where the numbers of a step lie in the engine's joined steps of two scores, up to the weights.
_SCALED, _EXPONENTIALS, _SUM, _WEIGHTS = slice(2, 4), slice(4, 6), slice(6, 7), slice(7, 9)
_STEPS = (
    ("scaled", 2),
    ("exponentials", 2),
    ("sum", 1),
    ("weights", 2),
    ("unscaled-exponentials", 2),
    ("unscaled-sum", 1),
    ("unscaled-weights", 2),
    ("pair", 2),
)


@dataclass(frozen=True, slots=True)
class PairGivens:
    """The raw scores of tokens A and B, and the d_k that they come from; with `logs` they are ln of these numbers."""

    first: int
    second: int
    d_k: int
    logs: bool = False

    @property
    def exponents(self) -> tuple[float, float]:
        """The raw scores as numbers."""
        return (log(self.first), log(self.second)) if self.logs else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class SaturationRecipe:
    """softmax of two scores, divided by √d_k and not divided: the first weight of each."""

    slug: str = "saturation-pair"
    difficulty: int = BY_CALCULATOR
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    kinds: tuple[Kind, ...] = OPTIONS_OR_NUMBERS
    limits: Limits = EVERYTHING

    def at(self, settings: Mapping[str, str]) -> "SaturationRecipe":
        """The recipe at the difficulty and within the ranges that an item sets. Raises ValueError with a sentence."""
        difficulty = difficulty_of(self.slug, settings, self.difficulties)
        return narrowed(replace(self, difficulty=difficulty, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[PairGivens], ...]:
        """Scores or what they are the logarithms of, the gap between them, and d_k."""
        return _ranges(self.difficulty)

    @property
    def space(self) -> int:
        """All pairs of different scores that are near enough and not both far below zero, at each width."""
        return len(all_inside(self))

    def everything(self) -> Iterator[PairGivens]:
        """All pairs, in order; by hand logarithms of powers of small numbers."""
        return kept_inside(self, _everything(self.difficulty))

    def draw(self, draws: Draws) -> PairGivens:
        """Two whole scores that differ by 1 … 7, the larger one −1 or more, and a d_k with a whole root."""
        return drawn_inside(self, draws, self._drawn)

    def _drawn(self, draws: Draws) -> PairGivens:
        if self.difficulty == BY_HAND:
            return draws.choice("pair", _by_hand())
        d_k = draws.choice("d_k", _WIDTHS)
        low = draws.integer("low", _SCORES[0], _SCORES[-1] - 1)
        high = draws.integer("high", max(low + 1, _LEAST), min(low + _FARTHEST, _SCORES[-1]))
        return PairGivens(low, high, d_k) if draws.below("turn", 2) else PairGivens(high, low, d_k)

    def read(self, givens: Mapping[str, object]) -> PairGivens:
        """`scores`, two whole numbers, and `d_k`; with `logs: 1` the scores are logarithms of these numbers."""
        reading.only(givens, {"scores", "d_k", "logs"})
        scores = reading.row(givens.get("scores"), "scores")
        d_k = reading.whole(givens, "d_k")
        if len(scores) != 2 or scores[0] == scores[1] or any(score != int(score) for score in scores):
            raise ValueError("scores must be two different whole numbers")
        if d_k < 1:
            raise ValueError("d_k must be 1 or more")
        return PairGivens(int(scores[0]), int(scores[1]), d_k, logs=reading.logs(givens, (scores,)))

    def record(self, givens: PairGivens) -> dict[str, object]:
        """The givens as `read` takes them."""
        record: dict[str, object] = {"scores": [givens.first, givens.second], "d_k": givens.d_k}
        return record | {"logs": 1} if givens.logs else record

    def shape(self, givens: PairGivens) -> Hashable:
        """All pairs are computed together."""
        return _SHAPE

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """The slips that change a row of weights, and the pair in reverse."""
        return _plan(pairs)

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine, and the oracle."""
        return engine, ORACLE_ROUTE

    def run(self, group: Sequence[PairGivens], engine: NumericEngine, *, plan: Plan, decimals: int) -> Block:
        """Each reading's weight under its own scale and under none, from one run over all mechanisms."""
        batch = LogitBatch(
            np.array([givens.exponents for givens in group], dtype=np.float64),
            np.array([givens.d_k for givens in group], dtype=np.int64),
        )
        ways = [_ways(slugs) for slugs in plan.readings]
        mechanisms = list(dict.fromkeys(mechanism for way in ways for mechanism in way[:2]))
        runs = engine.run(batch, mechanisms, stage=Stage.WEIGHTS, decimals=decimals, stepped=len(mechanisms))
        scaled = [mechanisms.index(way[0]) for way in ways]
        unscaled = [mechanisms.index(way[1]) for way in ways]
        column = [way[2] for way in ways]
        table = np.stack(
            [runs.table[:, place, :, column].transpose(1, 0, 2) for place in (scaled, unscaled)], axis=3
        )
        values = table[:, :, 0]
        with np.errstate(invalid="ignore"):
            same = np.abs(values - values[:, :1]) <= SAME
        kept = slice(0, plan.stepped)
        with_scale, without = runs.step_table[:, scaled[kept]], runs.step_table[:, unscaled[kept]]
        parts = [with_scale[..., part] for part in (_SCALED, _EXPONENTIALS, _SUM, _WEIGHTS)]
        parts += [without[..., part] for part in (_EXPONENTIALS, _SUM, _WEIGHTS)]
        steps = np.concatenate([*parts, values[:, kept]], axis=2)
        return Block(table, steps, everywhere(np.isfinite(values)), everywhere(same))

    def taste(
        self, group: Sequence[PairGivens], block: Block, *, plan: Plan, decimals: int
    ) -> dict[str, Flags]:
        """No weight that prints as 0 or 1, and a difference that can be seen."""
        printed = units(block.values[:, 0], decimals)
        return {
            "saturated-weights": somewhere((printed <= 0) | (printed >= 10**decimals)),
            "pair-equal": printed[:, 0] == printed[:, 1],
        }

    def enclose(self, givens: PairGivens, readings: Sequence[Reading]) -> list[list[arb]]:
        """Ball arithmetic by the oracle's own loops."""
        problem = LogitProblem((givens.first, givens.second), givens.d_k)
        oracle = Oracle(problem, logs=frozenset({"scores"} if givens.logs else ()))
        ways = [_ways(slugs) for slugs in readings]
        return [
            [oracle.row(mechanism, Stage.WEIGHTS)[column] for mechanism in (scaled, unscaled)]
            for scaled, unscaled, column in ways
        ]

    def page(self, givens: PairGivens, decimals: int) -> Page:
        """The two scores in a sentence."""
        return saturation_page.page((givens.first, givens.second), givens.d_k, decimals, logs=givens.logs)

    def worked(
        self, givens: PairGivens, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """Two softmaxes, one beside the other."""
        rows = saturation_page.worked(givens.d_k, plan.steps, decimals, steps=steps)
        return (
            saturation_page.with_logs(rows, (givens.first, givens.second), givens.d_k)
            if givens.logs
            else rows
        )


@lru_cache(maxsize=1)
def _by_hand() -> tuple[PairGivens, ...]:
    """Logarithms of powers of small numbers, so that e to them is whole with scaling and without."""
    pairs = [(pair["first"], pair["second"], pair["d_k"]) for pair in pairs_by_hand(_MOST)]
    return tuple(PairGivens(*pair, logs=True) for pair in pairs if pair[0] + pair[1] <= _MOST_UNSCALED)


def _everything(difficulty: int) -> Iterator[PairGivens]:
    if difficulty == BY_HAND:
        yield from _by_hand()
        return
    for d_k, first, second in product(_WIDTHS, _SCORES, _SCORES):
        if 1 <= abs(first - second) <= _FARTHEST and max(first, second) >= _LEAST:
            yield PairGivens(first, second, d_k)


@lru_cache(maxsize=2)
def _ranges(difficulty: int) -> tuple[Range[PairGivens], ...]:
    everything = tuple(_everything(difficulty))

    def scores(found: PairGivens) -> Iterable[Number]:
        return [] if found.logs else [found.first, found.second]

    def gap(found: PairGivens) -> Iterable[Number]:
        return [] if found.logs else [abs(found.first - found.second)]

    def numbers(found: PairGivens) -> Iterable[Number]:
        return [found.first, found.second] if found.logs else []

    def width(found: PairGivens) -> Iterable[Number]:
        return [found.d_k]

    return offered(
        Range("scores", "Raw scores", scores, drawn_values(scores, everything)),
        Range(
            "numbers", "Numbers whose logarithms the scores are", numbers, drawn_values(numbers, everything)
        ),
        Range("gap", "Gap between the raw scores", gap, drawn_values(gap, everything)),
        Range("width", "Width of a head, d_k", width, drawn_values(width, everything)),
    )


@lru_cache(maxsize=512)
def _ways(slugs: Reading) -> tuple[Mechanism, Mechanism, int]:
    """How a reading computes with scaling, how without, and whose weight it takes."""
    mechanism = apply(tuple(slug for slug in slugs if slug != PAIR_REVERSED))
    return mechanism, replace(mechanism, scale=Scale.NONE), int(PAIR_REVERSED in slugs)


@lru_cache(maxsize=2)
def _plan(pairs: bool) -> Plan:
    slips = [(slug,) for slug in slips_at(Stage.WEIGHTS) if is_defined(apply((slug,)), _SHAPE, Stage.WEIGHTS)]
    compound: list[Reading] = []
    if pairs:
        compound += [
            pair for pair in pairs_at(Stage.WEIGHTS) if is_defined(apply(pair), _SHAPE, Stage.WEIGHTS)
        ]
        compound += [(*slip, PAIR_REVERSED) for slip in slips]
    return Plan(
        _SHAPE,
        layout_of([*slips, (PAIR_REVERSED,)], compound, _STEPS),
        rank_weights=_RANK_WEIGHTS,
        shares=True,
    )


SATURATION_PAIR = SaturationRecipe()
