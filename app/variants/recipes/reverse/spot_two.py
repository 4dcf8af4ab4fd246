"""Spot two slips: a computation worked by hand is shown with two wrong steps, which are to be picked out of five."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from app.engine.batching import NumericEngine
from app.engine.handwork import LINES, Desk, Unwritten
from app.engine.mechanism import NotDefined
from app.engine.problem import Shape
from app.engine.slips import SLIPS, apply
from app.engine.stages import Stage
from app.engine.trace import trace
from app.kit.draws import Draws
from app.variants.block import Reading
from app.variants.recipes.ranges import Limits
from app.variants.recipes.reverse import words
from app.variants.recipes.reverse.givens import (
    Pools,
    ReverseGivens,
    asked_row,
    different_matrices,
    shapes_in,
)
from app.variants.recipes.reverse.posed import PoseResult
from app.variants.recipes.reverse.spot import (
    DECIMALS,
    POOLS,
    SHAPES,
    is_short,
    is_told_apart,
    pose_workings,
    step_of,
)
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND

_OFFERED = 5
_TURNS = {
    BY_HAND: 1500,
    BY_CALCULATOR: 400,
}  # matrices, after which these slips are taken not to be told apart within the ranges
_UNMASKED = frozenset(("other-row", "plain-mean"))
_NOT_BY_HAND = frozenset(("plain-mean", "root-of-tokens", "times-root-d-k"))


@dataclass(frozen=True, slots=True)
class SpottingTwo:
    """Five steps of six, each with a slip that may have been made there, and two of these were: each two as likely.

    What is offered is drawn first, one slip for a step, then the two that are so, then matrices in which any two could
    be, and be told from the three others. Nothing about the options depends on what is so, so whoever looks at them
    alone is right in one of ten draws. Each step is judged from the numbers that are written above it, wrong or not.
    """

    slug: str = "spot-two-slips"
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    offers: int = _OFFERED

    @property
    def pools(self) -> Pools:
        """The slips that are seen in a line of their own."""
        return POOLS

    def shapes(self, difficulty: int) -> tuple[tuple[int, int], ...]:
        """Tokens and d_k."""
        return SHAPES[difficulty]

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> ReverseGivens:
        """One slip for each of five steps, the two that were made, and matrices."""
        n, d_k = draws.choice("shape", shapes_in(limits, SHAPES[difficulty]))
        by_hand = difficulty == BY_HAND
        offered = _offered(draws, Shape(n_q=n, n=n, d_k=d_k, d_v=d_k), by_hand=by_hand)
        by = draws.choice("by", _twos(offered))
        row = asked_row(draws, n, offered)
        for base in different_matrices(draws, (n, d_k), row, limits, turns=_TURNS[difficulty]):
            givens = ReverseGivens(base, Stage.OUTPUT, offered, by)
            if (not by_hand or _on_the_page(givens)) and _any_two(givens):
                break
        return givens

    def check(self, givens: ReverseGivens) -> None:
        """One slip for each option, each in a step of its own, and two of them made."""
        steps = {step_of(slug) for slugs in givens.offered for slug in slugs}
        if len(steps) != _OFFERED or any(len(slugs) != 1 for slugs in givens.offered) or len(givens.by) != 2:
            raise ValueError(
                "a working with two slips offers one slip in each of five steps, and two were made"
            )

    def by_hand(self, givens: ReverseGivens) -> bool:
        """Whether it can be checked in the head: two tokens, and exponentials that the page gives.

        Nobody has to divide, since no slip in the weights is offered then.
        """
        return len(givens.base.Q) == 2 and _on_the_page(givens)

    def pose(self, group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
        """The questions of draws of one shape, each with its proof, or why it is refused."""
        return pose_workings(group, engine, decimals)


def _offered(draws: Draws, shape: Shape, *, by_hand: bool) -> tuple[Reading, ...]:
    """A slip for each of five steps, in their order.

    A mask is not offered beside the row of the next token, from which it may hide nothing, nor beside the same weight for
    every token, of which nobody could say whether it goes to those that are hidden.
    """
    pools: dict[Stage, list[str]] = {}
    for slug in POOLS[Stage.OUTPUT]:
        if not SLIPS[slug].coincides(shape) and not (by_hand and slug in _NOT_BY_HAND):
            pools.setdefault(step_of(slug), []).append(slug)
    steps = draws.sample("steps", sorted(pools, key=LINES.index), _OFFERED)
    drawn = {step: draws.choice(f"slip:{step.value}", pool) for step, pool in pools.items() if step in steps}
    if "causal-mask-added" in drawn.values() and _UNMASKED & set(drawn.values()):
        others = [slug for slug in pools[Stage.EXPONENTIALS] if slug != "causal-mask-added"]
        drawn[Stage.EXPONENTIALS] = draws.choice("slip:unmasked", others)
    return tuple((drawn[step],) for step in LINES if step in drawn)


def _twos(offered: Sequence[Reading]) -> list[Reading]:
    return [one + other for one, other in combinations(offered, 2)]


def _any_two(givens: ReverseGivens) -> bool:
    """Whether any two of the five may be what is so, with short numbers, and no other could be taken for one of them."""
    desk = Desk(givens.problem, DECIMALS)
    try:
        for by in _twos(givens.offered):
            working = desk.work(apply(by))
            if not (is_short(working) and is_told_apart(desk, working, replace(givens, by=by))):
                return False
    except (Unwritten, NotDefined):
        return False
    return True


def _on_the_page(givens: ReverseGivens) -> bool:
    """Whether the page gives the power of e of every scaled score, whichever slips were made on the way to it."""
    early = [slug for slugs in givens.offered for slug in slugs if step_of(slug) in (Stage.RAW, Stage.SCALED)]
    return all(
        number in words.POWERS
        for count in range(len(early) + 1)
        for slugs in combinations(early, count)
        for number in trace(givens.problem, apply(slugs), stage=Stage.SCALED).at(Stage.SCALED)
    )


SPOTTING_TWO = SpottingTwo()
