"""What a recipe says about one draw, apart from numbers that are computed: the question, and how it is worked."""

from dataclasses import dataclass

from app.items.public import Matrix


@dataclass(frozen=True, slots=True)
class Page:
    """The question as shown: `labels` name the numbers that are asked, `rationale` says why the right option is."""

    stem: str
    matrices: tuple[Matrix, ...]
    conventions: str
    legend: str
    labels: tuple[str, ...]
    rationale: str


ORACLE_ROUTE = "ball arithmetic (Arb), from exact integers by formulas of its own"

_DECIMALS = {
    0: "a whole number",
    1: "one decimal",
    2: "two decimals",
    3: "three decimals",
    4: "four decimals",
}


def rounding_sentence(decimals: int) -> str:
    """The convention of rounding that every computed question states."""
    return f"Numbers to {_DECIMALS[decimals]}: round once, at the end, with halves away from zero."
