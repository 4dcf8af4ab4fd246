"""Finds a file's format by its content, and refuses by name those that do not come in."""

import re
from dataclasses import dataclass

from app.authoring.formats.anki_text import is_note_text
from app.authoring.formats.archive import BadArchive, opened
from app.authoring.formats.decode import LARGEST, decoded
from app.authoring.formats.qti_package import manifest_of
from app.authoring.formats.tables import delimiter_of, names_columns
from app.authoring.formats.xml import root_name
from app.authoring.found import Format

_ANSWER = re.compile(r"^[ \t]*ANSWER[ \t]*:", re.M | re.I)
_OPTION = re.compile(r"^[ \t]*[A-Za-z][.)][ \t]+\S", re.M)
_GIFT = re.compile(r"(?<!\\)\{|^[ \t]*(?:::|\$CATEGORY:|//)", re.M)
_OURS = re.compile(r"^(?:id|kind|objectives):", re.M)
SEND = (
    "Send Moodle XML, GIFT, Aiken, CSV, XLSX, an Anki package, Anki's notes as text, QTI 2.1 or 2.2, "
    "or files of our own (YAML, alone or in a zip)."
)
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
    "POOL": "This is a pool of Blackboard, which is not read. Send Moodle XML, GIFT, or QTI 2.1 or 2.2.",
    "html": f"This is a web page. {SEND}",
    "moodle_backup": "This is a part of a backup of Moodle. Export the question bank as Moodle XML.",
    "question_categories": "This is a part of a backup of Moodle. Export the question bank as Moodle XML.",
}
_QTI12 = "which is not read. Export QTI 2.1 or 2.2, or Moodle XML."
_MANIFESTS = {
    b"x-bb-": f"This is a package of Blackboard (QTI 1.2), {_QTI12}",
    b"desire2learn": f"This is a package of Brightspace (QTI 1.2), {_QTI12}",
    b"d2l_2p0": f"This is a package of Brightspace (QTI 1.2), {_QTI12}",
    b"respondus": f"This is a package of Respondus (QTI 1.2), {_QTI12}",
    b"canvas": f"This is a package of Canvas (QTI 1.2), {_QTI12}",
    b"imscc_xmlv1": f"This is a Common Cartridge, whose questions are QTI 1.2, {_QTI12}",
    b"imsqti_xmlv1": f"This is a package of QTI 1.2 (Canvas and Respondus write it too), {_QTI12}",
    b"imsqti_item_xmlv3": "This is a package of QTI 3, which is not read. Export QTI 2.1 or 2.2.",
    b"imsqtiasi_v3": "This is a package of QTI 3, which is not read. Export QTI 2.1 or 2.2.",
}
_ZIPS = {
    ".dat": f"This is a package of Blackboard (QTI 1.2), {_QTI12}",
    "course.xml": "This is OLX of Open edX, which is not read. Export QTI 2.1 or 2.2, or write the questions as GIFT.",
    "moodle_backup.xml": "This is a backup of Moodle. Export the question bank as Moodle XML.",
    "word/document.xml": "This is a text of Word. Copy the questions into a text file, as GIFT or Aiken.",
    "content.xml": "This is a file of OpenOffice. Save a table as XLSX or CSV, a text as GIFT or Aiken.",
}
_BINARY = {
    b"\xd0\xcf\x11\xe0": "This is a file of an old Office. Save a table as XLSX or CSV, a text as GIFT or Aiken.",
    b"\x1f\x8b": "This is a packed archive (gzip), as backups of Moodle and Open edX are. Export the questions alone.",
    b"SQLite format 3": "This is a bare database. If it is Anki's, export the deck as a package (.apkg).",
    b"%PDF": "This is a PDF. Copy the questions into a text file, as GIFT or Aiken.",
}
_TEXTS = {
    re.compile(
        r"^\"?NewQuestion\"?,", re.I | re.M
    ): "This is a table of Brightspace, which is not read. Name the columns as in our own sheet.",
    re.compile(r"\A(?:MC|MA|TF|ESS|ORD|MAT|FIB|FIB_PLUS|FIL|NUM|SR|OP)\t"): (
        "This is a text of Blackboard, which is not read. Send Moodle XML, GIFT, or a table with named columns."
    ),
    re.compile(r"^[ \t]*(?:Type:[ \t]*(?:MC|MA|MR|TF|T|F|E|FIB|FMB|ORD|MAT)\b|\*[a-z][.)][ \t]+\S)", re.M): (
        "This is a text of Respondus, which is not read. Send Moodle XML, GIFT or Aiken."
    ),
    re.compile(r"^(?:extype|exsolution):|^\\begin\{question\}", re.M): (
        "This is a question of R/exams, which has to be run. Let it write Moodle XML (exams2moodle), and send that."
    ),
    re.compile(r"\A\s*\{\\rtf"): "This is a formatted text (RTF). Save it as plain text, as GIFT or Aiken.",
    re.compile(r"\A\s*(?:\{\s*\"|\[\s*[\[{\"])"): f"This is JSON, which is not read. {SEND}",
    re.compile(r"^\s*\\documentclass\b", re.M): (
        "This is a document of LaTeX, which is not read. Send Moodle XML, GIFT or Aiken."
    ),
    re.compile(r"<pl-(?:question-panel|multiple-choice|checkbox|number-input|string-input)\b"): (
        "This is a question of PrairieLearn, which is not read. Send Moodle XML, GIFT, or a table with named columns."
    ),
}
ANKI = ("collection.anki2", "collection.anki21", "collection.anki21b")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file does not come in, in a sentence that says what to do."""

    sentence: str


def format_of(name: str, content: bytes) -> Format | Refusal:
    """The format that the content has; the name decides only where several would fit."""
    if not content.strip():
        return Refusal("This file is empty. Send one with questions in it.")
    if content[:2] == b"PK":
        return _of_zip(content)
    for mark, sentence in _BINARY.items():
        if content.startswith(mark):
            return Refusal(sentence)
    if content.lstrip()[:1] == b"<" or content[:4] in _XML_MARKS:
        space, root = root_name(content)
        if root in ("quiz", "assessmentItem", *_XML_REFUSED) or "<?xml" in content[:200].decode("latin-1"):
            return _of_xml(space, root)
    try:
        text = decoded(content)
    except ValueError as fault:
        return Refusal(UNKNOWN if len(content) <= LARGEST else str(fault))
    return _of_text(name, text)


def _of_zip(content: bytes) -> Format | Refusal:
    try:
        archive = opened(content)
        names = archive.names()
        if any(name in ANKI for name in names):
            return Format.ANKI
        if any(name.startswith("xl/workbook.") for name in names):
            return Format.XLSX
        place = manifest_of(archive)
        manifest = archive.read(place).lower() if place is not None else b""
    except BadArchive as fault:
        return Refusal(str(fault))
    if b"imsqti_item_xmlv2" in manifest:
        return Format.QTI
    for sign, sentence in _ZIPS.items():
        if any(name.lower().endswith(sign) for name in names):
            return Refusal(sentence)
    for word, sentence in _MANIFESTS.items():
        if word in manifest:
            return Refusal(sentence)
    if place is None and not any(name.lower().endswith(".xml") for name in names):
        return Refusal(
            f"This archive holds no questions that can be read. If it holds files of questions, send these themselves. {SEND}"
        )
    return Format.QTI


def _of_xml(space: str, root: str) -> Format | Refusal:
    if root == "quiz":
        return Format.MOODLE
    if root == "assessmentItem":
        old = space.endswith(("imsqti_v2p0", "imsqti_item_v2p0"))
        return Refusal("This is QTI 2.0, which is not read. Export QTI 2.1 or 2.2.") if old else Format.QTI
    return Refusal(_XML_REFUSED.get(root, f"XML that begins with <{root[:40]}> is not known here. {SEND}"))


def _of_text(name: str, text: str) -> Format | Refusal:
    ending = name.lower().rpartition(".")[2]
    for pattern, sentence in _TEXTS.items():
        if pattern.search(text):
            return Refusal(sentence)
    if len(set(_OURS.findall(text))) == 3:
        return Format.KEYED
    if is_note_text(text):
        return Format.ANKI_TEXT
    if ending in ("csv", "tsv") or _names_columns(text):
        return Format.CSV
    if ending != "gift" and _ANSWER.search(text) and _OPTION.search(text):
        return Format.AIKEN
    if ending == "gift" or _GIFT.search(text):
        return Format.GIFT
    if _ANSWER.search(text):
        return Format.AIKEN
    return Format.ANKI_TEXT if _in_columns(text) else Refusal(UNKNOWN)


def _names_columns(text: str) -> bool:
    """Whether the first row names what is asked and what is right, or is that of our own sheet."""
    first = text.lstrip("\n").partition("\n")[0][:10_000]
    delimiter = delimiter_of(first)
    if delimiter is None:
        return False
    return names_columns([name.strip().strip('"') for name in first.split(delimiter)])


def _in_columns(text: str) -> bool:
    """Whether nearly all lines have a tab, as notes of Anki do where no head says so."""
    lines = [line for line in text.split("\n")[:200] if line.strip()]
    return sum("\t" in line for line in lines) >= max(1, 0.9 * len(lines))
