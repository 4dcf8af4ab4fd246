"""Finds a file's format by its content, and refuses by name those that do not come in."""

import re
from dataclasses import dataclass

from app.authoring.formats.decode import decoded
from app.authoring.found import Format

_ANSWER = re.compile(r"^[ \t]*ANSWER[ \t]*:", re.M | re.I)
_OPTION = re.compile(r"^[ \t]*[A-Za-z][.)][ \t]+\S", re.M)
_GIFT = re.compile(r"(?<!\\)\{|^[ \t]*(?:::|\$CATEGORY:|//)", re.M)
_OURS = re.compile(r"^(?:id|kind|objectives):", re.M)
UNKNOWN = (
    "This is no format that can be read. Send Moodle XML, GIFT, Aiken, CSV, XLSX, an Anki package, Anki's notes as "
    "text, or QTI 2.1 or 2.2."
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file does not come in, in a sentence that says what to do."""

    sentence: str


def format_of(name: str, content: bytes) -> Format | Refusal:
    """The format that the content has; the name decides only where several would fit."""
    if not content.strip():
        return Refusal("This file is empty. Send one with questions in it.")
    try:
        text = decoded(content)
    except ValueError:
        return Refusal(UNKNOWN)
    return _of_text(name, text)


def _of_text(name: str, text: str) -> Format | Refusal:
    if len(set(_OURS.findall(text))) == 3:
        return Format.KEYED
    if _ANSWER.search(text) and _OPTION.search(text) and not name.lower().endswith(".gift"):
        return Format.AIKEN
    if _GIFT.search(text) or name.lower().endswith(".gift"):
        return Format.GIFT
    return Refusal(UNKNOWN)
