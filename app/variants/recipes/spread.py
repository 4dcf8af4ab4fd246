"""How widely q·k spreads before scaling, and the divisor that brings its variance back to 1; asked in words alone."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from flint import arb, fmpq

from app.engine.batching import NumericEngine
from app.engine.problem import exact
from app.engine.spread import spread, spread_interval, spread_oracle
from app.engine.spread_rule import SpreadProblem, SpreadRule, Terms, Variances, apply_spread
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.block import SUMS_REACH, Block, Plan, Reading, layout_of
from app.variants.page import Page
from app.variants.recipes import givens as reading
from app.variants.recipes import spread_page
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
from app.variants.rounding import Flags
from app.variants.screen import SAME

HEADS = "heads"  # d_model and heads are given, both variances are 1
VARIANCES = "variances"  # d_k and two variances are given
ASKED = ("deviation", "divisor")

_HEAD_COUNTS = (8, 12, 16, 20, 32, 40, 64)
_HEAD_SIZES = (48, 64, 80, 96, 128, 256)
_WIDTHS = (16, 25, 36, 48, 49, 64, 80, 96, 100, 128, 144)
_SQUARE_HEADS = (4, 9, 16, 25, 36, 64)
_SQUARE_SIZES = (64, 100, 144, 196, 256)
_SQUARES = (16, 25, 36, 49, 64, 81, 100, 121, 144)
_SQUARE_VARIANCES = (0.25, 1, 4, 9)
_VARIANCES = (0.25, 0.5, 1, 2, 3, 4, 9)
_DRAWN_FOR = 2  # decimals for which the draws are chosen; the reach in units hardly depends on them
_SLIPS = {
    HEADS: (
        "variance-for-deviation",
        "no-head-split",
        "root-before-split",
        "heads-for-d-k",
        "scaled-already",
        "variances-added",
    ),
    VARIANCES: (
        "variance-for-deviation",
        "variances-ignored",
        "variances-added",
        "deviation-not-variance",
        "scaled-already",
    ),
}
_STEPS = {
    HEADS: (("head-width", 1), ("variance", 1), ("deviation", 1)),
    VARIANCES: (("product-variance", 1), ("variance", 1), ("deviation", 1)),
}


@dataclass(frozen=True, slots=True)
class SpreadGivens:
    """The problem, in which way it is told, and whether the deviation or the divisor is asked for."""

    told: str
    asked: str
    problem: SpreadProblem


@dataclass(frozen=True, slots=True)
class SpreadRecipe:
    """σ = √(d_k σ_q² σ_k²), d_k = d_model / h."""

    slug: str = "spread"
    difficulty: int = BY_CALCULATOR
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    kinds: tuple[Kind, ...] = OPTIONS_OR_NUMBERS
    limits: Limits = EVERYTHING

    def at(self, settings: Mapping[str, str]) -> "SpreadRecipe":
        """The recipe at the difficulty and within the ranges that an item sets. Raises ValueError with a sentence."""
        difficulty = difficulty_of(self.slug, settings, self.difficulties)
        return narrowed(replace(self, difficulty=difficulty, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[SpreadGivens], ...]:
        """d_k; where heads are told they and d_model; where variances are, both of them."""
        return _ranges(self.difficulty)

    @property
    def space(self) -> int:
        """All givens."""
        return len(all_inside(self))

    def everything(self) -> Iterator[SpreadGivens]:
        """All givens, in order; by hand those whose roots are whole."""
        return kept_inside(self, _everything(self.difficulty))

    def draw(self, draws: Draws) -> SpreadGivens:
        """Sizes as models have them, or variances that are not both 1 and whose roots may be rounded one by one."""
        return drawn_inside(self, draws, self._drawn)

    def _drawn(self, draws: Draws) -> SpreadGivens:
        if self.difficulty == BY_HAND:
            return draws.choice("givens", _by_hand())
        asked = draws.choice("asked", ASKED)
        if draws.below("told", 2):
            return _by_heads(draws.choice("heads", _HEAD_COUNTS), draws.choice("size", _HEAD_SIZES), asked)
        d_k = draws.choice("d_k", _WIDTHS)
        return _by_variances(d_k, draws.choice("variances", _variances(d_k)), asked)

    def read(self, givens: Mapping[str, object]) -> SpreadGivens:
        """`asked`, with `d_model` and `heads`, or with `d_k`, `var_q` and `var_k`."""
        asked = str(givens.get("asked"))
        if asked not in ASKED:
            raise ValueError(f"asked must be one of {', '.join(ASKED)}, not {asked!r}")
        if "d_model" in givens:
            reading.only(givens, {"asked", "d_model", "heads"})
            problem = SpreadProblem(reading.whole(givens, "d_model"), reading.whole(givens, "heads"))
            return SpreadGivens(HEADS, asked, problem)
        reading.only(givens, {"asked", "d_k", "var_q", "var_k"})
        var_q, var_k = (reading.number(givens.get(name), name) for name in ("var_q", "var_k"))
        return _by_variances(reading.whole(givens, "d_k"), (var_q, var_k), asked)

    def record(self, givens: SpreadGivens) -> dict[str, object]:
        """The givens as `read` takes them."""
        problem = givens.problem
        if givens.told == HEADS:
            return {"asked": givens.asked, "d_model": problem.d_model, "heads": problem.heads}
        variances = {"var_q": _plain(problem.var_q), "var_k": _plain(problem.var_k)}
        return {"asked": givens.asked, "d_k": problem.d_k, **variances}

    def shape(self, givens: SpreadGivens) -> Hashable:
        """The way in which it is told."""
        return givens.told

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """The slips that go with what is given; they are few, so pairs of them are always computed."""
        return _plan(str(shape))

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine has no part in this."""
        return (
            "Python float64: the root of the product",
            "exact fractions: the variance of a sum of random signs, counted, and one root in ball arithmetic",
        )

    def run(
        self, group: Sequence[SpreadGivens], engine: NumericEngine, *, plan: Plan, decimals: int
    ) -> Block:
        """All rules for all problems, one after the other."""
        rules = [apply_spread(slugs) for slugs in plan.readings]
        table = np.empty((len(group), len(rules), 3, 1))
        steps = np.empty((len(group), plan.stepped, 3))
        for place, givens in enumerate(group):
            for way, rule in enumerate(rules):
                value = spread(givens.problem, rule)
                low, high = spread_interval(givens.problem, rule, decimals=decimals)
                table[place, way, :, 0] = value, low, high
                if way < plan.stepped:
                    steps[place, way] = (*_parts(givens, rule), value)
        values = table[:, :, 0, 0]
        same = np.abs(values - values[:, :1]) <= SAME * np.maximum(1.0, np.abs(values))
        return Block(table, steps, np.isfinite(values), np.asarray(same))

    def taste(
        self, group: Sequence[SpreadGivens], block: Block, *, plan: Plan, decimals: int
    ) -> dict[str, Flags]:
        """Nothing more is refused."""
        return {}

    def enclose(self, givens: SpreadGivens, readings: Sequence[Reading]) -> list[list[arb]]:
        """The exact square by counting, and its root."""
        return [[_ball(givens.problem, apply_spread(slugs))] for slugs in readings]

    def page(self, givens: SpreadGivens, decimals: int) -> Page:
        """The question in a few sentences."""
        return spread_page.page(givens.problem, givens.told == HEADS, givens.asked, decimals=decimals)

    def worked(
        self, givens: SpreadGivens, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """Two exact steps and a root."""
        return spread_page.worked(givens.problem, givens.told == HEADS, steps, decimals=decimals)


@lru_cache(maxsize=len(_WIDTHS))
def _variances(d_k: int) -> tuple[tuple[float, float], ...]:
    """The pairs of variances, not both 1, that leave the fair interval narrow when each root is rounded by itself.

    One root of the exact variance is the shorter way; whoever multiplies three rounded roots is right as well, and
    the draw is one in which that costs no more than a few units of the second decimal.
    """
    found = []
    for pair in product(_VARIANCES, _VARIANCES):
        problem = SpreadProblem(d_k, 1, *map(exact, pair))
        low, high = spread_interval(problem, SpreadRule(), decimals=_DRAWN_FOR)
        if pair != (1, 1) and high - low <= 2 * SUMS_REACH * 10.0**-_DRAWN_FOR:
            found.append(pair)
    return tuple(found)


@lru_cache(maxsize=1)
def _by_hand() -> tuple[SpreadGivens, ...]:
    """Square head counts and widths, or square widths and variances, not both 1: every root that is taken is exact."""
    by_heads = product(_SQUARE_HEADS, _SQUARE_SIZES, ASKED)
    pairs = [pair for pair in product(_SQUARE_VARIANCES, _SQUARE_VARIANCES) if pair != (1, 1)]
    return (
        *(_by_heads(heads, size, asked) for heads, size, asked in by_heads),
        *(_by_variances(d_k, pair, asked) for d_k, pair, asked in product(_SQUARES, pairs, ASKED)),
    )


def _everything(difficulty: int) -> Iterator[SpreadGivens]:
    if difficulty == BY_HAND:
        yield from _by_hand()
        return
    for asked, heads, size in product(ASKED, _HEAD_COUNTS, _HEAD_SIZES):
        yield _by_heads(heads, size, asked)
    for asked, d_k in product(ASKED, _WIDTHS):
        for variances in _variances(d_k):
            yield _by_variances(d_k, variances, asked)


@lru_cache(maxsize=2)
def _ranges(difficulty: int) -> tuple[Range[SpreadGivens], ...]:
    everything = tuple(_everything(difficulty))

    def width(found: SpreadGivens) -> Iterable[Number]:
        return [found.problem.d_model // found.problem.heads]

    def heads(found: SpreadGivens) -> Iterable[Number]:
        return [found.problem.heads] if found.told == HEADS else []

    def model(found: SpreadGivens) -> Iterable[Number]:
        return [found.problem.d_model] if found.told == HEADS else []

    def variances(found: SpreadGivens) -> Iterable[Number]:
        return [found.problem.var_q, found.problem.var_k] if found.told == VARIANCES else []

    return offered(
        Range("width", "Width of a head, d_k", width, drawn_values(width, everything)),
        Range("heads", "Heads, where they are told", heads, drawn_values(heads, everything)),
        Range(
            "model-width",
            "Width of the model, d_model, where it is told",
            model,
            drawn_values(model, everything),
        ),
        Range("variances", "Variances, where they are told", variances, drawn_values(variances, everything)),
    )


def _by_heads(heads: int, size: int, asked: str) -> SpreadGivens:
    return SpreadGivens(HEADS, asked, SpreadProblem(heads * size, heads))


def _by_variances(d_k: int, variances: tuple[float, float], asked: str) -> SpreadGivens:
    return SpreadGivens(VARIANCES, asked, SpreadProblem(d_k, 1, *map(exact, variances)))


def _plain(number: object) -> float:
    value = float(str(number)) if isinstance(number, int) else float(number)  # type: ignore[arg-type]
    return int(value) if value.is_integer() else value


def _ball(problem: SpreadProblem, rule: SpreadRule) -> arb:
    found = spread_oracle(problem, rule)
    return found if isinstance(found, arb) else arb(fmpq(found.numerator, found.denominator))


def _parts(givens: SpreadGivens, rule: SpreadRule) -> tuple[float, float]:
    """The first step's number (width of what is added, or variance of one product), and the variance that follows."""
    problem = givens.problem
    q, k = float(problem.var_q), float(problem.var_k)
    widths: dict[Terms, float] = {
        Terms.D_K: problem.d_k,
        Terms.D_MODEL: problem.d_model,
        Terms.ROOT_BEFORE_SPLIT: problem.d_model / problem.heads**2,
        Terms.HEADS: problem.heads,
        Terms.ONE: 1,
    }
    one = {
        Variances.MULTIPLIED: q * k,
        Variances.IGNORED: 1.0,
        Variances.ADDED: q + k,
        Variances.OUTSIDE_ROOT: (q * k) ** 2,
    }[rule.variances]
    width = widths[rule.terms]
    return (width if givens.told == HEADS else one), width * one


@lru_cache(maxsize=4)
def _plan(told: str) -> Plan:
    slips = [(slug,) for slug in _SLIPS[told]]
    compound = [pair for pair in combinations(_SLIPS[told], 2) if _different_fields(pair)]
    exact_steps = frozenset(slug for slug, _ in _STEPS[told][:2])
    return Plan(told, layout_of(slips, compound, _STEPS[told]), exact_steps, reach=SUMS_REACH)


def _different_fields(pair: Reading) -> bool:
    try:
        apply_spread(pair)
    except ValueError:
        return False
    return True


SPREAD = SpreadRecipe()
