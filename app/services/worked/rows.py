"""Attention worked the right way and a slipped way, step by step: plain floats and proven digits must agree.

This loads the ball arithmetic; the process that serves pages loads it when a page first asks for an example.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from app.engine.certify import Certified, Edge, Tie, prove, rounded
from app.engine.formulas import formula
from app.engine.mechanism import RIGHT, Axis, Mechanism, Reading
from app.engine.oracle import oracle_row
from app.engine.problem import Problem, matrix
from app.engine.stages import STAGES, Stage
from app.engine.trace import trace
from app.items.public import Matrix
from app.services.reading_views import Example, WayStep
from app.services.worked.parting import parted

DECIMALS = 3
TOKENS = ("A", "B", "C")
_ROUNDING = 0.5 * 10**-DECIMALS + 1e-9
_TITLES = {
    Stage.RAW: "Raw scores of token A",
    Stage.SCALED: "Scaled scores",
    Stage.EXPONENTIALS: "Powers of $e$",
    Stage.SUM: "Their sum",
    Stage.WEIGHTS: "Weights",
    Stage.WEIGHTED: "Values, each times its weight",
    Stage.OUTPUT: "Output of token A",
}

# The first worked example of the lesson, and one in which keys differ from queries and a product is negative.
FIRST = Problem(
    Q=matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    K=matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    V=matrix([[1, 2, 0, 0], [0, 1, 2, 0], [0, 0, 1, 2]]),
    row=0,
)
OTHER = Problem(
    Q=matrix([[1, -1, 0, 1], [0, 1, 1, 0], [2, 0, 0, 1]]),
    K=matrix([[1, 0, 1, 1], [0, 1, 0, 1], [1, 0, 0, 0]]),
    V=matrix([[1, 2, 0, 0], [0, 1, 2, 0], [0, 0, 1, 2]]),
    row=0,
)
_STARTS = {FIRST: "example-1", OTHER: "mixed-signs"}  # under these names the lab knows them
_GIVEN = {
    FIRST: "Three tokens A, B and C have these queries, keys and values, with $d_k = 4$. Token A asks.",
    OTHER: (
        "In the lesson’s example this slip would not show, because its keys equal its queries and no product is "
        "negative. Here are three other tokens, again with $d_k = 4$. Token A asks."
    ),
}


def printed(number: Certified | Tie | Edge) -> str:
    """Proven digits; half way between two of them the upper one is printed."""
    match number:
        case Certified(text):
            return text
        case Tie(_, upper):
            return upper
        case Edge():
            raise AssertionError("the digits of a worked example cannot be proven")


def worked_row(problem: Problem = FIRST) -> Example:
    """The right way alone."""
    steps = tuple(
        WayStep(stage.value, _TITLES[stage], formula(RIGHT, stage), *_printed(problem, RIGHT, stage))
        for stage in STAGES
    )
    return Example(_GIVEN[problem], _matrices(problem), steps, _STARTS[problem])


def row_ways(mechanism: Mechanism) -> Example:
    """The right way and the mechanism's, in the first of the problems in which they print differently.

    Raises AssertionError where they differ in none.
    """
    for problem in (FIRST, OTHER):
        steps = tuple(_way_step(problem, mechanism, stage) for stage in STAGES)
        if not all(step.same for step in steps):
            return Example(
                _GIVEN[problem], _matrices(problem), parted(steps, str(mechanism)), _STARTS[problem]
            )
    raise AssertionError(f"no example shows what is different in {mechanism}")


def _way_step(problem: Problem, mechanism: Mechanism, stage: Stage) -> WayStep:
    names, right = _printed(problem, RIGHT, stage)
    slipped_names, slipped = _printed(problem, mechanism, stage)
    rule, slipped_rule = formula(RIGHT, stage), formula(mechanism, stage)
    if stage is Stage.RAW and mechanism.reading is Reading.NEXT:
        slipped_rule = r"s_j = q_B \cdot k_j"
    return WayStep(
        slug=stage.value,
        title=_TITLES[stage],
        rule=rule,
        names=names,
        right=right,
        slipped=slipped,
        slipped_names=slipped_names,
        slipped_rule="" if slipped_rule == rule else slipped_rule,
    )


def _printed(problem: Problem, mechanism: Mechanism, stage: Stage) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and digits of one step. Raises AssertionError where the two computations disagree."""
    if stage is Stage.SUM and mechanism.axis is Axis.COLUMN:
        return TOKENS, _column_sums(problem, mechanism)
    found = trace(problem, mechanism, stage=stage).at(stage)
    decimals = 0 if stage is Stage.RAW and all(number.is_integer() for number in found) else DECIMALS
    texts = [printed(one) for one in prove(problem, mechanism, stage=stage, decimals=decimals)]
    agree(found, texts)
    match stage:
        case Stage.SUM:
            return (), tuple(texts)
        case Stage.WEIGHTED:
            width = len(texts) // len(TOKENS)
            rows = [texts[start : start + width] for start in range(0, len(texts), width)]
            return TOKENS, tuple(f"[{', '.join(row)}]" for row in rows)
        case Stage.OUTPUT:
            return tuple(str(place) for place in range(1, len(texts) + 1)), tuple(texts)
        case _:
            return TOKENS, tuple(texts)


def _column_sums(problem: Problem, mechanism: Mechanism) -> tuple[str, ...]:
    """What each column of the matrix adds up to, row by row."""
    stage = Stage.EXPONENTIALS
    rows = [replace(problem, row=place) for place in range(len(problem.Q))]
    balls = [oracle_row(one, mechanism, stage=stage) for one in rows]
    floats = [trace(one, mechanism, stage=stage).at(stage) for one in rows]
    texts = [printed(rounded(sum(column[1:], column[0]), DECIMALS)) for column in zip(*balls, strict=True)]
    agree([math.fsum(column) for column in zip(*floats, strict=True)], texts)
    return tuple(texts)


def agree(numbers: Sequence[float], texts: Sequence[str]) -> None:
    """Raises AssertionError where a plain number does not round to its proven digits."""
    for number, text in zip(numbers, texts, strict=True):
        if abs(number - float(text)) > _ROUNDING:
            raise AssertionError(f"two computations disagree: {number} and {text}")


def _matrices(problem: Problem) -> tuple[Matrix, ...]:
    given = (("Q", "query", problem.Q), ("K", "key", problem.K), ("V", "value", problem.V or ()))
    return tuple(
        Matrix(name, role, TOKENS, (), tuple(tuple(map(str, row)) for row in rows))
        for name, role, rows in given
    )
