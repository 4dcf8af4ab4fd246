"""Writes the files of our own banks: each item as canonical YAML at its place, with what the items name."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.authoring.outgoing.report import OutFile, OutLine
from app.authoring.outgoing.zipped import zipped

_ALL = ("every field",)


@dataclass(frozen=True, slots=True)
class BankFile:
    """A file with its place below the folder of questions; `item_id` is empty where it is no item's."""

    path: str
    content: bytes
    item_id: str = ""


def write_files(files: Sequence[BankFile]) -> OutFile:
    """A folder of questions as a zip: nothing is lost, and recipes stay recipes."""
    lines = tuple(OutLine(one.item_id, _ALL) for one in files if one.item_id)
    return OutFile(zipped((one.path, one.content) for one in files), lines, len(lines))
