"""What is said of an item without the item itself: its kind, its level and its shape, and a source of facts."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The lesson's three levels."""

    INTUITION = "intuition"
    MECHANISM = "mechanism"
    DERIVATION = "derivation"


class Shape(StrEnum):
    """The shapes in which the exam asks, after the source lesson."""

    FORMULA = "formula"  # state the formula, or say what a symbol or a product is
    ROLE = "role"  # who asks, who is compared against, who carries the content
    ARCHITECTURE = "architecture"  # the parallel mechanism against sequential processing, and its boundaries
    DERIVATION = "derivation"  # why the square root of d_k, saturation, gradients
    COMPUTATION = "computation"  # compute a row


class Kind(StrEnum):
    """How an item is answered."""

    SINGLE_CHOICE = "single_choice"
    MULTIPLE_SELECT = "multiple_select"
    NUMBERS = "numbers"  # one typed number, or a row of them
    MATCHING = "matching"  # each prompt gets one of the choices
    ORDERING = "ordering"  # all entries are put in order
    GRID = "grid"  # a whole matrix of typed numbers
    STEPS = "steps"  # several typed numbers along one computation


TYPED = frozenset((Kind.NUMBERS, Kind.GRID, Kind.STEPS))  # answered by typing numbers, which nobody guesses


@dataclass(frozen=True, slots=True)
class Source:
    """Where the item's claim stands: a citation, and the ISO date on which it was read."""

    citation: str
    as_of: str
