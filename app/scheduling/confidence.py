"""How sure a learner was against how right: the confidence map."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from app.scheduling.rating import Confidence


@dataclass(frozen=True, slots=True)
class ConfidenceLine:
    """Right and wrong answers of one confidence; None gathers those that said nothing."""

    confidence: Confidence | None
    right: int
    wrong: int


def confidence_map(answers: Iterable[tuple[Confidence | None, bool, int]]) -> tuple[ConfidenceLine, ...]:
    """The map from counts of answers by confidence and right or wrong: sure, unsure, guess, and nothing said.

    Always four lines; empty where no answer said how sure it was, for then there is nothing to map.
    """
    counts: Counter[tuple[Confidence | None, bool]] = Counter()
    for confidence, correct, count in answers:
        counts[confidence, correct] += count
    if all(confidence is None for confidence, _ in counts):
        return ()
    return tuple(ConfidenceLine(one, counts[one, True], counts[one, False]) for one in (*Confidence, None))
