"""Shares that softmax makes of some of a row of scaled scores that a question lists."""

import math
from collections.abc import Sequence

from flint import arb

from app.engine.families.family import Givens, Slips
from app.engine.families.reach import Hand, Reach, total
from app.engine.families.scores import in_logs, values

HALVES = 2
_SUMS = range(3, 13)  # by which a small number is divided in one's head


def powers(givens: Givens, names: Sequence[str], slips: Slips, *, hand: Hand) -> tuple[Reach, ...]:
    """e^x of each score, or as a slip has it: 2^x, x itself, or 1 for all. Of a logarithm, e^x is its number."""
    if "plain-mean" in slips:
        return tuple(Reach.of(1) for _ in names)
    scores = [Reach.of(score) for score in values(givens, names, parts=HALVES)]
    if "no-exponential" in slips:
        return tuple(hand.write(score) for score in scores)
    if "base-two" in slips:
        return tuple(hand.write(score.exp(2.0)) for score in scores)
    if in_logs(givens):
        return tuple(Reach.of(givens[name]) for name in names)
    return tuple(hand.write(score.exp()) for score in scores)


def share(made: Sequence[Reach], scores: Sequence[float], *, slips: Slips, hand: Hand) -> Reach:
    """The share of the first of the powers that are counted: of their sum, or as 1 over a sum of ratios."""
    by_sum = made[0] / hand.write(total(made))
    if {"plain-mean", "no-exponential"} & slips:
        return by_sum
    base = 2.0 if "base-two" in slips else math.e
    ratios = [hand.write(Reach.of(score - scores[0]).exp(base).whole()) for score in scores[1:]]
    return hand.either(by_sum, Reach.of(1) / hand.write(total((Reach.of(1), *ratios))))


def own_first(own: int, places: Sequence[int]) -> list[int]:
    """The places that are counted, with the own one in front."""
    return [own, *(place for place in places if place != own)]


def enclosed_share(own: arb, scores: Sequence[arb], slips: Slips) -> arb:
    """exp(own) over the sum of exp(x), as 1 / Σ exp(x − own), over the scores that are counted, or as a slip has it."""
    if "plain-mean" in slips:
        return arb(1) / len(scores)
    if "no-exponential" in slips:
        return own / sum(scores[1:], scores[0])
    rate = arb(2).log() if "base-two" in slips else arb(1)
    terms = [(rate * (score - own)).exp() for score in scores]
    return 1 / sum(terms[1:], terms[0])


def zero_power(slips: Slips) -> Reach:
    """What a score of 0 adds to the sum: e^0 = 2^0 = 1, and nothing where scores are added as they are."""
    return Reach.of(0 if "no-exponential" in slips else 1)


def by_hand(own: int, numbers: Sequence[int]) -> bool:
    """Whether own over the sum of numbers, not all the same, comes out by hand, though not to one decimal."""
    whole = sum(numbers)
    return whole in _SUMS and len(set(numbers)) > 1 and 10 * own % whole != 0
