"""From enclosures to decimal digits that are proven, or a refusal where a rounding edge is too near."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flint import arb, ctx

from app.engine.mechanism import Mechanism
from app.engine.oracle import Oracle
from app.engine.precision import BITS
from app.engine.problem import LogitProblem, Problem
from app.engine.stages import Stage

MOST_BITS = 4096
_HALF = arb(1) / 2
_SURE_BITS = 32
_DOUBT = 2.0**-30
_PLAIN = 2.0**40  # below it, units divided by 10^decimals print as these units


@dataclass(frozen=True, slots=True)
class Certified:
    """Digits that every number of the enclosure rounds to."""

    printed: str


@dataclass(frozen=True, slots=True)
class Tie:
    """The number lies exactly half way between two printed ones, so both are right: 0.0625 is 0.062 and 0.063."""

    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class Edge:
    """The enclosure straddles a rounding edge: at this precision the digits cannot be told."""


def printed(units: int, decimals: int) -> str:
    """`units` times 10^-decimals in plain digits, with all decimals kept and never a minus before zero."""
    if decimals == 0:
        return str(units)
    digits = str(abs(units)).rjust(decimals + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"


def digits(ball: arb, decimals: int) -> str | None:
    """The certified digits, or None where the enclosure straddles a rounding edge or is an exact tie.

    Rule: x rounds to N units of 10^-decimals when N ≤ x·10^decimals + 1/2 < N + 1 for every x of the ball. With m the
    middle as a float, r the radius and `_SURE_BITS` accurate bits, r < 2⁻³² |m|; the middle and its product with the
    exact float 10^decimals are off by less than 2⁻⁵¹ of their size. So whatever lies farther than 2⁻³⁰ |m|·10^decimals
    from the edges is certain; the rest is told by ball arithmetic.
    """
    scale, form = _places(decimals)
    scaled = float(ball) * scale
    units = round(scaled) if abs(scaled) < _PLAIN else 0
    if abs(scaled - units) + abs(scaled) * _DOUBT < 0.5 and ball.rel_accuracy_bits() >= _SURE_BITS:
        return form % (units / scale)
    return _digits_near_edge(ball, decimals)


@cache
def _places(decimals: int) -> tuple[float, str]:
    """10^decimals, and the %-format with as many decimals."""
    return 10.0**decimals, f"%.{decimals}f"


def _digits_near_edge(ball: arb, decimals: int) -> str | None:
    """The digits by ball arithmetic alone, for balls that are wide, large, or near a rounding edge."""
    shifted = ball * 10**decimals + _HALF
    floor = shifted.floor().unique_fmpz()
    if floor is None or shifted.is_integer():
        return None
    return printed(int(floor), decimals)


def rounded(number: arb | Fraction | int, decimals: int) -> Certified | Tie | Edge:
    """The digits of a number at `decimals` decimals, with the reason where there are none.

    An exact tie is only seen where the number is exact: a Fraction, an integer, or a ball of radius zero. A tie
    inside a wider ball is an edge at every precision.
    """
    if not isinstance(number, arb):
        below, rest = divmod(number * 10**decimals, 1)
        if rest == Fraction(1, 2):
            return Tie(printed(below, decimals), printed(below + 1, decimals))
        return Certified(printed(below + (rest > Fraction(1, 2)), decimals))
    found = digits(number, decimals)
    if found is not None:
        return Certified(found)
    shifted = number * 10**decimals + _HALF
    if shifted.is_integer():
        upper = int(shifted.unique_fmpz())
        return Tie(printed(upper - 1, decimals), printed(upper, decimals))
    return Edge()


def digits_row(balls: list[arb], decimals: int) -> tuple[str, ...] | None:
    """The certified digits of every ball, or None when one of them has none."""
    found = []
    for ball in balls:
        text = digits(ball, decimals)
        if text is None:
            return None
        found.append(text)
    return tuple(found)


def prove(
    problem: Problem | LogitProblem, mechanism: Mechanism, *, stage: Stage, decimals: int
) -> tuple[Certified | Tie | Edge, ...]:
    """The digits of one step, with the precision doubled from 64 to 4,096 bits while an edge is too near.

    Raises NotDefined where the mechanism gives no number.
    """
    before = ctx.prec
    bits = BITS
    try:
        while True:
            ctx.prec = bits
            balls = Oracle(problem, bits).row(mechanism, stage)
            found = tuple(rounded(ball, decimals) for ball in balls)
            if bits >= MOST_BITS or not any(isinstance(result, Edge) for result in found):
                return found
            bits *= 2
    finally:
        ctx.prec = before
