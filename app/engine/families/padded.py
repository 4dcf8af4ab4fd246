"""A weight under a padding mask, and under a padding mask and a causal mask together: what is hidden has no term."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations, product

from flint import arb

from app.engine.families.coincidences import Given, When, normalisers, scores_of
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.listed import (
    HALVES,
    by_hand,
    enclosed_share,
    own_first,
    powers,
    share,
    zero_power,
)
from app.engine.families.reach import Hand, Reach, total
from app.engine.families.scores import check_logs, enclosed, values
from app.engine.families.slips import PADDING_SLIPS, FamilySlip

_NAMES = ("first", "second", "third", "fourth", "fifth")
_PLACES = len(_NAMES)
_MOST = 5
_ASKED = ((1, 2), (1, 3), (2, 2))  # how many are padding, and which token asks
_COMMON = (
    known("mask-after-weights", "mask"),
    known("mask-score-zero", "mask"),
    known("own-token-apart", "mask"),
)


_HIDES_NONE = known(
    "causal-mask-added",
    "mask",
    When("the asking token is the last", lambda givens: givens["pads"] + givens["row"] == _PLACES),
)


def _slips(causal: bool, *own: FamilySlip) -> tuple[FamilySlip, ...]:
    """The slips of either mask, with when those of the softmax coincide there."""

    def counted(givens: Given) -> list[float]:
        row = scores_of(givens, _NAMES, parts=HALVES)
        pads = givens["pads"]
        return row[pads : pads + givens["row"]] if causal else row[: _PLACES - pads]

    when = normalisers(counted)
    return (
        known("no-exponential", "normaliser", when["no-exponential"]),
        known("base-two", "normaliser", when["base-two"]),
        *_COMMON,
        known("plain-mean", "weighting", when["plain-mean"]),
        *own,
    )


@dataclass(frozen=True, slots=True)
class Padded:
    """w_A = e^{x_A} / Σ e^{x_j} over the tokens that the asking one may see, of five places with padding among them.

    Without a causal mask the padding stands behind the tokens A, B, C (D), with one it stands before them, and a token
    sees itself and earlier tokens alone. Givens: `first` … `fifth`, the scaled scores with the five places in order, in
    halves or, where `logs` is 1, as the numbers whose logarithms they are; `pads`, how many places are padding; and
    `row`, the asking token, 2 for B and 3 for C. Source: Vaswani et al. 2017, section 3.2.3, for masks as −∞.
    """

    slug: str
    causal: bool
    slips: tuple[FamilySlip, ...]
    ranks: RankWeights
    steps: tuple[tuple[str, int], ...] = (("exponentials", _PLACES), ("sum", 1), ("weight", 1))
    exact: frozenset[str] = frozenset()
    shares: bool = True
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """How many are padding, and which token asks."""
        return f"{givens['pads']} {givens['row']}"

    def rank_weights(self, shape: str) -> RankWeights:
        """Most slips add terms to the sum or take some away."""
        return self.ranks

    def everything(self) -> Iterator[dict[str, int]]:
        """Different scores up to 3.5; by hand, logarithms whose numbers have a small sum."""
        if self.difficulty == 1:
            yield from self._by_hand()
            return
        for scores in permutations(range(1, 8), _PLACES):
            for pads, row in _ASKED:
                if self._matters(scores, pads, row, least=4):
                    yield self._given(scores, pads, row, logs=0)

    def _by_hand(self) -> Iterator[dict[str, int]]:
        for place, numbers in enumerate(islice(product(range(1, 6), repeat=_PLACES), 0, None, 2)):
            pads, row = _ASKED[place % len(_ASKED)]
            own, seen = numbers[pads if self.causal else 0], [numbers[one] for one in self._seen(pads, row)]
            if by_hand(own, seen) and len(set(numbers)) > 2 and self._matters(numbers, pads, row, least=2):
                yield self._given(numbers, pads, row, logs=1)

    def _matters(self, numbers: tuple[int, ...], pads: int, row: int, *, least: int) -> bool:
        """Whether no hidden score is small and none that is seen large, so that a hidden term, or e^0 for it, shows."""
        seen = set(self._seen(pads, row))
        return all(
            number <= _MOST if place in seen else number >= least for place, number in enumerate(numbers)
        )

    def _given(self, scores: tuple[int, ...], pads: int, row: int, *, logs: int) -> dict[str, int]:
        return {**dict(zip(_NAMES, scores, strict=True)), "pads": pads, "row": row, "logs": logs}

    def check(self, givens: Givens) -> None:
        """One or two places of padding, and an asking token that sees another one."""
        if (givens["pads"], givens["row"]) not in _ASKED:
            raise ValueError("pads and row must be 1 and 2, 1 and 3, or 2 and 2")
        check_logs(givens, _NAMES)

    def own(self, givens: Givens) -> int:
        """The place of token A, counted from 0."""
        return givens["pads"] if self.causal else 0

    def seen(self, givens: Givens, slips: Slips = frozenset()) -> list[int]:
        """The places that have a term in the sum of whoever asks, counted from 0."""
        return self._seen(givens["pads"], givens["row"], slips)

    def _seen(self, pads: int, row: int, slips: Slips = frozenset()) -> list[int]:
        start = pads if self.causal else 0
        asking = start + row - 1
        end = asking + 1 if self.causal or "causal-mask-added" in slips else _PLACES - pads
        if "mask-after-weights" in slips:
            start, end = 0, _PLACES
        if "padding-left-in" in slips:
            start = 0
        if "later-tokens-left-in" in slips:
            end = _PLACES
        places = list(range(start, end))
        if "own-token-apart" in slips:
            places.remove(asking)
        return places

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """All exponentials, the sum of those that may be seen, and A's share."""
        made = list(powers(givens, _NAMES, slips, hand=hand))
        scores = values(givens, _NAMES, parts=HALVES)
        seen = self.seen(givens, slips)
        if "mask-score-zero" in slips:
            for place in set(range(_PLACES)) - set(seen):
                made[place] = Reach.of(1) if "plain-mean" in slips else zero_power(slips)
                scores[place] = 0.0
            seen = list(range(_PLACES))
        whole = hand.write(total([made[place] for place in seen]))
        places = own_first(self.own(givens), seen)
        weight = share(
            [made[place] for place in places], [scores[place] for place in places], slips=slips, hand=hand
        )
        return tuple(made), (whole,), (weight,)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """A share by differences of scores, of a list of exactly the scores that are counted."""
        scores = enclosed(givens, _NAMES, parts=HALVES)
        seen = self.seen(givens, slips)
        counted = [scores[place] for place in seen]
        if "mask-score-zero" in slips:
            counted += [arb(0)] * (_PLACES - len(seen))
        return [enclosed_share(scores[self.own(givens)], counted, slips)]


PADDED = Padded("padded-weight", False, _slips(False, _HIDES_NONE), (2, 1, 1, 2))
PADDED_CAUSAL = Padded("padded-causal-weight", True, _slips(True, *PADDING_SLIPS), (4, 2, 1, 2))
