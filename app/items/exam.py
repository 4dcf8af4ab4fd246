"""What an exam is: its time, its length, where its questions come from, and the rules by which it is sat and shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.items.kinds import Kind, Shape, Source

MOST_MINUTES = 600
MOST_QUESTIONS = 200


class Navigation(StrEnum):
    """How a candidate may move: anywhere at any time, or through the parts in order, without a way back."""

    FREE = "free"
    ONE_WAY = "one_way"


class Aid(StrEnum):
    """What a candidate may use beside the questions."""

    STRIKE_THROUGH = "strike_through"
    CALCULATOR = "calculator"
    NOTES = "notes"


class Part(StrEnum):
    """What of a finished sitting can be shown."""

    POINTS = "points"  # points in all, and by domain and objective
    GIVEN = "given"  # one's own answers, and which of them are right
    RIGHT = "right"  # the right answers
    REASONS = "reasons"  # rationales, slips and worked solutions
    PROOF = "proof"


class When(StrEnum):
    """From when on a part of a finished sitting is shown."""

    AT_THE_END = "at_the_end"
    ONCE_RELEASED = "once_released"  # when an instructor says so
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an exam: which questions belong there, and its share of the exam in percent.

    A question belongs when its first objective is among `objectives` and its shape among `shapes`; an empty one of
    these asks for nothing. `domain` is the number of the exam's domain that the section stands for, or 0.
    """

    name: str
    percent: int
    objectives: frozenset[str] = frozenset()
    shapes: frozenset[Shape] = frozenset()
    domain: int = 0

    def takes(self, objective: str, shape: Shape) -> bool:
        """Whether a question of that objective and shape belongs here."""
        return (not self.objectives or objective in self.objectives) and (
            not self.shapes or shape in self.shapes
        )


@dataclass(frozen=True, slots=True)
class PassMark:
    """The share of points from which on a sitting counts as passed, and on whose word that rests ("unofficial")."""

    percent: int
    grade: str


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often one may sit the exam (0: as often as one likes), and how many days lie between two sittings."""

    most: int = 0
    wait_days: int = 0


@dataclass(frozen=True, slots=True)
class Exam:
    """An exam as its author wrote it. `counts` are the lengths to choose from, the usual one first.

    `extra_time` are the factors by which the time may be made longer for who needs it. With `head_workable` the numbers
    of every question come out without a calculator.
    """

    id: str
    bank: str
    title: str
    description: str
    source: Source
    minutes: int
    counts: tuple[int, ...]
    sections: tuple[Section, ...]
    kinds: frozenset[Kind]
    pass_mark: PassMark
    navigation: Navigation = Navigation.FREE
    review: Mapping[Part, When] = field(default_factory=dict)
    attempts: Attempts = Attempts()
    aids: frozenset[Aid] = frozenset()
    extra_time: tuple[float, ...] = ()
    head_workable: bool = False

    def shown(self, part: Part) -> When:
        """When a part of a finished sitting is shown; what the author did not name is never shown."""
        return self.review.get(part, When.NEVER)
