"""How much memory the attention scores of a layer take: n² · h numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import arb, fmpq

from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import MEMORY_SLIPS, FamilySlip

MEBI = 1 << 20
_LENGTHS = (1024, 1280, 1536, 2048, 2560, 3072, 4096, 6144, 8192)
_HEADS = (4, 8, 12, 16, 24, 32)
_BY_HAND = (1024, 2048, 4096)  # 1, 4 and 16 times 2^20 scores
_FEW_HEADS = (2, 4, 6, 8, 10, 12, 16)
_WIDTHS = (32, 64, 128, 256)


@dataclass(frozen=True, slots=True)
class ScoreMemory:
    """n² · h · b bytes for the scores of h heads over n tokens with b bytes a number, in MiB of 2^20 bytes.

    Givens: `n`, `heads`, `d_k` and `bytes`. Source: Q Kᵀ is n × n in each head, Vaswani et al. 2017, sections 3.2.1
    and 3.2.2.
    """

    slug: str = "score-memory"
    slips: tuple[FamilySlip, ...] = MEMORY_SLIPS
    steps: tuple[tuple[str, int], ...] = (("scores", 1), ("numbers", 1), ("memory", 1))
    exact: frozenset[str] = frozenset({"scores", "numbers"})
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Bytes a number."""
        return str(givens["bytes"])

    def rank_weights(self, shape: str) -> RankWeights:
        """The second rank comes by itself."""
        return (4, 0, 1, 2)

    def everything(self) -> Iterator[dict[str, int]]:
        """Sizes as models have them, in two or four bytes; by hand those that make whole MiB."""
        lengths, counts = (_LENGTHS, _HEADS) if self.difficulty > 1 else (_BY_HAND, _FEW_HEADS)
        for n, heads, d_k, size in product(lengths, counts, _WIDTHS, (2, 4)):
            yield {"n": n, "heads": heads, "d_k": d_k, "bytes": size}

    def check(self, givens: Givens) -> None:
        """All sizes are positive."""
        if min(givens.values()) < 1:
            raise ValueError("all sizes must be 1 or more")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The scores of one head, the numbers of all heads, and their bytes in MiB."""
        n, heads, d_k = (Reach.of(givens[name]) for name in ("n", "heads", "d_k"))
        scores = n * (d_k if "scores-are-tokens-by-width" in slips else n)
        numbers = scores if "head-scores-are-pooled" in slips else scores * heads
        if "heads-share-the-scores" in slips:
            numbers = scores / heads
        if "weights-beside-scores" in slips:
            numbers = numbers + numbers
        size = Reach.of(8 * givens["bytes"] if "bits-for-bytes" in slips else givens["bytes"])
        return (scores,), (numbers,), (numbers * size / Reach.of(MEBI),)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """Whole numbers in one quotient."""
        other = givens["d_k"] if "scores-are-tokens-by-width" in slips else givens["n"]
        top, below = givens["n"] * other * givens["bytes"], MEBI
        if "heads-share-the-scores" in slips:
            below *= givens["heads"]
        elif "head-scores-are-pooled" not in slips:
            top *= givens["heads"]
        if "weights-beside-scores" in slips:
            top *= 2
        return [arb(fmpq(top * (8 if "bits-for-bytes" in slips else 1), below))]


SCORE_MEMORY = ScoreMemory()
