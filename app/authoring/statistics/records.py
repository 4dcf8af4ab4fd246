"""What goes into the statistics of items and what comes out, as plain records."""

from dataclasses import dataclass
from enum import StrEnum

from app.scheduling.mastery import wilson

RIGHT, UNKNOWN, SEVERAL = (
    "right",
    "other",
    "one of several slips",
)  # what was given where there are no options


class Place(StrEnum):
    """Where an answer was given."""

    PRACTICE = "practice"
    EXAM = "exam"


@dataclass(frozen=True, slots=True)
class Answer:
    """One stored answer. `chosen` names the options that were taken, or the slip of a typed answer.

    `offered` names those that could be taken where a computation draws them anew each time, and is empty where everybody
    has the same ones. `points` lie in [0, 1], `seconds` is the time from the question to the answer, `turn` orders answers in time.
    """

    person: int
    item_id: str
    revision_id: str
    variant_id: str
    place: Place
    points: float
    correct: bool
    chosen: tuple[str, ...]
    seconds: float
    turn: int
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """Answers, right ones among them, and the 95 % interval (Wilson's) of the share right."""

    answers: int
    right: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share right; None without an answer."""
        return self.right / self.answers if self.answers else None


def counted(right: int, answers: int) -> Count:
    """A count with its interval. Raises ValueError unless 0 ≤ right ≤ answers."""
    low, high = wilson(right, answers)
    return Count(answers, right, low, high)


class Group(StrEnum):
    """Learners by how they do on the rest of the bank, the 27 % at each end apart (Kelley, 1939)."""

    WEAK = "weak"
    MIDDLE = "middle"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option, or one slip of a typed item: how many first answers took it, and its share in each group.

    Shares are of those who could take it. They are None where nobody could, or where there are no groups.
    """

    name: str
    correct: bool
    taken: int
    share: float
    weak: float | None
    middle: float | None
    strong: float | None


@dataclass(frozen=True, slots=True)
class Discrimination:
    """Point-biserial correlation of right or wrong with the rest, its 95 % interval, and over how many people."""

    value: float
    low: float
    high: float
    people: int


class Flag(StrEnum):
    """Why an item is suspicious."""

    NEGATIVE = "negative_discrimination"  # the strong are right less often than the weak
    WRONG_KEY = "strong_prefer_distractor"  # which usually is a wrong answer key


@dataclass(frozen=True, slots=True)
class RevisionLine:
    """What the first attempts at one revision say."""

    revision_id: str
    first: Count
    discrimination: Discrimination | None
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Quartiles:
    """Seconds in which a quarter, half, and three quarters of the first answers were given."""

    quarter: float
    half: float
    three_quarters: float


@dataclass(frozen=True, slots=True)
class ItemStatistics:
    """What the answers to one item say, its latest revision first of all.

    `first` counts first attempts at the item, `all_answers` every one, `exam` those in exams, all of `revision_id`.
    `by_revision` and `by_variant` are about first attempts; `groups` are how many people are in each group. Of its `flags`
    those in `perhaps_chance` could still come from so few answers by chance.
    """

    item_id: str
    revision_id: str
    first: Count
    all_answers: Count
    exam: Count
    discrimination: Discrimination | None
    groups: tuple[int, int, int]
    options: tuple[OptionLine, ...]
    dead: tuple[str, ...]
    seconds: Quartiles | None
    by_revision: tuple[RevisionLine, ...]
    by_variant: tuple[tuple[str, Count], ...]
    flags: tuple[Flag, ...]
    perhaps_chance: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far the points of a form of `items` items of this bank would come again, and how far they are off.

    `value` is Cronbach's alpha (KR-20 where points are 0 or 1), `error` the standard error of measurement in points.
    """

    items: int
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class BankStatistics:
    """What the answers to a whole bank say: first attempts, people, the items behind alpha, and forms of some lengths."""

    bank: str
    people: int
    first: Count
    items: int
    pairs: int
    forms: tuple[Reliability, ...]
    flagged: tuple[str, ...]
