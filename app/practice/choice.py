"""What a learner chose to practise."""

from dataclasses import dataclass
from enum import StrEnum

from app.items.item import Level, Shape
from app.scheduling.memory import State


class PracticeKind(StrEnum):
    """Which kinds of question a practice draws from."""

    MIXED = "mixed"
    CONCEPTS = "concepts"
    COMPUTATIONS = "computations"


LENGTHS = (5, 10, 20, 40)


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """Kind, level (None: all levels) and length of a practice; the defaults are what one click starts.

    `misconception` narrows it to the items that use one, `shape` to one shape of question, `state` to what stands so
    with the learner. Answers of a practice that is not `scheduled` leave memory, and so what is due, as it was.
    """

    kind: PracticeKind = PracticeKind.MIXED
    level: Level | None = None
    length: int = 10
    misconception: str | None = None
    shape: Shape | None = None
    state: State = State.ALL
    scheduled: bool = True

    @property
    def is_narrow(self) -> bool:
        """Whether only a few items may be left, so that a practice of full length would repeat itself."""
        return self.misconception is not None or self.shape is not None or self.state is not State.ALL
