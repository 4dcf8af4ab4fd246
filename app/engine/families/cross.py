"""A weight of cross-attention: a row of scores for each decoder token, a column for each encoder token."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product

from flint import arb

from app.engine.families.coincidences import Given, When, near, never, normalisers, rows_of_two, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.listed import HALVES, by_hand, enclosed_share, own_first, powers, share
from app.engine.families.reach import Hand, total
from app.engine.families.scores import check_logs, enclosed, values
from app.engine.families.slips import CROSS_SLIPS, FamilySlip

_NAMES = ("a1", "a2", "a3", "b1", "b2", "b3")
_QUERIES, _KEYS = 2, 3


def _column(givens: Given) -> bool:
    row, other = rows_of_two(givens)
    return near(other[0], row[1] + row[2])


def _other_row(givens: Given) -> bool:
    row, other = rows_of_two(givens)
    return near(row[0] / sum(row), other[0] / sum(other))


_COLUMN = When("F's column has the sum of the row", _column)
_ROW = When("F has the same share of both rows", _other_row)
_WHEN = normalisers(
    lambda givens: scores_of(givens, _NAMES[:_KEYS] if givens["row"] == 1 else _NAMES[_KEYS:], parts=HALVES)
)


@dataclass(frozen=True, slots=True)
class Cross:
    """w_F = e^{x_F} / Σ_j e^{x_j} over the three encoder tokens F, G and H, for one of the decoder tokens A and B.

    Givens: `a1` … `a3` and `b1` … `b3`, the scaled scores of A and of B with F, G and H, in halves or, where `logs` is
    1, as the numbers whose logarithms they are; and `row`, 1 for A and 2 for B. Source: Vaswani et al. 2017,
    section 3.2.3: Queries from the decoder, Keys and Values from the encoder.
    """

    slug: str = "cross-weight"
    slips: tuple[FamilySlip, ...] = (
        known("no-exponential", "normaliser", _WHEN["no-exponential"]),
        known("base-two", "normaliser", _WHEN["base-two"]),
        known("softmax-over-columns", "axis", _COLUMN),
        known("softmax-over-matrix", "axis", never(": the other row takes a share of the weight")),
        *CROSS_SLIPS,
        known("other-row", "reading", _ROW),
        known("plain-mean", "weighting", _WHEN["plain-mean"]),
    )
    steps: tuple[tuple[str, int], ...] = (("exponentials", _KEYS), ("sum", 1), ("weight", 1))
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """The ends are rarer than the middle."""
        return (3, 1, 1, 4)

    def everything(self) -> Iterator[dict[str, int]]:
        """Different scores up to 3.5; by hand, logarithms whose numbers have a small sum."""
        if self.difficulty == 1:
            numbers = islice(product(range(1, 6), repeat=len(_NAMES)), 0, None, 5)
            for place, scores in enumerate(numbers):
                row = 1 + place % _QUERIES
                asked = scores[:_KEYS] if row == 1 else scores[_KEYS:]
                if by_hand(asked[0], asked) and len(set(scores)) > 2:
                    yield self._given(scores, row, logs=1)
            return
        for scores in islice(permutations(range(1, 8), len(_NAMES)), 0, None, 2):
            yield from (self._given(scores, row, logs=0) for row in (1, 2))

    def _given(self, scores: tuple[int, ...], row: int, *, logs: int) -> dict[str, int]:
        return {**dict(zip(_NAMES, scores, strict=True)), "row": row, "logs": logs}

    def check(self, givens: Givens) -> None:
        """One of two decoder tokens asks."""
        if givens["row"] not in (1, 2):
            raise ValueError("the row must be 1 or 2")
        check_logs(givens, _NAMES)

    def _counted(self, givens: Givens, slips: Slips) -> tuple[int, list[int]]:
        """The place of F's score in the row that is read, and the places in the sum."""
        row = givens["row"] - 1
        if "other-row" in slips:
            row = 1 - row
        start = row * _KEYS
        if "softmax-over-columns" in slips:
            return start, [0, _KEYS]
        if "softmax-over-matrix" in slips:
            return start, list(range(len(_NAMES)))
        seen = _QUERIES if "scores-must-be-square" in slips else _KEYS
        return start, list(range(start, start + seen))

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The exponentials of the row, the sum, and F's share."""
        made = powers(givens, _NAMES, slips, hand=hand)
        own, counted = self._counted(givens, slips)
        scores = values(givens, _NAMES, parts=HALVES)
        whole = hand.write(total([made[place] for place in counted]))
        places = own_first(own, counted)
        weight = share(
            [made[place] for place in places], [scores[place] for place in places], slips=slips, hand=hand
        )
        return made[own : own + _KEYS], (whole,), (weight,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """A share by differences of scores."""
        scores = enclosed(givens, _NAMES, parts=HALVES)
        own, counted = self._counted(givens, slips)
        return [enclosed_share(scores[own], [scores[place] for place in counted], slips)]


CROSS = Cross()
