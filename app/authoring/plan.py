"""What the form of a question is made of: its fields, its lists of like members, and where each stands in the text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.authoring.paths import Data, Path, path_of, value_at


class Widget(StrEnum):
    """How a field is filled in."""

    LINE = "line"  # one line
    TEXT = "text"  # a few lines of Markdown
    LONG = "long"  # many lines of Markdown
    CHOICE = "choice"  # one of `choices`
    TICK = "tick"  # true, or left out
    UNTICK = "untick"  # false, or left out
    MISCONCEPTION = "misconception"  # a slug of the registry
    NAMES = "names"  # names with blanks or commas between
    MEMBER = "member"  # the id of a member of `of`
    PICKS = "picks"  # the ids of any members of `of`, each by a tick of its own
    LINES = "lines"  # a text on each line


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `name` is its path in the text, its parts joined by dots; `of` names a list for a member's id, or a source.

    `when` is the way of answering under which a field of a check is asked for; empty where it always is.
    """

    name: str
    label: str
    widget: Widget = Widget.LINE
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    of: str = ""
    needed: bool = True
    rare: bool = False  # folded away, since hardly anybody changes it
    when: str = ""

    @property
    def path(self) -> Path:
        """The names from the outside in."""
        return path_of(self.name)


@dataclass(frozen=True, slots=True)
class Members:
    """A list of members of one kind, each with these fields, in the order in which they are asked for.

    `start` are the fields of a new member that has no id; `named` says whether members have one of their own. `tried` says
    that each member is tried, and shows what it came to.
    """

    name: str
    title: str
    noun: str
    fields: tuple[Field, ...]
    hint: str = ""
    most: int = 6
    named: bool = True
    start: Mapping[str, Data] = field(default_factory=dict)
    tried: bool = False

    @property
    def path(self) -> Path:
        """The names and places from the outside in."""
        return path_of(self.name)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that stand together below a title."""

    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole form: what is asked first, the lists, and what every question carries beside its text.

    `order` are the names of the outermost fields as they follow each other in the text.
    """

    asked: tuple[Field, ...]
    lists: tuple[Members, ...]
    groups: tuple[Group, ...]
    order: tuple[str, ...]
    inner: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def fields(self) -> Iterator[Field]:
        """All fields that are not inside a list."""
        yield from self.asked
        for group in self.groups:
            yield from group.fields

    def names(self, fields: Data) -> frozenset[str]:
        """The names of all fields of the form that these fields of a text have, those of members with their place."""
        members = (
            input_name(many.name, place, one.name)
            for many in self.lists
            if isinstance(found := value_at(fields, many.path), list)
            for place in range(len(found))
            for one in many.fields
        )
        return frozenset((*(one.name for one in self.fields()), *members))

    def list_of(self, name: str) -> Members | None:
        """The list of that name."""
        return next((one for one in self.lists if one.name == name), None)


def input_name(*parts: str | int) -> str:
    """The name of a field on the page, as faults name it: "options[2].text", members counted from 1."""
    written = ""
    for part in parts:
        if isinstance(part, int):
            written += f"[{part + 1}]"
        else:
            written += f".{part}" if written else part
    return written
