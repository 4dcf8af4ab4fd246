"""An item's own checks: answers with what its author expects of them, stored with the item."""

from dataclasses import dataclass
from enum import StrEnum


class Expected(StrEnum):
    """What an answer should come to."""

    RIGHT = "right"
    WRONG = "wrong"  # wholly or in part
    TOO_FEW_DIGITS = "too_few_digits"
    INVALID = "invalid"  # it cannot be read, and costs nothing


class Word(StrEnum):
    """Answers that every variant has, whatever its numbers."""

    RIGHT = "right"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Options by their ids."""

    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """The texts of the fields in order, as somebody types them."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """Prompts with the choices given to them, by their ids; a prompt that is not there is left open."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """Entries by their ids, in the order given; those that are not there have no place."""

    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slipped:
    """What somebody answers who makes this slip, or has this misconception."""

    slug: str


CheckedAnswer = Chosen | Typed | Paired | Ordered | Slipped | Word


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """An answer and what it should come to.

    `slips` must all be named by the diagnosis, and `points` be what it earns, where they are given. `variant` is the
    name of the fixed variant that it speaks of; empty for every variant.
    """

    answer: CheckedAnswer
    expect: Expected
    slips: tuple[str, ...] = ()
    points: float | None = None
    variant: str = ""
    name: str = ""
