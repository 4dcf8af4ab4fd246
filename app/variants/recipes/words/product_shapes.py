"""The words of the shapes of the products in multi-head cross-attention."""

from app.engine.families.family import Givens
from app.variants.page import Page
from app.variants.recipes.words.parts import WHOLES, FamilyWords, StepWords

_LABELS = (
    r"rows of $QK^\top$",
    r"columns of $QK^\top$",
    "columns of one head's output",
    "columns of all outputs side by side",
)
_SHORT = (r"rows, $QK^\top$", r"columns, $QK^\top$", "columns, one", "columns, all")


def _page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"In a layer of cross-attention {givens['n_q']} decoder tokens look at {givens['n_k']} encoder tokens. The "
        f"layer has $d_{{\\text{{model}}}} = {givens['d_model']}$ and {givens['heads']} heads. How many rows and columns "
        r"has $QK^\top$ in one head, how many columns has the output of one head, and how many columns have the outputs "
        "of all heads side by side?",
        matrices=(),
        conventions=r"The heads share $d_{\text{model}}$ evenly, and in each of them Values are as wide as Keys. Tokens "
        f"stand in rows. {WHOLES}",
        legend="Rows and columns of the products",
        labels=_LABELS,
        rationale=r"$QK^\top$ has a row for each Query and a column for each Key. The output of a head has the width of its "
        "Values, and side by side the heads have the whole width again.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords(
            "Width of one head",
            rf"d_k = \frac{{d_{{\text{{model}}}}}}{{h}} = \frac{{{givens['d_model']}}}{{{givens['heads']}}}",
        ),
        StepWords(
            "Multiply: what stands in the middle goes; side by side columns add up",
            r"(a \times b)(b \times c) = a \times c",
            _SHORT,
        ),
    )


SHAPES_WORDS = FamilyWords(_page, _rows)
