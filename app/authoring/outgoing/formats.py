"""The formats in which questions leave, by name; what writes them is loaded only when somebody exports."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class ExportFormat(StrEnum):
    """A format, as it stands in addresses."""

    FILES = "files"
    SHEET = "csv"
    MOODLE = "moodle"
    GIFT = "gift"
    AIKEN = "aiken"
    QTI = "qti"
    ANKI = "anki"


@dataclass(frozen=True, slots=True)
class FormatKind:
    """What a format is called, what its files end in, their media type, and what it is good for, in a sentence."""

    name: str
    ending: str
    media: str
    about: str


FORMATS: Mapping[ExportFormat, FormatKind] = {
    ExportFormat.FILES: FormatKind(
        "Our own files (YAML)", "zip", "application/zip", "Every field, and recipes as recipes: nothing is lost."
    ),
    ExportFormat.SHEET: FormatKind(
        "A sheet (CSV)", "csv", "text/csv; charset=utf-8", "Every field of written questions, for any spreadsheet."
    ),
    ExportFormat.MOODLE: FormatKind(
        "Moodle XML", "xml", "application/xml", "For the question bank of Moodle, with reasons."
    ),
    ExportFormat.GIFT: FormatKind(
        "GIFT", "gift", "text/plain; charset=utf-8", "The text format of Moodle, with reasons."
    ),
    ExportFormat.AIKEN: FormatKind(
        "Aiken", "txt", "text/plain; charset=utf-8", "Plain text, and one right option alone."
    ),
    ExportFormat.QTI: FormatKind(
        "QTI 2.2", "zip", "application/zip", "A package that most test systems read, with formulas as MathML."
    ),
    ExportFormat.ANKI: FormatKind(
        "Anki", "apkg", "application/octet-stream", "Cards with two sides; a later export updates them."
    ),
}  # fmt: skip
