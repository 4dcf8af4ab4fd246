"""The output of a token after the sequence was put in another order: the same as before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from flint import arb

from app.engine.families.coincidences import ORDERS, When, outputs_agree
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.listed import HALVES, by_hand, enclosed_share, own_first, powers, share
from app.engine.families.reach import Hand, Reach, total
from app.engine.families.scores import check_logs, enclosed, values
from app.engine.families.slips import ORDER_SLIPS, FamilySlip

_ALIKE = "the other weights mix the Values to the same output"
_NAMES = ("first", "second", "third")
_VALUES = ("value_a", "value_b", "value_c")
_SOME = ((4, 1, 2), (2, 5, 3), (1, 3, 5), (3, 1, 5), (5, 2, 1), (2, 4, 1))


@dataclass(frozen=True, slots=True)
class Reordered:
    """o_A = Σ_j w_j v_j with w = softmax(x): a sum over tokens, in whatever order they stand.

    Givens: `first` … `third`, the scaled scores of A with A, B and C, in halves or, where `logs` is 1, as the numbers
    whose logarithms they are; `value_a` … `value_c`, their Values of width 1; and `order`, the place of the new order
    in `ORDERS`. Source: Vaswani et al. 2017, sections 3.2.1 and 3.5, which adds positions for this reason.
    """

    slug: str = "reordered-output"
    slips: tuple[FamilySlip, ...] = (
        known("no-exponential", "normaliser", When(_ALIKE, outputs_agree(linear=True))),
        known("base-two", "normaliser", When(_ALIKE, outputs_agree(base=2.0))),
        *ORDER_SLIPS,
        known("causal-mask-added", "mask", When(_ALIKE, outputs_agree(masked=True))),
        known("plain-mean", "weighting", When(_ALIKE, outputs_agree(flat=True))),
    )
    steps: tuple[tuple[str, int], ...] = (
        ("exponentials", 3),
        ("sum", 1),
        ("weights", 3),
        ("weighted", 3),
        ("output", 1),
    )
    exact: frozenset[str] = frozenset()
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """The new order."""
        return str(givens["order"])

    def rank_weights(self, shape: str) -> RankWeights:
        """Even."""
        return (1, 1, 1, 1)

    def everything(self) -> Iterator[dict[str, int]]:
        """Different scores up to 3; by hand, logarithms whose numbers have a small sum."""
        if self.difficulty == 1:
            rows = [row for row in product(range(1, 7), repeat=3) if by_hand(row[0], row)]
        else:
            rows = list(permutations(range(1, 7), 3))
        for row, carried, order in product(rows, _SOME, range(len(ORDERS))):
            given = {**dict(zip(_NAMES, row, strict=True)), **dict(zip(_VALUES, carried, strict=True))}
            yield {**given, "order": order, "logs": int(self.difficulty == 1)}

    def check(self, givens: Givens) -> None:
        """The order is one of those that are told."""
        if givens["order"] not in range(len(ORDERS)):
            raise ValueError(f"the order must be 0 to {len(ORDERS) - 1}")
        check_logs(givens, _NAMES)

    def _seen(self, givens: Givens, slips: Slips) -> list[int]:
        """The tokens in A's sum, by their old place."""
        order = ORDERS[givens["order"]]
        if "causal-mask-added" in slips:
            return sorted(order[: order.index(0) + 1])
        return [0, 1, 2]

    def _value_of(self, givens: Givens, token: int, slips: Slips) -> int:
        """Whose Value is weighted with a token's weight: its own, or that of the token that took its place."""
        if "values-need-no-pairing" in slips:
            token = ORDERS[givens["order"]][token]
        return givens[_VALUES[token]]

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Exponentials, their sum, weights, weighted Values and the output; tokens in their old order."""
        made = powers(givens, _NAMES, slips, hand=hand)
        seen = self._seen(givens, slips)
        whole = hand.write(total([made[token] for token in seen]))
        weights = tuple(
            hand.write(self._share(made, givens, own_first(token, seen), slips=slips, hand=hand))
            if token in seen
            else Reach.of(0)
            for token in range(len(made))
        )
        carried = [Reach.of(self._value_of(givens, token, slips)) for token in range(len(made))]
        parts = tuple(hand.write(weight * value) for weight, value in zip(weights, carried, strict=True))
        summed = total([made[token] * carried[token] for token in seen]) / whole
        return made, (whole,), weights, parts, (hand.either(total(parts), summed),)

    def _share(
        self, made: Sequence[Reach], givens: Givens, places: Sequence[int], *, slips: Slips, hand: Hand
    ) -> Reach:
        """The weight of the first of these tokens among them."""
        scores = values(givens, _NAMES, parts=HALVES)
        return share([made[one] for one in places], [scores[one] for one in places], slips=slips, hand=hand)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """Shares by differences of scores, in the new order, with the Values that stand there."""
        scores = enclosed(givens, _NAMES, parts=HALVES)
        seen = self._seen(givens, slips)
        counted = [scores[token] for token in seen]
        found = arb(0)
        for token in ORDERS[givens["order"]]:
            if token in seen:
                share = enclosed_share(scores[token], counted, slips)
                found += share * self._value_of(givens, token, slips)
        return [found]


REORDERED = Reordered()
