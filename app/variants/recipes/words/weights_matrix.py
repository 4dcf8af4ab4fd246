"""The words of a whole matrix of weights: the question, and the steps of its worked page."""

from math import isqrt

from app.engine.families.weights_matrix import TOKENS, MatrixGivens
from app.items.public import GridForm, Matrix
from app.variants.page import ONE_HEAD, Page, StepText, rounding_sentence
from app.variants.recipes.matrices import texts
from app.variants.recipes.words.logs import NATURAL, logs_shown, shown

_CAUSAL = "Each token may look at itself and at earlier tokens. Every cell is asked for; where there is no weight, write 0."


def page(givens: MatrixGivens, decimals: int) -> Page:
    """The raw scores as a matrix, and the weights as one to be filled in."""
    names = tuple(TOKENS[: len(givens.scores)])
    tokens = "A and B" if len(names) == 2 else "A, B and C"
    mask = "A causal mask is used." if givens.causal else "There is no mask."
    rule = f" {_CAUSAL}" if givens.causal else ""
    return Page(
        stem=f"Self-attention with $d_k = {givens.d_k}$ reads the tokens {tokens}, in this order. Its raw scores "
        rf"$S = QK^\top$ are given. {mask} Which attention weights does each token give?",
        matrices=(Matrix("S", "plain", names, names, tuple(_entries(row, givens) for row in givens.scores)),),
        conventions="In both matrices a row belongs to the token that asks and a column to the token that is looked at. "
        f"{ONE_HEAD}{rule} The softmax takes powers of $e$.{NATURAL if givens.logs else ''} {rounding_sentence(decimals)}",
        legend="Weights of all tokens",
        labels=(),
        rationale="",
        grid=GridForm("W", names, names, decimals),
    )


def _entries(row: tuple[int, ...], givens: MatrixGivens) -> tuple[str, ...]:
    if not givens.logs:
        return texts(row)
    return tuple("0" if score == 1 else f"{isqrt(givens.d_k)} ln {score}" for score in row)


def steps(givens: MatrixGivens, decimals: int) -> tuple[StepText, ...]:
    """Four steps over all places at once."""
    names = TOKENS[: len(givens.scores)]
    cells = tuple(f"{one}{other}" for one in names for other in names)
    rows = [
        [score if place <= row or not givens.causal else 0 for place, score in enumerate(scores)]
        for row, scores in enumerate(givens.scores if givens.logs else ())
    ]
    made, sums = [score for row in rows for score in row], [sum(row) for row in rows]
    seen = r"j \leq i" if givens.causal else "j"
    hidden = " and 0 for what is hidden" if givens.causal else ""
    return (
        StepText(
            "Scaled scores",
            cells,
            f"Divide by the root of {givens.d_k}",
            rf"x_{{ij}} = \frac{{s_{{ij}}}}{{\sqrt{{{givens.d_k}}}}}",
            logs_shown([score for row in givens.scores for score in row]) if givens.logs else (),
        ),
        StepText("Exponentials", cells, f"Take powers of e{hidden}", r"a_{ij} = e^{x_{ij}}", shown(made)),
        StepText("Sums", tuple(names), "Add up each row", rf"Z_i = \sum_{{{seen}}} a_{{ij}}", shown(sums)),
        StepText("Weights", cells, "Divide each row by its sum", r"w_{ij} = \frac{a_{ij}}{Z_i}"),
    )
