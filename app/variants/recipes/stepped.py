"""A computation in steps as a recipe asks it: the family's formulas, and the words around them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from app.engine.families.stepwise import FormulaFamily
from app.variants.page import Page, StepText

G = TypeVar("G")


def anything(givens: object) -> str:
    """Every draw of the recipe is asked."""
    return ""


@dataclass(frozen=True, slots=True)
class Stepped(Generic[G]):
    """The family; the question and the words of its steps, for givens and decimals.

    `taste` names the reason for which a draw is not asked, or is empty.
    """

    family: FormulaFamily[G]
    page: Callable[[G, int], Page]
    texts: Callable[[G, int], tuple[StepText, ...]]
    taste: Callable[[G], str] = anything
