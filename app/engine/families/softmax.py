"""Softmax of a few raw scores as families use it: by hand with rounding, and enclosed by another route."""

import math
from collections.abc import Mapping, Sequence

from flint import arb

from app.engine.families.coincidences import When
from app.engine.families.family import Slips
from app.engine.families.reach import Hand, Reach, total
from app.engine.families.slips import FamilySlip
from app.engine.slips import SLIPS

E = math.e
UNEVEN_WIDTHS = (8, 20, 32, 48, 80, 96)  # widths of heads whose roots have to be rounded
SCALE_SLIPS = ("no-scale", "divide-by-d-k", "times-root-d-k")


def borrowed(when: When | Mapping[str, When], *slugs: str) -> tuple[FamilySlip, ...]:
    """Slips of the attention mechanism that a family knows too, with when each of them coincides there."""
    return tuple(
        FamilySlip(
            slug,
            "scale" if slug in SCALE_SLIPS else SLIPS[slug].field,
            SLIPS[slug].diagnosis,
            when if isinstance(when, When) else when[slug],
        )
        for slug in slugs
    )


def scaled(scores: Sequence[float], d_k: int, slips: Slips, *, hand: Hand) -> tuple[Reach, ...]:
    """Each raw score divided by √d_k, or as a slip has it; written down as a person does."""
    exact = [Reach.of(score) for score in scores]
    if "no-scale" in slips:
        return tuple(exact)
    root = hand.write(Reach.of(d_k).root())
    if "divide-by-d-k" in slips:
        return tuple(hand.write(score / Reach.of(d_k)) for score in exact)
    if "times-root-d-k" in slips:
        return tuple(hand.write(score * root) for score in exact)
    return tuple(hand.write(score / root) for score in exact)


def powers(exponents: Sequence[Reach], slips: Slips, *, hand: Hand) -> tuple[Reach, ...]:
    """e^x of each, or 2^x, or x itself."""
    if "no-exponential" in slips:
        return tuple(exponents)
    base = 2.0 if "base-two" in slips else math.e
    return tuple(hand.write(exponent.exp(base).whole()) for exponent in exponents)


def weights(made: Sequence[Reach], *, hand: Hand) -> tuple[tuple[Reach], tuple[Reach, ...]]:
    """The sum, and each share of it before it is rounded."""
    whole = hand.write(total(made))
    return (whole,), tuple(one / whole for one in made)


def share(own: int, exponents: Sequence[Reach], slips: Slips, *, hand: Hand) -> Reach:
    """One weight of a row of exponents, before it is rounded, by either way that people go.

    Rule: e^{x_i} / Σ e^{x_j}, or 1 / Σ e^{x_j − x_i}; without exponentials x_i / Σ x_j.
    """
    made = powers(exponents, slips, hand=hand)
    by_sum = made[own] / hand.write(total(made))
    if "no-exponential" in slips:
        return by_sum
    gaps = [other - exponents[own] for place, other in enumerate(exponents) if place != own]
    ratios = powers(gaps, slips, hand=hand)
    return hand.either(by_sum, Reach.of(1) / hand.write(total((Reach.of(1), *ratios))))


def enclosed_exponent(score: int | arb, d_k: int, slips: Slips) -> arb:
    """A scaled score in a ball: s√(1/d_k), or as a slip has it."""
    if "no-scale" in slips:
        return arb(score)
    if "divide-by-d-k" in slips:
        return arb(score) / d_k
    if "times-root-d-k" in slips:
        return score * arb(d_k).sqrt()
    return score * (arb(1) / d_k).sqrt()


def enclosed_weights(exponents: Sequence[arb], slips: Slips) -> list[arb]:
    """w_i = 1 / Σ_j exp(x_j − x_i), with powers of two as exp(x ln 2); without exponentials x_i / Σ x_j."""
    if "no-exponential" in slips:
        whole = sum(exponents[1:], exponents[0])
        return [one / whole for one in exponents]
    rate = arb(2).log() if "base-two" in slips else arb(1)
    found = []
    for one in exponents:
        others = [(rate * (other - one)).exp() for other in exponents]
        found.append(arb(1) / sum(others[1:], others[0]))
    return found
