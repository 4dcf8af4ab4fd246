"""Writes QTI 2.2: a package with one item to a file and a manifest that names all of them."""

import re
from collections.abc import Sequence

from lxml import etree

from app.authoring.outgoing.parts import Part, note_missing, parts_of
from app.authoring.outgoing.qti_items import item_of
from app.authoring.outgoing.question import OutQuestion
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.splitting import one_by_one
from app.authoring.outgoing.zipped import zipped

HOLDS = frozenset(Part) - {Part.MISCONCEPTIONS, Part.DIFFICULTY, Part.EXPERIMENT, Part.ENEMIES}
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
LOM = "http://ltsc.ieee.org/xsd/LOM"
_KIND = "imsqti_item_xmlv2p2"


def write_qti(questions: Sequence[OutQuestion]) -> OutFile:
    """A package of all questions, with a report of each.

    Rules of the format: see `qti_items.py`. The manifest has the metadata of a question (name, what it is about) beside
    its file, since an item has no place for them.
    """
    files: list[tuple[str, bytes]] = []
    lines: list[OutLine] = []
    written: list[OutQuestion] = []
    pictures: dict[str, bytes] = {}
    for question in questions:
        ledger = Ledger(list(question.losses))
        for one in one_by_one(question):
            ledger.losses += [loss for loss in one.losses if loss not in ledger.losses]
            files.append((_path(one), _bytes(item_of(one, ledger))))
            pictures |= {f"images/{picture.name}": picture.content for picture in one.pictures}
            written.append(one)
        note_missing(ledger, question, "QTI", holds=HOLDS)
        lines.append(ledger.line(question.id, parts_of(question)))
    manifest = ("imsmanifest.xml", _bytes(_manifest(written)))
    return OutFile(zipped((manifest, *files, *pictures.items())), tuple(lines), len(written))


def _path(question: OutQuestion) -> str:
    return f"items/{re.sub(r'[^A-Za-z0-9._-]', '-', question.id)}.xml"


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def _manifest(questions: Sequence[OutQuestion]) -> etree._Element:
    root = etree.fromstring(f'<manifest xmlns="{PACKAGE}" xmlns:lom="{LOM}" identifier="keyed-export"/>')
    about = _add(root, "metadata")
    _add(about, "schema").text = "QTIv2.2 Package"
    _add(about, "schemaversion").text = "1.0.0"
    _add(root, "organizations")
    resources = _add(root, "resources")
    for question in questions:
        path = _path(question)
        resource = _add(resources, "resource", identifier=f"r-{question.id}", type=_KIND, href=path)
        _about(_add(resource, "metadata"), question)
        _add(resource, "file", href=path)
        for picture in question.pictures:
            _add(resource, "file", href=f"images/{picture.name}")
    return root


def _about(metadata: etree._Element, question: OutQuestion) -> None:
    """The name of a question and what it is about, in the order that the metadata's schema asks for."""
    general = _lom(_lom(metadata, "lom"), "general")
    identifier = _lom(general, "identifier")
    _lom(identifier, "catalog").text = "Keyed"
    _lom(identifier, "entry").text = question.id
    _string(_lom(general, "title"), question.id)
    for tag in (f"bank-{question.header.bank}", *question.tags):
        _string(_lom(general, "keyword"), tag)


def _string(parent: etree._Element, text: str) -> None:
    held = _lom(parent, "string")
    held.set("language", "en")
    held.text = text


def _lom(parent: etree._Element, name: str) -> etree._Element:
    return etree.SubElement(parent, f"{{{LOM}}}{name}")


def _add(parent: etree._Element, name: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, f"{{{PACKAGE}}}{name}", attributes)
