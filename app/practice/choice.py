"""What a learner chose to practise."""

from dataclasses import dataclass
from enum import StrEnum

from app.items.item import Level


class PracticeKind(StrEnum):
    """Which kinds of question a practice draws from."""

    MIXED = "mixed"
    CONCEPTS = "concepts"
    COMPUTATIONS = "computations"


LENGTHS = (5, 10, 20, 40)


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """Kind, level (None: all levels) and length of a practice; the defaults are what one click starts."""

    kind: PracticeKind = PracticeKind.MIXED
    level: Level | None = None
    length: int = 10
