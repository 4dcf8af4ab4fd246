"""Which columns of the whole width belong to which head: the split, and the way back from the joined output."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import arb

from app.engine.families.coincidences import When, is_one
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import COLUMN_SLIPS, FamilySlip

_SMALL = ((4, 5, 6, 8, 10, 20, 25, 50), (3, 4, 5, 6, 8, 10))  # widths of a head and numbers of heads, by hand
_LARGE = ((24, 32, 40, 48, 56, 64, 80, 96, 112, 128), (4, 6, 8, 10, 12, 16))


def _splits(difficulty: int) -> Iterator[tuple[int, int]]:
    """The width of a head and the number of heads, either of which may be the smaller one."""
    for width, heads in product(*(_SMALL if difficulty == 1 else _LARGE)):
        if heads != width:
            yield width, heads


def _width(givens: Givens, slips: Slips) -> tuple[int, int]:
    """The width of a head, and how many there are."""
    model, heads = givens["d_model"], givens["heads"]
    if "heads-for-d-k" in slips:
        return heads, model // heads
    if "no-head-split" in slips:
        return model, heads
    return model // heads, heads


def _check_split(givens: Givens) -> None:
    """Raises ValueError unless all sizes are positive and the heads divide the width."""
    if min(givens.values()) < 1:
        raise ValueError("all numbers must be 1 or more")
    if givens["d_model"] % givens["heads"]:
        raise ValueError("d_model must be a multiple of heads")


_SQUARE = When(
    "d_k equals the number of heads", lambda givens: givens["d_model"] == givens["heads"] * givens["heads"]
)
_SAME_PLACE = When(
    "the column has the same place in the same head",
    lambda givens: (
        divmod(givens["column"] - 1, givens["d_model"] // givens["heads"])
        == divmod(givens["column"] - 1, givens["heads"])
    ),
)


@dataclass(frozen=True, slots=True)
class HeadColumns:
    """Head i of h has the columns (i − 1) d_k + 1 … i d_k, with d_k = d_model / h.

    Givens: `d_model`, `heads` and `which`, i counted from 1. Source: Vaswani et al. 2017, section 3.2.2: d_k is
    d_model / h and the heads are concatenated.
    """

    slug: str = "head-columns"
    slips: tuple[FamilySlip, ...] = (*COLUMN_SLIPS, known("heads-for-d-k", "terms", _SQUARE))
    steps: tuple[tuple[str, int], ...] = (("before", 1), ("columns", 3))
    exact: frozenset[str] = frozenset({"before", "columns"})
    shares: bool = False
    counts: bool = True
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """First columns of slips are mostly smaller, and last ones larger."""
        return (2, 2, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Every head but the first and the last, where there are fewer heads than each has columns."""
        for width, heads in _splits(self.difficulty):
            for which in range(2, heads if heads < width else 0):
                yield {"d_model": width * heads, "heads": heads, "which": which}

    def check(self, givens: Givens) -> None:
        """The head is one of those that there are."""
        _check_split(givens)
        if givens["which"] > givens["heads"]:
            raise ValueError("which must be a head that there is, counted from 1")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """How many columns the heads before it have, then its width, its first and its last column."""
        width, count = _width(givens, slips)
        earlier = givens["which"] - (0 if "heads-from-zero" in slips else 1)
        first = 0 if "columns-from-zero" in slips else 1
        start, end = earlier * width, (earlier + 1) * width - 1
        if "heads-take-turns" in slips:
            start, end = earlier, earlier + (width - 1) * count
        return (Reach.of(start),), (Reach.of(width), Reach.of(start + first), Reach.of(end + first))

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """All columns are dealt out to the heads, one by one, and those of this head looked at."""
        width, count = _width(givens, slips)
        turns = "heads-take-turns" in slips
        named = givens["which"] - (0 if "heads-from-zero" in slips else 1)
        own = [
            column
            for column in range(width * count)
            if (column % count if turns else column // width) == named % count
        ]
        round_again = (named // count) * (count if turns else width * count)
        first = 0 if "columns-from-zero" in slips else 1
        return [arb(len(own)), arb(own[0] + round_again + first), arb(own[-1] + round_again + first)]


@dataclass(frozen=True, slots=True)
class JoinedColumn:
    """Column c of the joined heads is column c − (i − 1) d_k of head i = ⌈c / d_k⌉, with d_k = d_model / h.

    Givens: `d_model`, `heads` and `column`, c counted from 1. Source: Vaswani et al. 2017, section 3.2.2.
    """

    slug: str = "joined-column"
    slips: tuple[FamilySlip, ...] = (
        *COLUMN_SLIPS,
        known("no-head-split", "terms", is_one("there is one head", "heads")),
        known("heads-for-d-k", "terms", _SAME_PLACE),
    )
    steps: tuple[tuple[str, int], ...] = (("width", 1), ("place", 2))
    exact: frozenset[str] = frozenset({"width", "place"})
    shares: bool = False
    counts: bool = True
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return self.slug

    def rank_weights(self, shape: str) -> RankWeights:
        """Most slips lead to an earlier head."""
        return (4, 2, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Some columns of the heads in the first two thirds but the first: a higher one would mostly be the largest."""
        for width, heads in _splits(self.difficulty):
            steps = (3, 7, 11, 17) if self.difficulty == 1 else (11, 14, 17, 21, 23)
            for which, step in product(range(1, 2 * heads // 3 + 1), steps):
                if step < width:
                    yield {"d_model": width * heads, "heads": heads, "column": which * width + step}

    def check(self, givens: Givens) -> None:
        """The column is one of those that there are."""
        _check_split(givens)
        if givens["column"] > givens["d_model"]:
            raise ValueError("column must be one that there is, counted from 1")

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The width of a head, and the head and the place in it."""
        width, count = _width(givens, slips)
        column = givens["column"] - 1
        which, place = divmod(column, width)
        if "heads-take-turns" in slips:
            place, which = divmod(column, count)
        which += 0 if "heads-from-zero" in slips else 1
        place += 0 if "columns-from-zero" in slips else 1
        return (Reach.of(width),), (Reach.of(which), Reach.of(place))

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The heads are laid side by side, column by column, and the one that comes out at this place is looked at."""
        width, count = _width(givens, slips)
        order = [(which, place) for which in range(count) for place in range(width)]
        if "heads-take-turns" in slips:
            order.sort(key=lambda one: (one[1], one[0]))
        which, place = order[givens["column"] - 1]
        return [
            arb(which + (0 if "heads-from-zero" in slips else 1)),
            arb(place + (0 if "columns-from-zero" in slips else 1)),
        ]


HEAD_COLUMNS = HeadColumns()
JOINED_COLUMN = JoinedColumn()
