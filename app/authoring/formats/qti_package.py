"""Packages of QTI 2.1 and 2.2: a ZIP file with a manifest, its items, and their images."""

import posixpath
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from app.authoring.formats.archive import Archive
from app.authoring.formats.images import Images
from app.authoring.formats.qti import item_of
from app.authoring.formats.xml import (
    BadXml,
    Element,
    all_text,
    child,
    children,
    descendants,
    line_of,
    parsed,
    root_name,
)
from app.authoring.found import BadPart, Format, FoundFile, FoundQuestion

MANIFEST = "imsmanifest.xml"
_ITEMS = ("imsqti_item_xmlv2p1", "imsqti_item_xmlv2p2", "imsqti_apipitem_xmlv2p1", "imsqti_apipitem_xmlv2p2")
_PASSED = (
    "webcontent",
    "associatedcontent",
    "controlfile",
    "learning-application-resource",
    "resourcemetadata",
)
_TOLD = (
    (
        "imsqti_test_xmlv2",
        "Its order of questions, sections and times do not come in; the questions themselves do.",
    ),
    ("imsqti_item_xmlv2p0", "This is an item of QTI 2.0, which is not read. Export QTI 2.1 or 2.2."),
    ("imsqti_xmlv1", "This is QTI 1.2, which is not read. Export QTI 2.1 or 2.2."),
    ("imsqti_item_xmlv3", "This is an item of QTI 3, which is not read. Export QTI 2.1 or 2.2."),
    ("imsqti_test_xmlv3", "This is a test of QTI 3, which is not read. Export QTI 2.1 or 2.2."),
)

_UNNAMED = (
    "The manifest does not name this as a question, so it stays out. Send the file itself, or pack it again."
)


@dataclass(frozen=True, slots=True)
class _Resource:
    """An entry of the manifest: its kind, its file, and the words that describe it."""

    line: int
    kind: str
    file: str
    tags: tuple[str, ...]


def read_package(archive: Archive) -> FoundFile:
    """All questions of the package, and what of it cannot be read; each bad item is left out alone. Raises BadArchive.

    Rule: what the manifest names as an item is one; without a manifest, whatever begins as one. An item that the manifest
    does not name as one stays out, and is told.
    """
    images = Images()
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    files: dict[str, bytes | None] = {}
    seen: set[str] = set()
    for resource in _resources(archive, bad):
        if resource.file in seen:
            continue
        seen.add(resource.file)
        found = _item(archive, resource, images, files)
        if isinstance(found, BadPart):
            bad.append(found)
        else:
            questions.append(found)
    bad += _unnamed(archive, seen | {one.file for one in bad})
    if not questions and not bad:
        bad.append(
            BadPart(
                1,
                "This package names no questions of QTI 2.1 or 2.2. If it holds another file of questions, send that file itself.",
            )
        )
    return FoundFile(tuple(questions), tuple(bad), Format.QTI, images.all())


def _resources(archive: Archive, bad: list[BadPart]) -> Iterator[_Resource]:
    place = manifest_of(archive)
    if place is None:
        yield from (_Resource(1, _ITEMS[0], name, ()) for name in _items_in(archive))
        return
    try:
        root = parsed(archive.read(place))
    except BadXml as fault:
        bad.append(BadPart(fault.line, fault.sentence, place))
        return
    for resource in _of_manifest(root, posixpath.dirname(place)):
        kind = resource.kind.lower()
        if kind in _ITEMS:
            yield resource
        elif told := next((why for start, why in _TOLD if kind.startswith(start)), ""):
            bad.append(BadPart(resource.line, told, resource.file or place))
        elif not kind.startswith(_PASSED):
            why = f"A part of the kind {resource.kind[:60]!r} is not read."
            bad.append(BadPart(resource.line, why, resource.file or place))


def _items_in(archive: Archive) -> Iterator[str]:
    """The files that begin as an item, whatever names them."""
    for name in archive.names():
        if name.lower().endswith(".xml") and root_name(archive.read(name))[1] == "assessmentItem":
            yield name


def _unnamed(archive: Archive, named: Container[str]) -> Iterator[BadPart]:
    for name in _items_in(archive):
        if name not in named:
            yield BadPart(1, _UNNAMED, name)


def manifest_of(archive: Archive) -> str | None:
    """The manifest's name: at the top, or in the one folder that was packed."""
    found = [name for name in archive.names() if posixpath.basename(name).lower() == MANIFEST]
    return min(found, key=lambda name: name.count("/"), default=None)


def _of_manifest(root: Element, folder: str) -> Iterator[_Resource]:
    for resources in children(root, "resources"):
        base = posixpath.join(folder, _base(resources))
        for one in children(resources, "resource"):
            written = unquote(one.get("href") or _first_file(one))
            name = posixpath.normpath(posixpath.join(base, _base(one), written)) if written else ""
            yield _Resource(line_of(one), one.get("type") or "", name, tuple(_tags(one)))


def _base(element: Element) -> str:
    return unquote(element.get("{http://www.w3.org/XML/1998/namespace}base") or "")


def _first_file(resource: Element) -> str:
    file = child(resource, "file")
    return "" if file is None else file.get("href") or ""


def _tags(resource: Element) -> Iterator[str]:
    metadata = child(resource, "metadata")
    for keyword in descendants(metadata, "keyword") if metadata is not None else ():
        for text in descendants(keyword, "langstring", "string"):
            if word := " ".join(all_text(text).split()):
                yield word


def _item(
    archive: Archive, resource: _Resource, images: Images, files: dict[str, bytes | None]
) -> FoundQuestion | BadPart:
    if not archive.holds(resource.file):
        what = f"The manifest names {resource.file[:80]!r}, which is not in the package. Pack it again."
        return BadPart(resource.line, what, MANIFEST)
    folder = posixpath.dirname(resource.file)

    def lookup(address: str) -> bytes | None:
        name = posixpath.normpath(posixpath.join(folder, address.partition("?")[0]))
        if name not in files:
            files[name] = archive.read(name) if archive.holds(name) else None
        return files[name]

    found = item_of(archive.read(resource.file), images, lookup, file=resource.file)
    if isinstance(found, FoundQuestion) and resource.tags:
        found = _with_tags(found, resource.tags)
    return found


def _with_tags(question: FoundQuestion, tags: tuple[str, ...]) -> FoundQuestion:
    return replace(question, tags=tuple(dict.fromkeys(tags)))
