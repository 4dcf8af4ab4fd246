"""What a response earned and what it betrays."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The slips that explain a wrong answer.

    `candidates` are slips (one slug) or compound slips (two) that fit: none, one, or several that cannot be told
    apart for this answer. `coarse` marks a right value given with too few digits.
    """

    candidates: tuple[tuple[str, ...], ...] = ()
    coarse: bool = False


class Verdict(StrEnum):
    """How an answer stands."""

    RIGHT = "right"
    COARSE = "coarse"  # the right value, too few digits
    PARTLY = "partly"
    WRONG = "wrong"


class FieldState(StrEnum):
    """How one typed number of a computation in steps stands."""

    RIGHT = "right"
    CARRIED = "carried"  # right by the learner's own earlier numbers
    COARSE = "coarse"  # the right value, too few digits
    WRONG = "wrong"
    BLANK = "blank"

    @property
    def earns(self) -> bool:
        """Whether nothing is missing here."""
        return self in (FieldState.RIGHT, FieldState.CARRIED)


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step: how each field stands, what the learner's own earlier numbers lead to, and the slips that fit.

    `expected` are these numbers as printed; empty where they lead to none. `candidates` as in a diagnosis; with
    `nearly` the only one of them fits but for rounding.
    """

    fields: tuple[FieldState, ...]
    expected: tuple[str, ...]
    candidates: tuple[tuple[str, ...], ...] = ()
    nearly: bool = False

    @property
    def earned(self) -> bool:
        """Whether the step is right as a whole, given what came before it."""
        return all(state.earns for state in self.fields)

    @property
    def is_wrong(self) -> bool:
        """Whether some number of the step is wrong."""
        return FieldState.WRONG in self.fields


@dataclass(frozen=True, slots=True)
class Result:
    """Points in [0, 1], whether the answer is wholly right, which fields are (numbers), and the diagnosis.

    `steps` is what is known of each step of a computation in steps; the diagnosis is then that of the first wrong one.
    `partly` says that some of the answer is right and not all, whatever it earned (`app/grading/partly.py`).
    """

    points: float
    correct: bool
    fields: tuple[bool, ...] = ()
    diagnosis: Diagnosis = Diagnosis()
    steps: tuple[StepResult, ...] = ()
    partly: bool = False

    @property
    def verdict(self) -> Verdict:
        """How the answer stands: right, coarse before partly, or wrong."""
        if self.correct:
            return Verdict.RIGHT
        if self.diagnosis.coarse:
            return Verdict.COARSE
        return Verdict.PARTLY if self.partly else Verdict.WRONG
