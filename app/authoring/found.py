"""What was found in a file of another system, before it becomes an item: one record for all formats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.bank.reader import Data
from app.items.item import Tolerance

IMAGE = "image:"  # before an image's id, where a text shows it: <img src="image:3f2a…">, ![…](image:3f2a…)
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
class FoundImage:
    """An image that lay in the file: its id (the start of its content's SHA-256, in hexadecimal), name and bytes.

    The bytes are as they were: nobody has looked yet whether they are an image at all.
    """

    id: str
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class FoundOption:
    """An option, or an accepted word, with its share of the points in [-1, 1] and what is said to who takes it.

    `misconception` is what our own tables say of it, or nothing.
    """

    text: FoundText
    share: float
    feedback: FoundText | None = None
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class FoundChoice:
    """Options of which one is taken, or `several`: these earn the sum of their shares, cut to [0, 1].

    With `all_or_nothing` exactly the options with a share above 0 are right, together.
    """

    options: tuple[FoundOption, ...]
    several: bool = False
    all_or_nothing: bool = False


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """An accepted range of numbers, both ends included, with its share of the points in [-1, 1].

    `target` is the number that was named as right, where one was, and `tolerance` the rule by which the range came of
    it; a range that was written as one has neither.
    """

    low: float
    high: float
    share: float = 1.0
    feedback: FoundText | None = None
    target: float | None = None
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class FoundNumbers:
    """A typed number: the accepted ranges, of which the first that fits counts, and what is said to everybody else."""

    accepted: tuple[FoundNumber, ...]
    otherwise: FoundText | None = None


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A typed text: the accepted ones, of which the first that fits counts.

    With `wildcards` a star stands for any signs, and a backslash before it for the star itself.
    """

    accepted: tuple[FoundOption, ...]
    case_counts: bool = False
    wildcards: bool = False


@dataclass(frozen=True, slots=True)
class FoundPairs:
    """What belongs together; a left side that is empty only adds a choice. Each right pair earns an equal share."""

    pairs: tuple[tuple[FoundText, FoundText], ...]
    all_or_nothing: bool = False


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """What is to be put in order, in the right one. Each entry in its place earns an equal share."""

    entries: tuple[FoundText, ...]
    all_or_nothing: bool = False


@dataclass(frozen=True, slots=True)
class FoundOther:
    """A kind that has no form of ours: an essay, a mere description, and whatever else a format has; and why."""

    kind: str
    why: str = ""


FoundForm = FoundChoice | FoundNumbers | FoundWords | FoundPairs | FoundOrder | FoundOther


class Fate(StrEnum):
    """What became of a part of a question on its way in."""

    CHANGED = "changed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Loss:
    """A part of a question that does not come in as it was: what became of it, which part, and why, in a sentence.

    `line` is where it stands, or 0 where no line is closer than the question's own.
    """

    fate: Fate
    part: str
    why: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class FoundQuestion:
    """A question of a file. `line` is where it begins (in a sheet its row), `outer_id` the other system's name for it.

    `file` names the part of a package in which it stands. `ours` has fields of our own items by their names in YAML
    (level, shape, difficulty, citation and so on), which only tables give. `own` has all fields of the item, as in YAML,
    where the file is a sheet of ours; `form` then says the same with less.
    """

    line: int
    stem: FoundText
    form: FoundForm
    name: str = ""
    outer_id: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    feedback: FoundText | None = None  # said to everybody
    losses: tuple[Loss, ...] = ()
    file: str = ""
    ours: tuple[tuple[str, str], ...] = ()
    own: Mapping[str, Data] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BadPart:
    """A part of a file that cannot be read: where it begins, and in a sentence what is wrong and what to do.

    The line is 0 where a whole file of an archive is meant.
    """

    line: int
    sentence: str
    file: str = ""

    def __str__(self) -> str:
        place = (self.file, f"line {self.line}" if self.line else "")
        return f"{', '.join(part for part in place if part)}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class FoundColumn:
    """A column of a table: the field of ours that it is taken for ("" is none), why, and the first of its values."""

    name: str
    field: str
    why: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table whose columns had to be understood: a sheet, or the notes of one kind; with the count of its rows."""

    name: str
    columns: tuple[FoundColumn, ...]
    rows: int = 0


@dataclass(frozen=True, slots=True)
class ColumnWish:
    """What somebody says of a column: it is this field of ours, or none ("")."""

    table: str
    column: str
    field: str


@dataclass(frozen=True, slots=True)
class ReadWishes:
    """What somebody says of how a file is to be read: which sheet (the first if none is named), which columns."""

    sheet: str = ""
    columns: tuple[ColumnWish, ...] = ()


class Format(StrEnum):
    """What a file was taken for."""

    GIFT = "GIFT"
    AIKEN = "Aiken"
    MOODLE = "Moodle XML"
    QTI = "QTI 2"
    CSV = "CSV"
    XLSX = "XLSX"
    ANKI = "Anki package"
    ANKI_TEXT = "Anki notes"
    KEYED = "Keyed YAML"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """All that a file holds, in its order: what can be read, and what cannot; neither takes the other with it.

    `images` are those that texts show, each once. `tables` say how columns were understood, and `sheets` names all
    sheets of a workbook.
    """

    questions: tuple[FoundQuestion, ...] = ()
    bad: tuple[BadPart, ...] = field(default=())
    format: Format = Format.UNKNOWN
    images: tuple[FoundImage, ...] = ()
    tables: tuple[FoundTable, ...] = ()
    sheets: tuple[str, ...] = ()


def is_whole(share: float) -> bool:
    """Whether a share is all of the points."""
    return abs(share - 1.0) <= SLACK
