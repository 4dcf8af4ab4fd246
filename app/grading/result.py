"""What a response earned and what it betrays."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The slips that explain a wrong answer.

    `candidates` are slips (one slug) or compound slips (two) that fit: none, one, or several that cannot be told
    apart for this answer. `coarse` marks a right value given with too few digits.
    """

    candidates: tuple[tuple[str, ...], ...] = ()
    coarse: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Points in [0, 1], whether the answer is wholly right, which fields are (numbers), and the diagnosis."""

    points: float
    correct: bool
    fields: tuple[bool, ...] = ()
    diagnosis: Diagnosis = Diagnosis()
