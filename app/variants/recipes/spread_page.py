"""The words of the spread: the question, its conventions, and the rows of the worked page."""

from collections.abc import Sequence

from app.engine.spread_rule import SpreadProblem
from app.items.answer_key import WorkedStep
from app.variants.page import Page, rounding_sentence
from app.variants.rounding import exact_text, number_format

_DEVIATION = (
    r"What is the standard deviation of the dot product $q \cdot k$ of a Query and a Key, before any scaling?"
)
_DIVISOR = (
    r"By which positive number must the dot product $q \cdot k$ of a Query and a Key be divided so that its "
    "variance is 1?"
)
_MODEL = r"d_{\text{model}}"


def page(problem: SpreadProblem, by_heads: bool, asked: str, *, decimals: int) -> Page:
    """The question, told by d_model and heads or by d_k and two variances."""
    if by_heads:
        start = (
            f"A model with ${_MODEL} = {problem.d_model}$ splits it evenly over {problem.heads} attention heads. "
            "In each head the entries of Queries and Keys have variance 1."
        )
        rationale = (
            r"The variances of the $d_k$ products add up to $d_k$, and the standard deviation is its root, "
            rf"$\sqrt{{{problem.d_model} / {problem.heads}}}$."
        )
    else:
        q, k = exact_text(float(problem.var_q)), exact_text(float(problem.var_k))
        start = (
            f"In a head with $d_k = {problem.d_k}$ the entries of Queries have variance ${q}$, "
            f"and the entries of Keys have variance ${k}$."
        )
        rationale = (
            r"The variances of a product's factors multiply, those of the $d_k$ products add up, and the standard "
            rf"deviation is the root, $\sqrt{{{problem.d_k} \cdot {q} \cdot {k}}}$."
        )
    deviation = asked == "deviation"
    return Page(
        stem=f"{start} {_DEVIATION if deviation else _DIVISOR}",
        matrices=(),
        conventions=f"All entries are independent and have mean 0. {rounding_sentence(decimals)}",
        legend="Standard deviation of q·k" if deviation else "Divisor of q·k",
        labels=("standard deviation" if deviation else "divisor",),
        rationale=rationale,
    )


def worked(
    problem: SpreadProblem, by_heads: bool, steps: Sequence[float], *, decimals: int
) -> tuple[WorkedStep, ...]:
    """Two exact steps, then the root."""
    first, variance, deviation = steps
    if by_heads:
        start = WorkedStep(
            "head-width",
            "Split the width over the heads",
            rf"d_k = \frac{{{_MODEL}}}{{h}} = \frac{{{problem.d_model}}}{{{problem.heads}}}",
            (),
            (exact_text(first),),
        )
        rule = r"\operatorname{Var}(q \cdot k) = d_k \cdot 1 \cdot 1"
    else:
        start = WorkedStep(
            "product-variance",
            "Variance of one product",
            r"\operatorname{Var}(q_c\, k_c) = \sigma_q^2\, \sigma_k^2",
            (),
            (exact_text(first),),
        )
        rule = rf"\operatorname{{Var}}(q \cdot k) = {problem.d_k}\, \sigma_q^2\, \sigma_k^2"
    return (
        start,
        WorkedStep("variance", "Add the variances of the products", rule, (), (exact_text(variance),)),
        WorkedStep(
            "deviation",
            "Take the root: standard deviation, and the divisor that restores 1",
            r"\sigma = \sqrt{\operatorname{Var}(q \cdot k)}",
            (),
            (number_format(decimals) % deviation,),
        ),
    )
