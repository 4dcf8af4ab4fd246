"""The words of the output of a token in a sequence that was put in another order."""

from fractions import Fraction

from app.engine.families.coincidences import ORDERS
from app.engine.families.family import Givens
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import SCALED, SOFTMAX, FamilyWords, StepWords, listed, tex

_TOKENS = ("A", "B", "C")
_NAMES = ("first", "second", "third")


def _page(givens: Givens, decimals: int) -> Page:
    scores = [f"${one}$" for one in logs.scores(givens, _NAMES, parts=2)]
    values = [f"${tex(givens[name])}$" for name in ("value_a", "value_b", "value_c")]
    order = listed([_TOKENS[token] for token in ORDERS[givens["order"]]])
    return Page(
        stem=f"In a sequence of the tokens A, B and C, token A has the scaled attention scores {listed(scores)} with A, B "
        f"and C, and their Values, of width 1, are {listed(values)}. Then the sequence is put into the order {order}, and "
        "attention is computed again. What is the output for token A now?",
        matrices=(),
        conventions=f"{SCALED} {SOFTMAX}{logs.natural(givens)} No positions are added to the tokens. {rounding_sentence(decimals)}",
        legend="Output of A in the new order",
        labels=("output",),
        rationale="Scores and Values go with their tokens, and a sum does not depend on the order of its terms, so the "
        "output of A is what it was before.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    made = logs.powers(givens, _NAMES, power=Fraction(1))
    whole = logs.shown((sum(made),) if made else ())
    return (
        StepWords("Take powers of e", r"a_j = e^{x_j}", _TOKENS, logs.shown(made)),
        StepWords("Add them up", r"Z = \sum_j a_j", (), whole),
        StepWords("Divide each by the sum", r"w_j = \frac{a_j}{Z}", _TOKENS),
        StepWords("Weight each token's own Value", r"w_j \, v_j", _TOKENS),
        StepWords("Add over the tokens, in any order", r"o_A = \sum_j w_j \, v_j"),
    )


REORDERED_WORDS = FamilyWords(_page, _rows)
