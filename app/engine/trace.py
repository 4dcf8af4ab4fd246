"""One computation step by step in plain Python floats, each step with its rule, numbers and shape."""

import math
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from app.engine.formulas import formula
from app.engine.mechanism import (
    NOTHING_VISIBLE,
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
    Written,
)
from app.engine.problem import LogitProblem, Problem
from app.engine.slips import is_defined
from app.engine.stages import Stage, up_to

_NEAR = 1e-12  # two numbers that differ by less are taken to be equal: the largest of a tie, a sum of zero
Vector = Sequence[float]
Vectors = Sequence[Vector]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its slug, its rule in LaTeX, its numbers row by row, and how they lie."""

    slug: Stage
    formula_latex: str
    numbers: tuple[float, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps of one computation under one mechanism, from the logits to the step asked for."""

    mechanism: Mechanism
    steps: tuple[Step, ...]

    def at(self, stage: Stage) -> tuple[float, ...]:
        """The numbers of one step. Raises KeyError when the trace ends before it."""
        for step in self.steps:
            if step.slug is stage:
                return step.numbers
        raise KeyError(stage)


def _floats(rows: Sequence[Sequence[object]]) -> list[list[float]]:
    return [[float(number) for number in row] for row in rows]  # type: ignore[arg-type]


def _compare(first: Vector, second: Vector, comparison: Comparison) -> float:
    products = [a * b for a, b in zip(first, second, strict=True)]
    match comparison:
        case Comparison.DOT:
            return math.fsum(products)
        case Comparison.SIGNLESS:
            return math.fsum(abs(product) for product in products)
        case Comparison.COSINE:
            lengths = math.hypot(*first) * math.hypot(*second)
            return math.fsum(products) / lengths if lengths else math.nan


def _logit_rows(problem: Problem | LogitProblem, mechanism: Mechanism) -> list[list[float]]:
    if isinstance(problem, LogitProblem):
        return _floats([problem.scores])
    Q, K = _floats(problem.Q), _floats(problem.K)
    match mechanism.product:
        case Product.QUERY_KEY:
            asking, compared = Q, K
        case Product.VALUE_KEY:
            asking, compared = _floats(problem.V or ()), K
        case Product.KEY_QUERY:
            asking, compared = K, Q
    return [[_compare(a, b, mechanism.comparison) for b in compared] for a in asking]


def _divided(number: float, scale: Scale, problem: Problem | LogitProblem) -> float:
    shape = problem.shape
    match scale:
        case Scale.ROOT_D_K:
            return number / math.sqrt(shape.d_k)
        case Scale.NONE | Scale.ROOT_D_K_AFTER:
            return number
        case Scale.D_K:
            return number / shape.d_k
        case Scale.TIMES_ROOT_D_K:
            return number * math.sqrt(shape.d_k)
        case Scale.ROOT_N:
            return number / math.sqrt(shape.n)
        case Scale.CHOSEN:
            if isinstance(problem, LogitProblem) or problem.divisor is None:
                raise NotDefined("no divisor was chosen")
            return number / float(problem.divisor)


def _hide(rows: Vectors, mechanism: Mechanism, hidden: Set[int]) -> Vectors:
    """Scaled logits in which −∞ stands for what the mask or the problem hides."""
    causal = mechanism.mask is Mask.CAUSAL
    if not (causal or hidden):
        return rows
    return [
        [-math.inf if j in hidden or (causal and j > r) else x for j, x in enumerate(row)]
        for r, row in enumerate(rows)
    ]


def _largest(rows: Vectors, i: int, j: int, axis: Axis) -> float:
    """1 where x_ij is the largest of what is summed together with it."""
    match axis:
        case Axis.ROW:
            together = list(rows[i])
        case Axis.COLUMN:
            together = [row[j] for row in rows]
        case Axis.MATRIX:
            together = [x for row in rows for x in row]
    top = max(together)
    return 1.0 if rows[i][j] >= top - _NEAR * max(1.0, abs(top)) else 0.0


def _maker(rows: Vectors, mechanism: Mechanism, shift: float) -> Callable[[int, int], float]:
    """What is made of x_ij before it is divided; exponentials of x_ij − shift. A hidden x is −∞ and gives 0."""

    def exponential(i: int, j: int) -> float:
        try:
            return math.exp(rows[i][j] - shift)
        except OverflowError:
            return math.inf

    def power_of_two(i: int, j: int) -> float:
        try:
            return math.pow(2.0, rows[i][j] - shift)
        except OverflowError:
            return math.inf

    match mechanism.normaliser:
        case Normaliser.EXP:
            return exponential
        case Normaliser.TWO:
            return power_of_two
        case Normaliser.NONE:
            return lambda i, j: 0.0 if rows[i][j] == -math.inf else rows[i][j]
        case Normaliser.LARGEST:
            return lambda i, j: _largest(rows, i, j, mechanism.axis)


def _together(
    made: Callable[[int, int], float], rows: Vectors, place: tuple[int, int], axis: Axis
) -> list[float]:
    """All that is summed together with one place of the matrix."""
    i, j = place
    match axis:
        case Axis.ROW:
            return [made(i, m) for m in range(len(rows[i]))]
        case Axis.COLUMN:
            return [made(r, j) for r in range(len(rows))]
        case Axis.MATRIX:
            return [made(r, m) for r in range(len(rows)) for m in range(len(rows[r]))]


def _top(rows: Vectors, i: int, j: int, axis: Axis) -> float:
    return max(_together(lambda r, m: rows[r][m], rows, (i, j), axis))


def _weight(rows: Vectors, i: int, j: int, mechanism: Mechanism) -> float:
    """a_ij / Z, with exponentials taken below the largest, which changes no quotient and cannot overflow."""
    if rows[i][j] == -math.inf:
        return 0.0
    exponent = mechanism.normaliser in (Normaliser.EXP, Normaliser.TWO)
    shift = _top(rows, i, j, mechanism.axis) if exponent else 0.0
    made = _maker(rows, mechanism, shift)
    parts = _together(made, rows, (i, j), mechanism.axis)
    total = math.fsum(parts)
    if abs(total) <= _NEAR * math.fsum(abs(part) for part in parts):
        raise NotDefined("the sum that is divided by is zero")
    return made(i, j) / total


def _weights(rows: Vectors, i: int, mechanism: Mechanism, d_k: int) -> list[float]:
    visible = [x != -math.inf for x in rows[i]]
    if not any(visible):
        raise NotDefined(NOTHING_VISIBLE)
    if mechanism.weighting is Weighting.PLAIN_MEAN:
        return [1.0 / sum(visible) if seen else 0.0 for seen in visible]
    weights = [_weight(rows, i, j, mechanism) for j in range(len(rows[i]))]
    if mechanism.scale is Scale.ROOT_D_K_AFTER:
        return [weight / math.sqrt(d_k) for weight in weights]
    return weights


def _sum(made: Callable[[int, int], float], rows: Vectors, i: int, axis: Axis) -> float:
    """Z; NaN where every column has a sum of its own."""
    return math.nan if axis is Axis.COLUMN else math.fsum(_together(made, rows, (i, 0), axis))


def _carried(problem: Problem | LogitProblem, mechanism: Mechanism) -> Vectors:
    if isinstance(problem, LogitProblem) or problem.V is None:
        raise NotDefined("there are no Values to be weighted")
    return _floats(problem.K if mechanism.carried is Carried.KEYS else problem.V)


def _check_cosines(rows: Vectors, i: int, mechanism: Mechanism, *, later: bool) -> None:
    """Raises NotDefined where a vector of length zero has no cosine; other rows count where a sum goes over them."""
    counted = [rows[i]] if mechanism.axis is Axis.ROW or not later else rows
    if mechanism.comparison is Comparison.COSINE and any(math.isnan(x) for row in counted for x in row):
        raise NotDefined("a vector of length zero has no cosine")


def _numbers(
    problem: Problem | LogitProblem, mechanism: Mechanism, stages: tuple[Stage, ...]
) -> dict[Stage, list[float]]:
    shape = problem.shape
    written = _logit_rows(problem, mechanism)
    scaled = [[_divided(s, mechanism.scale, problem) for s in row] for row in written]
    i = 0 if isinstance(problem, LogitProblem) else problem.row
    if mechanism.reading is Reading.NEXT:
        i = (i + 1) % len(written)
    _check_cosines(scaled, i, mechanism, later=Stage.EXPONENTIALS in stages)
    found = {
        Stage.RAW: scaled[i] if mechanism.written is Written.DIVIDED else written[i],
        Stage.SCALED: scaled[i],
    }
    if Stage.EXPONENTIALS not in stages:
        return found
    rows = _hide(scaled, mechanism, frozenset() if isinstance(problem, LogitProblem) else problem.hidden)
    made = _maker(rows, mechanism, 0.0)
    found[Stage.EXPONENTIALS] = [made(i, j) for j in range(len(rows[i]))]
    found[Stage.SUM] = [_sum(made, rows, i, mechanism.axis)]
    if Stage.WEIGHTS in stages:
        found[Stage.WEIGHTS] = _weights(rows, i, mechanism, shape.d_k)
    if Stage.WEIGHTED in stages:
        carried = _carried(problem, mechanism)
        parts = [[w * c for c in row] for w, row in zip(found[Stage.WEIGHTS], carried, strict=True)]
        found[Stage.WEIGHTED] = [part for row in parts for part in row]
        found[Stage.OUTPUT] = [math.fsum(column) for column in zip(*parts, strict=True)]
    return found


def trace(problem: Problem | LogitProblem, mechanism: Mechanism, *, stage: Stage = Stage.OUTPUT) -> Trace:
    """The computation under `mechanism`, from the logits to `stage`, for the problem's asked row.

    Shapes: n numbers for logits, scaled, exponentials and weights; 1 for the sum (NaN where every column has its
    own); n × d_v for weighted; d_v for the output. An exponential beyond float64 is infinity; weights are right
    all the same. Raises NotDefined where the mechanism gives no number.
    """
    shape = problem.shape
    if not is_defined(mechanism, shape, stage):
        raise NotDefined(f"the shapes {shape} do not allow this mechanism")
    stages = up_to(stage)
    found = _numbers(problem, mechanism, stages)
    return Trace(
        mechanism,
        tuple(
            Step(
                slug=each,
                formula_latex=formula(mechanism, each),
                numbers=tuple(found[each]),
                shape=(shape.n, shape.d_v or 0) if each is Stage.WEIGHTED else (len(found[each]),),
            )
            for each in stages
        ),
    )
