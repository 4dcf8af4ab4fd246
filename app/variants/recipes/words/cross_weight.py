"""The words of a weight of cross-attention."""

from fractions import Fraction

from app.engine.families.family import Givens
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import SCALED, SOFTMAX, FamilyWords, StepWords, listed

_OTHERS = ("F", "G", "H")


def _row(token: str) -> tuple[str, ...]:
    return tuple(f"{token.lower()}{place}" for place in (1, 2, 3))


def _scores(givens: Givens, token: str) -> str:
    return listed([f"${one}$" for one in logs.scores(givens, _row(token), parts=2)])


def _page(givens: Givens, decimals: int) -> Page:
    token = "AB"[givens["row"] - 1]
    return Page(
        stem="In cross-attention the decoder tokens A and B look at the encoder tokens F, G and H. The scaled attention "
        f"scores of A with F, G and H are {_scores(givens, 'A')}; those of B are {_scores(givens, 'B')}. Which attention "
        f"weight does token {token} give to token F?",
        matrices=(),
        conventions=f"{SCALED} {SOFTMAX}{logs.natural(givens)} {rounding_sentence(decimals)}",
        legend=f"Weight that {token} gives to F",
        labels=("weight",),
        rationale=f"The decoder token {token} asks, so the softmax runs over its own three scores with the encoder tokens.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    token = "AB"[givens["row"] - 1]
    made = logs.powers(givens, _row(token), power=Fraction(1))
    whole = logs.shown((sum(made),) if made else ())
    return (
        StepWords(f"Take powers of e along the row of {token}", r"a_j = e^{x_j}", _OTHERS, logs.shown(made)),
        StepWords("Add them up, one for each encoder token", "Z = a_F + a_G + a_H", (), whole),
        StepWords("F's share of the sum", r"w_F = \frac{a_F}{Z}"),
    )


CROSS_WORDS = FamilyWords(_page, _rows)
