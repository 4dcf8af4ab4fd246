"""A weight after a constant was added to all scores of its row: softmax looks at differences only."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import Given, normalisers, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach, total
from app.engine.families.scores import check_logs, enclosed, signed, values
from app.engine.families.slips import SHIFTED_SLIPS, FamilySlip

_NAMES = ("first", "second", "third")


def _counted(givens: Given) -> list[float]:
    """The scores with the constant on each."""
    size = scores_of({"shift": abs(givens["shift"]), "logs": givens["logs"]}, ("shift",), parts=2)[0]
    return [score + math.copysign(size, givens["shift"]) for score in scores_of(givens, _NAMES, parts=2)]


@dataclass(frozen=True, slots=True)
class Shifted:
    """w_A = e^{x_A + c} / Σ_j e^{x_j + c} = e^{x_A} / Σ_j e^{x_j}.

    Givens: `first`, `second` and `third`, the scaled scores in halves, `shift`, c in halves, and `logs`, 1 where all of
    them are ln of these. Source: softmax as in Vaswani et al. 2017, section 3.2.1.
    """

    slug: str = "shifted-scores"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(normalisers(_counted), "no-exponential", "base-two"),
            *SHIFTED_SLIPS,
            *softmax.borrowed(normalisers(_counted), "plain-mean"),
        )
    )
    steps: tuple[tuple[str, int], ...] = (("differences", 2), ("exponentials", 2), ("weight", 1))
    exact: frozenset[str] = frozenset({"differences"})
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether the constant is positive."""
        return "up" if givens["shift"] > 0 else "down"

    def rank_weights(self, shape: str) -> RankWeights:
        """Slips are mostly larger."""
        return (0, 1, 1, 2)

    def everything(self) -> Iterator[dict[str, int]]:
        """Three different positive scores up to 3.5, and a constant of one to two to either side; or ln 1 … ln 6, with ln 2 … ln 4."""
        by_hand = self.difficulty == 1
        for scores in permutations(range(1, 7 if by_hand else 8), 3):
            if by_hand and 100 * scores[0] % sum(scores) == 0:
                continue  # a weight of one half would be known by its look
            for shift in (-4, -3, -2, 2, 3, 4):
                yield {**dict(zip(_NAMES, scores, strict=True)), "shift": shift, "logs": int(by_hand)}

    def check(self, givens: Givens) -> None:
        """The constant is not zero."""
        check_logs(givens, _NAMES)
        if givens["shift"] == 0 or signed(givens, "shift")[0] == 0:
            raise ValueError("a constant of 0 asks nothing")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The differences to A's score, their exponentials, and 1 over 1 and these."""
        scores = [Reach.of(score) for score in values(givens, _NAMES, parts=2)]
        shift = Reach.of(signed(givens, "shift", parts=2)[0])
        as_they_were = "constant-left-out-of-shares" in slips
        if not as_they_were and {"no-exponential", "constant-shift-matters"} & slips:
            scores = self._shifted(scores, shift, slips)
        differences = tuple(score - scores[0] for score in scores[1:])
        if "plain-mean" in slips:
            return differences, (Reach.of(1), Reach.of(1)), (Reach.of(1) / Reach.of(3),)
        if as_they_were or "no-exponential" in slips:
            return differences, differences, (scores[0] / total(scores),)
        made = softmax.powers(differences, slips, hand=hand)
        found = hand.either(
            Reach.of(1) / hand.write(total((Reach.of(1), *made))),
            softmax.share(0, scores, slips, hand=hand),
            softmax.share(0, [score + shift for score in scores], slips, hand=hand),
        )
        return differences, made, (found,)

    def _shifted(self, scores: list[Reach], shift: Reach, slips: Slips) -> list[Reach]:
        """The scores with the constant on all, or on A's alone."""
        only = "constant-shift-matters" in slips
        return [
            score + (shift if place == 0 or not only else Reach.of(0)) for place, score in enumerate(scores)
        ]

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """A softmax of the scores with the constant on them, as they stand."""
        only = "constant-shift-matters" in slips
        as_they_were = "constant-left-out-of-shares" in slips
        shift = arb(0) if as_they_were else signed(givens, "shift", parts=2)[1]
        scores = [
            score + (shift if place == 0 or not only else 0)
            for place, score in enumerate(enclosed(givens, _NAMES, parts=2))
        ]
        if "plain-mean" in slips:
            return [arb(1) / 3]
        if as_they_were or "no-exponential" in slips:
            return [scores[0] / sum(scores[1:], scores[0])]
        rate = arb(2).log() if "base-two" in slips else arb(1)
        made = [(rate * score).exp() for score in scores]
        return [made[0] / sum(made[1:], made[0])]


SHIFTED = Shifted()
