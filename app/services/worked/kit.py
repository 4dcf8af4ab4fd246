"""What small computations beside a belief are made of: steps with two ways, proven digits, and chances that are counted."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from flint import arb, fmpq

from app.engine.certify import rounded
from app.engine.mechanism import RIGHT, Mechanism
from app.engine.oracle import oracle_row
from app.engine.problem import Exact, Matrix, Problem
from app.engine.stages import Stage
from app.engine.trace import trace
from app.services.reading_views import Example, WayStep
from app.services.worked.parting import parted
from app.services.worked.rows import DECIMALS, TOKENS, printed

Number = Exact | arb | str
Numbers = Sequence[Number]
Chances = Mapping[Exact, Fraction]

SIGNS: Chances = {1: Fraction(1, 2), -1: Fraction(1, 2)}
SCALED = r"x_j = \frac{s_j}{\sqrt{d_k}}"
SOFTMAX = r"w_j = \frac{e^{x_j}}{\sum_i e^{x_i}}"
OUTPUT = r"o = \sum_j w_j\, v_j"
_BITS = 256
_LONG = 10_000  # from here on digits stand in groups of three


def text(number: Number) -> str:
    """Proven digits, three decimals at most: none of a whole number, no zeros at the end of an exact one."""
    if isinstance(number, str):
        return number
    found = printed(rounded(number, DECIMALS))
    if isinstance(number, arb) or Fraction(found) != number:
        return found
    if number >= _LONG and int(number) == number:
        return f"{int(number):,}".replace(",", "\u202f")
    return found.rstrip("0").rstrip(".")


def step(
    title: str,
    rule: str | tuple[str, str],
    right: Numbers,
    believed: Numbers | None = None,
    *,
    names: Sequence[str] = (),
) -> WayStep:
    """One step: its rule (or what is so and the believed one), and the numbers of both ways, the same where one is given."""
    first, second = (rule, "") if isinstance(rule, str) else rule
    so = tuple(map(text, right))
    other = so if believed is None else tuple(map(text, believed))
    return WayStep("figure", title, first, tuple(names), so, other, tuple(names), second)


def weights_step(
    right: Numbers, believed: Numbers, names: Sequence[str] = TOKENS, rule: str | tuple[str, str] = SOFTMAX
) -> WayStep:
    """The step of the weights, which is shaded by their size."""
    return replace(step("Weights", rule, right, believed, names=names), slug="weights")


def rows_step(one: WayStep) -> WayStep:
    """The same step with every cell as a row of its own, for vectors."""
    return replace(one, slug="weighted")


def believed_ways(given: str, *steps: WayStep) -> Example:
    """An example of a belief, with the first step marked that differs. Raises AssertionError where none does."""
    return Example(given, (), parted(steps, given), believed=True)


def vector(numbers: Numbers) -> str:
    """A vector in square brackets."""
    return f"[{', '.join(map(text, numbers))}]"


def row(scores: Sequence[Exact], values: Matrix | None = None) -> Problem:
    """One token whose scores enter the softmax as they are, being products of numbers with 1."""
    return Problem(Q=((1,),), K=tuple((score,) for score in scores), V=values, row=0)


def proven(
    problem: Problem, stage: Stage, mechanism: Mechanism = RIGHT, *, decimals: int = DECIMALS
) -> tuple[str, ...]:
    """The digits of one step. Raises AssertionError where the plain computation disagrees."""
    balls = oracle_row(problem, mechanism, stage=stage, bits=_BITS)
    floats = trace(problem, mechanism, stage=stage).at(stage)
    for number, ball in zip(floats, balls, strict=True):
        if not math.isclose(number, float(ball), rel_tol=1e-9, abs_tol=1e-12):
            raise AssertionError(f"two computations disagree: {number} and {ball}")
    return tuple(printed(rounded(ball, decimals)) for ball in balls)


def weights(scores: Sequence[Exact]) -> tuple[str, ...]:
    """The softmax of numbers, as proven digits."""
    return proven(row(scores), Stage.WEIGHTS)


def weight_balls(scores: Sequence[Exact]) -> list[arb]:
    """The softmax of numbers, as enclosures."""
    return oracle_row(row(scores), RIGHT, stage=Stage.WEIGHTS, bits=_BITS)


def blend(scores: Sequence[Exact], values: Matrix) -> tuple[str, ...]:
    """The sum of the Values, each times its weight, as proven digits."""
    return proven(row(scores, values), Stage.OUTPUT)


def dot(first: Sequence[Exact], second: Sequence[Exact]) -> Exact:
    """The sum of the products."""
    return sum(one * other for one, other in zip(first, second, strict=True))


def over(number: Exact, divisor: Exact) -> Fraction:
    """An exact quotient."""
    return Fraction(number) / Fraction(divisor)


def root(number: Exact) -> Fraction | arb:
    """The square root: exact where the number is a square of a fraction, else enclosed."""
    exact = Fraction(number)
    top, below = math.isqrt(exact.numerator), math.isqrt(exact.denominator)
    if top * top == exact.numerator and below * below == exact.denominator:
        return Fraction(top, below)
    return ball(exact).sqrt()


def mean(chances: Chances) -> Fraction:
    """The mean of a number whose values come with these chances."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def variance(chances: Chances) -> Fraction:
    """Its variance: the mean of the squared distance from the mean."""
    middle = mean(chances)
    return sum(((value - middle) ** 2 * chance for value, chance in chances.items()), Fraction(0))


def sign_scores(d_k: int) -> Chances:
    """The chances of q·k for d_k independent signs in each vector: every product is a sign again, m of them +1."""
    return {2 * m - d_k: Fraction(math.comb(d_k, m), 2**d_k) for m in range(d_k + 1)}


def counted_scores(entries: Chances, d_k: int) -> Chances:
    """The chances of q·k for independent entries with these chances, by going through all of their products."""
    found: dict[Exact, Fraction] = {0: Fraction(1)}
    for _ in range(d_k):
        longer: dict[Exact, Fraction] = {}
        for (total, one), (q, two), (k, three) in product(found.items(), entries.items(), entries.items()):
            longer[total + q * k] = longer.get(total + q * k, Fraction(0)) + one * two * three
        found = longer
    return found


def weighed(shares: Sequence[arb], numbers: Sequence[Exact | arb]) -> arb:
    """The sum of the numbers, each times its share."""
    return sum((share * ball(one) for share, one in zip(shares, numbers, strict=True)), arb(0))


def ball(number: Exact | arb) -> arb:
    """An enclosure of an exact number."""
    if isinstance(number, arb):
        return number
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))
