"""Back from a raw and a scaled score to the widths of a head and of the model."""

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb, fmpq

from app.engine.families.coincidences import equal, is_one
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import WIDTH_SLIPS, FamilySlip

PARTS = 4
_ROOTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16)
_SMALL = tuple(range(PARTS, 7 * PARTS, PARTS))  # 1 to 6, whole
_LARGE = tuple(range(PARTS, 16 * PARTS, PARTS))  # 1 to 15


@dataclass(frozen=True, slots=True)
class Widths:
    """d_k = (s / x)² and d_model = h d_k from a raw score s, the scaled score x it becomes, and h heads.

    Givens: `raw` and `scaled` in quarters, and `heads`. Source: Vaswani et al. 2017, sections 3.2.1 and 3.2.2.
    """

    slug: str = "width-from-scores"
    slips: tuple[FamilySlip, ...] = (
        known("divide-by-d-k", "scale", equal("d_k is 1", "raw", "scaled")),
        *WIDTH_SLIPS,
        known("no-head-split", "terms", is_one("there is one head", "heads")),
        known("root-before-split", "terms", is_one("there is one head", "heads")),
    )
    steps: tuple[tuple[str, int], ...] = (("divisor", 1), ("widths", 2))
    exact: frozenset[str] = frozenset({"divisor", "widths"})
    shares: bool = False
    counts: bool = True
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """The ends are rarer than the middle."""
        return (4, 1, 0, 4)

    def everything(self) -> Iterator[dict[str, int]]:
        """Divisors from 2 to 16, and heads by which d_k can be divided; by hand, small whole scores."""
        by_hand = self.difficulty == 1
        for root in _ROOTS:
            for heads in range(2, 13 if by_hand else 33):
                if root * root % heads or (by_hand and root > 10):
                    continue
                for scaled in _SMALL if by_hand else _LARGE:
                    yield {"raw": root * scaled, "scaled": scaled, "heads": heads}

    def check(self, givens: Givens) -> None:
        """The quotient of the scores is whole and 2 or more, since its square is a width."""
        raw, scaled = givens["raw"], givens["scaled"]
        if min(scaled, givens["heads"]) < 1:
            raise ValueError("the scaled score must be positive and heads 1 or more")
        if raw % scaled or raw // scaled < 2:
            raise ValueError("the raw score must be 2, 3, 4 … times the scaled one")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """By what the score was divided, and both widths."""
        raw, scaled = (Reach.of(givens[name] / PARTS) for name in ("raw", "scaled"))
        heads = Reach.of(givens["heads"])
        divisor = raw - scaled if "difference-for-divisor" in slips else raw / scaled
        width = divisor if "divide-by-d-k" in slips else divisor * divisor
        model = width * heads
        if "no-head-split" in slips:
            model = width
        elif "root-before-split" in slips and "divide-by-d-k" not in slips:
            model = width * heads * heads
        return (divisor,), (model / heads, model)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """Whole numbers as one quotient."""
        raw, scaled, heads = givens["raw"], givens["scaled"], givens["heads"]
        divisor = fmpq(raw - scaled, PARTS) if "difference-for-divisor" in slips else fmpq(raw, scaled)
        power = 1 if "divide-by-d-k" in slips else 2
        times = heads
        if "no-head-split" in slips:
            times = 1
        elif "root-before-split" in slips and power == 2:
            times = heads * heads
        return [arb(divisor**power * fmpq(times, heads)), arb(divisor**power * times)]


WIDTHS = Widths()
