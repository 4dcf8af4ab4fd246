"""Cells of a workbook that hold no value: a formula that was never computed, or one whose result is an error."""

import posixpath
import re

from app.authoring.formats.archive import Archive
from app.authoring.formats.xml import BadXml, children, descendants, parsed

_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*)>(.*?)</(?:\w+:)?c>", re.DOTALL)
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{1,3})(\d{1,9})["']""")
_FORMULA, _VALUE = re.compile(rb"<(?:\w+:)?f\b"), re.compile(rb"<(?:\w+:)?v\b[^>]*>[^<]")
_ERROR = re.compile(rb"""\bt\s*=\s*["']e["']""")
_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


def without_value(archive: Archive, sheet: str) -> dict[int, str]:
    """The rows of a sheet in which such a cell stands, each with the first one's place, such as B2.

    Nothing where the parts of the workbook are not named as usual. Raises BadArchive.
    """
    part = _part_of(archive, sheet)
    if part is None or not archive.holds(part):
        return {}
    found: dict[int, str] = {}
    for attributes, inside in _CELL.findall(archive.read(part)):
        place = _PLACE.search(attributes)
        if place and (_ERROR.search(attributes) or (_FORMULA.search(inside) and not _VALUE.search(inside))):
            found.setdefault(int(place[2]), (place[1] + place[2]).decode())
    return found


def _part_of(archive: Archive, sheet: str) -> str | None:
    listed, related = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
    if not (archive.holds(listed) and archive.holds(related)):
        return None
    try:
        sheets, links = parsed(archive.read(listed)), parsed(archive.read(related))
    except BadXml:
        return None
    targets = {one.get("Id"): one.get("Target") or "" for one in children(links, "Relationship")}
    for one in descendants(sheets, "sheet"):
        if one.get("name") == sheet:
            target = targets.get(one.get(_RELATED) or one.get(_STRICT), "")
            return target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
    return None
