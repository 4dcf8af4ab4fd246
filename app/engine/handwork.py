"""One token's attention worked by hand: every line is made of the numbers as written in the line above, and proven twice.

Each number comes by two routes from the written numbers before it. The first goes forward in float64 with intervals, the
second goes backward in whole numbers, fractions and balls:

    scores        Σ q_c k_c                   (|q + k|² − |q − k|²) / 4
    scaled        s / √d_k                    ± √(s² / d_k)
    exponentials  exp(x)                      cosh x + sinh x, or 1 / (cosh −x + sinh −x)
    sum           Σ a_m                       in whole units of the last place
    weights       a_j / Z                     1 / (Z / a_j)
    output        Σ w_j V_jc                  in whole units of the last place, token by token

A number is written with digits that the second route certifies, after the check that both routes agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flint import arb, fmpq

from app.engine.certify import Certified, Edge, Tie, rounded
from app.engine.families.reach import Hand, Reach, total
from app.engine.mechanism import (
    RIGHT,
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    NotDefined,
    Product,
    Reading,
    Scale,
    Weighting,
)
from app.engine.problem import Exact, Problem
from app.engine.stages import Stage

LINES = (Stage.RAW, Stage.SCALED, Stage.EXPONENTIALS, Stage.SUM, Stage.WEIGHTS, Stage.OUTPUT)
EDGE, TIE, APART, NONE = "rounding-edge", "rounding-tie", "routes-disagree", "not-finite"
_SAME = 1e-12
_BEYOND = 1e6  # nobody writes larger numbers in a table of this kind

Row = tuple[Fraction, ...]


class Unwritten(ValueError):
    """A line that cannot be written; the message is the name of the refusal."""


@dataclass(frozen=True, slots=True)
class Line:
    """The numbers of one line as written, and where a careful person may land from the line above.

    `forward` and `backward` are what the two routes gave for them.
    """

    stage: Stage
    numbers: Row
    low: tuple[float, ...]
    high: tuple[float, ...]
    forward: tuple[float, ...] = field(compare=False)
    backward: tuple[arb | Fraction, ...] = field(compare=False)

    def apart(self, other: "Line") -> bool:
        """Whether no rounding can make the one line of the other: in some field the intervals do not meet."""
        return any(
            mine_high < low or high < mine_low
            for mine_low, mine_high, low, high in zip(self.low, self.high, other.low, other.high, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Working:
    """A computation as far as it is written, by one mechanism; `row` is read, `scores` are the raw scores of all tokens."""

    mechanism: Mechanism
    row: int
    scores: tuple[Row, ...]
    lines: tuple[Line, ...]

    def at(self, stage: Stage) -> Line:
        """The line of a step. Raises IndexError where it is not written yet."""
        return self.lines[LINES.index(stage)]


@dataclass(frozen=True, slots=True)
class Desk:
    """Who works by hand: a problem of whole numbers with Values as wide as Keys, and the decimals that are written.

    Mechanisms may change the product, signs, the row that is read, the divisor (not after the softmax), powers, mask, sum
    over the row or the whole matrix, plain mean, and what is carried. Others raise NotDefined.
    """

    problem: Problem
    decimals: int

    def work(self, mechanism: Mechanism) -> Working:
        """All lines. Raises Unwritten with the reason where a number cannot be written beyond doubt."""
        working = self._begun(mechanism)
        for stage in LINES[1:]:
            line = self.line(working, stage, mechanism)
            working = replace(working, lines=(*working.lines, line))
        return working

    def _begun(self, mechanism: Mechanism) -> Working:
        """The first line, the raw scores."""
        shape = self.problem.shape
        row = (self.problem.row + (mechanism.reading is Reading.NEXT)) % shape.n_q
        rows = tuple(self._raw(mechanism))
        return Working(mechanism, row, rows, (_exactly(Stage.RAW, rows[row], self.decimals),))

    def line(self, working: Working, stage: Stage, mechanism: Mechanism) -> Line:
        """What the mechanism's rule makes of the lines above; `working` may have more lines, which do not count."""
        match stage:
            case Stage.RAW:
                return self._begun(mechanism).lines[0]
            case Stage.SCALED | Stage.EXPONENTIALS:
                above = working.lines[LINES.index(stage) - 1].numbers
                return self._line(stage, above, working.row, mechanism)
            case Stage.SUM:
                return self._sum(working, mechanism)
            case Stage.WEIGHTS:
                return self._weights(working, mechanism)
            case _:
                return self._output(working, mechanism)

    def _raw(self, mechanism: Mechanism) -> list[Row]:
        Q, K, V = self.problem.Q, self.problem.K, self.problem.V or ()
        asks, compared = {
            Product.QUERY_KEY: (Q, K),
            Product.VALUE_KEY: (V, K),
            Product.KEY_QUERY: (K, Q),
        }[mechanism.product]
        if mechanism.comparison is Comparison.COSINE:
            raise NotDefined("lengths are not worked by hand here")
        signless = mechanism.comparison is Comparison.SIGNLESS
        return [tuple(_score(a, b, signless=signless) for b in compared) for a in asks]

    def _line(self, stage: Stage, above: Row, place: int, mechanism: Mechanism) -> Line:
        if stage is Stage.SCALED:
            return self._written(stage, [self._scaled(s, mechanism) for s in above])
        seen = place + 1 if mechanism.mask is Mask.CAUSAL else len(above)
        made = [_power(x, mechanism.normaliser) for x in above[:seen]]
        return self._written(stage, made + [(Reach.of(0), Fraction(0))] * (len(above) - seen))

    def _scaled(self, score: Fraction, mechanism: Mechanism) -> tuple[Reach, arb | Fraction]:
        hand, number = Hand(self.decimals), Reach.of(float(score))
        d_k, n = self.problem.shape.d_k, self.problem.shape.n
        sign = -1 if score < 0 else 1
        match mechanism.scale:
            case Scale.ROOT_D_K | Scale.ROOT_N:
                under = d_k if mechanism.scale is Scale.ROOT_D_K else n
                return number / hand.write(Reach.of(under).root()), sign * (
                    _ball(score * score) / under
                ).sqrt()
            case Scale.TIMES_ROOT_D_K:
                return number * hand.write(Reach.of(d_k).root()), sign * (_ball(score * score) * d_k).sqrt()
            case Scale.D_K:
                return number / Reach.of(d_k), score / d_k
            case Scale.NONE:
                return number, score
            case _:
                raise NotDefined("this divisor is not worked by hand here")

    def _sum(self, working: Working, mechanism: Mechanism) -> Line:
        if mechanism.axis is Axis.COLUMN:
            raise NotDefined("columns have a sum each")
        parts = list(working.at(Stage.EXPONENTIALS).numbers)
        if mechanism.axis is Axis.MATRIX:
            others = [place for place in range(len(working.scores)) if place != working.row]
            parts += [number for place in others for number in self._other_row(working, place)]
        forward = total([Reach.of(float(part)) for part in parts])
        units = sum(self._units(part) for part in parts)
        return self._written(Stage.SUM, [(forward, Fraction(units, 10**self.decimals))])

    def _other_row(self, working: Working, place: int) -> Row:
        """The exponentials of a token that is not read, worked like those that are."""
        scaled = self._line(Stage.SCALED, working.scores[place], place, working.mechanism)
        return self._line(Stage.EXPONENTIALS, scaled.numbers, place, working.mechanism).numbers

    def _weights(self, working: Working, mechanism: Mechanism) -> Line:
        above, (whole,) = working.at(Stage.EXPONENTIALS).numbers, working.at(Stage.SUM).numbers
        if mechanism.weighting is Weighting.PLAIN_MEAN:
            share = (Reach.of(1) / Reach.of(len(above)), Fraction(1, len(above)))
            return self._written(Stage.WEIGHTS, [share] * len(above))
        if whole == 0:
            raise Unwritten(NONE)
        parts = [
            (Reach.of(float(part)) / Reach.of(float(whole)), 1 / (whole / part) if part else Fraction(0))
            for part in above
        ]
        return self._written(Stage.WEIGHTS, parts)

    def _output(self, working: Working, mechanism: Mechanism) -> Line:
        weights = working.at(Stage.WEIGHTS).numbers
        rows = self.problem.K if mechanism.carried is Carried.KEYS else self.problem.V or ()
        hand = Hand(self.decimals)
        units = [0] * len(rows[0])
        for weight, row in zip(weights, rows, strict=True):
            units = [
                so_far + self._units(weight) * int(entry) for so_far, entry in zip(units, row, strict=True)
            ]
        forward = [
            total(
                [
                    hand.write(Reach.of(float(w)) * Reach.of(float(v)))
                    for w, v in zip(weights, column, strict=True)
                ]
            )
            for column in zip(*rows, strict=True)
        ]
        exact = [Fraction(unit, 10**self.decimals) for unit in units]
        return self._written(Stage.OUTPUT, list(zip(forward, exact, strict=True)))

    def _units(self, number: Fraction) -> int:
        """A written number in whole units of the last place."""
        return int(number * 10**self.decimals)

    def _written(self, stage: Stage, pairs: Sequence[tuple[Reach, arb | Fraction]]) -> Line:
        fair = [Hand(self.decimals).fair(forward) for forward, _ in pairs]
        numbers = tuple(_settled(forward, exact, self.decimals) for forward, exact in pairs)
        return Line(
            stage,
            numbers,
            tuple(low for low, _ in fair),
            tuple(high for _, high in fair),
            tuple(forward.value for forward, _ in pairs),
            tuple(exact for _, exact in pairs),
        )


def _score(first: Sequence[Exact], second: Sequence[Exact], *, signless: bool) -> Fraction:
    """q · k by products, checked by squares of sum and difference."""
    if signless:
        first, second = ([-one if one < 0 else one for one in row] for row in (first, second))
    forward = sum(float(a) * float(b) for a, b in zip(first, second, strict=True))
    added = sum((a + b) ** 2 for a, b in zip(first, second, strict=True))
    taken = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    found = Fraction(added - taken) / 4
    if forward != found:
        raise Unwritten(APART)
    return found


def _power(x: Fraction, normaliser: Normaliser) -> tuple[Reach, arb | Fraction]:
    number = Reach.of(float(x))
    match normaliser:
        case Normaliser.NONE:
            return number, x
        case Normaliser.TWO:
            return number.exp(2.0), arb(2) ** _ball(x)
        case Normaliser.EXP:
            return number.exp(), Fraction(1) if x == 0 else _exponential(_ball(x))
        case Normaliser.LARGEST:
            raise NotDefined("the largest is not told by powers")


def _exponential(x: arb) -> arb:
    """cosh x + sinh x; of a negative number by its inverse, so that the two do not cancel."""
    return x.cosh() + x.sinh() if x > 0 else 1 / ((-x).cosh() + (-x).sinh())


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def _exactly(stage: Stage, numbers: Row, decimals: int) -> Line:
    """A line of exact numbers, which nobody rounds: half a unit to either side is more than enough."""
    half = Hand(decimals).half
    return Line(
        stage,
        numbers,
        tuple(float(one) - half for one in numbers),
        tuple(float(one) + half for one in numbers),
        tuple(map(float, numbers)),
        numbers,
    )


def _settled(forward: Reach, exact: arb | Fraction, decimals: int) -> Fraction:
    """The number as it is written. Raises Unwritten where the routes part or its digits are in doubt."""
    value = forward.value
    if not abs(value) < _BEYOND:
        raise Unwritten(NONE)
    if not abs(float(exact) - value) <= _SAME * max(1.0, abs(value)):
        raise Unwritten(APART)
    match rounded(exact, decimals):
        case Certified(text):
            return Fraction(text)
        case Tie():
            raise Unwritten(TIE)
        case Edge():
            raise Unwritten(EDGE)


__all__ = ["LINES", "RIGHT", "Desk", "Line", "Unwritten", "Working"]
