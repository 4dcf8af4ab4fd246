"""Difficulty 1: every step of every draw comes out by hand, shown by exact arithmetic on the givens and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Any, cast

import pytest

from app.engine.families.all import FAMILIES
from app.engine.families.family import Givens
from app.engine.families.reach import Hand

_LARGEST = 200  # above or below a fraction bar; two-digit numbers nearly always
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
}


@pytest.mark.parametrize("slug", _BY_HAND)
def test_every_step_is_a_fraction_of_small_numbers(slug: str) -> None:
    family = replace(cast(Any, FAMILIES[slug]), difficulty=1)
    everything = list(family.everything())
    assert len(everything) >= 30
    for givens in everything:
        family.check(givens)
        steps = _BY_HAND[slug](givens)
        most = 1024 if slug == "score-memory" else _LARGEST  # MiB, powers of two for the most part
        assert all(max(abs(step.numerator), step.denominator) <= most for step in steps), (givens, steps)
        answer = family.compute(givens, frozenset(), _HAND)[-1][0].value
        assert answer == pytest.approx(float(steps[-1]), rel=1e-12), givens
