"""The words of the families that are told: questions, conventions, and the rows of their worked pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.engine.families.family import Givens
from app.variants.page import Page, rounding_sentence


@dataclass(frozen=True, slots=True)
class StepWords:
    """One row of the worked page: what is done, its rule in LaTeX, and what its numbers are called."""

    title: str
    rule: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyWords:
    """How a family is told: the page for givens and decimals, and the rows of the worked page for givens."""

    page: Callable[[Givens, int], Page]
    rows: Callable[[Givens], tuple[StepWords, ...]]


_TWO = ("A", "B")
_SOFTMAX = "The softmax takes powers of $e$; there is no mask."
_SCALING = r"Scores are divided by $\sqrt{d_k}$ before the softmax."


def _tex(number: float) -> str:
    """A number inside a formula, with a minus sign that LaTeX knows."""
    return f"{number + 0.0:.12g}"


def _two_scores(givens: Givens) -> str:
    return (
        f"In a head with $d_k = {givens['d_k']}$ a token has the raw attention scores ${_tex(givens['first'])}$ with "
        f"token A and ${_tex(givens['second'])}$ with token B"
    )


def _scaled_row(givens: Givens) -> StepWords:
    return StepWords(
        f"Divide the raw scores $s_j$ by the root of {givens['d_k']}",
        rf"x_j = \frac{{s_j}}{{\sqrt{{{givens['d_k']}}}}}",
        _TWO,
    )


def _deviations_page(givens: Givens, decimals: int) -> Page:
    q, k = (_tex(givens[name] / 4) for name in ("var_q", "var_k"))
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ the entries of Queries have variance ${q}$ and the entries of Keys "
        f"have variance ${k}$. How many standard deviations of $q \\cdot k$ is the raw attention score "
        f"${_tex(givens['score'])}$ away from the mean?",
        matrices=(),
        conventions=f"All entries are independent and have mean 0. {rounding_sentence(decimals)}",
        legend="Standard deviations from the mean",
        labels=("standard deviations",),
        rationale=rf"The score divided by the standard deviation $\sqrt{{{givens['d_k']} \cdot {q} \cdot {k}}}$ of the "
        "dot product.",
    )


def _deviations_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords(
            "Variance of the dot product",
            rf"\operatorname{{Var}}(q \cdot k) = {givens['d_k']} \cdot \sigma_q^2\, \sigma_k^2",
        ),
        StepWords("Its root, the standard deviation", r"\sigma = \sqrt{\operatorname{Var}(q \cdot k)}"),
        StepWords("Divide the score by it", rf"\frac{{{_tex(givens['score'])}}}{{\sigma}}"),
    )


def _dominance_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at other tokens too. How many times as large as the attention weight of "
        "token B is that of token A?",
        matrices=(),
        conventions=f"{_SCALING} {_SOFTMAX} {rounding_sentence(decimals)}",
        legend="Weight of A divided by weight of B",
        labels=("factor",),
        rationale=r"The sum of the softmax cancels in the quotient of two weights, which leaves $e^{x_A - x_B}$.",
    )


def _dominance_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords("How far the raw scores lie apart", "s_A - s_B"),
        StepWords("The same after scaling", rf"x_A - x_B = \frac{{s_A - s_B}}{{\sqrt{{{givens['d_k']}}}}}"),
        StepWords("Quotient of the weights", r"\frac{w_A}{w_B} = e^{x_A - x_B}"),
    )


def _duplicate_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at these two tokens. Then an exact copy of token B is added to the "
        "sequence, so that it looks at A, B and the copy. Which attention weight does token A have now?",
        matrices=(),
        conventions=f"{_SCALING} {_SOFTMAX} No positions are added. {rounding_sentence(decimals)}",
        legend="Weight of token A after the copy",
        labels=("weight",),
        rationale="The copy has the same score as B, so its exponential comes into the sum a second time.",
    )


def _duplicate_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        _scaled_row(givens),
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TWO),
        StepWords("Add them up, B twice", r"Z = a_A + 2\, a_B"),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


def _temperature_page(givens: Givens, decimals: int) -> Page:
    scores = [_tex(givens[name] / 4) for name in ("first", "second", "third")]
    heat = _tex(givens["quarters"] / 4)
    return Page(
        stem=f"A token has the scaled attention scores ${scores[0]}$, ${scores[1]}$ and ${scores[2]}$ with the tokens A, "
        f"B and C. The softmax is taken at the temperature $T = {heat}$. Which weight does token A get?",
        matrices=(),
        conventions=r"The scores have been divided by $\sqrt{d_k}$ already. At temperature $T$ the softmax is taken of "
        f"the scores divided by $T$, with powers of $e$. {rounding_sentence(decimals)}",
        legend="Weight of token A",
        labels=("weight",),
        rationale=f"The softmax of the scores divided by ${heat}$, at token A.",
    )


def _temperature_rows(givens: Givens) -> tuple[StepWords, ...]:
    names = ("A", "B", "C")
    heat = _tex(givens["quarters"] / 4)
    return (
        StepWords("Divide the scores by the temperature", rf"y_j = \frac{{x_j}}{{{heat}}}", names),
        StepWords("Take powers of e", r"a_j = e^{y_j}", names),
        StepWords("Add them up", r"Z = \sum_j a_j"),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


def _gradient_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at these two tokens only. What is the derivative of the attention weight "
        r"$w_A$ with respect to the raw score $s_A$, that is $\partial w_A / \partial s_A$?",
        matrices=(),
        conventions=f"{_SCALING} {_SOFTMAX} {rounding_sentence(decimals)}",
        legend="Derivative of the weight of A by its raw score",
        labels=("derivative",),
        rationale=r"Softmax has the derivative $w_A (1 - w_A)$ by the scaled score, and the scaled score has the "
        rf"derivative $1/\sqrt{{{givens['d_k']}}}$ by the raw one.",
    )


def _gradient_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        _scaled_row(givens),
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TWO),
        StepWords("Add them up", r"Z = \sum_j a_j"),
        StepWords("Divide each by the sum", r"w_j = \frac{a_j}{Z}", _TWO),
        StepWords(
            "Derivative of softmax, times that of the scaling",
            rf"\frac{{\partial w_A}}{{\partial s_A}} = \frac{{w_A\,(1 - w_A)}}{{\sqrt{{{givens['d_k']}}}}}",
        ),
    )


WORDS: Mapping[str, FamilyWords] = MappingProxyType(
    {
        "deviations-out": FamilyWords(_deviations_page, _deviations_rows),
        "dominance-factor": FamilyWords(_dominance_page, _dominance_rows),
        "duplicated-token": FamilyWords(_duplicate_page, _duplicate_rows),
        "temperature": FamilyWords(_temperature_page, _temperature_rows),
        "softmax-gradient": FamilyWords(_gradient_page, _gradient_rows),
    }
)
