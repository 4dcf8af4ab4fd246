"""A question whose options are told in words, as a recipe of this kind poses it: everything but the order of its options."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.items.answer_key import Evidence, Proof, WorkedStep
from app.variants.block import Reading
from app.variants.page import Page
from app.variants.rounding import row_text, typographic

NEAR = "options-too-near"


@dataclass(frozen=True, slots=True)
class Told:
    """One option: its text, whether it is right, why or why not, and the slips that it betrays where it is wrong."""

    name: str
    text: str
    correct: bool
    rationale: str
    slips: Reading


@dataclass(frozen=True, slots=True)
class Posed:
    """The page, the options in an order that says nothing, the worked solution, and the proof.

    The evidence stands apart until whoever bakes says what it was made by.
    """

    page: Page
    options: tuple[Told, ...]
    solution: tuple[WorkedStep, ...]
    proof: Proof
    evidence: Evidence

    @property
    def choose(self) -> int:
        """How many options are right."""
        return sum(option.correct for option in self.options)


def betrayed(option: Reading, by: Reading) -> Reading:
    """The slips behind a wrong option: those that it claims; where it claims none, those that were passed over."""
    return option or by


def shown_row(printed: Sequence[str]) -> str:
    """Printed numbers as a row: "[0.506, −0.186]"; a single one as it is."""
    return typographic(row_text(tuple(printed)))


PoseResult = Posed | str
