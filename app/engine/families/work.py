"""By which factor the work on Q Kᵀ grows when length and width change: (n'/n)² · d_k'/d_k."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import arb, fmpq

from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import WORK_SLIPS, FamilySlip

_LENGTHS = (500, 1000, 2000)
_WIDTHS = (16, 32, 48, 64, 96, 128)
_BY_HAND = 4  # the largest factor where no calculator helps
_FACTORS = (2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Work:
    """n² d_k multiplications make Q Kᵀ in self-attention, so their number grows by (n'/n)² · d_k'/d_k.

    Givens: `n` and `longer`, the tokens before and after, `d_k` and `wider`, the widths before and after.
    Source: Vaswani et al. 2017, section 4, table 1.
    """

    slug: str = "growth-of-work"
    slips: tuple[FamilySlip, ...] = WORK_SLIPS
    steps: tuple[tuple[str, int], ...] = (("length-ratio", 1), ("width-ratio", 1), ("factor", 1))
    exact: frozenset[str] = frozenset({"length-ratio", "width-ratio"})
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether the width grows as well."""
        return "wider" if givens["wider"] > givens["d_k"] else "narrower"

    def rank_weights(self, shape: str) -> RankWeights:
        """Wider: slips lie to both sides. Narrower: most are smaller."""
        return (1, 1, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Two to six times as many tokens, by hand at most four, and a width that grows or shrinks by such a factor."""
        most = _FACTORS[-1] if self.difficulty > 1 else _BY_HAND
        factors = [factor for factor in _FACTORS if factor <= most]
        for n, d_k, times, by in product(_LENGTHS, _WIDTHS, factors, factors):
            yield {"n": n, "longer": n * times, "d_k": d_k, "wider": d_k * by}
            if d_k % by == 0 and d_k // by >= 8:
                yield {"n": n, "longer": n * times, "d_k": d_k, "wider": d_k // by}

    def check(self, givens: Givens) -> None:
        """All sizes are positive, and both change."""
        if min(givens.values()) < 1:
            raise ValueError("all sizes must be 1 or more")
        if givens["n"] == givens["longer"] or givens["d_k"] == givens["wider"]:
            raise ValueError("both the length and the width must change")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Both ratios, and their product with the first one squared."""
        length = Reach.of(givens["longer"]) / Reach.of(givens["n"])
        width = Reach.of(givens["wider"]) / Reach.of(givens["d_k"])
        tall = length if {"cost-linear-in-n", "scores-over-features"} & slips else length * length
        wide = width * width if {"cost-from-d-k-squared", "scores-over-features"} & slips else width
        return (length,), (width,), (tall if "width-left-out" in slips else tall * wide,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The numbers of multiplications themselves, counted before and after, and their quotient."""
        before = self._count(givens["n"], givens["d_k"], slips)
        after = self._count(givens["longer"], givens["wider"], slips)
        quotient = fmpq(after, before)
        return [arb(quotient)]

    def _count(self, n: int, d_k: int, slips: Slips) -> int:
        """How many multiplications somebody counts who makes these slips."""
        if "scores-over-features" in slips:
            return d_k * d_k * n
        tokens = n if "cost-linear-in-n" in slips else n * n
        if "width-left-out" in slips:
            return tokens
        return tokens * (d_k * d_k if "cost-from-d-k-squared" in slips else d_k)


WORK = Work()
