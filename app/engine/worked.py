"""A whole computation as it is shown: every number of every step as text, with a doubt where its digits are not proven."""

from dataclasses import dataclass
from enum import StrEnum

from app.engine.mechanism import Mechanism
from app.engine.problem import Problem
from app.engine.stages import Stage


class Doubt(StrEnum):
    """Why the printed digits of a number are not the only right ones."""

    NONE = ""
    TIE = "tie"  # exactly half way between two printed numbers; the one away from zero is shown
    EDGE = "edge"  # too near a rounding edge to tell, at the precision at hand
    APART = "apart"  # the two computations differ by more than rounding explains


@dataclass(frozen=True, slots=True)
class Cell:
    """One number as printed, "1.234e25" where it is large."""

    text: str
    doubt: Doubt = Doubt.NONE


@dataclass(frozen=True, slots=True)
class Table:
    """One step with its rule in LaTeX.

    Shapes: n_q × n for logits, scaled, exponentials and weights; for the sum n_q × 1, 1 × n where every column has
    its own, 1 × 1 over the matrix; n × d_v for the weighted values of the asked row; n_q × d_v for the output.
    """

    stage: Stage
    formula_latex: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One mechanism, step by step."""

    tables: tuple[Table, ...]

    def at(self, stage: Stage) -> Table:
        """The table of one step."""
        return next(table for table in self.tables if table.stage is stage)


@dataclass(frozen=True, slots=True)
class NoWay:
    """A mechanism that gives no numbers here, and why, as a phrase without a full stop."""

    reason: str


@dataclass(frozen=True, slots=True)
class WorkedOrder:
    """Asks for every step of one problem under some mechanisms, to 1 … 9 decimals. V must be given."""

    problem: Problem
    mechanisms: tuple[Mechanism, ...]
    decimals: int


@dataclass(frozen=True, slots=True)
class WorkedAnswer:
    """The ways in the order of the mechanisms, and what computed them."""

    ways: tuple[Way | NoWay, ...]
    engine: str
