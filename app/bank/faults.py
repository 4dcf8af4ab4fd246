"""Faults: what stops a file of the bank from being read, each with its place and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass

FieldPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One reason why a file is refused. `line` and `column` count from 1, 0 where it is about the whole file; `field` is like "options[2].text"."""

    path: str
    line: int
    column: int
    field: str
    sentence: str

    def __str__(self) -> str:
        field = f"{self.field}: " if self.field else ""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        return f"{place}: {field}{self.sentence}"


class BankFaults(Exception):
    """Raised where a caller needs one value and the text has faults; carries all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def field_name(path: FieldPath) -> str:
    """A field path as people read it: list members in brackets, counted from 1, as in "options[2].text"."""
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part + 1}]"
        else:
            written += f".{part}" if written else part
    return written
