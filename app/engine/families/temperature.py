"""A temperature as another scale: the weight of one token when the scaled scores are divided by T."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

from flint import arb, fmpq

from app.engine.families import softmax
from app.engine.families.coincidences import Given, normalisers, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.scores import check_logs, enclosed, values
from app.engine.families.slips import TEMPERATURE_SLIPS, FamilySlip

_NAMES = ("first", "second", "third")
_QUARTERS = (2, 3, 5, 6, 8, 10, 12)  # T: 0.5, 0.75, 1.25, 1.5, 2, 2.5 and 3
# By hand: T in quarters, the numbers m that the exponentials are made of, and the power of m whose logarithm is given.
_BY_HAND = ((2, range(1, 6), 1), (8, range(1, 7), 2), (12, range(1, 5), 3))


def _counted(givens: Given) -> list[float]:
    """The scores divided by the temperature."""
    return [score * 4 / givens["quarters"] for score in scores_of(givens, _NAMES, parts=4)]


@dataclass(frozen=True, slots=True)
class Temperature:
    """w_A = e^{x_A/T} / Σ_j e^{x_j/T} of three scaled scores.

    Givens: `first`, `second` and `third`, the scaled scores of A, B and C in quarters, `quarters`, T in quarters, and
    `logs`, 1 where the scores are ln of the three.
    Source: Hinton, Vinyals and Dean 2015, "Distilling the Knowledge in a Neural Network", equation 1.
    """

    slug: str = "temperature"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(normalisers(_counted), "no-exponential", "base-two"),
            *TEMPERATURE_SLIPS,
        )
    )
    steps: tuple[tuple[str, int], ...] = (("divided", 3), ("exponentials", 3), ("sum", 1), ("weight", 1))
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether the weights are flattened or sharpened."""
        return "hot" if givens["quarters"] > 4 else "cold"

    def rank_weights(self, shape: str) -> RankWeights:
        """The ends are rarer than the middle."""
        return (2, 1, 0, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Three different positive scores of halves up to 4, and a temperature that is not 1.

        By hand, no weight that comes out to one decimal, as it would be rounder than what slips give.
        """
        if self.difficulty == 1:
            for quarters, numbers, power in _BY_HAND:
                for made in permutations(numbers, 3):
                    own, *others = (one ** (4 * power // quarters) for one in made)  # e^{x/T}
                    if 10 * own % (own + sum(others)) == 0:
                        continue
                    raw = [one**power for one in made]
                    yield {**dict(zip(_NAMES, raw, strict=True)), "quarters": quarters, "logs": 1}
            return
        for scores, quarters in product(permutations(range(2, 17, 2), 3), _QUARTERS):
            if max(scores) - min(scores) <= 3 * quarters:
                yield {**dict(zip(_NAMES, scores, strict=True)), "quarters": quarters, "logs": 0}

    def check(self, givens: Givens) -> None:
        """The temperature is positive."""
        if givens["quarters"] < 1:
            raise ValueError("the temperature must be positive")
        check_logs(givens, _NAMES)

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The scores divided by T, their exponentials, the sum, and A's share."""
        heat = Reach.of(givens["quarters"] / 4)
        scores = [Reach.of(score) for score in values(givens, _NAMES, parts=4)]
        if "temperature-multiplied" in slips:
            scores = [hand.write(score * heat) for score in scores]
        elif not {"temperature-ignored", "temperature-on-weights"} & slips:
            scores = [hand.write(score / heat) for score in scores]
        made = softmax.powers(scores, slips, hand=hand)
        (whole,), _ = softmax.weights(made, hand=hand)
        weight = softmax.share(0, scores, slips, hand=hand)
        if "temperature-on-weights" in slips:
            weight = hand.write(weight) / heat
        return tuple(scores), made, (whole,), (weight,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The softmax of exact quotients, by differences."""
        heat = fmpq(givens["quarters"], 4)
        scores = enclosed(givens, _NAMES, parts=4)
        if "temperature-multiplied" in slips:
            scores = [score * heat for score in scores]
        elif not {"temperature-ignored", "temperature-on-weights"} & slips:
            scores = [score / heat for score in scores]
        weight = softmax.enclosed_weights(scores, slips)[0]
        return [weight / arb(heat) if "temperature-on-weights" in slips else weight]


TEMPERATURE = Temperature()
