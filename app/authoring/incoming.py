"""What a question that was found will become: the fields of an item, and what of it is kept, changed and dropped."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.authoring.found import BadPart, FoundTable, Loss
from app.authoring.pictures import Picture
from app.bank.reader import Data


@dataclass(frozen=True, slots=True)
class Incoming:
    """One question on its way in.

    `slug` is the name that its item gets, `kind` and `body` are the item's own kind and fields without what all items
    have; `ours` holds as much of that as the file gives. `text` is a file of our own as its author wrote it. One that
    cannot come in has `refused`, a sentence, and no body. `before` is what stood in the file: stem, then answers.
    """

    n: int
    line: int
    file: str
    name: str
    slug: str
    outer_id: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    kind: str = ""
    body: dict[str, Data] = field(default_factory=dict)
    ours: dict[str, Data] = field(default_factory=dict)
    text: str = ""
    kept: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()
    refused: str = ""
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """All of a file on its way in: its questions, what cannot be read, how tables were understood, the images shown.

    `renamed` are images that texts of ours call otherwise than they are called since they were encoded anew.
    """

    format: str
    questions: tuple[Incoming, ...] = ()
    bad: tuple[BadPart, ...] = ()
    tables: tuple[FoundTable, ...] = ()
    sheets: tuple[str, ...] = ()
    images: tuple[Picture, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """The form of a question as fields of an item; `kept` says in few words what came in unchanged."""

    kind: str
    fields: dict[str, Data]
    kept: tuple[str, ...]


class CannotComeIn(Exception):
    """Why a question has no form of ours, in a sentence that says what to do."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 option, 4 options."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def with_reason(fields: dict[str, Data], rationale: str, misconception: str = "") -> dict[str, Data]:
    """The fields of an option with its misconception and its rationale, where there are any."""
    more: dict[str, Data] = {"misconception": misconception} if misconception else {}
    return fields | more | ({"rationale": rationale} if rationale else {})


def decimal(value: float) -> str:
    """A number in plain digits, with at most six after the point."""
    digits = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if digits in ("-0", "") else digits


def joined(texts: Sequence[str]) -> str:
    """Texts as paragraphs, empty ones left out."""
    return "\n\n".join(text for text in texts if text)
