"""An option as its author wrote it, with the part that a learner may see only after answering."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AuthoredOption:
    """`id` is stable over revisions and never shown. `weight` in [−1, 1] is what choosing it earns.

    A right option has `correct` set and no misconception; every distractor names one.
    """

    id: str
    text: str  # Markdown with $…$
    correct: bool
    rationale: str
    misconception: str | None = None
    weight: float = 0.0
