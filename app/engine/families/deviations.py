"""How many standard deviations out a raw score lies: s / √(d_k σ_q² σ_k²)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import isqrt

from flint import arb, fmpq

from app.engine.families.coincidences import When
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import FamilySlip
from app.engine.problem import exact
from app.engine.spread import spread_square
from app.engine.spread_rule import SPREAD_SLIPS, SpreadProblem, apply_spread

_WHEN = {  # with variances in quarters
    "variance-for-deviation": When(
        "the variance of q·k is 1", lambda it: it["d_k"] * it["var_q"] * it["var_k"] == 16
    ),
    "variances-ignored": When("the variances multiply to 1", lambda it: it["var_q"] * it["var_k"] == 16),
    "variances-added": When(
        "sum and product of the variances are equal, as for 2 and 2",
        lambda it: 4 * (it["var_q"] + it["var_k"]) == it["var_q"] * it["var_k"],
    ),
    "deviation-not-variance": When("the variances multiply to 1", lambda it: it["var_q"] * it["var_k"] == 16),
}
_WIDTHS = (16, 25, 36, 48, 64, 80, 96, 100, 128, 144, 196, 256)
_VARIANCES = (1, 2, 4, 8, 12, 16, 36)  # in quarters: 0.25 to 9
_SQUARES = (16, 25, 36, 64, 100, 144)
_SQUARE_VARIANCES = (1, 4, 16, 36)  # in quarters: 0.25, 1, 4 and 9
_SCORES = (3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 40, 48, 60, 72, 90, 120)


@dataclass(frozen=True, slots=True)
class Deviations:
    """z = s / σ with σ² = d_k σ_q² σ_k²; entries are independent with mean 0.

    Givens: `score` s, `d_k`, and both variances in quarters as `var_q` and `var_k`. Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
    """

    slug: str = "deviations-out"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: tuple(
            known(slug, SPREAD_SLIPS[slug].field, when) for slug, when in _WHEN.items()
        )
    )
    steps: tuple[tuple[str, int], ...] = (("variance", 1), ("deviation", 1), ("deviations", 1))
    exact: frozenset[str] = frozenset({"variance"})
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether the variances multiply to more than 1."""
        return "wide" if givens["var_q"] * givens["var_k"] > 16 else "narrow"

    def rank_weights(self, shape: str) -> RankWeights:
        """Even."""
        return (1, 1, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Scores that lie between half a deviation and five of them."""
        if self.difficulty == 1:
            yield from _by_hand()
            return
        for d_k, var_q, var_k, score in product(_WIDTHS, _VARIANCES, _VARIANCES, _SCORES):
            square = d_k * var_q * var_k  # sixteen times the variance
            if var_q * var_k != 16 and square <= 16 * 4 * score * score and 16 * score * score <= 25 * square:
                yield {"score": score, "d_k": d_k, "var_q": var_q, "var_k": var_k}

    def check(self, givens: Givens) -> None:
        """The width and the variances are positive, and the score is not zero."""
        _problem(givens)
        if givens["score"] == 0:
            raise ValueError("a score of 0 lies on the mean, whatever the spread is")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The variance, its root, and the score divided by it."""
        d_k = Reach.of(givens["d_k"])
        q, k = (Reach.of(givens[name] / 4) for name in ("var_q", "var_k"))
        if "deviation-not-variance" in slips:
            deviation = hand.write(d_k.root()) * q * k
            variance = deviation * deviation
        else:
            variance = d_k
            if "variances-added" in slips:
                variance = d_k * (q + k)
            elif "variances-ignored" not in slips:
                variance = d_k * q * k
            deviation = variance.root()
        if "variance-for-deviation" in slips:
            deviation = variance
        score = Reach.of(givens["score"])
        ways = [score / hand.write(deviation)]
        if not {"variance-for-deviation", "variances-ignored", "deviation-not-variance"} & slips:
            spreads = [q + k] if "variances-added" in slips else [q, k]
            ways += _by_roots(score, [d_k, *spreads], hand)
        return (variance,), (deviation,), (hand.either(*ways),)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The root of s² / σ⁴ or s² / σ², the variance counted term by term from random signs."""
        square = spread_square(_problem(givens), apply_spread(tuple(sorted(slips))))
        out = (arb(givens["score"] ** 2) / arb(fmpq(square.numerator, square.denominator))).sqrt()
        return [out if givens["score"] > 0 else -out]


def _by_roots(score: Reach, under: Sequence[Reach], hand: Hand) -> list[Reach]:
    """The score divided by the product of rounded roots, and by one root after the other."""
    roots = [hand.write(number.root()) for number in under]
    product, out = roots[0], score / roots[0]
    for root in roots[1:]:
        product, out = hand.write(product * root), hand.write(out) / root
    return [score / product, out]


def _by_hand() -> Iterator[dict[str, int]]:
    """Square widths and variances, and scores a whole number of halves of a deviation out, half to five of them."""
    for d_k, var_q, var_k in product(_SQUARES, _SQUARE_VARIANCES, _SQUARE_VARIANCES):
        deviation = isqrt(d_k * var_q * var_k)  # four times the deviation
        for halves in range(1, 11):
            if var_q * var_k != 16 and deviation * halves % 8 == 0:
                yield {"score": deviation * halves // 8, "d_k": d_k, "var_q": var_q, "var_k": var_k}


def _problem(givens: Givens) -> SpreadProblem:
    var_q, var_k = (exact(givens[name] / 4) for name in ("var_q", "var_k"))
    return SpreadProblem(givens["d_k"], 1, var_q, var_k)


DEVIATIONS = Deviations()
