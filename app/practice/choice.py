"""What a learner chose to practise."""

from dataclasses import dataclass
from enum import StrEnum

from app.items.kinds import Kind, Level, Shape
from app.scheduling.memory import State


class PracticeKind(StrEnum):
    """Which kinds of question a practice draws from."""

    MIXED = "mixed"
    CONCEPTS = "concepts"
    COMPUTATIONS = "computations"


LENGTHS = (5, 10, 20, 40)
MINUTES = (5, 10, 15, 30)
MOST = 200  # questions of a practice by minutes; nobody answers as many in half an hour
UNTIL_RIGHT = 0  # tries without a limit
TRIES = (1, 2, 3, UNTIL_RIGHT)


class Criterion(StrEnum):
    """What a choice narrows the questions by, under the names that the fields of its form have."""

    STATE = "state"
    KIND = "kind"
    LEVEL = "level"
    OBJECTIVE = "objective"
    SHAPE = "shape"
    MISCONCEPTION = "misconception"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """Kind, level (None: all levels) and length of a practice; the defaults are what one click starts.

    `misconception` narrows it to the items that use one, `shape` to one shape of question, `objective` to one of the
    exam's objectives, `form` to one way of answering, `state` to what stands so with the learner. `minutes` make time
    its measure, and `length` what it asks at most. Answers of a practice that is not `scheduled` leave memory, and so
    what is due, as it was. With feedback `late` nothing is told before the practice is over; `tries` is how often one
    may answer a question before it is explained.
    """

    kind: PracticeKind = PracticeKind.MIXED
    level: Level | None = None
    length: int = 10
    misconception: str | None = None
    shape: Shape | None = None
    state: State = State.ALL
    scheduled: bool = True
    objective: str | None = None
    form: Kind | None = None
    minutes: int | None = None
    late: bool = False
    tries: int = 1
    sitting_id: str | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether only a few items may be left, so that a practice of full length would repeat itself."""
        if self.sitting_id is not None:
            return True
        return not {Criterion.KIND, Criterion.LEVEL}.issuperset(self.narrowed_by)

    @property
    def narrowed_by(self) -> tuple[Criterion, ...]:
        """By what this choice leaves questions out."""
        default = PracticeChoice()
        return tuple(one for one in Criterion if getattr(self, one.value) != getattr(default, one.value))

    @property
    def is_of_lab(self) -> bool:
        """Whether it is a question that the lab made: shorter than any other, unless that is narrow and was cut short."""
        return not self.is_narrow and self.length < LENGTHS[0]

    @property
    def can_be_chosen(self) -> bool:
        """Whether the form of choices can say it; not so a question of the lab, a plan's part, and what an exam left."""
        return self.state is not State.PLAN and not self.is_of_lab and self.sitting_id is None

    @property
    def is_late_with_tries(self) -> bool:
        """Whether it asks for what cannot go together: a second try says that the first was wrong, and so does not wait."""
        return self.late and self.tries != 1
