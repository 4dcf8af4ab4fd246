"""By which factor one token's weight exceeds another's: e^((s_A − s_B) / √d_k)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import EQUAL_SCORES, SCALE
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.scores import check_logs, enclosed, pairs_by_hand, powers_by_hand, values
from app.engine.families.slips import DOMINANCE_SLIPS, FamilySlip

_WIDTHS = (4, 9, 16, 25, 36, 64, 100)


@dataclass(frozen=True, slots=True)
class Dominance:
    """w_A / w_B = e^(x_A − x_B), whatever other tokens there are, since the sum cancels.

    Givens: `first` and `second`, the raw scores of A and B, `d_k`, and `logs`, 1 where the scores are ln of these.
    Source: softmax as in Vaswani et al. 2017,
    section 3.2.1.
    """

    slug: str = "dominance-factor"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(SCALE, "no-scale", "divide-by-d-k"),
            *softmax.borrowed(EQUAL_SCORES, "base-two"),
            *DOMINANCE_SLIPS,
        )
    )
    steps: tuple[tuple[str, int], ...] = (("gap", 1), ("scaled-gap", 1), ("factor", 1))
    exact: frozenset[str] = frozenset({"gap"})
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2, 3)

    def shape(self, givens: Givens) -> str:
        """Which token is ahead."""
        return "ahead" if givens["first"] > givens["second"] else "behind"

    def rank_weights(self, shape: str) -> RankWeights:
        """Most slips shrink a factor above 1, and stretch one below it."""
        return (1, 1, 1, 3) if shape == "ahead" else (1, 0, 0, 2)

    def everything(self) -> Iterator[dict[str, int]]:
        """Scores half to two and a half apart once divided, and six at most before it."""
        if self.difficulty == 1:
            yield from (pair for pair in pairs_by_hand(14) if not _is_short(*powers_by_hand(pair)))
            return
        for d_k, first, second in product(self._widths(), range(1, 25), range(1, 25)):
            gap = first - second
            if 1 <= abs(gap) <= 6 and d_k <= 4 * gap * gap <= 25 * d_k:
                yield {"first": first, "second": second, "d_k": d_k, "logs": 0}

    def _widths(self) -> tuple[int, ...]:
        """Square ones, and at the last difficulty such as have no whole root."""
        return _WIDTHS if self.difficulty < 3 else softmax.UNEVEN_WIDTHS

    def check(self, givens: Givens) -> None:
        """The width is positive, the scores differ and the second is not zero."""
        if givens["d_k"] < 1:
            raise ValueError("d_k must be 1 or more")
        if givens["first"] == givens["second"]:
            raise ValueError("the two scores must differ: equal scores have equal weights")
        check_logs(givens, ("first", "second"))
        if givens["second"] == 0:
            raise ValueError("the second score must not be 0, for a ratio by it is a slip that is looked for")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The gap of the raw scores, the same after scaling, and the power of e."""
        first, second = values(givens, ("first", "second"))
        if "pair-reversed" in slips:
            first, second = second, first
        one, two = softmax.scaled((first, second), givens["d_k"], slips, hand=hand)
        gap = one - two
        if "difference-for-factor" in slips:
            factor = gap
        elif "ratio-of-scores" in slips:
            factor = one / two
        else:
            factor = self._factor((first, second), givens["d_k"], slips, hand)
        return (Reach.of(first - second),), (gap,), (factor,)

    def _factor(self, raw: tuple[float, float], d_k: int, slips: Slips, hand: Hand) -> Reach:
        """The power of the gap, of scaled scores or scaled itself, or one power divided by the other."""
        base = 2.0 if "base-two" in slips else softmax.E
        one, two = softmax.scaled(raw, d_k, slips, hand=hand)
        (gap,) = softmax.scaled((raw[0] - raw[1],), d_k, slips, hand=hand)
        made = [hand.write(score.exp(base).whole()) for score in (one, two)]
        return hand.either((one - two).exp(base).whole(), gap.exp(base).whole(), made[0] / made[1])

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The weight of A divided by that of B, each made by a softmax of its own."""
        exponents = [
            softmax.enclosed_exponent(score, givens["d_k"], slips)
            for score in enclosed(givens, ("first", "second"))
        ]
        if "pair-reversed" in slips:
            exponents.reverse()
        if "difference-for-factor" in slips:
            return [exponents[0] - exponents[1]]
        if "ratio-of-scores" in slips:
            return [exponents[0] / exponents[1]]
        made = softmax.enclosed_weights(exponents, slips)
        return [made[0] / made[1]]


def _is_short(one: int, two: int) -> bool:
    """Whether two decimals hold the factor: 3 among 2.25 and 1.73 would be known by its look."""
    return 100 * one % two == 0


DOMINANCE = Dominance()
