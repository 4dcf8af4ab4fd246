"""How long one learner takes for a question, from their own answers, and what is assumed before there are enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from app.scheduling.rating import IDLE_AFTER

ENOUGH = 8  # answers of a kind that make a figure of their own
CONCEPT_SECONDS, COMPUTED_SECONDS = 50.0, 120.0  # assumed before that
READING = 15.0  # seconds for the page after an answer, which nobody measures


@dataclass(frozen=True, slots=True)
class Paces:
    """Seconds per question, its feedback included: for concepts and for computations. `measured` of both together."""

    concept: float = CONCEPT_SECONDS + READING
    computed: float = COMPUTED_SECONDS + READING
    measured: bool = False

    def seconds(self, *, computed: bool) -> float:
        """Seconds for one question of that kind."""
        return self.computed if computed else self.concept


def paces(took: Mapping[bool, Sequence[float]]) -> Paces:
    """The paces of a learner from the seconds that answers took, by whether they were computations.

    Rule: the mean of a kind, each answer counted as five minutes at most (somebody was away) and none below zero; with
    fewer than eight answers of a kind the assumed figure, scaled by what the other kind shows where that has enough.
    """
    idle = IDLE_AFTER.total_seconds()
    means = {
        kind: fmean(min(max(one, 0.0), idle) for one in seconds) if len(seconds) >= ENOUGH else None
        for kind, seconds in took.items()
    }
    concept, computed = means.get(False), means.get(True)
    if concept is None and computed is None:
        return Paces()
    if concept is None:
        concept = CONCEPT_SECONDS * (computed or COMPUTED_SECONDS) / COMPUTED_SECONDS
    if computed is None:
        computed = COMPUTED_SECONDS * concept / CONCEPT_SECONDS
    return Paces(max(concept, 1.0) + READING, max(computed, 1.0) + READING, measured=True)
