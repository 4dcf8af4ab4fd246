"""The words of the constant that brings the variance of q·k to 1."""

from app.engine.families.divisor import DEVIATIONS, PARTS
from app.engine.families.family import Givens
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words.parts import FamilyWords, StepWords, score


def _told(givens: Givens) -> tuple[str, str]:
    one, two = (
        f"{'standard deviation' if is_deviation else 'variance'} ${score(givens[name], parts=PARTS)}$"
        for name, is_deviation in zip(("q", "k"), DEVIATIONS[givens["told"]], strict=True)
    )
    return one, two


def _page(givens: Givens, decimals: int) -> Page:
    one, two = _told(givens)
    return Page(
        stem=f"In a head with $d_k = {givens['d_k']}$ the entries of Queries have {one} and the entries of Keys have {two}. "
        "By which constant must the dot product $q \\cdot k$ be divided, so that what comes out has variance 1?",
        matrices=(),
        conventions=f"All entries are independent and have mean 0. {rounding_sentence(decimals)}",
        legend="Constant that gives variance 1",
        labels=("constant",),
        rationale="A variance is divided by the square of the constant, so the constant is the root of the variance of "
        r"the dot product, $\sqrt{d_k\, \sigma_q^2\, \sigma_k^2}$.",
    )


def _rows(givens: Givens) -> tuple[StepWords, ...]:
    return (
        StepWords("Variances of the entries", r"\sigma_q^2, \; \sigma_k^2", ("Queries", "Keys")),
        StepWords(
            "Variance of the dot product",
            rf"\operatorname{{Var}}(q \cdot k) = {givens['d_k']} \cdot \sigma_q^2\, \sigma_k^2",
        ),
        StepWords("Its root", r"c = \sqrt{\operatorname{Var}(q \cdot k)}"),
    )


DIVISOR_WORDS = FamilyWords(_page, _rows)
