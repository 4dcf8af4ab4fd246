"""The words of told families whose every step is asked: a masked row, a spread, a derivative."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.families.family import Givens
from app.engine.families.told_steps import DEVIATIONS_STEPS, GRADIENT_STEPS, MASKED_STEPS
from app.variants.page import Page, StepText, stepwise_sentence
from app.variants.recipes.stepped import Stepped
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import SCALING, SOFTMAX, tex

_FOUR = ("first", "second", "third", "fourth")
_TOKENS = ("A", "B", "C", "D")
_TWO = ("A", "B")


def _masked_page(givens: Givens, decimals: int) -> Page:
    token = _TOKENS[givens["row"] - 1]
    scores = [f"${one}$" for one in logs.scores(givens, _FOUR, parts=2)]
    return Page(
        stem=f"A sequence has the tokens A, B, C and D, in this order. Token {token} has the scaled attention scores "
        f"{', '.join(scores[:3])} and {scores[3]} with A, B, C and D. A causal mask is used. Work out the whole row of "
        f"weights of token {token}, step by step.",
        matrices=(),
        conventions=r"The scores have been divided by $\sqrt{d_k}$ already. Each token may look at itself and at earlier "
        f"tokens. The softmax takes powers of $e$.{logs.natural(givens)} What has no term in the sum is written as 0. "
        f"{stepwise_sentence(decimals, start='')}",
        legend=f"From the scores of token {token} to its weights",
        labels=(),
        rationale="",
    )


def _masked_steps(givens: Givens, decimals: int) -> tuple[StepText, ...]:
    token = _TOKENS[givens["row"] - 1]
    return (
        StepText(
            "Numerators of the softmax",
            _TOKENS,
            f"Take powers of e of what {token} may see",
            rf"a_j = e^{{x_j}} \text{{ up to {token}, else }} 0",
        ),
        StepText("Denominator of the softmax", ("$Z$",), "Add them up", r"Z = \sum_j a_j"),
        StepText("Attention weights", _TOKENS, "Divide each by the sum", r"w_j = \frac{a_j}{Z}"),
    )


def _deviations_page(givens: Givens, decimals: int) -> Page:
    q, k = (tex(givens[name] / 4) for name in ("var_q", "var_k"))
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ the entries of Queries have variance ${q}$ and the entries of Keys "
        f"have variance ${k}$. Work out, step by step, how many standard deviations of $q \\cdot k$ the raw attention "
        f"score ${tex(givens['score'])}$ is away from the mean.",
        matrices=(),
        conventions="All entries are independent and have mean 0. The variance is written in full. "
        f"{stepwise_sentence(decimals)}",
        legend="From the variances to the standard deviations",
        labels=(),
        rationale="",
    )


def _deviations_steps(givens: Givens, decimals: int) -> tuple[StepText, ...]:
    return (
        StepText(
            r"Variance of $q \cdot k$",
            (r"$\operatorname{Var}(q \cdot k)$",),
            "Multiply d_k by both variances",
            rf"\operatorname{{Var}}(q \cdot k) = {givens['d_k']} \cdot \sigma_q^2\, \sigma_k^2",
        ),
        StepText(
            r"Standard deviation of $q \cdot k$",
            (r"$\sigma$",),
            "Take the root",
            r"\sigma = \sqrt{\operatorname{Var}(q \cdot k)}",
        ),
        StepText(
            "Standard deviations from the mean",
            ("$z$",),
            "Divide the score by it",
            rf"z = \frac{{{tex(givens['score'])}}}{{\sigma}}",
        ),
    )


def _gradient_page(givens: Givens, decimals: int) -> Page:
    first, second = logs.scores(givens, ("first", "second"))
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ a token has the raw attention scores ${first}$ with token A and "
        f"${second}$ with token B, and looks at these two tokens only. Work out, step by step, the derivative of the "
        r"attention weight $w_A$ with respect to the raw score $s_A$.",
        matrices=(),
        conventions=f"{SCALING} {SOFTMAX}{logs.natural(givens)} {stepwise_sentence(decimals, start='')}",
        legend="From the raw scores to the derivative",
        labels=(),
        rationale="",
    )


def _gradient_steps(givens: Givens, decimals: int) -> tuple[StepText, ...]:
    return (
        StepText(
            "Scaled scores",
            _TWO,
            f"Divide by the root of {givens['d_k']}",
            rf"x_j = \frac{{s_j}}{{\sqrt{{{givens['d_k']}}}}}",
        ),
        StepText("Numerators of the softmax", _TWO, "Take powers of e", r"a_j = e^{x_j}"),
        StepText("Denominator of the softmax", ("$Z$",), "Add them up", r"Z = \sum_j a_j"),
        StepText("Attention weights", _TWO, "Divide each by the sum", r"w_j = \frac{a_j}{Z}"),
        StepText(
            r"Derivative of $w_A$ by $s_A$",
            (r"$\partial w_A / \partial s_A$",),
            "Derivative of softmax, times that of the scaling",
            rf"\frac{{\partial w_A}}{{\partial s_A}} = \frac{{w_A\,(1 - w_A)}}{{\sqrt{{{givens['d_k']}}}}}",
        ),
    )


TOLD_STEPS: Mapping[str, Stepped[Givens]] = MappingProxyType(
    {
        "masked-weight": Stepped(MASKED_STEPS, _masked_page, _masked_steps),
        "deviations-out": Stepped(DEVIATIONS_STEPS, _deviations_page, _deviations_steps),
        "softmax-gradient": Stepped(GRADIENT_STEPS, _gradient_page, _gradient_steps),
    }
)
