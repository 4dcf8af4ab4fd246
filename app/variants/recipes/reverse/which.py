"""Which mechanism produced this output: a row is shown, and exactly one of the ways that are offered gives it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, repeat
from types import MappingProxyType

import numpy as np
from flint import arb

from app.engine.batching import Batch, NumericEngine
from app.engine.certify import digits
from app.engine.formulas import formula
from app.engine.mechanism import Axis, Comparison, Mechanism, Normaliser, NotDefined, Product
from app.engine.oracle import Oracle
from app.engine.problem import Shape
from app.engine.slips import SLIPS, apply, is_defined, pairs_at
from app.engine.stages import Stage, up_to
from app.engine.trace import Trace, trace
from app.items.answer_key import Claim, Evidence, Proof, WorkedStep
from app.kit.draws import Draws
from app.variants.block import Reading
from app.variants.certified import Proven, ball_text, prove
from app.variants.page import ORACLE_ROUTE
from app.variants.recipes.attention import OUTPUT_ROW, SCALED_ROW
from app.variants.recipes.attention_draws import AttentionGivens
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.ranges import Limits
from app.variants.recipes.reverse import words
from app.variants.recipes.reverse.givens import (
    OFFERED,
    Pools,
    ReverseGivens,
    asked_row,
    columns_of,
    different_matrices,
    shapes_in,
    tokens_of,
)
from app.variants.recipes.reverse.posed import NEAR, Posed, PoseResult, Told, betrayed, shown_row
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND
from app.variants.rounding import Floats, large_text, typographic

_SHAPES = {BY_HAND: ((3, 4),), BY_CALCULATOR: ((3, 4), (3, 2))}
_STAGES = {BY_HAND: Stage.SCALED, BY_CALCULATOR: Stage.OUTPUT}
_TURNS = 60
_APART = {
    Stage.SCALED: 0.4,
    Stage.OUTPUT: 0.05,
}  # how far a draw wants all ways apart, so that few are refused
_SMALLEST_SUM = 1.0
_REACH = 50  # units of the last place by which rounding may move a number of any way
_COMPOUND = 3  # one draw in so many offers two slips and both together
_NOT_ASKED = frozenset(("scaled-already",))
_BEFORE_SOFTMAX = ("no-scale", "divide-by-d-k", "times-root-d-k")
_COMPARED = ("swap-query-key", "swap-query-value", "other-row", "drop-signs")
_POOLS: Pools = MappingProxyType(
    {
        Stage.SCALED: (*_BEFORE_SOFTMAX, *_COMPARED),
        Stage.OUTPUT: tuple(slug for slug in SLIPS if slug not in _NOT_ASKED),
    }
)


@dataclass(frozen=True, slots=True)
class Producing:
    """Four ways of computing, the right one among them, each as likely to be the one that was taken.

    The ways are drawn first, then the one taken, then matrices in which all four lie apart. Nothing about the options
    depends on which of them was taken, so whoever looks at them alone is right in one of four draws.
    """

    slug: str = "which-mechanism"
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    offers: int = OFFERED

    @property
    def pools(self) -> Pools:
        """Before the softmax what is worked in the head, for the output everything that changes it."""
        return _POOLS

    def shapes(self, difficulty: int) -> tuple[tuple[int, int], ...]:
        """Tokens and d_k."""
        return _SHAPES[difficulty]

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> ReverseGivens:
        """Ways, the one taken, and matrices."""
        stage = _STAGES[difficulty]
        n, d_k = draws.choice("shape", shapes_in(limits, _SHAPES[difficulty]))
        offered = self._offered(draws, stage, Shape(n_q=n, n=n, d_k=d_k, d_v=d_k))
        row = asked_row(draws, n, offered)
        by = draws.choice("by", offered)
        for base in different_matrices(draws, (n, d_k), row, limits, turns=_TURNS):
            givens = ReverseGivens(base, stage, offered, by)
            if _lie_apart(givens):
                break
        return givens

    def _offered(self, draws: Draws, stage: Stage, shape: Shape) -> tuple[Reading, ...]:
        pool = [
            slug
            for slug in self.pools[stage]
            if is_defined(apply((slug,)), shape, stage) and not SLIPS[slug].coincides(shape)
        ]
        first, *others = draws.shuffled("slips", pool)
        if draws.below("compound", _COMPOUND) == 0:
            pairs = pairs_at(stage)
            pair = next(
                pair for other in others for pair in ((first, other), (other, first)) if pair in pairs
            )
            return (), *((slug,) for slug in pair), pair
        drawn = (first, *others[: OFFERED - 2])
        return (), *((slug,) for slug in pool if slug in drawn)

    def check(self, givens: ReverseGivens) -> None:
        """The right way is among those that are offered."""
        if () not in givens.offered:
            raise ValueError("the right way must be among those that are offered")

    def by_hand(self, givens: ReverseGivens) -> bool:
        """Whether all ways come out in the head: scaled scores under a root of 2."""
        return givens.stage is Stage.SCALED and len(givens.base.K[0]) == 4

    def pose(self, group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
        """The questions of draws of one shape and step, each with its proof, or why it is refused."""
        stage = group[0].stage
        readings = list(dict.fromkeys([(), *(slugs for givens in group for slugs in givens.offered)]))
        runs = engine.run(
            Batch.of([givens.problem for givens in group]),
            [apply(slugs) for slugs in readings],
            stage=stage,
            decimals=decimals,
            stepped=1,
        )
        return [
            _posed(
                givens,
                _Numbers(runs.table[place, [readings.index(slugs) for slugs in givens.offered]], engine.name),
                decimals,
            )
            for place, givens in enumerate(group)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """The engine's numbers of the four ways, [4, 3, w]: values, lows, highs; and its name."""

    table: Floats
    engine: str


def _lie_apart(givens: ReverseGivens) -> bool:
    """Whether all ways give numbers that a draw wants, far from each other."""
    problem, stage = givens.problem, givens.stage
    if any(_has_no_length(givens.base, apply(slugs)) for slugs in givens.offered):
        return False
    try:
        traces = [trace(problem, apply(slugs), stage=stage) for slugs in givens.offered]
    except NotDefined:
        return False
    if any(_small_sum(one) for one in traces):
        return False
    found = [np.array(one.at(stage)) for one in traces]
    return all(np.isfinite(one).all() for one in found) and all(
        np.abs(one - other).max() >= _APART[stage] for one, other in combinations(found, 2)
    )


def _has_no_length(base: AttentionGivens, mechanism: Mechanism) -> bool:
    """Whether cosines are taken and some vector has none, be it of a row that is not read."""
    if mechanism.comparison is not Comparison.COSINE:
        return False
    asking = base.V if mechanism.product is Product.VALUE_KEY else base.Q
    return not all(map(any, (*asking, *base.K)))


def _small_sum(way: Trace) -> bool:
    """Whether it is divided by a sum so small that a person's digits are lost; columns have a sum each."""
    if way.steps[-1].slug is not Stage.OUTPUT:
        return False
    (whole,) = way.at(Stage.SUM)
    return abs(whole) < _SMALLEST_SUM or (
        way.mechanism.normaliser is Normaliser.NONE and way.mechanism.axis is Axis.COLUMN
    )


def _posed(givens: ReverseGivens, numbers: _Numbers, decimals: int) -> PoseResult:
    if not np.isfinite(numbers.table).all():
        return "not-finite"
    values, low, high = numbers.table[:, 0], numbers.table[:, 1], numbers.table[:, 2]
    if np.maximum(high - values, values - low).max() * 10.0**decimals > _REACH:
        return "reach-too-wide"
    try:
        row = SCALED_ROW if givens.stage is Stage.SCALED else OUTPUT_ROW
        proven = prove(row, givens.base, givens.offered, values=values.tolist(), decimals=decimals)
    except NotDefined:
        return "not-finite"
    if isinstance(proven, str):
        return proven
    for one, other in combinations(range(len(values)), 2):
        met = ((low[one] <= high[other]) & (low[other] <= high[one])).all()
        if met or any(
            _inside(proven.enclosures[mine], low[place], high[place])
            for mine, place in ((one, other), (other, one))
        ):
            return NEAR
    taken = givens.offered.index(givens.by)
    return Posed(
        page=words.which_page(givens, [typographic(text) for text in proven.printed[taken]], decimals),
        options=tuple(map(_told, givens.offered, repeat(givens), proven.printed)),
        solution=_solution(givens, decimals),
        proof=_proof(givens, numbers, proven.enclosures[taken]),
        evidence=Evidence(
            values=tuple(values[taken].tolist()),
            low=tuple(low[taken].tolist()),
            high=tuple(high[taken].tolist()),
            printed=proven.printed[taken],
            bits=proven.bits,
            made_by=(),
            claims=tuple(_claim(place, givens, numbers, proven) for place in range(len(givens.offered))),
        ),
    )


def _inside(balls: Sequence[arb], low: Floats, high: Floats) -> bool:
    """Whether an enclosed row may lie in a fair interval."""
    return all(
        not (ball < float(lowest) or ball > float(highest))
        for ball, lowest, highest in zip(balls, low, high, strict=True)
    )


def _claim(place: int, givens: ReverseGivens, numbers: _Numbers, proven: Proven) -> Claim:
    """What one of the ways gives, and how far it is from what is shown."""
    values, low, high = numbers.table[place]
    shown = numbers.table[givens.offered.index(givens.by), 0]
    return Claim(
        option=_name(givens.offered[place]),
        line=0,
        names=tokens_of(givens) if givens.stage is Stage.SCALED else columns_of("V", len(values)),
        values=tuple(values.tolist()),
        enclosures=tuple(map(ball_text, proven.enclosures[place])),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        printed=proven.printed[place],
        apart=float(np.abs(values - shown).max()),
    )


def _name(slugs: Reading) -> str:
    return "+".join(slugs) or "right"


def _told(slugs: Reading, givens: ReverseGivens, printed: Sequence[str]) -> Told:
    numbers = shown_row(printed)
    correct = slugs == givens.by
    gives = "The formula gives" if not slugs else "This gives"
    return Told(
        name=_name(slugs),
        text=words.way_text(slugs, words.after(givens)),
        correct=correct,
        rationale=f"{gives} {numbers}, {'as shown' if correct else 'which is not what is shown'}.",
        slips=() if correct else betrayed(slugs, givens.by),
    )


def _proof(givens: ReverseGivens, numbers: _Numbers, balls: Sequence[arb]) -> Proof:
    taken = givens.offered.index(givens.by)
    values = numbers.table[:, 0]
    gaps = {
        slugs: float(np.abs(values[place] - values[taken]).max())
        for place, slugs in enumerate(givens.offered)
        if slugs != givens.by
    }
    nearest = min(gaps, key=lambda slugs: gaps[slugs])
    reach = np.maximum(numbers.table[taken, 2] - values[taken], values[taken] - numbers.table[taken, 1]).max()
    return Proof(
        routes=(numbers.engine, ORACLE_ROUTE),
        enclosures=tuple(ball_text(ball) for ball in balls),
        reach=float(reach),
        nearest=nearest,
        nearest_distance=gaps[nearest],
    )


def _solution(givens: ReverseGivens, decimals: int) -> tuple[WorkedStep, ...]:
    """The steps of the way that was taken, as far as it has them, each with its rule."""
    mechanism, oracle = apply(givens.by), Oracle(givens.problem)
    token = TOKENS[givens.base.row]
    names = tuple(TOKENS[: len(givens.base.K)])
    found = []
    for stage in up_to(givens.stage):
        if stage is Stage.WEIGHTED:
            continue
        try:
            balls = oracle.row(mechanism, stage)
        except NotDefined:
            continue
        shown = tuple(_shown(ball, 0 if _whole(balls) else decimals) for ball in balls)
        title = f"{words.LINE_NAMES[stage].capitalize()} of token {token}"
        found.append(
            WorkedStep(
                stage.value,
                title if stage is not Stage.SUM else "The sum that is divided by",
                _rule(mechanism, stage),
                names if len(shown) == len(names) and stage is not Stage.OUTPUT else (),
                shown,
            )
        )
    return tuple(found)


def _rule(mechanism: Mechanism, stage: Stage) -> str:
    """A step's rule; the sum of the output names its terms, since they have no row of their own here."""
    if stage is not Stage.OUTPUT:
        return formula(mechanism, stage)
    term = formula(mechanism, Stage.WEIGHTED).removeprefix("p_j = ")
    return rf"o = \sum_j {term}"


def _whole(balls: Sequence[arb]) -> bool:
    return all(ball.is_integer() for ball in balls)


def _shown(ball: arb, decimals: int) -> str:
    text = digits(ball, decimals)
    return typographic(text) if text is not None and len(text) < 12 else large_text(float(ball), decimals)


PRODUCING = Producing()
