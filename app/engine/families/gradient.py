"""How a weight answers to a raw score: an entry of softmax's Jacobian, with the factor of the scale."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import EQUAL_SCORES, is_one
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.scores import check_logs, enclosed, pairs_by_hand, values
from app.engine.families.slips import GRADIENT_SLIPS, FamilySlip

_WIDTHS = (4, 9, 16, 25, 36)


@dataclass(frozen=True, slots=True)
class Gradient:
    """∂w_A/∂s_A = w_A (1 − w_A) / √d_k for a token that looks at A and B alone.

    Givens: `first` and `second`, the raw scores of A and B, `d_k`, and `logs`, 1 where the scores are ln of these. Source: the derivative of softmax,
    ∂w_i/∂x_j = w_i (δ_ij − w_j), with x = s / √d_k.
    """

    slug: str = "softmax-gradient"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(is_one("d_k is 1", "d_k"), "no-scale", "divide-by-d-k"),
            *softmax.borrowed(EQUAL_SCORES, "base-two"),
            *GRADIENT_SLIPS,
        )
    )
    steps: tuple[tuple[str, int], ...] = (
        ("scaled", 2),
        ("exponentials", 2),
        ("sum", 1),
        ("weights", 2),
        ("gradient", 1),
    )
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2, 3)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """Slips are mostly larger."""
        return (2, 1, 1, 4)

    def everything(self) -> Iterator[dict[str, int]]:
        """Scores that are at most two and a half apart after scaling."""
        if self.difficulty == 1:
            yield from pairs_by_hand(8)
            return
        for d_k, first, second in product(self._widths(), range(-6, 13), range(-6, 13)):
            small = max(abs(first), abs(second)) ** 2 <= 9 * d_k
            if first != second and small and 4 * (first - second) ** 2 <= 25 * d_k:
                yield {"first": first, "second": second, "d_k": d_k, "logs": 0}

    def _widths(self) -> tuple[int, ...]:
        """Square ones, and at the last difficulty such as have no whole root."""
        return _WIDTHS if self.difficulty < 3 else softmax.UNEVEN_WIDTHS

    def check(self, givens: Givens) -> None:
        """The width is positive."""
        if givens["d_k"] < 1:
            raise ValueError("d_k must be 1 or more")
        check_logs(givens, ("first", "second"))

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Both weights, then w (1 − w) and the factor of the scale."""
        scores = softmax.scaled(values(givens, ("first", "second")), givens["d_k"], slips, hand=hand)
        made = softmax.powers(scores, slips, hand=hand)
        (whole,), _ = softmax.weights(made, hand=hand)
        one, two = (hand.write(softmax.share(own, scores, slips, hand=hand)) for own in (0, 1))
        d_k, other = givens["d_k"], one if "square-for-gradient" in slips else two
        if "weight-for-gradient" in slips:
            found = self._chained(one, d_k, slips, hand)
        else:
            found = hand.either(
                self._chained(one * other, d_k, slips, hand),
                self._chained(hand.write(one * other), d_k, slips, hand),
                hand.write(self._chained(one, d_k, slips, hand)) * other,
            )
        return scores, made, (whole,), (one, two), (found,)

    def _chained(self, rule: Reach, d_k: int, slips: Slips, hand: Hand) -> Reach:
        """With the derivative of the scaling that was used."""
        if {"no-scale", "chain-factor-forgotten"} & slips:
            return rule
        divisor = Reach.of(d_k)
        return rule / (divisor if "divide-by-d-k" in slips else hand.write(divisor.root()))

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """w (1 − w) as 1 / (2 + 2 cosh gap); the factor of the scale as a root of a quotient."""
        d_k = givens["d_k"]
        exponents = [
            softmax.enclosed_exponent(score, d_k, slips) for score in enclosed(givens, ("first", "second"))
        ]
        rate = arb(2).log() if "base-two" in slips else arb(1)
        gap = rate * (exponents[0] - exponents[1])
        rule = 1 / (2 + 2 * gap.cosh())
        if "weight-for-gradient" in slips:
            rule = 1 / (1 + (-gap).exp())
        if "square-for-gradient" in slips:
            rule = 1 / (1 + (-gap).exp()) ** 2
        if {"no-scale", "chain-factor-forgotten"} & slips:
            return [rule]
        return [rule / d_k if "divide-by-d-k" in slips else rule * (arb(1) / d_k).sqrt()]


GRADIENT = Gradient()
