"""Reads YAML text into plain data in which every scalar stays text, with the place of every field; with `layout` the only user of yaml."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import yaml

from app.bank.faults import Fault, FieldPath, field_name

LARGEST_FILE = 256 * 1024  # bytes
DEEPEST = 30
Data = str | list["Data"] | dict[str, "Data"]
Place = tuple[int, int]  # line and column, from 1

_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_NAMES = {"\t": "a tab", "\r": "a lone carriage return", "\ufeff": "a byte order mark"}


@dataclass(frozen=True, slots=True)
class Document:
    """A file as read: its data, and where each field starts (`names`) and where its value stands (`values`)."""

    path: str
    data: Data
    names: dict[FieldPath, Place] = field(default_factory=dict)
    values: dict[FieldPath, Place] = field(default_factory=dict)

    def place(self, where: FieldPath, *, of_name: bool = False) -> Place:
        """The place of a field, or of the nearest one around it that is in the file."""
        table = self.names if of_name else self.values
        for length in range(len(where), -1, -1):
            found = table.get(where[:length]) or self.values.get(where[:length])
            if found:
                return found
        return 1, 1

    def fault(self, where: FieldPath, sentence: str, *, of_name: bool = False) -> Fault:
        """A fault at a field of this document."""
        line, column = self.place(where, of_name=of_name)
        return Fault(self.path, line, column, field_name(where), sentence)


def read(content: bytes | str, path: str) -> tuple[Document | None, tuple[Fault, ...]]:
    """The document in a text, and all faults of form.

    Rule: YAML 1.1 block and flow collections with string scalars only. Aliases, anchors, tags, directives, tabs,
    control characters, a second document, a name given twice, a depth over 30 and more than 256 KiB are faults.
    No document comes back where the text cannot be followed to its end.
    """
    size = len(content) if isinstance(content, bytes) else len(content.encode("utf-8", "surrogatepass"))
    if size > LARGEST_FILE:
        sentence = f"the file has {size:,} bytes; {LARGEST_FILE:,} is the most. Split it into several files."
        return None, (Fault(path, 1, 1, "", sentence),)
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        text.encode("utf-8")
    except UnicodeError:
        return None, (Fault(path, 1, 1, "", "the file is not UTF-8. Save it as UTF-8 text."),)
    text = text.replace("\r\n", "\n")
    characters = tuple(_bad_characters(text, path))
    if characters:
        return None, characters
    return _Builder(path).build(text)


def _bad_characters(text: str, path: str) -> Iterator[Fault]:
    tabs = re.finditer("\t", text)
    for match in (*tabs, *_FORBIDDEN.finditer(text)):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        name = _NAMES.get(match[0], f"the control character U+{ord(match[0]):04X}")
        yield Fault(path, line, column, "", f"{name} stands here. Write spaces in its place, or delete it.")


class _StopReading(Exception):
    """The text cannot be followed any further."""


class _Builder:
    """Builds data from the parser's events, so that nothing is expanded before it has been looked at."""

    def __init__(self, path: str) -> None:
        self._document = Document(path, "")
        self._faults: list[Fault] = []
        self._events: Iterator[yaml.Event] = iter(())

    def build(self, text: str) -> tuple[Document | None, tuple[Fault, ...]]:
        try:
            self._events = iter(yaml.CSafeLoader(text).get_event, None)
            data = self._stream()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            self._note(
                (line, column), (), f"this is not YAML: {error.problem}. {_advice(str(error.problem))}"
            )
            return None, tuple(self._faults)
        except yaml.YAMLError as error:
            self._note((1, 1), (), f"this is not YAML: {' '.join(str(error).split())}.")
            return None, tuple(self._faults)
        except _StopReading:
            return None, tuple(self._faults)
        document = Document(self._document.path, data, self._document.names, self._document.values)
        return document, tuple(self._faults)

    def _stream(self) -> Data:
        data: Data | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if data is not None:
                    self._stop(event, (), "a second document starts here. Keep one document to a file.")
                if event.version or event.tags:
                    self._stop(event, (), "a directive stands here. Delete the line that starts with %.")
            elif isinstance(event, yaml.NodeEvent):
                data = self._node(event, (), 0)
        if data is None:
            self._note((1, 1), (), "the file is empty. Write the item, or delete the file.")
            raise _StopReading
        return data

    def _node(self, event: yaml.Event, where: FieldPath, depth: int) -> Data:
        self._document.values[where] = _place(event)
        if isinstance(event, yaml.AliasEvent):
            self._stop(event, where, f"*{event.anchor} is an alias. Write the text out, or quote it.")
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)  # noqa: S101 - no others start a node
        if event.anchor is not None:
            self._note(_place(event), where, f"&{event.anchor} is an anchor. Delete it, or quote the text.")
        if event.tag is not None:
            self._note(_place(event), where, f"{event.tag} is a tag. Delete it: all values are text.")
        if depth > DEEPEST:
            self._stop(event, where, f"this is nested more than {DEEPEST} deep. Write it flatter.")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, where)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(where, depth)
        return self._mapping(where, depth)

    def _scalar(self, event: yaml.ScalarEvent, where: FieldPath) -> str:
        text = str(event.value)
        bad = _UNSEEN.search(text)
        if bad:
            self._note(
                _place(event), where, f"the text has the control character U+{ord(bad[0]):04X}. Delete it."
            )
        return text

    def _sequence(self, where: FieldPath, depth: int) -> Data:
        members: list[Data] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            members.append(self._node(event, (*where, len(members)), depth + 1))
        return members

    def _mapping(self, where: FieldPath, depth: int) -> Data:
        fields: dict[str, Data] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                self._stop(event, where, "a list or mapping stands where a name belongs. Write a plain name.")
            name = str(event.value)
            inside = (*where, name)
            first = self._document.names.get(inside)
            if event.anchor is not None or event.tag is not None:
                self._note(_place(event), inside, "a name has a tag or an anchor. Delete it.")
            value = self._node(next(self._events), inside, depth + 1)
            if first:
                self._note(_place(event), inside, f"is given twice, first in line {first[0]}. Keep one.")
                continue
            self._document.names[inside] = _place(event)
            fields[name] = value
        return fields

    def _note(self, place: Place, where: FieldPath, sentence: str) -> None:
        self._faults.append(Fault(self._document.path, *place, field_name(where), sentence))

    def _stop(self, event: yaml.Event, where: FieldPath, sentence: str) -> NoReturn:
        self._note(_place(event), where, sentence)
        raise _StopReading


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _advice(problem: str) -> str:
    """What to do about a fault that the YAML parser reports in its own words."""
    if "mapping values are not allowed" in problem:
        return "Text with a colon and a space must be quoted, or written below the name after |."
    if "cannot start any token" in problem:
        return "Text that starts with a sign (@, `, %, |, >) must be quoted."
    if "did not find expected key" in problem or "block end" in problem:
        return "Look at the indentation and at quotes inside quoted text here and one line above."
    if "nesting depth" in problem:
        return f"Write it flatter: {DEEPEST} deep is the most."
    if "escape" in problem:
        return "In double quotes a backslash starts an escape; use single quotes, or | and a new line, for formulas."
    return "Look at quotes, brackets and indentation here and one line above."
