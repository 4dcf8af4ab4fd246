"""XML of other systems, read in one way: no DTD, no network, no entities, and only so large."""

from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

Element = etree._Element

MOST_BYTES = 20 * 1024 * 1024
MOST_TAGS = 400_000
MOST_VALUES = 1_000_000
DEEPEST = 100
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class BadXml(Exception):
    """What is wrong with a file of XML, with the line, in a sentence that says what to do."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.sentence = sentence


def parsed(content: bytes) -> Element:
    """The root element; comments and processing instructions are left out.

    Rules: a DOCTYPE is refused before anything is parsed, whatever it says; nothing is fetched; at most 20 MiB, 400,000
    tags and a depth of 100. Raises BadXml.
    """
    if len(content) > MOST_BYTES:
        raise BadXml(1, "This file is larger than 20 MiB. Export fewer questions at a time.")
    if content.count(b"<") > MOST_TAGS * 3 or content.count(b"=") > MOST_VALUES:
        raise BadXml(1, "This file has too many elements. Export fewer questions at a time.")
    if _has_doctype(content):
        raise BadXml(
            1,
            "This file begins with a document type (DOCTYPE), which is not read. Remove it, and send it again.",
        )
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as fault:
        message = (fault.msg or "it ends too early").split(", line")[0][:200]
        raise BadXml(
            max(fault.lineno or 1, 1), f"The XML cannot be read here: {message}. Mend it, or export it again."
        ) from None
    except (ValueError, LookupError):
        raise BadXml(1, "The XML names an encoding that is not known. Save it as UTF-8.") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise BadXml(1, "This file has a document type (DOCTYPE), which is not read. Remove it.")
    _bounded(root)
    return root


def root_name(content: bytes) -> tuple[str, str]:
    """Namespace and name of the first element, as far as they can be seen without parsing; ("", "") if not at all."""
    text = _beginning(content)
    start = _past_prolog(text, through_doctype=True)
    tag = text[start : start + 4000].partition(">")[0]
    if not tag.startswith("<"):
        return "", ""
    prefix, _, local = tag[1:].split()[0].rstrip("/").rpartition(":") if tag[1:].split() else ("", "", "")
    attribute = f"xmlns:{prefix}=" if prefix else "xmlns="
    _, _, after = tag.partition(attribute)
    space = after[1:].partition(after[0])[0] if after else ""
    return space, local


def local_name(element: Element) -> str:
    """The name without its namespace; "" for what is no element, such as an entity that nobody declared."""
    return _without_space(element.tag) if isinstance(element.tag, str) else ""


@lru_cache(maxsize=4096)
def _without_space(tag: str) -> str:
    return tag.rpartition("}")[2]


def space_of(element: Element) -> str:
    """The namespace, or ""."""
    return element.tag[1:].partition("}")[0] if str(element.tag).startswith("{") else ""


def children(element: Element, *names: str) -> Iterator[Element]:
    """The children of these names, or all elements among them, whatever their namespace."""
    for child in element:
        if local_name(child) and (not names or local_name(child) in names):
            yield child


def child(element: Element, name: str) -> Element | None:
    """The first child of that name."""
    return next(children(element, name), None)


def descendants(element: Element, *names: str) -> Iterator[Element]:
    """All elements of these names below, in order."""
    for inner in element.iterdescendants():
        if local_name(inner) in names:
            yield inner


def all_text(element: Element | None) -> str:
    """All text within, as it stands."""
    return "" if element is None else "".join(str(part) for part in element.itertext())


def line_of(element: Element) -> int:
    """The line on which an element begins."""
    line: int | None = element.sourceline  # type: ignore[assignment]
    return line or 1


def _bounded(root: Element) -> None:
    depth, count = 0, 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        count += 1
        if depth > DEEPEST:
            raise BadXml(line_of(element), f"Elements lie more than {DEEPEST} deep here. Flatten them.")
        if count > MOST_TAGS:
            raise BadXml(
                line_of(element), "This file has too many elements. Export fewer questions at a time."
            )


def _beginning(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            return content[len(mark) : 400_000].decode(name, "replace")
    if content[:2] in (b"<\0", b"\0<"):
        return content[:400_000].decode("utf-16-le" if content[:1] == b"<" else "utf-16-be", "replace")
    return content[:400_000].decode("latin-1")


def _has_doctype(content: bytes) -> bool:
    text = _beginning(content)
    return text.startswith("<!DOCTYPE", _past_prolog(text, through_doctype=False))


def _past_prolog(text: str, *, through_doctype: bool) -> int:
    """Where the first tag begins, past the declaration, comments and, if wished, the DOCTYPE."""
    at = 0
    while True:
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        if text.startswith("<?", at):
            end = text.find("?>", at)
            at = end + 2 if end >= 0 else len(text)
        elif text.startswith("<!--", at):
            end = text.find("-->", at)
            at = end + 3 if end >= 0 else len(text)
        elif through_doctype and text.startswith("<!DOCTYPE", at):
            at = _past_doctype(text, at)
        else:
            return at


def _past_doctype(text: str, at: int) -> int:
    """Past the DOCTYPE, with the part of its own in square brackets if it has one; good enough to see a name after it."""
    end, bracket = text.find(">", at), text.find("[", at)
    if 0 <= bracket < end:
        end = text.find("]", bracket)
        end = text.find(">", end) if end >= 0 else -1
    return end + 1 if end >= 0 else len(text)
