"""By which constant q·k has to be divided to have variance 1, where the entries do not have variance 1."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import arb, fmpq

from app.engine.families.coincidences import When, near
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import FamilySlip

PARTS = 4
DEVIATIONS = {0: (False, False), 1: (True, True), 2: (False, True), 3: (True, False)}  # told of q, told of k
_SQUARES = (4, 9, 16, 25, 36, 49, 64, 100)
_OTHERS = (8, 12, 20, 24, 32, 48, 80, 96, 128)
_DEVIATIONS = (2, 6, 8, 12, 16)  # 0.5, 1.5, 2, 3, 4
_VARIANCES = (1, 9, 16, 36, 64)  # their squares 0.25, 2.25, 4, 9, 16
_MOST = 12  # by which a rounded root may be multiplied before too many digits are lost


def _squares(givens: Givens) -> tuple[float, float]:
    """Both variances."""
    one, two = (
        (givens[name] / PARTS) ** (2 if is_deviation else 1)
        for name, is_deviation in zip(("q", "k"), DEVIATIONS[givens["told"]], strict=True)
    )
    return one, two


def _product(givens: Givens) -> float:
    return math.prod(_squares(givens))


_WHEN = {
    "variance-for-deviation": When(
        "the variance of q·k is 1", lambda givens: near(givens["d_k"] * _product(givens), 1.0)
    ),
    "variances-ignored": When("the variances multiply to 1", lambda givens: near(_product(givens), 1.0)),
    "variances-added": When(
        "sum and product of the variances are equal, as for 2 and 2",
        lambda givens: near(sum(_squares(givens)), _product(givens)),
    ),
    "deviation-not-variance": When("the variances multiply to 1", lambda givens: near(_product(givens), 1.0)),
}


@dataclass(frozen=True, slots=True)
class Divisor:
    """c = √(d_k σ_q² σ_k²), since Var(q·k / c) = Var(q·k) / c² and Var(q·k) = d_k σ_q² σ_k².

    Givens: `d_k`; `q` and `k`, what is told of the entries of q and of k, in quarters; and `told`, whether these are
    two variances (0), two standard deviations (1), a variance and a deviation (2), or a deviation and a variance (3).
    Source: Vaswani et al. 2017, section 3.2.1, footnote 4, with the variances kept.
    """

    slug: str = "unit-variance-divisor"
    slips: tuple[FamilySlip, ...] = (
        known("variance-for-deviation", "answer", _WHEN["variance-for-deviation"]),
        known("variances-ignored", "variances", _WHEN["variances-ignored"]),
        known("variances-added", "variances", _WHEN["variances-added"]),
        known("deviation-not-variance", "variances", _WHEN["deviation-not-variance"]),
    )
    steps: tuple[tuple[str, int], ...] = (("variances", 2), ("variance", 1), ("constant", 1))
    exact: frozenset[str] = frozenset({"variances", "variance"})
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether the variances multiply to more than 1, and whether they add up to more than they multiply to."""
        q, k = _squares(givens)
        return f"{'wide' if q * k > 1 else 'narrow'} {'sum' if q + k > q * k else 'product'}"

    def rank_weights(self, shape: str) -> RankWeights:
        """Slips are mostly larger."""
        return (1, 0, 0, 2)

    def everything(self) -> Iterator[dict[str, int]]:
        """By hand, squares alone; else one of the three roots is none, and the others make no large factor."""
        widths = _SQUARES if self.difficulty == 1 else _OTHERS
        for d_k, told in product(widths, DEVIATIONS):
            tables = [_DEVIATIONS if is_deviation else _VARIANCES for is_deviation in DEVIATIONS[told]]
            for q, k in product(*tables):
                given = {"d_k": d_k, "q": q, "k": k, "told": told}
                one, two = _squares(given)
                if one * two != 1 and (self.difficulty == 1 or one * two <= _MOST**2):
                    yield given

    def check(self, givens: Givens) -> None:
        """Width and spreads are positive."""
        if min(givens["d_k"], givens["q"], givens["k"]) < 1:
            raise ValueError("d_k, q and k must be positive")
        if givens["told"] not in DEVIATIONS:
            raise ValueError("told must be 0 to 3")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Both variances, that of the dot product, and its root; a product of rounded roots will do."""
        one, two = map(Reach.of, _squares(givens))
        d_k = Reach.of(givens["d_k"])
        spread, factor = [one, two], Reach.of(1)
        if "variances-ignored" in slips:
            spread = []
        elif "variances-added" in slips:
            spread = [one + two]
        elif "deviation-not-variance" in slips:
            spread, factor = [], one * two
        variance = d_k * factor * factor
        for number in spread:
            variance = variance * number
        if "variance-for-deviation" in slips:
            return (one, two), (variance,), (variance,)
        by_hand = hand.write(d_k.root()) * factor
        for number in spread:
            by_hand = hand.write(by_hand) * hand.write(number.root())
        constant = hand.either(variance.root(), by_hand)
        return (one, two), (variance,), (constant,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """From standard deviations: √d_k · σ_q · σ_k, where a variance gives its root."""
        deviations = []
        for name, is_deviation in zip(("q", "k"), DEVIATIONS[givens["told"]], strict=True):
            number = arb(fmpq(givens[name], PARTS))
            deviations.append(number if is_deviation else number.sqrt())
        one, two = deviations
        root = arb(givens["d_k"]).sqrt()
        if "variances-ignored" in slips:
            found = root
        elif "variances-added" in slips:
            found = root * (one**2 + two**2).sqrt()
        else:
            found = root * (one * two) ** (2 if "deviation-not-variance" in slips else 1)
        return [found**2 if "variance-for-deviation" in slips else found]


DIVISOR = Divisor()
