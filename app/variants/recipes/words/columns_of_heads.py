"""The words of the columns of a head, and of the head of a column."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.families.family import Givens
from app.variants.page import Page
from app.variants.recipes.words.parts import WHOLES, FamilyWords, StepWords

_COLUMNS = ("$d_k$", "first column", "last column")
_PLACE = ("head", "column in it")
_FROM_ONE = "Heads and columns are counted from 1. The first $d_k$ columns are those of head 1."


def _layer(givens: Givens) -> str:
    return f"$d_{{\\text{{model}}}} = {givens['d_model']}$ and {givens['heads']} heads of equal width"


def _split_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"A layer has {_layer(givens)}. All Queries are computed in one product with $d_{{\\text{{model}}}}$ columns, "
        f"which is then split into the heads. What is $d_k$, and what are the first and the last column of head "
        f"{givens['which']}?",
        matrices=(),
        conventions=f"{_FROM_ONE} {WHOLES}",
        legend="Width of a head, first and last column",
        labels=_COLUMNS,
        rationale=r"Each head has $d_{\text{model}} / h$ columns that stand together, and begins behind those of the heads "
        "before it.",
    )


def _split_rows(givens: Givens) -> tuple[StepWords, ...]:
    which = givens["which"]
    return (
        StepWords(
            f"Columns of the heads before head {which}",
            rf"b = ({which} - 1) \cdot \frac{{{givens['d_model']}}}{{{givens['heads']}}}",
        ),
        StepWords(
            "Width, first and last column",
            rf"d_k = \frac{{{givens['d_model']}}}{{{givens['heads']}}}, \; b + 1, \; b + d_k",
            _COLUMNS,
        ),
    )


def _joined_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"A layer has {_layer(givens)}. The outputs of the heads are put side by side. Which head does column "
        f"{givens['column']} come from, and which column of that head's output is it?",
        matrices=(),
        conventions=f"The heads share $d_{{\\text{{model}}}}$ evenly, and in each of them Values are as wide as Keys. "
        f"{_FROM_ONE} {WHOLES}",
        legend="Head, and column in it",
        labels=_PLACE,
        rationale=r"The outputs stand together, $d_k$ columns each, so counting off whole heads leads to the head and leaves "
        "the column in it.",
    )


def _joined_rows(givens: Givens) -> tuple[StepWords, ...]:
    column = givens["column"]
    return (
        StepWords("Width of one head", rf"d_k = \frac{{{givens['d_model']}}}{{{givens['heads']}}}"),
        StepWords(
            "Count off whole heads, and what is left in the last one",
            rf"i = \left\lceil \frac{{{column}}}{{d_k}} \right\rceil, \; {column} - (i - 1)\, d_k",
            _PLACE,
        ),
    )


COLUMN_WORDS: Mapping[str, FamilyWords] = MappingProxyType(
    {
        "head-columns": FamilyWords(_split_page, _split_rows),
        "joined-column": FamilyWords(_joined_page, _joined_rows),
    }
)
