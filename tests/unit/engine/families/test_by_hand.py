"""Difficulty 1: every step of every draw comes out by hand, shown by exact arithmetic on the givens and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Any, cast

import pytest
from flint import arb, ctx, fmpq

from app.engine.families.all import FAMILIES
from app.engine.families.family import Givens
from app.engine.families.reach import Hand

_LARGEST = 200  # above or below a fraction bar; two-digit numbers nearly always
_LARGER = {
    "score-memory": 1024,
    "jacobian-entry": 18 * 18,
}  # MiB, powers of two mostly; products of two weights
_HAND = Hand(15)


def _root(number: Fraction | int, degree: int) -> Fraction:
    """The exact root. Raises AssertionError where it is no fraction."""
    number = Fraction(number)
    above, below = (round(part ** (1 / degree)) for part in (number.numerator, number.denominator))
    assert Fraction(above, below) ** degree == number
    return Fraction(above, below)


def _power(number: int, power: Fraction) -> Fraction:
    return _root(Fraction(number) ** power.numerator, power.denominator)


def _two(givens: Givens) -> tuple[Fraction, Fraction]:
    """The exponentials of two scaled scores that are logarithms."""
    root = isqrt(givens["d_k"])
    assert root * root == givens["d_k"]
    return _root(givens["first"], root), _root(givens["second"], root)


def _dominance(givens: Givens) -> list[Fraction]:
    one, two = _two(givens)
    return [one, two, one / two]


def _duplicate(givens: Givens) -> list[Fraction]:
    one, two = _two(givens)
    return [one, two, one + 2 * two, one / (one + 2 * two)]


def _gradient(givens: Givens) -> list[Fraction]:
    one, two = _two(givens)
    share = one / (one + two)
    return [one, two, share, share * (1 - share), share * (1 - share) / isqrt(givens["d_k"])]


def _temperature(givens: Givens) -> list[Fraction]:
    power = Fraction(4, givens["quarters"])
    made = [_power(givens[name], power) for name in ("first", "second", "third")]
    return [*made, sum(made, Fraction(0)), made[0] / sum(made)]


def _masked(givens: Givens) -> list[Fraction]:
    seen = [Fraction(givens[name]) for name in ("first", "second", "third", "fourth")][: givens["row"]]
    return [*seen, sum(seen, Fraction(0)), seen[0] / sum(seen)]


def _shifted(givens: Givens) -> list[Fraction]:
    made = [Fraction(givens[name]) for name in ("first", "second", "third")]
    return [*made, made[0] / sum(made)]


def _deviations(givens: Givens) -> list[Fraction]:
    variance = givens["d_k"] * Fraction(givens["var_q"], 4) * Fraction(givens["var_k"], 4)
    deviation = _root(variance, 2)
    return [deviation, givens["score"] / deviation]


def _work(givens: Givens) -> list[Fraction]:
    length, width = Fraction(givens["longer"], givens["n"]), Fraction(givens["wider"], givens["d_k"])
    return [length, width, length**2 * width]


def _memory(givens: Givens) -> list[Fraction]:
    """Bytes in MiB, with 1,024 tokens for the unit of length, so that no large number is written."""
    thousands = Fraction(givens["n"], 1024)
    return [thousands, thousands**2, thousands**2 * givens["heads"], _bytes(givens)]


def _bytes(givens: Givens) -> Fraction:
    return Fraction(givens["n"] ** 2 * givens["heads"] * givens["bytes"], 1 << 20)


def _padded(givens: Givens) -> list[Fraction]:
    numbers = [Fraction(givens[name]) for name in ("first", "second", "third", "fourth", "fifth")]
    seen = numbers[: 5 - givens["pads"]]
    return [*numbers, sum(seen, Fraction(0)), seen[0] / sum(seen)]


def _padded_causal(givens: Givens) -> list[Fraction]:
    numbers = [Fraction(givens[name]) for name in ("first", "second", "third", "fourth", "fifth")]
    seen = numbers[givens["pads"] : givens["pads"] + givens["row"]]
    return [*numbers, sum(seen, Fraction(0)), seen[0] / sum(seen)]


def _cross(givens: Givens) -> list[Fraction]:
    row = [Fraction(givens[f"{'ab'[givens['row'] - 1]}{place}"]) for place in (1, 2, 3)]
    return [*row, sum(row, Fraction(0)), row[0] / sum(row)]


def _reordered(givens: Givens) -> list[Fraction]:
    made = [Fraction(givens[name]) for name in ("first", "second", "third")]
    weights = [one / sum(made) for one in made]
    parts = [w * givens[name] for w, name in zip(weights, ("value_a", "value_b", "value_c"), strict=True)]
    return [*made, *weights, *parts, sum(parts, Fraction(0))]


def _divisor(givens: Givens) -> list[Fraction]:
    spreads = [Fraction(givens[name], 4) for name in ("q", "k")]
    told = {0: (2, 2), 1: (1, 1), 2: (2, 1), 3: (1, 2)}[givens["told"]]
    deviations = [_root(spread, degree) for spread, degree in zip(spreads, told, strict=True)]
    return [*spreads, *deviations, _root(givens["d_k"], 2) * deviations[0] * deviations[1]]


def _jacobian(givens: Givens) -> list[Fraction]:
    """The last one is the first of the two that are asked, without scaling."""
    root = isqrt(givens["d_k"])
    raw = [Fraction(givens[name]) for name in ("first", "second", "third")]
    made = [_root(one, root) for one in raw]
    one, two, p, q = (part / sum(all_) for all_ in (made, raw) for part in all_[:2])
    return [*raw, *made, one, two, p, q, one * two, -one * two / root, -p * q]


_BY_HAND: Mapping[str, Callable[[Givens], list[Fraction]]] = {
    "deviations-out": _deviations,
    "dominance-factor": _dominance,
    "duplicated-token": _duplicate,
    "temperature": _temperature,
    "softmax-gradient": _gradient,
    "masked-weight": _masked,
    "shifted-scores": _shifted,
    "growth-of-work": _work,
    "score-memory": _memory,
    "padded-weight": _padded,
    "padded-causal-weight": _padded_causal,
    "cross-weight": _cross,
    "reordered-output": _reordered,
    "unit-variance-divisor": _divisor,
    "jacobian-entry": _jacobian,
}


@pytest.mark.parametrize("slug", _BY_HAND)
def test_every_step_is_a_fraction_of_small_numbers(slug: str) -> None:
    family = replace(cast(Any, FAMILIES[slug]), difficulty=1)
    everything = list(family.everything())
    assert len(everything) >= 30
    for givens in everything:
        family.check(givens)
        steps = _BY_HAND[slug](givens)
        most = _LARGER.get(slug, _LARGEST)
        assert all(max(abs(step.numerator), step.denominator) <= most for step in steps), (givens, steps)
        answer = family.compute(givens, frozenset(), _HAND)[-1][0].value
        assert answer == pytest.approx(float(steps[-1]), rel=1e-12), givens


@pytest.mark.parametrize("slug", [slug for slug, family in FAMILIES.items() if 1 in family.difficulties])
def test_every_answer_is_enclosed_around_a_fraction_of_small_numbers(slug: str) -> None:
    """By the second route, to fifty digits: no number that is not a fraction comes so near to one by chance."""
    family = replace(cast(Any, FAMILIES[slug]), difficulty=1)
    before = ctx.prec
    ctx.prec = 200
    try:
        for givens in list(family.everything())[::3]:
            for ball in family.enclose(givens, frozenset()):
                near = Fraction(float(ball)).limit_denominator(500)
                assert abs(near.numerator) <= 1024, givens
                assert float(ball.rad()) < 1e-50, givens
                assert ball.overlaps(arb(fmpq(near.numerator, near.denominator))), givens
    finally:
        ctx.prec = before


def test_every_family_has_numbers_that_come_out_by_hand() -> None:
    """The exam gives no calculator."""
    assert [slug for slug, family in FAMILIES.items() if 1 not in family.difficulties] == []


@pytest.mark.parametrize("slug", ["dominance-factor", "duplicated-token", "softmax-gradient"])
def test_harder_ones_have_roots_that_must_be_rounded(slug: str) -> None:
    family = replace(cast(Any, FAMILIES[slug]), difficulty=3)
    widths = {givens["d_k"] for givens in family.everything()}
    assert len(widths) >= 5
    assert all(isqrt(width) ** 2 != width for width in widths)
