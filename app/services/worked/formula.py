"""Beliefs about the parts of softmax(QKᵀ/√d_k)V, each worked as it is and as believed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from types import MappingProxyType

from flint import arb

from app.engine.mechanism import RIGHT, Scale
from app.engine.oracle import oracle_row
from app.engine.problem import LogitProblem, Problem
from app.engine.stages import Stage
from app.services.reading_views import Example
from app.services.worked.ground import (
    GROUND,
    NARROW,
    OUTPUT,
    SCALED,
    SCORES,
    TOLD,
    WEIGHTS,
    Line,
    dot,
    exact,
    letters,
    proven,
    row,
    sheet,
    shown,
    step,
    told,
    values_of,
    vectors,
)

_SECOND = replace(GROUND, row=1)
_NEGATIVE = replace(GROUND, K=((1, 0, 1, 2), (0, 1, 1, 0), (1, 0, 0, 0)))  # token A scores 3, −1 and 1
_UNSCALED = replace(RIGHT, scale=Scale.NONE)
_OTHERS = ("C", "D", "E")
# Two queries and three keys, as in cross-attention.
_TWO_ASK = Problem(
    Q=((1, -1, 0, 1), (0, 1, 1, 0)),
    K=((1, 0, 1, 1), (0, 1, 0, 1), (2, 0, 0, 1)),
    V=((1, 2), (0, -1), (3, 1)),
    row=0,
)
_TURNED = Problem(Q=_TWO_ASK.K, K=_TWO_ASK.Q, V=None, row=0)
_TWO_TOLD = "Two tokens A and B ask; three others, C, D and E, are looked at."
_TWO_SHEET = (
    shown("Q", _TWO_ASK.Q),
    shown("K", _TWO_ASK.K, _OTHERS),
    shown("V", values_of(_TWO_ASK), _OTHERS),
)


def _numbers_of(problem: Problem | LogitProblem, stage: Stage) -> list[arb]:
    return oracle_row(problem, RIGHT, stage=stage)


def _hiding(problem: Problem, *tokens: int) -> Problem:
    return replace(problem, hidden=frozenset(tokens))


def output_is_weights() -> Example:
    """The weights are taken for what comes out."""
    weights = row(NARROW, Stage.WEIGHTS)
    given = f"{TOLD} Token A asks. Look at how many numbers come out, and at what they are made of."
    return told(
        given,
        sheet(NARROW),
        step("Weights of token A", WEIGHTS, weights),
        step("Output of token A", OUTPUT, row(NARROW, Stage.OUTPUT), weights, by="o_A = w"),
    )


def weights_are_symmetric() -> Example:
    """What A gives B beside what B gives A."""
    (_, score, _), (back, _, _) = row(GROUND, Stage.RAW).texts, row(_SECOND, Stage.RAW).texts
    (_, weight, _), (returned, _, _) = row(GROUND, Stage.WEIGHTS).texts, row(_SECOND, Stage.WEIGHTS).texts
    given = f"{TOLD} Look at what A and B give each other."
    return told(
        given,
        sheet(GROUND),
        step("Score of A with B", r"s_{AB} = q_A \cdot k_B", Line((score,))),
        step(
            "Score of B with A",
            r"s_{BA} = q_B \cdot k_A",
            Line((back,)),
            Line((score,)),
            by="s_{BA} = s_{AB}",
        ),
        step("Weight that A gives B", "w_{AB}", Line((weight,))),
        step("Weight that B gives A", "w_{BA}", Line((returned,)), Line((weight,)), by="w_{BA} = w_{AB}"),
    )


def softmax_does_the_scaling() -> Example:
    """One row of scores through the softmax, undivided and divided."""
    undivided = row(GROUND, Stage.WEIGHTS, _UNSCALED)
    given = (
        f"{TOLD} Token A’s scores go through the softmax twice, as they are and divided by "
        r"$\sqrt{d_k} = 2$. If the softmax undid a common factor, both rows of weights would be alike."
    )
    return told(
        given,
        sheet(GROUND),
        step("Raw scores of token A", SCORES, row(GROUND, Stage.RAW)),
        step("Weights from the scores as they are", r"\frac{e^{s_j}}{\sum_m e^{s_m}}", undivided),
        step("Weights from the divided scores", WEIGHTS, row(GROUND, Stage.WEIGHTS), undivided),
    )


def scores_are_probabilities() -> Example:
    """Scores of which one is negative, taken for shares."""
    scores = row(_NEGATIVE, Stage.RAW)
    total = sum(dot(_NEGATIVE.Q[0], one) for one in _NEGATIVE.K)
    given = f"{TOLD} Token A asks. Look at whether its raw scores could be shares."
    return told(
        given,
        sheet(_NEGATIVE),
        step("Raw scores of token A", SCORES, scores),
        step("Their sum", r"\sum_j s_j", exact(total), exact(1), by="1"),
        step("Weights", WEIGHTS, row(_NEGATIVE, Stage.WEIGHTS), scores, by="w_j = s_j"),
    )


def dot_product_is_distance() -> Example:
    """Two keys equally far from one query, on either side of it."""
    problem = Problem(Q=((2, 0, 0, 0),), K=((1, 0, 0, 0), (3, 0, 0, 0)), V=None, row=0)
    squares = [sum((a - b) ** 2 for a, b in zip(problem.Q[0], one, strict=True)) for one in problem.K]
    apart = tuple(isqrt(int(square)) for square in squares)  # both are squares of whole numbers
    lengths = exact(*apart, names=letters(2))
    given = (
        "One query and the keys of two tokens A and B, with $d_k = 4$. Both keys lie equally far from the query, so "
        "a distance would rate them alike."
    )
    return told(
        given,
        (shown("Q", problem.Q, ("q",)), shown("K", problem.K)),
        step("Distance of each key from the query", r"\lvert q - k_j \rvert", lengths),
        step(
            "Raw scores", r"s_j = q \cdot k_j", row(problem, Stage.RAW), lengths, by=r"\lvert q - k_j \rvert"
        ),
        step("Weights", WEIGHTS, row(problem, Stage.WEIGHTS), row(LogitProblem(apart, 4), Stage.WEIGHTS)),
    )


def zero_score_means_zero_weight() -> Example:
    """A score of 0, as it is and left out."""
    without = _hiding(GROUND, 1)
    given = f"{TOLD} Token A asks, and its score with B is 0. Look at the weight of B."
    return told(
        given,
        sheet(GROUND),
        step("Raw scores of token A", SCORES, row(GROUND, Stage.RAW)),
        step("Powers of $e$", "e^{x_j}", row(GROUND, Stage.EXPONENTIALS), row(without, Stage.EXPONENTIALS)),
        step("Weights", WEIGHTS, row(GROUND, Stage.WEIGHTS), row(without, Stage.WEIGHTS)),
    )


def transpose_reverses_sequence() -> Example:
    """The columns of Kᵀ in their order, and turned round."""
    turned = replace(GROUND, K=tuple(reversed(GROUND.K)))
    places = ("1", "2", "3")
    scores, other = row(GROUND, Stage.RAW).texts, row(turned, Stage.RAW).texts
    given = f"{TOLD} Look at which token’s key stands in which column of $K^\\top$."
    return told(
        given,
        sheet(GROUND),
        step("Columns of $K^\\top$, first to last", "k_A, k_B, k_C", vectors(GROUND.K, places),
             vectors(turned.K, places), by="k_C, k_B, k_A"),
        step("Row of token A in $QK^\\top$", r"q_A\,K^\top", Line(scores, places), Line(other, places)),
    )  # fmt: skip


def rows_belong_to_keys() -> Example:
    """The first row belongs to the first query; believed, to the first key."""
    first, other = row(_TWO_ASK, Stage.RAW).texts, row(_TURNED, Stage.RAW).texts
    weights, others = row(_TWO_ASK, Stage.WEIGHTS).texts, row(_TURNED, Stage.WEIGHTS).texts
    rows, columns = len(_TWO_ASK.Q), len(_TWO_ASK.K)
    given = f"{_TWO_TOLD} Look at whose row the first one is, and how many numbers stand in it."
    return told(
        given,
        _TWO_SHEET,
        step("How many rows the scores have", r"n_q", exact(rows), exact(columns), by="n_k"),
        step("First row of the scores", r"q_A \cdot k_j", Line(first, _OTHERS), Line(other, letters(2)),
             by=r"k_C \cdot q_i"),
        step("First row of the weights", WEIGHTS, Line(weights, _OTHERS, "weights"), Line(others, letters(2))),
        step("How many rows the output has", "n_q", exact(rows), exact(columns), by="n_k"),
    )  # fmt: skip


def scores_must_be_square() -> Example:
    """Two queries against three keys."""
    rows, columns = len(_TWO_ASK.Q), len(_TWO_ASK.K)
    found = tuple(row(replace(_TWO_ASK, row=at), Stage.RAW).texts for at in range(rows))
    given = f"{_TWO_TOLD} Every query meets every key. Look at how many scores there are."
    return told(
        given,
        _TWO_SHEET,
        step("Scores of token A", r"q_A \cdot k_j", Line(found[0], _OTHERS)),
        step("Scores of token B", r"q_B \cdot k_j", Line(found[1], _OTHERS)),
        step("Rows of $QK^\\top$", "n_q", exact(rows)),
        step("Columns of $QK^\\top$", "n_k", exact(columns), exact(rows), by="n_q"),
        step("Scores in all", r"n_q\,n_k", exact(sum(map(len, found))), exact(rows**2), by="n_q^2"),
    )


def one_score_per_token() -> Example:
    """All scores of three tokens, counted."""
    scores = tuple(row(replace(GROUND, row=at), Stage.RAW) for at in range(len(GROUND.Q)))
    given = "Three tokens A, B and C have these queries and keys. All scores are worked out and counted."
    lines = (step(f"Scores of token {name}", rf"q_{name} \cdot k_j", one)
             for name, one in zip(letters(3), scores, strict=True))  # fmt: skip
    count = len(GROUND.K)
    return told(
        given,
        sheet(GROUND)[:2],
        *lines,
        step("How many scores each token has", "n", exact(len(scores[0].texts)), exact(1), by="1"),
        step("How many there are", "n^2", exact(sum(len(one.texts) for one in scores)), exact(count), by="n"),
    )


def values_need_key_width() -> Example:
    """Values of width 2 under queries and keys of width 4."""
    given = (
        f"{TOLD} The values are narrower, with $d_v = 2$, and nothing stands in the way. Look at how many numbers the "
        "output has."
    )
    wide, narrow = len(NARROW.K[0]), row(NARROW, Stage.OUTPUT)
    return told(
        given,
        sheet(NARROW),
        step("Weights of token A", WEIGHTS, row(NARROW, Stage.WEIGHTS)),
        step("Output of token A", OUTPUT, narrow),
        step("How many numbers it has", "d_v", exact(len(narrow.texts)), exact(wide), by="d_k"),
    )


def sum_before_softmax() -> Example:
    """The softmax of the scores, and the softmax of what the scores have mixed."""
    scaled = tuple(Fraction(dot(GROUND.Q[0], one), 2) for one in GROUND.K)  # √4 is 2
    mixed = tuple(dot(scaled, column) for column in zip(*values_of(GROUND), strict=True))
    places = row(GROUND, Stage.OUTPUT).names
    softened = replace_names(row(LogitProblem(mixed, 1), Stage.WEIGHTS), places)
    given = f"{TOLD} Token A asks. Look at what the softmax is taken of: of the scores, or of what they have mixed."
    return told(
        given,
        sheet(GROUND),
        step("Scaled scores of token A", SCALED, row(GROUND, Stage.SCALED)),
        step("What multiplies the values", WEIGHTS, row(GROUND, Stage.WEIGHTS), row(GROUND, Stage.SCALED), by="x_j"),
        step("What that mixes", r"\sum_j w_j\,v_j", row(GROUND, Stage.OUTPUT), exact(*mixed, names=places),
             by=r"y = \sum_j x_j\,v_j"),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), softened,
             by=r"\frac{e^{y_c}}{\sum_m e^{y_m}}"),
    )  # fmt: skip


def replace_names(line: Line, names: tuple[str, ...]) -> Line:
    """The same numbers under other names, without the look of weights."""
    return Line(line.texts, names)


def output_sums_to_one() -> Example:
    """The weights add up to 1; what they mix adds up to something else."""
    weights, mixed = _numbers_of(NARROW, Stage.WEIGHTS), _numbers_of(NARROW, Stage.OUTPUT)
    given = f"{TOLD} Token A asks. Look at what the entries of its output add up to."
    return told(
        given,
        sheet(NARROW),
        step("Weights of token A", WEIGHTS, row(NARROW, Stage.WEIGHTS)),
        step("Sum of the weights", r"\sum_j w_j", proven(sum(weights, arb(0)))),
        step("Output of token A", OUTPUT, row(NARROW, Stage.OUTPUT)),
        step("Sum of the output", r"\sum_c o_c", proven(sum(mixed, arb(0))), proven(sum(weights, arb(0)))),
    )


def softmax_removes_small() -> Example:
    """A negative score, as it is and dropped."""
    without = _hiding(_NEGATIVE, 1)
    given = f"{TOLD} Token A asks, and its score with B is negative. Look at the weight of B."
    return told(
        given,
        sheet(_NEGATIVE),
        step("Raw scores of token A", SCORES, row(_NEGATIVE, Stage.RAW)),
        step(
            "Powers of $e$", "e^{x_j}", row(_NEGATIVE, Stage.EXPONENTIALS), row(without, Stage.EXPONENTIALS)
        ),
        step("Weights", WEIGHTS, row(_NEGATIVE, Stage.WEIGHTS), row(without, Stage.WEIGHTS)),
    )


def normalises_lengths() -> Example:
    """The length of a row after the division and after the softmax."""
    scaled, weights = _numbers_of(GROUND, Stage.SCALED), _numbers_of(GROUND, Stage.WEIGHTS)
    given = f"{TOLD} Token A asks. Look at how long its row is after the division and after the softmax."
    rule = r"\sqrt{\sum_j x_j^2}"
    return told(
        given,
        sheet(GROUND),
        step("Scaled scores of token A", SCALED, row(GROUND, Stage.SCALED)),
        step("Length of that row", rule, proven(_length(scaled)), exact(1)),
        step("Weights", WEIGHTS, row(GROUND, Stage.WEIGHTS)),
        step("Length of that row", rule.replace("x", "w"), proven(_length(weights)), exact(1)),
        step("Sum of that row", r"\sum_j w_j", proven(sum(weights, arb(0)))),
    )


def _length(numbers: list[arb]) -> arb:
    return sum((number * number for number in numbers), arb(0)).sqrt()


FORMULA: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {
        "output-is-weights": output_is_weights,
        "weights-are-symmetric": weights_are_symmetric,
        "softmax-does-the-scaling": softmax_does_the_scaling,
        "scores-are-probabilities": scores_are_probabilities,
        "dot-product-is-distance": dot_product_is_distance,
        "zero-score-means-zero-weight": zero_score_means_zero_weight,
        "transpose-reverses-sequence": transpose_reverses_sequence,
        "rows-belong-to-keys": rows_belong_to_keys,
        "scores-must-be-square": scores_must_be_square,
        "one-score-per-token": one_score_per_token,
        "values-need-key-width": values_need_key_width,
        "sum-before-softmax": sum_before_softmax,
        "output-sums-to-one": output_sums_to_one,
        "softmax-removes-small": softmax_removes_small,
        "normalises-lengths": normalises_lengths,
    }
)
