"""Beliefs about where queries, keys and values come from: embeddings of width 2 and three projections, 2 × 2 each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from flint import arb

from app.engine.mechanism import RIGHT
from app.engine.oracle import oracle_row
from app.engine.problem import Exact, Problem
from app.engine.problem import Matrix as Rows
from app.engine.stages import Stage
from app.items.public import Matrix
from app.services.reading_views import Example, WayStep
from app.services.worked.ground import (
    OUTPUT,
    SCORES,
    WEIGHTS,
    Line,
    dot,
    exact,
    letters,
    proven,
    row,
    shown,
    step,
    times,
    told,
    values_of,
    vectors,
)

_OTHERS = ("C", "D", "E")
_MANY = 1000
_TOLD = "Two tokens A and B have the embeddings in the rows of $X$, and these are the three projections."


@dataclass(frozen=True, slots=True)
class Layer:
    """The three projections, d_model × d_k each."""

    W_q: Rows = ((1, 1), (0, -1))
    W_k: Rows = ((1, 0), (1, 1))
    W_v: Rows = ((1, -1), (1, 2))

    def problem(self, asking: Rows, searched: Rows) -> Problem:
        """Attention of the first token of one side over all tokens of the other."""
        return Problem(
            Q=times(asking, self.W_q), K=times(searched, self.W_k), V=times(searched, self.W_v), row=0
        )

    @property
    def size(self) -> int:
        """How many numbers training may change."""
        return sum(len(numbers) for one in (self.W_q, self.W_k, self.W_v) for numbers in one)


LAYER = Layer()
X = ((1, 2), (2, 0))
ITSELF = LAYER.problem(X, X)


def _sheet(*, embeddings: bool = True) -> tuple[Matrix, ...]:
    rows = ("1", "2")
    projections = tuple(shown(name, getattr(LAYER, name), rows) for name in ("W_q", "W_k", "W_v"))
    return (shown("X", X), *projections) if embeddings else projections


def same_embedding_same_vectors() -> Example:
    """The three vectors of one token, and a score in both directions."""
    asking, found, values = ITSELF.Q, ITSELF.K, values_of(ITSELF)
    back = dot(asking[1], found[0])
    given = (
        f"{_TOLD} Look at what becomes of the embedding of A, and at the scores of A and B with each other."
    )
    alike = dot(asking[0], asking[1])
    first = vectors(asking[:1])
    return told(
        given,
        _sheet(),
        step("Query of token A", "x_A\\,W_q", first),
        step("Key of token A", "x_A\\,W_k", vectors(found[:1]), first, by="k_A = q_A"),
        step("Value of token A", "x_A\\,W_v", vectors(values[:1]), first, by="v_A = q_A"),
        step(
            "Score of A with B",
            r"q_A \cdot k_B",
            exact(dot(asking[0], found[1])),
            exact(alike),
            by=r"q_A \cdot q_B",
        ),
        step("Score of B with A", r"q_B \cdot k_A", exact(back), exact(alike), by=r"q_B \cdot q_A"),
    )


def projection_is_shared() -> Example:
    """All three made by W_q."""
    one = Layer(LAYER.W_q, LAYER.W_q, LAYER.W_q).problem(X, X)
    given = f"{_TOLD} Look at what one matrix for all three, here $W_q$, would make of them."
    return told(
        given,
        _sheet(),
        step("Queries", "X\\,W_q", vectors(ITSELF.Q)),
        step("Keys", "X\\,W_k", vectors(ITSELF.K), vectors(one.K), by="X\\,W_q"),
        step("Values", "X\\,W_v", vectors(values_of(ITSELF)), vectors(values_of(one)), by="X\\,W_q"),
        step("Raw scores of token A", SCORES, row(ITSELF, Stage.RAW), row(one, Stage.RAW)),
        step("Weights", WEIGHTS, row(ITSELF, Stage.WEIGHTS), row(one, Stage.WEIGHTS)),
        step("Output of token A", OUTPUT, row(ITSELF, Stage.OUTPUT), row(one, Stage.OUTPUT)),
    )


def projections_per_token() -> Example:
    """The numbers in the projections, counted for sequences of three lengths."""
    size, two = LAYER.size, len(X)
    given = f"{_TOLD} Look at how many numbers they hold for a sequence of one token, of two and of {_MANY}."
    each = r"3\,d_{\text{model}}\,d_k"
    many = rf"n \cdot {each}"
    return told(
        given,
        _sheet(),
        step("Queries of A and B by the same matrix", "X\\,W_q", vectors(ITSELF.Q)),
        step("Parameters for one token", each, exact(size)),
        step("Parameters for two tokens", each, exact(size), exact(two * size), by=many),
        step(f"Parameters for {_MANY} tokens", each, exact(size), exact(_MANY * size), by=many),
    )


def projections_not_learned() -> Example:
    """One step of training that makes the first number of the output smaller."""
    given = (
        f"{_TOLD} Token A asks, and one step of training is to make $o_1$, the first number of its output, smaller. "
        r"An entry moves by $-\frac{1}{10}$ of the slope of $o_1$ along it. Look at the first entry of each matrix."
    )
    found = tuple(zip(("W_v", "W_q", "W_k"), slopes(), strict=True))
    before = (step(f"Slope along ${name}$", _slope(name), proven(slope)) for name, slope in found)
    after = (_trained(name, slope) for name, slope in found)
    return told(given, _sheet(), *before, *after)


def _slope(name: str) -> str:
    return rf"\frac{{\partial o_1}}{{\partial ({name})_{{11}}}}"


def _trained(name: str, slope: arb) -> WayStep:
    """The first entry of one matrix after the step; where nothing is learned, it stays."""
    entry = int(getattr(LAYER, name)[0][0])
    rule, stays = rf"({name})_{{11}} - \frac{{1}}{{10}}\,{_slope(name)}", f"({name})_{{11}}"
    return step(
        f"First entry of ${name}$ afterwards", rule, proven(entry - slope / 10), exact(entry), by=stays
    )


def slopes() -> tuple[arb, arb, arb]:
    """∂o₁ of token A by the first entry of W_v, of W_q and of W_k.

    Rule: o₁ = Σ_j w_j v_j1. Along W_v it is Σ_j w_j x_j1. Along the others the score of j moves by t_j, which is
    x_A1 k_j1 for W_q and q_A1 x_j1 for W_k, and o₁ by Σ_j w_j (t_j − Σ_m w_m t_m) v_j1 / √d_k.
    """
    weights = oracle_row(ITSELF, RIGHT, stage=Stage.WEIGHTS)
    firsts = [one[0] for one in X]
    values = [one[0] for one in values_of(ITSELF)]

    def mean(numbers: Sequence[Exact]) -> arb:
        return sum((weight * int(number) for weight, number in zip(weights, numbers, strict=True)), arb(0))

    def through_scores(moves: Sequence[Exact]) -> arb:
        products = [move * value for move, value in zip(moves, values, strict=True)]
        return (mean(products) - mean(moves) * mean(values)) / arb(len(ITSELF.K[0])).sqrt()

    by_query = [X[0][0] * one[0] for one in ITSELF.K]
    by_key = [ITSELF.Q[0][0] * first for first in firsts]
    return mean(firsts), through_scores(by_query), through_scores(by_key)


def vectors_are_parameters() -> Example:
    """A token's key after its embedding has changed, and what is stored."""
    moved = ((1, 2), (2, 1))
    then = LAYER.problem(moved, moved).K[1:]
    kept = vectors(ITSELF.K[1:], ("B",))
    width = len(ITSELF.Q[0])
    given = (
        f"{_TOLD} Then the second number of B’s embedding grows by 1, as another position or an earlier layer may "
        "bring about. Look at its key, and at how many numbers are stored."
    )
    return told(
        given,
        _sheet(),
        step("Key of token B", "x_B\\,W_k", kept),
        step("Embedding of token B afterwards", "x'_B", vectors(moved[1:], ("B",))),
        step("Key of token B afterwards", "x'_B\\,W_k", vectors(then, ("B",)), kept, by="k_B"),
        step(f"Numbers stored for {_MANY} words", r"3\,d_{\text{model}}\,d_k", exact(LAYER.size),
             exact(_MANY * 3 * width), by=rf"{_MANY} \cdot 3\,d_k"),
    )  # fmt: skip


def weights_are_learned() -> Example:
    """The weights of one token before and after another one has changed."""
    other = ((1, 2), (3, 1))
    weights = row(ITSELF, Stage.WEIGHTS)
    given = (
        f"{_TOLD} Then another token stands in the place of B; the projections stay as they are. Look at the weights "
        "that A gives."
    )
    return told(
        given,
        _sheet(),
        step("Weights of token A", WEIGHTS, weights),
        step("Embedding of B afterwards", "x'_B", vectors(other[1:], ("B",))),
        step("Key of B afterwards", "x'_B\\,W_k", vectors(LAYER.problem(other, other).K[1:], ("B",))),
        step(
            "Weights of token A afterwards", WEIGHTS, row(LAYER.problem(other, other), Stage.WEIGHTS), weights
        ),
    )


def embeddings_are_mixed() -> Example:
    """The weights applied to the values, and to the embeddings."""
    mixed = Problem(ITSELF.Q, ITSELF.K, X, 0)
    given = f"{_TOLD} Token A asks. Look at which rows its weights are applied to."
    return told(
        given,
        _sheet(),
        step("Weights of token A", WEIGHTS, row(ITSELF, Stage.WEIGHTS)),
        step("What they are applied to", "v_j = x_j\\,W_v", vectors(values_of(ITSELF)), vectors(X), by="x_j"),
        step("Output of token A", OUTPUT, row(ITSELF, Stage.OUTPUT), row(mixed, Stage.OUTPUT),
             by=r"\sum_j w_j\,x_j"),
    )  # fmt: skip


def cross_sides_exchanged() -> Example:
    """The decoder asks the encoder, and the other way round."""
    decoder, encoder = X, ((1, 0), (0, 1), (1, 1))
    right, turned = LAYER.problem(decoder, encoder), LAYER.problem(encoder, decoder)
    asks, searched = letters(len(decoder)), _OTHERS
    sheet = (shown("X", decoder, asks), shown("Z", encoder, searched), *_sheet(embeddings=False))
    scores, weights = row(right, Stage.RAW).texts, row(right, Stage.WEIGHTS).texts
    other, others = row(turned, Stage.RAW).texts, row(turned, Stage.WEIGHTS).texts
    given = (
        "The decoder has the tokens A and B with the embeddings $X$, the encoder the tokens C, D and E with the outputs "
        "$Z$. Look at which side has the rows."
    )
    return told(
        given,
        sheet,
        step("Queries", "Q = X\\,W_q", vectors(right.Q, asks), vectors(turned.Q, searched), by="Z\\,W_q"),
        step("Keys", "K = Z\\,W_k", vectors(right.K, searched), vectors(turned.K, asks), by="X\\,W_k"),
        step("First row of scores", "Q\\,K^\\top", Line(scores, searched), Line(other, asks)),
        step("First row of weights", WEIGHTS, Line(weights, searched, "weights"), Line(others, asks)),
        step("First row of the output", r"o = \sum_j w_j\,v_j", row(right, Stage.OUTPUT),
             row(turned, Stage.OUTPUT)),
        step("How many rows the output has", "n_q", exact(len(decoder)), exact(len(encoder))),
    )  # fmt: skip


PROJECTIONS: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {
        "same-embedding-same-vectors": same_embedding_same_vectors,
        "projection-is-shared": projection_is_shared,
        "projections-per-token": projections_per_token,
        "projections-not-learned": projections_not_learned,
        "vectors-are-parameters": vectors_are_parameters,
        "weights-are-learned": weights_are_learned,
        "embeddings-are-mixed": embeddings_are_mixed,
        "cross-sides-exchanged": cross_sides_exchanged,
    }
)
