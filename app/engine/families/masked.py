"""A weight under a causal mask: what is hidden has no term in the sum."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import normalisers, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.scores import ALIKE, check_logs, enclosed, values
from app.engine.families.slips import MASKED_SLIPS, FamilySlip

_NAMES = ("first", "second", "third", "fourth")


_WHEN = normalisers(lambda givens: scores_of(givens, _NAMES, parts=2)[: givens["row"]])


@dataclass(frozen=True, slots=True)
class Masked:
    """w_A = e^{x_A} / Σ_{j ≤ i} e^{x_j} for token i of four, under a causal mask.

    Givens: `first` … `fourth`, the scaled scores of token i with A … D in halves, `row`, i counted from 1, which is 2
    or 3, and `logs`, 1 where the scores are ln of the four. Source: Vaswani et al. 2017, section 3.2.3.
    """

    slug: str = "masked-weight"
    slips: tuple[FamilySlip, ...] = field(
        default_factory=lambda: (
            *softmax.borrowed(_WHEN, "no-exponential", "base-two"),
            *MASKED_SLIPS,
            *softmax.borrowed(_WHEN, "plain-mean"),
        )
    )
    steps: tuple[tuple[str, int], ...] = (("exponentials", 4), ("sum", 1), ("weight", 1))
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Which token asks."""
        return str(givens["row"])

    def rank_weights(self, shape: str) -> RankWeights:
        """The ends are rarer than the middle."""
        return (1, 1, 0, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Four different positive scores up to 3.5, or ln 1 … ln 6, for the second or the third token."""
        by_hand = self.difficulty == 1
        for scores in permutations(range(1, 7 if by_hand else 8), 4):
            for row in (2, 3):
                if by_hand and {*scores[:row]} == ALIKE:
                    continue
                yield {**dict(zip(_NAMES, scores, strict=True)), "row": row, "logs": int(by_hand)}

    def check(self, givens: Givens) -> None:
        """A token that sees another one besides itself, and from which one is hidden."""
        if givens["row"] not in (2, 3):
            raise ValueError("the row must be 2 or 3: the first token sees itself alone, the last one all")
        check_logs(givens, _NAMES)

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """All exponentials, the sum of those that may be seen, and A's share."""
        row = givens["row"]
        scores = [Reach.of(score) for score in values(givens, _NAMES, parts=2)]
        seen = row
        if "mask-after-weights" in slips:
            seen = len(scores)
        elif "mask-score-zero" in slips:
            scores[row:] = [Reach.of(0)] * (len(scores) - row)
            seen = len(scores)
        elif "own-token-apart" in slips:
            seen = row - 1
        if "plain-mean" in slips:
            same = (Reach.of(1),) * len(scores)
            return same, (Reach.of(seen),), (Reach.of(1) / Reach.of(seen),)
        made = softmax.powers(scores, slips, hand=hand)
        (whole,), _ = softmax.weights(made[:seen], hand=hand)
        return made, (whole,), (softmax.share(0, scores[:seen], slips, hand=hand),)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """A softmax over exactly the tokens that are counted, by differences of scores."""
        row = givens["row"]
        scores = enclosed(givens, _NAMES, parts=2)
        counted = {
            "mask-after-weights": scores,
            "mask-score-zero": scores[:row] + [arb(0)] * (4 - row),
            "own-token-apart": scores[: row - 1],
        }
        chosen = next((counted[slug] for slug in counted if slug in slips), scores[:row])
        if "plain-mean" in slips:
            return [arb(1) / len(chosen)]
        return softmax.enclosed_weights(chosen, slips)[:1]


MASKED = Masked()
