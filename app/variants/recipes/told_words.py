"""The words of the families that are told: questions, conventions, and the rows of their worked pages."""

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from types import MappingProxyType

from app.engine.families.family import Givens
from app.engine.families.scores import in_logs
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words import logs
from app.variants.recipes.words.columns_of_heads import COLUMN_WORDS
from app.variants.recipes.words.cross_weight import CROSS_WORDS
from app.variants.recipes.words.jacobian_entry import JACOBIAN_WORDS
from app.variants.recipes.words.padded import PADDED_WORDS
from app.variants.recipes.words.parts import SCALING, SOFTMAX, FamilyWords, StepWords, tex
from app.variants.recipes.words.product_shapes import SHAPES_WORDS
from app.variants.recipes.words.reordered_output import REORDERED_WORDS
from app.variants.recipes.words.unit_variance_divisor import DIVISOR_WORDS
from app.variants.recipes.words.width_from_scores import WIDTHS_WORDS

_TWO = ("A", "B")
_FOUR = ("first", "second", "third", "fourth")


def _two_scores(givens: Givens) -> str:
    first, second = logs.scores(givens, ("first", "second"))
    return (
        f"In a head with $d_k = {givens['d_k']}$ a token has the raw attention scores ${first}$ with token A and "
        f"${second}$ with token B"
    )


def _made(givens: Givens) -> tuple[int, ...]:
    """The powers of e of two scaled scores, where these are logarithms of whole numbers."""
    return logs.powers(givens, ("first", "second"), power=Fraction(1, isqrt(givens["d_k"])))


def _sum(made: tuple[int, ...]) -> tuple[str, ...]:
    return logs.shown((sum(made),) if made else ())


def _scaled_row(givens: Givens) -> StepWords:
    return StepWords(
        f"Divide the raw scores $s_j$ by the root of {givens['d_k']}",
        rf"x_j = \frac{{s_j}}{{\sqrt{{{givens['d_k']}}}}}",
        _TWO,
        logs.logs_shown(_made(givens)),
    )


def _deviations_page(givens: Givens, decimals: int) -> Page:
    q, k = (tex(givens[name] / 4) for name in ("var_q", "var_k"))
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ the entries of Queries have variance ${q}$ and the entries of Keys "
        f"have variance ${k}$. How many standard deviations of $q \\cdot k$ is the raw attention score "
        f"${tex(givens['score'])}$ away from the mean?",
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
        StepWords("Divide the score by it", rf"\frac{{{tex(givens['score'])}}}{{\sigma}}"),
    )


def _dominance_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at other tokens too. How many times as large as the attention weight of "
        "token B is that of token A?",
        matrices=(),
        conventions=f"{SCALING} {SOFTMAX}{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend="Weight of A divided by weight of B",
        labels=("factor",),
        rationale=r"The sum of the softmax cancels in the quotient of two weights, which leaves $e^{x_A - x_B}$.",
    )


def _dominance_rows(givens: Givens) -> tuple[StepWords, ...]:
    gap = (Fraction(givens["first"], givens["second"]),) if in_logs(givens) else ()
    made = _made(givens)
    return (
        StepWords("How far the raw scores lie apart", "s_A - s_B", (), logs.logs_shown(gap)),
        StepWords(
            "The same after scaling",
            rf"x_A - x_B = \frac{{s_A - s_B}}{{\sqrt{{{givens['d_k']}}}}}",
            (),
            logs.logs_shown((Fraction(*made),) if made else ()),
        ),
        StepWords("Quotient of the weights", r"\frac{w_A}{w_B} = e^{x_A - x_B}"),
    )


def _duplicate_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at these two tokens. Then an exact copy of token B is added to the "
        "sequence, so that it looks at A, B and the copy. Which attention weight does token A have now?",
        matrices=(),
        conventions=f"{SCALING} {SOFTMAX}{logs.natural(givens)} No positions are added. {rounding_sentence(decimals)}",
        legend="Weight of token A after the copy",
        labels=("weight",),
        rationale="The copy has the same score as B, so its exponential comes into the sum a second time.",
    )


def _duplicate_rows(givens: Givens) -> tuple[StepWords, ...]:
    made = _made(givens)
    return (
        _scaled_row(givens),
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TWO, logs.shown(made)),
        StepWords(
            "Add them up, B twice",
            r"Z = a_A + 2\, a_B",
            (),
            logs.shown((sum(made) + made[1],) if made else ()),
        ),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


def _temperature_page(givens: Givens, decimals: int) -> Page:
    scores = logs.scores(givens, ("first", "second", "third"), parts=4)
    heat = tex(givens["quarters"] / 4)
    return Page(
        stem=f"A token has the scaled attention scores ${scores[0]}$, ${scores[1]}$ and ${scores[2]}$ with the tokens A, "
        f"B and C. The softmax is taken at the temperature $T = {heat}$. Which weight does token A get?",
        matrices=(),
        conventions=r"The scores have been divided by $\sqrt{d_k}$ already. At temperature $T$ the softmax is taken of "
        f"the scores divided by $T$, with powers of $e$.{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend="Weight of token A",
        labels=("weight",),
        rationale=f"The softmax of the scores divided by ${heat}$, at token A.",
    )


def _temperature_rows(givens: Givens) -> tuple[StepWords, ...]:
    names = ("A", "B", "C")
    heat = tex(givens["quarters"] / 4)
    made = logs.powers(givens, ("first", "second", "third"), power=Fraction(4, givens["quarters"]))
    return (
        StepWords(
            "Divide the scores by the temperature",
            rf"y_j = \frac{{x_j}}{{{heat}}}",
            names,
            logs.logs_shown(made),
        ),
        StepWords("Take powers of e", r"a_j = e^{y_j}", names, logs.shown(made)),
        StepWords("Add them up", r"Z = \sum_j a_j", (), _sum(made)),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


def _gradient_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"{_two_scores(givens)}, and looks at these two tokens only. What is the derivative of the attention weight "
        r"$w_A$ with respect to the raw score $s_A$, that is $\partial w_A / \partial s_A$?",
        matrices=(),
        conventions=f"{SCALING} {SOFTMAX}{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend="Derivative of the weight of A by its raw score",
        labels=("derivative",),
        rationale=r"Softmax has the derivative $w_A (1 - w_A)$ by the scaled score, and the scaled score has the "
        rf"derivative $1/\sqrt{{{givens['d_k']}}}$ by the raw one.",
    )


def _gradient_rows(givens: Givens) -> tuple[StepWords, ...]:
    made = _made(givens)
    return (
        _scaled_row(givens),
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TWO, logs.shown(made)),
        StepWords("Add them up", r"Z = \sum_j a_j", (), _sum(made)),
        StepWords("Divide each by the sum", r"w_j = \frac{a_j}{Z}", _TWO),
        StepWords(
            "Derivative of softmax, times that of the scaling",
            rf"\frac{{\partial w_A}}{{\partial s_A}} = \frac{{w_A\,(1 - w_A)}}{{\sqrt{{{givens['d_k']}}}}}",
        ),
    )


def _masked_page(givens: Givens, decimals: int) -> Page:
    token = "ABCD"[givens["row"] - 1]
    scores = [f"${one}$" for one in logs.scores(givens, _FOUR, parts=2)]
    return Page(
        stem=f"A sequence has the tokens A, B, C and D, in this order. Token {token} has the scaled attention scores "
        f"{', '.join(scores[:3])} and {scores[3]} with A, B, C and D. A causal mask is used. Which weight does token A "
        f"get in the row of token {token}?",
        matrices=(),
        conventions=r"The scores have been divided by $\sqrt{d_k}$ already. Each token may look at itself and at earlier "
        f"tokens. The softmax takes powers of $e$.{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend=f"Weight of token A for token {token}",
        labels=("weight",),
        rationale=f"Only the tokens up to {token} have a term in the sum; the scores of later ones are $-\\infty$.",
    )


def _masked_rows(givens: Givens) -> tuple[StepWords, ...]:
    seen = "ABCD"[: givens["row"]]
    token = seen[-1]
    made = logs.powers(givens, _FOUR, power=Fraction(1))
    return (
        StepWords("Take powers of e", r"a_j = e^{x_j}", ("A", "B", "C", "D"), logs.shown(made)),
        StepWords(
            f"Add up those that {token} may see",
            f"Z = {' + '.join(f'a_{one}' for one in seen)}",
            (),
            _sum(made[: givens["row"]]),
        ),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


def _shifted_page(givens: Givens, decimals: int) -> Page:
    *scores, shift = (f"${one}$" for one in logs.scores(givens, (*_FOUR[:3], "shift"), parts=2))
    return Page(
        stem=f"A token has the scaled attention scores {scores[0]}, {scores[1]} and {scores[2]} with the tokens A, B and "
        f"C. Then {shift} is added to each of the three scores. Which weight does token A get?",
        matrices=(),
        conventions=rf"The scores have been divided by $\sqrt{{d_k}}$ already. {SOFTMAX}{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend="Weight of token A after the addition",
        labels=("weight",),
        rationale="What is common to all scores stands above and below as one factor and cancels.",
    )


def _shifted_rows(givens: Givens) -> tuple[StepWords, ...]:
    names = ("B", "C")
    made = logs.powers(givens, _FOUR[:3], power=Fraction(1))
    ratios = [Fraction(one, made[0]) for one in made[1:]]
    return (
        StepWords("How far the other scores lie from A's", "x_j - x_A", names, logs.logs_shown(ratios)),
        StepWords("Powers of e of these", r"a_j = e^{x_j - x_A}", names, logs.shown(ratios)),
        StepWords("A's weight", r"w_A = \frac{1}{1 + a_B + a_C}"),
    )


def _work_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"One head of self-attention goes from {givens['n']} tokens to {givens['longer']}, and its width from "
        f"$d_k = {givens['d_k']}$ to $d_k = {givens['wider']}$. By which factor does the number of multiplications for "
        r"$QK^\top$ change?",
        matrices=(),
        conventions="All products of entries are counted; nothing is masked and nothing is skipped. "
        f"{rounding_sentence(decimals)}",
        legend="Factor of the multiplications",
        labels=("factor",),
        rationale=r"There are $n^2$ scores, and each takes $d_k$ multiplications.",
    )


def _work_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords("How many times as many tokens", rf"\frac{{{givens['longer']}}}{{{givens['n']}}}"),
        StepWords("How many times as wide", rf"\frac{{{givens['wider']}}}{{{givens['d_k']}}}"),
        StepWords("The first squared, times the second", r"\left(\frac{n'}{n}\right)^{2} \frac{d_k'}{d_k}"),
    )


def _memory_page(givens: Givens, decimals: int) -> Page:
    return Page(
        stem=f"A layer of self-attention has {givens['heads']} heads with $d_k = {givens['d_k']}$ and reads {givens['n']} "
        f"tokens. It keeps the attention scores of all heads, with {givens['bytes']} bytes for each number. How many MiB "
        "do the scores take?",
        matrices=(),
        conventions=f"One sequence, nothing masked; 1 MiB is $2^{{20}}$ bytes. {rounding_sentence(decimals)}",
        legend="Memory of the scores in MiB",
        labels=("MiB",),
        rationale=r"Each head has a matrix of $n \times n$ scores of its own.",
    )


def _memory_rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords("Scores of one head", "n^2"),
        StepWords("Scores of all heads", "n^2\\, h"),
        StepWords("Their bytes in MiB", rf"\frac{{n^2\, h \cdot {givens['bytes']}}}{{2^{{20}}}}"),
    )


WORDS: Mapping[str, FamilyWords] = MappingProxyType(
    {
        "deviations-out": FamilyWords(_deviations_page, _deviations_rows),
        "dominance-factor": FamilyWords(_dominance_page, _dominance_rows),
        "duplicated-token": FamilyWords(_duplicate_page, _duplicate_rows),
        "temperature": FamilyWords(_temperature_page, _temperature_rows),
        "softmax-gradient": FamilyWords(_gradient_page, _gradient_rows),
        "masked-weight": FamilyWords(_masked_page, _masked_rows),
        "shifted-scores": FamilyWords(_shifted_page, _shifted_rows),
        "growth-of-work": FamilyWords(_work_page, _work_rows),
        "score-memory": FamilyWords(_memory_page, _memory_rows),
        **PADDED_WORDS,
        "cross-weight": CROSS_WORDS,
        "reordered-output": REORDERED_WORDS,
        "jacobian-entry": JACOBIAN_WORDS,
        "width-from-scores": WIDTHS_WORDS,
        "unit-variance-divisor": DIVISOR_WORDS,
        "product-shapes": SHAPES_WORDS,
        **COLUMN_WORDS,
    }
)
