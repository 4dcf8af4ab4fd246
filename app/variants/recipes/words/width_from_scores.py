"""The words of the way back from a raw and a scaled score to the widths."""

from app.engine.families.family import Givens
from app.engine.families.widths import PARTS
from app.variants.page import Page
from app.variants.recipes.words.parts import WHOLES, FamilyWords, StepWords, score

_WIDTHS = ("$d_k$", r"$d_{\text{model}}$")


def _page(givens: Givens, decimals: int) -> Page:
    raw, scaled = (score(givens[name], parts=PARTS) for name in ("raw", "scaled"))
    return Page(
        stem=f"A layer splits $d_{{\\text{{model}}}}$ evenly over {givens['heads']} attention heads. In one of them the raw "
        f"attention score ${raw}$ becomes ${scaled}$ by the scaling. What are $d_k$ and $d_{{\\text{{model}}}}$?",
        matrices=(),
        conventions=f"The scaling is that of the original Transformer. {WHOLES}",
        legend="Width of a head and of the model",
        labels=_WIDTHS,
        rationale=r"The raw score over the scaled one is $\sqrt{d_k}$, so its square is $d_k$, and $d_{\text{model}}$ is "
        "that times the number of heads.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords("Raw score over scaled score", r"\sqrt{d_k} = \frac{s}{x}"),
        StepWords(
            f"Its square, and that times {givens['heads']} heads",
            r"d_k = \left(\frac{s}{x}\right)^{2}, \; d_{\text{model}} = h\, d_k",
            _WIDTHS,
        ),
    )


WIDTHS_WORDS = FamilyWords(_page, _rows)
