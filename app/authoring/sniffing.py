"""Finds a file's format by its content, and refuses by name those that do not come in."""

import re
from dataclasses import dataclass

from app.authoring.formats.decode import decoded
from app.authoring.formats.xml import root_name
from app.authoring.found import Format

_ANSWER = re.compile(r"^[ \t]*ANSWER[ \t]*:", re.M | re.I)
_OPTION = re.compile(r"^[ \t]*[A-Za-z][.)][ \t]+\S", re.M)
_GIFT = re.compile(r"(?<!\\)\{|^[ \t]*(?:::|\$CATEGORY:|//)", re.M)
_OURS = re.compile(r"^(?:id|kind|objectives):", re.M)
SEND = "Send Moodle XML, GIFT, Aiken, CSV, XLSX, an Anki package, Anki's notes as text, or QTI 2.1 or 2.2."
UNKNOWN = f"This is no format that can be read. {SEND}"
_XML_MARKS = (b"\xef\xbb\xbf<", b"\xff\xfe<\0", b"\xfe\xff\0<", b"<\0?\0", b"\0<\0?")
_XML_REFUSED = {
    "questestinterop": "This is QTI 1.2, which is not read (Canvas and Blackboard write it too). Export QTI 2.1 or 2.2.",
    "qti-assessment-item": "This is QTI 3, which is not read. Export QTI 2.1 or 2.2.",
    "qti-assessment-test": "This is QTI 3, which is not read. Export QTI 2.1 or 2.2.",
    "assessmentTest": "This is a test of QTI 2 without its questions. Send the whole package, as a ZIP file.",
    "manifest": "This is the manifest of a package without its questions. Send the whole package, as a ZIP file.",
    "problem": "This is OLX of Open edX, which is not read. Export QTI 2.1 or 2.2, or write the questions as GIFT.",
    "course": "This is OLX of Open edX, which is not read. Export QTI 2.1 or 2.2, or write the questions as GIFT.",
    "library": "This is OLX of Open edX, which is not read. Export QTI 2.1 or 2.2, or write the questions as GIFT.",
    "moodle_backup": "This is a part of a backup of Moodle. Export the question bank as Moodle XML.",
    "question_categories": "This is a part of a backup of Moodle. Export the question bank as Moodle XML.",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file does not come in, in a sentence that says what to do."""

    sentence: str


def format_of(name: str, content: bytes) -> Format | Refusal:
    """The format that the content has; the name decides only where several would fit."""
    if not content.strip():
        return Refusal("This file is empty. Send one with questions in it.")
    if content.lstrip()[:1] == b"<" or content[:4] in _XML_MARKS:
        space, root = root_name(content)
        if root == "quiz" or root in _XML_REFUSED or "<?xml" in content[:200].decode("latin-1"):
            return _of_xml(space, root)
    try:
        text = decoded(content)
    except ValueError:
        return Refusal(UNKNOWN)
    return _of_text(name, text)


def _of_xml(space: str, root: str) -> Format | Refusal:
    if root == "quiz":
        return Format.MOODLE
    return Refusal(_XML_REFUSED.get(root, f"XML that begins with <{root[:40]}> is not known here. {SEND}"))


def _of_text(name: str, text: str) -> Format | Refusal:
    if len(set(_OURS.findall(text))) == 3:
        return Format.KEYED
    if _ANSWER.search(text) and _OPTION.search(text) and not name.lower().endswith(".gift"):
        return Format.AIKEN
    if _GIFT.search(text) or name.lower().endswith(".gift"):
        return Format.GIFT
    return Refusal(UNKNOWN)
