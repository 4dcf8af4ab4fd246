"""What the words of a told family are made of: the question's page and the rows of the worked one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine.families.family import Givens
from app.variants.page import Page

SOFTMAX = "The softmax takes powers of $e$; there is no mask."
SCALED = r"The scores have been divided by $\sqrt{d_k}$ already."
SCALING = r"Scores are divided by $\sqrt{d_k}$ before the softmax."
WHOLE = "The answer is a whole number."
WHOLES = "The answers are whole numbers."


@dataclass(frozen=True, slots=True)
class StepWords:
    """One row of the worked page: what is done, its rule in LaTeX, and what its numbers are called.

    `shown` are the numbers where they are not to be shown with the decimals asked for, such as logarithms.
    """

    title: str
    rule: str
    names: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyWords:
    """How a family is told: the page for givens and decimals, and the rows of the worked page for givens."""

    page: Callable[[Givens, int], Page]
    rows: Callable[[Givens], tuple[StepWords, ...]]


def tex(number: float) -> str:
    """A number inside a formula, with a minus sign that LaTeX knows."""
    return f"{number + 0.0:.12g}"


def score(number: int, *, logs: bool = False, parts: int = 1) -> str:
    """A score inside a formula: a number counted in so many parts of one, or the logarithm of a count."""
    if not logs:
        return tex(number / parts)
    if number == 1:
        return "0"
    return rf"-\ln {-number}" if number < 0 else rf"\ln {number}"


def listed(texts: Sequence[str]) -> str:
    """Two or more texts as a sentence lists them: "A, B and C"."""
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
