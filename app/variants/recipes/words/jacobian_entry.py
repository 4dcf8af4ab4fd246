"""The words of the derivative of a weight by the score of another token."""

from fractions import Fraction
from math import isqrt

from app.engine.families.family import Givens
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import SOFTMAX, FamilyWords, StepWords, listed

_TOKENS = ("A", "B", "C")
_NAMES = ("first", "second", "third")
_TWO = ("A", "B")
_BOTH = ("without scaling", "with scaling")


def _page(givens: Givens, decimals: int) -> Page:
    scores = listed([f"${one}$" for one in logs.scores(givens, _NAMES)])
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ a token has the raw attention scores {scores} with the tokens A, B and "
        "C, and looks at these three only. What is the derivative of the attention weight $w_A$ with respect to the raw "
        r"score $s_B$, that is $\partial w_A / \partial s_B$, without scaling and with it?",
        matrices=(),
        conventions="Without scaling the softmax is taken of the raw scores; with it they are divided by "
        rf"$\sqrt{{d_k}}$ before. {SOFTMAX}{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend="Derivative of the weight of A by the raw score of B",
        labels=_BOTH,
        rationale=r"A weight falls by $w_A\, w_B$ for each unit of another token's score. With scaling the weights are "
        rf"those of the scaled scores, and the scaled score has the derivative $1/\sqrt{{{givens['d_k']}}}$ by the raw one.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    root = rf"\sqrt{{{givens['d_k']}}}"
    bare = logs.powers(givens, _NAMES, power=Fraction(1))
    made = logs.powers(givens, _NAMES, power=Fraction(1, isqrt(givens["d_k"])))
    return (
        StepWords(
            "Without scaling: powers of e of the raw scores", r"b_j = e^{s_j}", _TOKENS, logs.shown(bare)
        ),
        StepWords("Their shares of the sum", r"p_j = \frac{b_j}{\sum_i b_i}", _TWO),
        StepWords(
            f"With scaling: divide by the root of {givens['d_k']}",
            rf"x_j = \frac{{s_j}}{{{root}}}",
            _TOKENS,
            logs.logs_shown(made),
        ),
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TOKENS, logs.shown(made)),
        StepWords("Their shares of the sum", r"w_j = \frac{a_j}{\sum_i a_i}", _TWO),
        StepWords(
            "Minus the product of both weights, with scaling over the root besides",
            rf"-\frac{{w_A\, w_B}}{{{root}}}",
            _BOTH,
        ),
    )


JACOBIAN_WORDS = FamilyWords(_page, _rows)
