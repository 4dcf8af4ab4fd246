"""The shapes of the products of multi-head attention: scores, the output of a head, and the heads side by side."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import arb

from app.engine.families.coincidences import Given, When, is_one
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import SHAPE_SLIPS, FamilySlip

_SMALL_LENGTHS = (
    (4, 6),
    (5, 7),
    (6, 10),
    (7, 3),
    (8, 5),
    (9, 20),
    (10, 12),
    (12, 9),
    (15, 11),
    (20, 14),
    (3, 13),
)
_LENGTHS = (
    (12, 20), (15, 40), (28, 35), (30, 25), (36, 50), (45, 27), (50, 80), (60, 42), (75, 90), (90, 130), (100, 70),
    (120, 150),
)  # fmt: skip
_SMALL_HEADS = (
    (4, 2),
    (5, 2),
    (8, 2),
    (8, 4),
    (10, 4),
    (16, 2),
    (16, 4),
    (20, 5),
    (25, 4),
    (32, 8),
    (50, 2),
    (64, 8),
)
_HEADS = (
    (32, 8), (32, 16), (48, 8), (48, 16), (64, 4), (64, 8), (64, 12), (64, 16), (80, 8), (80, 10), (96, 8), (96, 12),
    (96, 16), (128, 8), (128, 12), (128, 16), (160, 8), (192, 8), (256, 4), (256, 16),
)  # fmt: skip


def _width(givens: Given) -> int:
    return givens["d_model"] // givens["heads"]


@dataclass(frozen=True, slots=True)
class Shapes:
    """Q Kᵀ is n_q × n_k in each head, a head's output is n_q × d_model / h, and the heads side by side have d_model columns.

    Givens: `n_q` and `n_k`, how many tokens ask and are looked at, `d_model` and `heads`. Source: Vaswani et al. 2017,
    sections 3.2.1 to 3.2.3, with d_v = d_k = d_model / h.
    """

    slug: str = "product-shapes"
    slips: tuple[FamilySlip, ...] = (
        known(
            "scores-over-features",
            "scores",
            When(
                "there are as many Queries, and Keys, as d_k", lambda it: it["n_q"] == it["n_k"] == _width(it)
            ),
        ),
        known(
            "scores-are-tokens-by-width",
            "scores",
            When("there are as many Keys as d_k", lambda it: it["n_k"] == _width(it)),
        ),
        *SHAPE_SLIPS,
        known("no-head-split", "terms", is_one("there is one head", "heads")),
        known(
            "heads-for-d-k",
            "terms",
            When("d_k equals the number of heads", lambda it: it["heads"] == _width(it)),
        ),
    )
    steps: tuple[tuple[str, int], ...] = (("width", 1), ("shapes", 4))
    exact: frozenset[str] = frozenset({"width", "shapes"})
    shares: bool = False
    counts: bool = True
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether more tokens ask than are looked at."""
        return "tall" if givens["n_q"] > givens["n_k"] else "wide"

    def rank_weights(self, shape: str) -> RankWeights:
        """A slip changes a number or two, so the middle comes by itself."""
        return (1, 0, 0, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Sentences of two lengths, either way round, and widths as models have them; by hand, small ones."""
        by_hand = self.difficulty == 1
        lengths, widths = (_SMALL_LENGTHS, _SMALL_HEADS) if by_hand else (_LENGTHS, _HEADS)
        for (one, two), (width, heads) in product(lengths, widths):
            for n_q, n_k in ((one, two), (two, one)):
                if width not in (n_q, n_k, heads) and heads not in (n_q, n_k):
                    yield {"n_q": n_q, "n_k": n_k, "d_model": width * heads, "heads": heads}

    def check(self, givens: Givens) -> None:
        """Sizes are positive, and the heads divide the width."""
        if min(givens.values()) < 1:
            raise ValueError("all sizes must be 1 or more")
        if givens["d_model"] % givens["heads"]:
            raise ValueError("d_model must be a multiple of heads")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The width of a head; rows and columns of the scores, columns of a head's output and of all heads."""
        n_q, n_k, model, heads = (Reach.of(givens[name]) for name in ("n_q", "n_k", "d_model", "heads"))
        width = model / heads
        if "no-head-split" in slips:
            width = model
        elif "heads-for-d-k" in slips:
            width = heads
        rows, columns = n_q, n_k
        if "cross-sides-exchanged" in slips:
            rows, columns = n_k, n_q
        elif "scores-must-be-square" in slips:
            columns = n_q
        elif "scores-over-features" in slips:
            rows, columns = width, width
        elif "scores-are-tokens-by-width" in slips:
            columns = width
        out = columns if "output-is-weights" in slips else width
        return (width,), (rows, columns, out, out * heads)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The shapes of products by the rule (a × b)(b × c) = a × c, from those of Q, K and V."""
        model, heads = givens["d_model"], givens["heads"]
        width = {"no-head-split": model, "heads-for-d-k": heads}.get(
            next(iter(slips & {"no-head-split", "heads-for-d-k"}), ""), model // heads
        )
        asking, looked_at = (givens["n_q"], width), (givens["n_k"], width)
        if "cross-sides-exchanged" in slips:
            asking, looked_at = looked_at, asking
        if "scores-must-be-square" in slips:
            looked_at = asking
        scores = (asking[0], looked_at[0])
        if "scores-over-features" in slips:
            scores = (asking[1], looked_at[1])
        if "scores-are-tokens-by-width" in slips:
            scores = asking
        out = scores[1] if "output-is-weights" in slips else looked_at[1]
        return [arb(size) for size in (*scores, out, sum(out for _ in range(heads)))]


SHAPES = Shapes()
