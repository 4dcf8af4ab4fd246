"""How a weight answers to another token's raw score: an entry of softmax's Jacobian beside its diagonal."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from flint import arb

from app.engine.families import softmax
from app.engine.families.coincidences import EQUAL_SCORES, is_one
from app.engine.families.family import Givens, RankWeights, Slips, Steps
from app.engine.families.known import known
from app.engine.families.reach import Hand, Reach, counted, total
from app.engine.families.scores import check_logs, enclosed, in_logs
from app.engine.families.slips import JACOBIAN_SLIPS, FamilySlip

_NAMES = ("first", "second", "third")
_WIDTHS = (4, 9, 16, 25)
_EASY = {
    4: ((1, 1, 2), (2, 2, 3), (1, 1, 4), (1, 2, 3)),
    9: ((1, 1, 2),),
}  # the numbers and their powers have small sums
_TIMES = (1, 2, 3, 4, 5)  # a common factor of the numbers changes no weight
_LARGEST = 100  # of which one knows the root
_MINUS = Reach.of(-1)


@dataclass(frozen=True, slots=True)
class Jacobian:
    """∂w_A/∂s_B = −w_A w_B without scaling, and −w_A w_B / √d_k with it, for a token that looks at A, B and C alone.

    Givens: `first`, `second` and `third`, the raw scores of A, B and C, or, where `logs` is 1, the numbers whose
    logarithms they are; and `d_k`. Source: the derivative of softmax, ∂w_i/∂x_j = w_i (δ_ij − w_j),
    Bishop 2006, equation 4.106, with x = s / √d_k.
    """

    slug: str = "jacobian-entry"
    slips: tuple[FamilySlip, ...] = (
        known("divide-by-d-k", "scale", is_one("d_k is 1", "d_k")),
        known("no-scale", "scale", is_one("d_k is 1", "d_k")),
        known("base-two", "normaliser", EQUAL_SCORES),
        known("chain-factor-forgotten", "chain"),
        *JACOBIAN_SLIPS,
    )
    steps: tuple[tuple[str, int], ...] = (
        ("raw-exponentials", 3),
        ("raw-weights", 2),
        ("scaled", 3),
        ("exponentials", 3),
        ("weights", 2),
        ("derivatives", 2),
    )
    exact: frozenset[str] = frozenset()
    shares: bool = False
    counts: bool = False
    difficulty: int = 2
    difficulties: tuple[int, ...] = (1, 2)

    def shape(self, givens: Givens) -> str:
        """Whether A leads B."""
        return "ahead" if givens["first"] >= givens["second"] else "behind"

    def rank_weights(self, shape: str) -> RankWeights:
        """The ends are rarer than the middle."""
        return (1, 0, 1, 2)

    def everything(self) -> Iterator[dict[str, int]]:
        """Whole raw scores at most three apart; by hand, multiples of logarithms."""
        if self.difficulty == 1:
            yield from self._by_hand()
            return
        for d_k, scores in product(_WIDTHS, product(range(6), repeat=3)):
            if scores[0] != scores[1] and max(scores) - min(scores) <= 3:
                yield self._given(scores, d_k, logs=0)

    def _by_hand(self) -> Iterator[dict[str, int]]:
        """Raw scores ln n^r with d_k = r², so that the scaled ones are ln n."""
        for d_k, rows in _EASY.items():
            for row, times in product(rows, _TIMES):
                powers = [(times * number) ** math.isqrt(d_k) for number in row]
                if max(powers) <= _LARGEST:
                    for numbers in sorted(set(permutations(powers))):
                        yield self._given(numbers, d_k, logs=1)

    def _given(self, scores: tuple[int, ...], d_k: int, *, logs: int) -> dict[str, int]:
        return {**dict(zip(_NAMES, scores, strict=True)), "d_k": d_k, "logs": logs}

    def check(self, givens: Givens) -> None:
        """The width is positive."""
        if givens["d_k"] < 1:
            raise ValueError("d_k must be 1 or more")
        check_logs(givens, _NAMES)

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Exponentials and weights of A and B without scaling and with it, and both derivatives."""
        root = hand.write(Reach.of(givens["d_k"]).root())
        bare = self._powers(givens, "raw", slips, hand)
        divisor = "d-k" if "divide-by-d-k" in slips else "raw" if "no-scale" in slips else "root"
        scaled = self._scaled(givens, divisor, hand)
        made = self._powers(givens, divisor, slips, hand)
        before = self._weights(givens, "raw", slips, hand)
        after = self._weights(givens, divisor, slips, hand)
        late = self._rule(after, slips)
        if divisor != "raw" and "chain-factor-forgotten" not in slips:
            by = Reach.of(givens["d_k"]) if divisor == "d-k" else root
            one, two = after
            late = hand.either(
                late / by, hand.write(late) / by, self._rule((one, two), slips, first=hand.write(one / by))
            )
        return bare, before, scaled, made, after, (self._rule(before, slips), late)

    def _weights(self, givens: Givens, divisor: str, slips: Slips, hand: Hand) -> tuple[Reach, Reach]:
        """The weights of A and B, as shares of the sum or as 1 over a sum of ratios."""
        made = self._powers(givens, divisor, slips, hand)
        whole = hand.write(total(made))
        exponents = self._scaled(givens, divisor, hand)
        found = [
            hand.either(made[own] / whole, softmax.share(own, exponents, slips & {"base-two"}, hand=hand))
            for own in (0, 1)
        ]
        return hand.write(found[0]), hand.write(found[1])

    def _rule(self, weights: tuple[Reach, Reach], slips: Slips, *, first: Reach | None = None) -> Reach:
        """−w_A w_B or what a slip makes of it; `first` is w_A as it has been divided already."""
        one, two = weights
        if "own-entry-of-jacobian" in slips:
            return (first or one) * (Reach.of(1) - one)
        product = (first or one) * two
        return product if "rival-lifts-weight" in slips else product * _MINUS

    def _scaled(self, givens: Givens, divisor: str, hand: Hand) -> tuple[Reach, ...]:
        """The scores as they enter the softmax; of a logarithm, in full."""
        if in_logs(givens):
            power = self._power(givens, divisor)
            return tuple(Reach.of(power * math.log(givens[name])) for name in _NAMES)
        slips = {
            "raw": frozenset({"no-scale"}),
            "root": frozenset[str](),
            "d-k": frozenset({"divide-by-d-k"}),
        }
        return softmax.scaled([givens[name] for name in _NAMES], givens["d_k"], slips[divisor], hand=hand)

    def _power(self, givens: Givens, divisor: str) -> float:
        d_k = givens["d_k"]
        return {"raw": 1.0, "root": 1 / math.sqrt(d_k), "d-k": 1 / d_k}[divisor]

    def _powers(self, givens: Givens, divisor: str, slips: Slips, hand: Hand) -> tuple[Reach, ...]:
        """e^x, or 2^x; of logarithms, powers of the numbers, which are whole where they are meant to be."""
        if not in_logs(givens) or "base-two" in slips:
            return softmax.powers(self._scaled(givens, divisor, hand), slips, hand=hand)
        power = self._power(givens, divisor)
        return tuple(self._made(float(givens[name] ** power), hand) for name in _NAMES)

    def _made(self, number: float, hand: Hand) -> Reach:
        whole = counted(Reach.of(number))
        return whole if whole.low == whole.high else hand.write(Reach.of(number))

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """−1 / (Σ e^{x_j − x_A} · Σ e^{x_j − x_B}), and times the root of 1 / d_k."""
        d_k = givens["d_k"]
        raw = enclosed(givens, _NAMES)
        chain = (arb(1) / d_k).sqrt()
        if "divide-by-d-k" in slips:
            chain = arb(1) / d_k
        if "no-scale" in slips:
            chain = arb(1)
        after = self._entry([score * chain for score in raw], slips)
        return [self._entry(raw, slips), after if "chain-factor-forgotten" in slips else after * chain]

    def _entry(self, exponents: list[arb], slips: Slips) -> arb:
        one, two, _ = softmax.enclosed_weights(exponents, slips & {"base-two"})
        if "own-entry-of-jacobian" in slips:
            return one - one**2
        return one * two if "rival-lifts-weight" in slips else -one * two


JACOBIAN = Jacobian()
