"""The words of the saturation pair: the question, its conventions, and the rows of the worked page."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from msgspec.structs import replace

from app.items.answer_key import WorkedStep
from app.items.slip_table import StepLayout
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.matrices import texts
from app.variants.recipes.words.logs import NATURAL, logs_shown, powers, shown
from app.variants.recipes.words.parts import score
from app.variants.rounding import large_text

_TOKENS = ("A", "B")
_WITH_AND_WITHOUT = ("with scaling", "without scaling")


def page(scores: tuple[int, int], d_k: int, decimals: int, *, logs: bool = False) -> Page:
    """The question about two raw scores, or the logarithms of two numbers."""
    first, second = (score(number, logs=True) for number in scores) if logs else texts(scores)
    stem = (
        f"In a head with $d_k = {d_k}$ a token has the raw attention scores ${first}$ with token A and ${second}$ "
        "with token B, and looks at these two tokens only. Which weight does token A get, first with the scaling of "
        "scaled dot-product attention, then without it, from the raw scores?"
    ).replace("−", "-")
    return Page(
        stem=stem,
        matrices=(),
        conventions=f"The softmax takes powers of $e$; there is no mask.{NATURAL if logs else ''} {rounding_sentence(decimals)}",
        legend="Weight of token A, with scaling and without",
        labels=_WITH_AND_WITHOUT,
        rationale=rf"The first weight of the softmax of the scores divided by $\sqrt{{{d_k}}}$, and of the raw scores.",
    )


def with_logs(rows: tuple[WorkedStep, ...], numbers: tuple[int, int], d_k: int) -> tuple[WorkedStep, ...]:
    """The rows with logarithms as such, where e to the scaled ones is whole."""
    givens = {"first": numbers[0], "second": numbers[1], "logs": 1}
    made = powers(givens, ("first", "second"), power=Fraction(1, isqrt(d_k)))
    if isqrt(d_k) ** 2 != d_k or not made:
        return rows
    shown_for = {
        "scaled": logs_shown(made),
        "exponentials": shown(made),
        "sum": shown((sum(made),)),
        "unscaled-exponentials": shown(numbers),
        "unscaled-sum": shown((sum(numbers),)),
    }
    return tuple(replace(row, shown=shown_for.get(row.slug, row.shown)) for row in rows)


def worked(
    d_k: int, layout: tuple[StepLayout, ...], decimals: int, *, steps: Sequence[float]
) -> tuple[WorkedStep, ...]:
    """One row of the worked page per step; `steps` are rounded already."""
    found, start = [], 0
    for (title, rule, names), step in zip(_rows(d_k), layout, strict=True):
        numbers = steps[start : start + step.count]
        shown = tuple([large_text(number, decimals) for number in numbers])
        found.append(WorkedStep(step.slug, title, rule, names, shown))
        start += step.count
    return tuple(found)


@lru_cache(maxsize=64)
def _rows(d_k: int) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Title, rule and names of each step."""
    weights = r"\frac{%s}{%s}"
    return (
        (
            f"Divide the raw scores $s_j$ by the root of {d_k}",
            rf"x_j = \frac{{s_j}}{{\sqrt{{{d_k}}}}}",
            _TOKENS,
        ),
        ("Take powers of e", r"a_j = e^{x_j}", _TOKENS),
        ("Add them up", r"Z = \sum_j a_j", ()),
        ("Divide each by the sum: weights with scaling", "w_j = " + weights % ("a_j", "Z"), _TOKENS),
        ("Powers of e of the raw scores", r"a'_j = e^{s_j}", _TOKENS),
        ("Add them up, without scaling", r"Z' = \sum_j a'_j", ()),
        ("Divide each by the sum: weights without scaling", "w'_j = " + weights % ("a'_j", "Z'"), _TOKENS),
        ("The weight of token A", r"w_A,\; w'_A", _WITH_AND_WITHOUT),
    )
