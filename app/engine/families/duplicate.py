"""What happens to a weight when another token stands in the sequence twice."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import SCALE, Given, normalisers, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.scores import check_logs, enclosed, pairs_by_hand, powers_by_hand, values
from app.engine.families.slips import DUPLICATE_SLIPS, FamilySlip

_WIDTHS = (4, 9, 16, 25)


def _counted(givens: Given) -> list[float]:
    """The scaled scores of A, and of B twice."""
    one, two = scores_of(givens, ("first", "second"))
    root = math.sqrt(givens["d_k"])
    return [one / root, two / root, two / root]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """w_A = e^{x_A} / (e^{x_A} + 2 e^{x_B}) when token B stands in the sequence twice.

    Givens: `first` and `second`, the raw scores of A and B, `d_k`, and `logs`, 1 where the scores are ln of these.
    Source: softmax as in Vaswani et al. 2017,
    section 3.2.1.
    """

    slug: str = "duplicated-token"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(SCALE, "no-scale", "divide-by-d-k"),
            *softmax.borrowed(normalisers(_counted), "no-exponential", "base-two"),
            *DUPLICATE_SLIPS,
        )
    )
    steps: tuple[tuple[str, int], ...] = (("scaled", 2), ("exponentials", 2), ("sum", 1), ("weight", 1))
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2, 3)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """Even."""
        return (1, 1, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Positive scores that are at most four apart after scaling, in either order."""
        if self.difficulty == 1:
            yield from (pair for pair in pairs_by_hand(12) if not _is_short(*powers_by_hand(pair)))
            return
        for d_k, first, second in product(self._widths(), range(1, 16), range(1, 16)):
            if first != second and (first - second) ** 2 <= 9 * d_k and max(first, second) ** 2 <= 16 * d_k:
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
        """Scaled scores of A and B, their exponentials, the sum with B twice, and A's share."""
        one, two = softmax.scaled(values(givens, ("first", "second")), givens["d_k"], slips, hand=hand)
        doubled = two + two if "duplicate-doubles-score" in slips else two
        made = softmax.powers((one, doubled), slips, hand=hand)
        once = {"duplicate-ignored", "duplicate-doubles-score", "duplicate-halves-weight"} & slips
        counted = (one, doubled) if once else (one, doubled, doubled)
        (whole,), _ = softmax.weights(made if once else (*made, made[1]), hand=hand)
        weight = softmax.share(0, counted, slips, hand=hand)
        if "duplicate-halves-weight" in slips:
            weight = hand.write(weight) / Reach.of(2)
        return (one, doubled), made, (whole,), (weight,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """A softmax over a list in which B stands twice."""
        one, two = (
            softmax.enclosed_exponent(score, givens["d_k"], slips)
            for score in enclosed(givens, ("first", "second"))
        )
        if "duplicate-doubles-score" in slips:
            return softmax.enclosed_weights([one, two * 2], slips)[:1]
        if "duplicate-ignored" in slips:
            return softmax.enclosed_weights([one, two], slips)[:1]
        if "duplicate-halves-weight" in slips:
            return [softmax.enclosed_weights([one, two], slips)[0] / 2]
        return softmax.enclosed_weights([one, two, two], slips)[:1]


def _is_short(one: int, two: int) -> bool:
    """Whether one decimal holds the weight, which would then be known by its look."""
    return 10 * one % (one + 2 * two) == 0


DUPLICATE = Duplicate()
