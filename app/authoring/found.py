"""What was found in a file of another system, before it becomes an item: one record for all formats."""

from dataclasses import dataclass, field
from enum import StrEnum

SLACK = 1e-5  # three thirds, written as 33.33333 %, count as a whole


class Markup(StrEnum):
    """How a text is to be read."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"
    AUTO = "auto"  # plain text in which some systems let HTML pass


@dataclass(frozen=True, slots=True)
class FoundText:
    """A text as it stood in the file, its escapes undone."""

    text: str
    markup: Markup = Markup.AUTO


@dataclass(frozen=True, slots=True)
class FoundOption:
    """An option, or an accepted word, with its share of the points in [-1, 1] and what is said to who takes it."""

    text: FoundText
    share: float
    feedback: FoundText | None = None


@dataclass(frozen=True, slots=True)
class FoundChoice:
    """Options of which one is taken, or `several`."""

    options: tuple[FoundOption, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """An accepted range of numbers, both ends included, with its share of the points in [-1, 1]."""

    low: float
    high: float
    share: float = 1.0
    feedback: FoundText | None = None


@dataclass(frozen=True, slots=True)
class FoundNumbers:
    """A typed number: the accepted ranges, of which the first that fits counts, and what is said to everybody else."""

    accepted: tuple[FoundNumber, ...]
    otherwise: FoundText | None = None


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A typed text: the accepted ones."""

    accepted: tuple[FoundOption, ...]


@dataclass(frozen=True, slots=True)
class FoundPairs:
    """What belongs together; a left side that is empty only adds a choice."""

    pairs: tuple[tuple[FoundText, FoundText], ...]


@dataclass(frozen=True, slots=True)
class FoundOther:
    """A kind that has no form of ours: an essay, a mere description, and whatever else a format has."""

    kind: str


FoundForm = FoundChoice | FoundNumbers | FoundWords | FoundPairs | FoundOther


class Fate(StrEnum):
    """What became of a part of a question on its way in."""

    CHANGED = "changed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Loss:
    """A part of a question that does not come in as it was: what became of it, which part, and why, in a sentence."""

    fate: Fate
    part: str
    why: str


@dataclass(frozen=True, slots=True)
class FoundQuestion:
    """A question of a file. `line` is where it begins, `outer_id` is the other system's name for it."""

    line: int
    stem: FoundText
    form: FoundForm
    name: str = ""
    outer_id: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    feedback: FoundText | None = None  # said to everybody
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class BadPart:
    """A part of a file that cannot be read: where it begins, and in a sentence what is wrong and what to do."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """All that a file holds, in its order: what can be read, and what cannot; neither takes the other with it."""

    questions: tuple[FoundQuestion, ...] = ()
    bad: tuple[BadPart, ...] = field(default=())


def is_whole(share: float) -> bool:
    """Whether a share is all of the points."""
    return abs(share - 1.0) <= SLACK
