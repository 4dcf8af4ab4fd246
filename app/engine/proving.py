"""Proves a whole computation: every number lies in the oracle's enclosure, and its printed digits are certified."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add

from flint import arb, ctx

from app.engine.certify import Certified, Edge, Tie, rounded
from app.engine.formulas import formula
from app.engine.mechanism import Axis, Mechanism
from app.engine.oracle import Oracle
from app.engine.precision import BITS, MOST_BITS
from app.engine.problem import Problem
from app.engine.stages import STAGES, Stage
from app.engine.worked import Cell, Doubt, Table, Way

LARGE = 1e6  # from here on numbers are printed with a power of ten
_SAME = 1e-13
_BEYOND = 1e300
Numbers = Mapping[Stage, Sequence[Sequence[float]]]
_Balls = list[list[arb]]


def prove_whole(problem: Problem, mechanism: Mechanism, numbers: Numbers, *, decimals: int) -> Way:
    """The way of these numbers, which another engine computed, with certified digits.

    A number disagrees where it lies further from its enclosure than 10⁻¹³ of the largest sizes that it is made of.
    The precision is doubled from 64 to 1,024 bits while a rounding edge is too near; what is still not told is marked.
    Raises NotDefined where the mechanism gives no number.
    """
    reach = _SAME * _size(problem, numbers)
    prover = _Prover(problem, mechanism, decimals)
    return Way(
        tuple(
            Table(stage, formula(mechanism, stage), prover.cells(stage, numbers[stage], reach))
            for stage in STAGES
        )
    )


def _size(problem: Problem, numbers: Numbers) -> float:
    """A bound on how much larger than a number the parts are that it is computed from."""
    q, k, v = (
        max(abs(float(number)) for row in rows for number in row)
        for rows in (problem.Q, problem.K, problem.V or ((0,),))
    )
    scaled = max(abs(number) for row in numbers[Stage.SCALED] for number in row)
    return (1.0 + max(q * k * problem.shape.d_k, scaled)) * (1.0 + max(k, v))


class _Prover:
    """The enclosures of one way, at a precision that grows where it must."""

    def __init__(self, problem: Problem, mechanism: Mechanism, decimals: int) -> None:
        self._problem = problem
        self._mechanism = mechanism
        self._decimals = decimals
        self._oracles: dict[int, list[Oracle]] = {}

    def cells(
        self, stage: Stage, values: Sequence[Sequence[float]], reach: float
    ) -> tuple[tuple[Cell, ...], ...]:
        """The printed numbers of one step."""
        whole = stage is Stage.RAW and all(number.is_integer() for row in values for number in row)
        decimals = 0 if whole else self._decimals
        before, bits = ctx.prec, BITS
        try:
            while True:
                ctx.prec = bits
                balls = self._balls(stage, bits)
                found = tuple(
                    tuple(
                        _cell(ball, value, decimals, reach=reach) for ball, value in zip(*pair, strict=True)
                    )
                    for pair in zip(balls, values, strict=True)
                )
                if bits >= MOST_BITS or not any(cell.doubt is Doubt.EDGE for row in found for cell in row):
                    return found
                bits *= 2
        finally:
            ctx.prec = before

    def _balls(self, stage: Stage, bits: int) -> _Balls:
        mechanism, rows = self._mechanism, self._rows(bits)
        if stage is Stage.WEIGHTED:
            flat, width = rows[self._problem.row].row(mechanism, stage), self._problem.shape.d_v or 1
            return [flat[start : start + width] for start in range(0, len(flat), width)]
        if stage is Stage.SUM and mechanism.axis is Axis.MATRIX:
            return [rows[0].row(mechanism, stage)]
        if stage is Stage.SUM and mechanism.axis is Axis.COLUMN:
            parts = [oracle.row(mechanism, Stage.EXPONENTIALS) for oracle in rows]
            return [[reduce(add, column) for column in zip(*parts, strict=True)]]
        return [oracle.row(mechanism, stage) for oracle in rows]

    def _rows(self, bits: int) -> list[Oracle]:
        """One oracle for each row that can be read."""
        if bits not in self._oracles:
            rows = range(self._problem.shape.n_q)
            self._oracles[bits] = [Oracle(replace(self._problem, row=row), bits) for row in rows]
        return self._oracles[bits]


def _cell(ball: arb, value: float, decimals: int, *, reach: float) -> Cell:
    middle = float(ball)
    if not _agrees(middle, value, reach):
        return Cell(f"{value:.{decimals}f}" if abs(value) < LARGE else f"{value:.{decimals}e}", Doubt.APART)
    if abs(middle) >= LARGE and decimals:
        return _powered(ball, decimals)
    return _printed(rounded(ball, decimals), fallback=f"{value + 0.0:.{decimals}f}")


def _agrees(middle: float, value: float, reach: float) -> bool:
    if abs(middle) > _BEYOND:
        return abs(value) > _BEYOND / 10
    return abs(middle - value) <= reach * max(1.0, abs(middle))


def _printed(found: Certified | Tie | Edge, *, fallback: str) -> Cell:
    match found:
        case Certified(text):
            return Cell(text)
        case Tie(lower, upper):
            return Cell(lower if lower.startswith("-") else upper, Doubt.TIE)
        case Edge():
            return Cell(fallback, Doubt.EDGE)


def _powered(ball: arb, decimals: int) -> Cell:
    """A large number as d.ddd times a power of ten, with certified digits."""
    size = abs(ball).log() / arb(10).log()
    exponent = math.floor(float(size))
    cell = _printed(
        rounded(ball / arb(10) ** exponent, decimals),
        fallback=f"{float(ball / arb(10) ** exponent):.{decimals}f}",
    )
    if cell.text.lstrip("-").startswith("10"):
        exponent += 1
        cell = _printed(rounded(ball / arb(10) ** exponent, decimals), fallback=cell.text)
    return replace(cell, text=f"{cell.text}e{exponent}")
