"""The words of attention in steps: the question about one token, and the steps to its output."""

from app.engine.families.pipeline import TOKENS, WIDTH, PipelineGivens
from app.items.public import Matrix
from app.variants.page import ONE_HEAD, Page, StepText, stepwise_sentence
from app.variants.recipes.matrices import shown, texts
from app.variants.recipes.words.parts import SOFTMAX, tex

_PLACES = tuple(str(place) for place in range(1, WIDTH + 1))
_EACH = tuple(TOKENS)


def page(givens: PipelineGivens, decimals: int) -> Page:
    """The Query, the Keys and the Values, and that all steps are asked."""
    token = TOKENS[givens.row]
    row = ", ".join(map(tex, givens.q))
    task = (
        f"Work out what attention gives for token {token}, step by step. This token looks at A, B and C, and "
        f"$d_k = {WIDTH}$."
    )
    if givens.base:
        stem = rf"The Query of token {token} is $\ln {givens.base} \cdot ({row})$. {task}"
        counted = (
            rf" Scores are asked for as multiples of $\ln {givens.base}$: 3 stands for $3 \ln {givens.base}$."
        )
        matrices: tuple[Matrix, ...] = ()
    else:
        stem, counted = task, ""
        matrices = (Matrix("Q", "query", (token,), (), (texts(givens.q),)),)
    return Page(
        stem=stem,
        matrices=(*matrices, shown("K", givens.K), shown("V", givens.V)),
        conventions=f"{ONE_HEAD} {SOFTMAX}{counted} "
        f"Raw scores are whole numbers, and scaled scores are written in full. {stepwise_sentence(decimals)}",
        legend=f"From the scores of token {token} to its output",
        labels=(),
        rationale="",
    )


def steps(givens: PipelineGivens, decimals: int) -> tuple[StepText, ...]:
    """Six steps with neutral titles on the form, and their rules on the worked page."""
    multiples = rf", in multiples of $\ln {givens.base}$" if givens.base else ""
    power = rf"{givens.base}^{{x_j}}" if givens.base else "e^{x_j}"
    exponent = rf"e^{{x_j \ln {givens.base}}} = {power}" if givens.base else power
    return (
        StepText(f"Raw scores{multiples}", _EACH, "Multiply the Query with each Key", r"s_j = q \cdot k_j"),
        StepText(
            f"Scaled scores{multiples}",
            _EACH,
            f"Divide by the root of {WIDTH}",
            rf"x_j = \frac{{s_j}}{{\sqrt{{{WIDTH}}}}}",
        ),
        StepText("Numerators of the softmax", _EACH, "Take powers of e", f"a_j = {exponent}"),
        StepText("Denominator of the softmax", ("$Z$",), "Add them up", r"Z = \sum_j a_j"),
        StepText("Attention weights", _EACH, "Divide each by the sum", r"w_j = \frac{a_j}{Z}"),
        StepText("Output", _PLACES, "Add up the Values by their weights", r"o = \sum_j w_j v_j"),
    )
