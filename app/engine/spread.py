"""How widely q·k spreads: its standard deviation from d_model, the heads and the variances, and slips in it.

Rule: the entries of q and k are independent with mean 0 and variances σ_q² and σ_k², so each of the d_k = d_model / h
products has variance σ_q² σ_k², the variances add up, and q·k has the standard deviation √(d_k σ_q² σ_k²). Divided by
that number it has the standard deviation 1.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from flint import arb, fmpq

from app.engine.families.reach import Hand, Reach
from app.engine.precision import bits_now, working_at
from app.engine.spread_rule import Answer, SpreadProblem, SpreadRule, Terms, Variances


def _parts(problem: SpreadProblem, rule: SpreadRule) -> tuple[tuple[float, ...], float]:
    """The numbers under roots that the deviation is a product of, and a factor that is not under a root."""
    match rule.terms:
        case Terms.D_K:
            count, factor = problem.d_k, 1.0
        case Terms.D_MODEL:
            count, factor = problem.d_model, 1.0
        case Terms.ROOT_BEFORE_SPLIT:
            count, factor = problem.d_model, 1.0 / problem.heads
        case Terms.HEADS:
            count, factor = problem.heads, 1.0
        case Terms.ONE:
            count, factor = 1, 1.0
    var_q, var_k = float(problem.var_q), float(problem.var_k)
    match rule.variances:
        case Variances.MULTIPLIED:
            return (float(count), var_q, var_k), factor
        case Variances.IGNORED:
            return (float(count),), factor
        case Variances.ADDED:
            return (float(count), var_q + var_k), factor
        case Variances.OUTSIDE_ROOT:
            return (float(count),), factor * var_q * var_k


def spread(problem: SpreadProblem, rule: SpreadRule) -> float:
    """The spread under a rule, in float64: the product of the roots."""
    under, factor = _parts(problem, rule)
    deviation = factor * math.sqrt(math.prod(under))
    return deviation if rule.answer is Answer.DEVIATION else factor * factor * math.prod(under)


def spread_interval(problem: SpreadProblem, rule: SpreadRule, *, decimals: int) -> tuple[float, float]:
    """The fair interval: every root that is not whole may be rounded, and so may every product on the way.

    A person takes one root of the product, or multiplies roots in any order; for the variance nothing but the result is
    rounded. One unit of the last decimal to both sides always counts.
    """
    half, value = 0.5 * 10.0**-decimals, spread(problem, rule)
    low = high = value
    if rule.answer is Answer.DEVIATION:
        hand = Hand(decimals)
        ways = _ways(problem, rule, hand)
        low, high = min(way.low for way in ways), max(way.high for way in ways)
    slack = 1e-12 * max(1.0, high)
    return min(low - half, value - 2 * half) - slack, max(high + half, value + 2 * half) + slack


def _ways(problem: SpreadProblem, rule: SpreadRule, hand: Hand) -> list[Reach]:
    """The ways in which a deviation is put together from roots."""
    under, factor = _parts(problem, rule)
    roots = [hand.note(Reach.of(number).root()) for number in under]
    return [_multiplied(order, hand) * Reach.of(factor) for order in permutations(roots)]


def _multiplied(roots: Sequence[Reach], hand: Hand) -> Reach:
    """A product in which each one on the way is written down."""
    found = roots[0]
    for root in roots[1:]:
        found = hand.note(found) * root
    return found


@lru_cache(maxsize=256)
def _counted(terms: int) -> int:
    """The variance of a sum of `terms` products of two signs, by counting: what each product adds to mean and square.

    A sign is +1 or −1, equally likely; its product with another sign takes four equally likely values.
    """
    outcomes = [first * second for first in (1, -1) for second in (1, -1)]
    mean = Fraction(sum(outcomes), 4)
    square = Fraction(sum(outcome * outcome for outcome in outcomes), 4)
    total_mean, total_square = Fraction(0), Fraction(0)
    for _ in range(terms):
        # E(S + x)² = E S² + 2 E S E x + E x², because S and x are independent.
        total_square += 2 * total_mean * mean + square
        total_mean += mean
    return int(total_square - total_mean * total_mean)


def spread_square(problem: SpreadProblem, rule: SpreadRule) -> Fraction:
    """The square of the number that the rule gives, exactly, by another route than `spread`."""
    q, k = Fraction(problem.var_q), Fraction(problem.var_k)
    one = {
        Variances.MULTIPLIED: q * k,
        Variances.IGNORED: Fraction(1),
        Variances.ADDED: q + k,
        Variances.OUTSIDE_ROOT: (q * k) ** 2,
    }[rule.variances]
    split = Fraction(1, problem.heads)
    match rule.terms:
        case Terms.D_K:
            square = _counted(problem.d_model) * split * one
        case Terms.D_MODEL:
            square = _counted(problem.d_model) * one
        case Terms.ROOT_BEFORE_SPLIT:
            square = _counted(problem.d_model) * one * split * split
        case Terms.HEADS:
            square = _counted(problem.heads) * one
        case Terms.ONE:
            square = _counted(1) * one
    return square if rule.answer is Answer.DEVIATION else square * square


def spread_oracle(problem: SpreadProblem, rule: SpreadRule) -> arb | Fraction:
    """The number that the rule gives: a Fraction where its square is a square, else a proven enclosure."""
    square = spread_square(problem, rule)
    top, below = math.isqrt(square.numerator), math.isqrt(square.denominator)
    if top * top == square.numerator and below * below == square.denominator:
        return Fraction(top, below)
    with working_at(bits_now()):
        return arb(fmpq(square.numerator, square.denominator)).sqrt()
