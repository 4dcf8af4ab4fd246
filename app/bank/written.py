"""Writes plain data as YAML in one way: text as it stands where YAML cannot mistake it, else quoted or as a block."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

Written = str | list["Written"] | dict[str, "Written"]

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_ ;./()+=-]|,(?= )|:(?=[A-Za-z0-9]))*(?<! )")
_PLAIN_IN_FLOW = re.compile(r"[A-Za-z][A-Za-z0-9_./+-]*")
_DIGITS = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_RESERVED = {"null", "yes", "no", "on", "off", "y", "n"}  # true and false are texts too, and stand bare


def written(fields: Mapping[str, Written]) -> str:
    """Fields as YAML, in their order, whether or not they make an item. Law: reading it gives the fields again.

    Texts must have no blanks at their ends, and no signs that the reader refuses.
    """
    return "\n".join(mapping_lines(fields, 0)) + "\n"


def mapping_lines(fields: Mapping[str, Written], depth: int) -> Iterator[str]:
    """The lines of a mapping whose names stand behind so many blanks."""
    blanks = " " * depth
    for name, value in fields.items():
        lines = value_lines(value, depth + 2)
        yield f"{blanks}{one_line(name)}:{lines[0]}"
        yield from lines[1:]


def value_lines(value: Written, depth: int) -> list[str]:
    """The lines of a value; the first one continues the line of its name."""
    match value:
        case str() if "\n" in value:
            blanks = " " * depth
            return [" |", *(blanks + line if line else "" for line in value.split("\n"))]
        case str():
            return [f" {one_line(value)}"]
        case dict():
            return ["", *mapping_lines(value, depth)] if value else [" {}"]
    if all(isinstance(member, str) and "\n" not in member for member in value):
        return [f" [{', '.join(quoted(str(member)) for member in value)}]"]
    return ["", *member_lines(value, depth)]


def member_lines(members: list[Written], depth: int) -> Iterator[str]:
    """The lines of a list whose dashes stand behind so many blanks."""
    for member in members:
        if isinstance(member, dict) and member:
            lines = list(mapping_lines(member, depth + 2))
            yield f"{' ' * depth}- {lines[0][depth + 2 :]}"
            yield from lines[1:]
        else:
            lines = value_lines(member, depth + 2)
            yield f"{' ' * depth}-{lines[0]}"
            yield from lines[1:]


@lru_cache(maxsize=1 << 12)
def one_line(text: str) -> str:
    """One line of text: as it is where YAML cannot mistake it, else quoted."""
    if text.lower() in _RESERVED:
        return quoted(text)
    return text if _PLAIN.fullmatch(text) or _DIGITS.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """One line of text in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def in_flow(value: Written) -> str:
    """A value in one line, as it may stand between brackets."""
    match value:
        case str():
            return _flow_text(value)
        case dict():
            return "{" + ", ".join(f"{_flow_text(name)}: {in_flow(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(map(in_flow, value)) + "]"


def _flow_text(text: str) -> str:
    if "\n" in text:
        return json.dumps(text, ensure_ascii=False)
    plain = _PLAIN_IN_FLOW.fullmatch(text) and text.lower() not in _RESERVED
    return text if plain or _DIGITS.fullmatch(text) else quoted(text)
