"""How one learner differs from the scheduler's model: how much faster they forget, and how much they know unseen."""

from collections.abc import Sequence
from dataclasses import dataclass

BELIEVED = 12.0  # answers' worth of belief in the model as it is
SLOWEST, FASTEST = 0.25, 8.0
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An answer with the chance of knowing it that the model saw just before, and whether it showed knowledge."""

    chance: float
    known: bool


@dataclass(frozen=True, slots=True)
class OwnModel:
    """Exponents on the model's chances, 1 where the learner is as the model says: `forgetting` above 1 forgets faster.

    `unseen` is the one for items that were never answered; `answers` are the later answers that this rests on.
    """

    forgetting: float = 1.0
    unseen: float = 1.0
    answers: int = 0


AS_THE_MODEL = OwnModel()


def own_model(first: Sequence[Foreseen], later: Sequence[Foreseen]) -> OwnModel:
    """The exponents from a learner's first and later answers to items."""
    return OwnModel(_exponent(later, 0.9), _exponent(first, 0.5), len(later))


def _exponent(answers: Sequence[Foreseen], usual: float) -> float:
    """The exponent c at which as many answers were to be known as were known.

    Rule: Σ pᶜ + b·uᶜ = (known answers) + b·u, where b answers at a usual chance u stand for belief in the model; the
    left side falls with c, so halving finds it. Between SLOWEST and FASTEST, to one digit after the point.
    """
    wanted = sum(one.known for one in answers) + BELIEVED * usual
    low, high = SLOWEST, FASTEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        foreseen = sum(one.chance**middle for one in answers) + BELIEVED * usual**middle
        low, high = (middle, high) if foreseen > wanted else (low, middle)
    return round(low, 1)
