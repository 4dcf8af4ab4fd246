"""What a recipe says about one draw, apart from numbers that are computed: the question, and how it is worked."""

from dataclasses import dataclass

from msgspec import Struct

from app.items.public import GridForm, Matrix


class Page(Struct, frozen=True):
    """The question as shown: `labels` name the numbers that are asked, `rationale` says why the right option is.

    `grid` is the form of a whole matrix, where one is asked for.
    """

    stem: str
    matrices: tuple[Matrix, ...]
    conventions: str
    legend: str
    labels: tuple[str, ...]
    rationale: str
    grid: GridForm | None = None


@dataclass(frozen=True, slots=True)
class StepText:
    """One step in words: its title and the names of its fields on the form; what is done, and its rule, on the worked page.

    `shown` are its numbers on the worked page where they are known without digits: "ln 3", or a whole number.
    """

    title: str
    labels: tuple[str, ...]
    doing: str
    rule: str
    shown: tuple[str, ...] = ()


ONE_HEAD = "One head of scaled dot-product attention as in the original Transformer."
ORACLE_ROUTE = "ball arithmetic (Arb), from exact integers by formulas of its own"

_DECIMALS = {
    0: "a whole number",
    1: "one decimal",
    2: "two decimals",
    3: "three decimals",
    4: "four decimals",
}


def stepwise_sentence(decimals: int, *, start: str = " from there on") -> str:
    """The convention of rounding where every step is asked; `start` says where it begins."""
    return f"Numbers to {_DECIMALS[decimals]}{start}: round at each step, with halves away from zero."


def rounding_sentence(decimals: int) -> str:
    """The convention of rounding that every computed question states."""
    return f"Numbers to {_DECIMALS[decimals]}: round once, at the end, with halves away from zero."
