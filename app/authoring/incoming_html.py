"""HTML of another system as Markdown: an allow-list of what may come in, and a note for each thing that may not."""

import re
from collections.abc import Callable, Iterator, Mapping

import nh3
from lxml import etree, html

from app.authoring.found import IMAGE
from app.authoring.incoming_images import shown
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_signs import LINE_END, finished, formula, line_start, marked_up, tidy

MOST_TAGS = 4_000
MOST_DEEP = 60
_BLOCKS = frozenset(
    ("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "center", "dl", "dt", "dd")
)
_LISTS, _CODE = frozenset(("ul", "ol")), frozenset(("code", "tt", "kbd", "samp", "var"))
_STRONG, _EM = frozenset(("b", "strong")), frozenset(("i", "em", "cite", "dfn"))
_SCRIPTS = {"sub": "_", "sup": "^"}
_PLAIN = frozenset(
    ("span", "font", "u", "ins", "small", "big", "mark", "abbr", "label", "nobr", "wbr", "q", "s", "del")
)
_TABLE = frozenset(("table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption", "colgroup", "col"))
_OTHER = frozenset(("br", "hr", "a", "img", "pre", "li", "blockquote"))
_KNOWN = _BLOCKS | _LISTS | _CODE | _STRONG | _EM | frozenset(_SCRIPTS) | _PLAIN | _TABLE | _OTHER
_HIDDEN = frozenset(
    ("script", "style", "iframe", "object", "embed", "applet", "video", "audio", "svg", "canvas", "noscript", "template",
     "head", "title", "textarea", "select", "frameset")
)  # fmt: skip
_CLEANER = nh3.Cleaner(
    tags=set(_KNOWN),
    clean_content_tags=set(_HIDDEN),
    attributes={
        "a": {"href"},
        "img": {"alt", "src", "data-equation-content"},
        "ol": {"start"},
        "code": {"class"},
        "pre": {"class"},
    },
    url_schemes={"http", "https", "mailto", IMAGE.rstrip(":")},
    link_rel=None,
    strip_comments=True,
)
_TAG = re.compile(r"<\s*([A-Za-z][A-Za-z0-9:-]*)")
_LOOKS = re.compile(
    rf"</?(?:{'|'.join(sorted(_KNOWN | _HIDDEN, key=len, reverse=True))})\b[^<>]*>|&#?\w{{1,31}};", re.I
)
_LANGUAGE = re.compile(r"(?:^|\s)(?:language-|lang-|brush:\s*)([A-Za-z0-9+#-]{1,20})")
_WEB = re.compile(r"(?:https?://|mailto:)[^\s<>()]+")
_LOOKED_AT = (" style=", " color=", " face=", " bgcolor=")


def looks_like_html(text: str) -> bool:
    """Whether a text holds elements of HTML, or characters written as such."""
    return _LOOKS.search(text) is not None


def has_blocks(text: str) -> bool:
    """Whether the lines of a text are set apart by elements, so that ends of lines mean nothing."""
    return re.search(r"<(?:p|div|br|pre|ul|ol|table|h[1-6])\b", text, re.I) is not None


def html_markdown(text: str, notes: Notes) -> str:
    """The Markdown that shows what the HTML shows, as far as the allow-list goes; the rest is noted.

    Raises ValueError with a sentence where the text has more elements than a question has, or deeper ones.
    """
    names = [name.lower() for name in _TAG.findall(text)]
    if len(names) > MOST_TAGS:
        raise ValueError(
            f"a text has {len(names):,} elements of HTML; {MOST_TAGS:,} are the most. Shorten it"
        )
    _note_dropped(names, text, notes)
    root = _parsed(_CLEANER.clean(tidy(text)))
    if _depth(root) > MOST_DEEP:
        raise ValueError(f"a text has elements more than {MOST_DEEP} deep in each other. Write it flatter")
    return "\n\n".join(_blocks(root, notes))


def _note_dropped(names: list[str], text: str, notes: Notes) -> None:
    for name in dict.fromkeys(names):
        if name in _HIDDEN - {"head", "title"}:
            notes.dropped(f"<{name}> and what is in it, which may not come in")
        elif name not in _KNOWN | _HIDDEN | {"html", "body", "tbody"}:
            notes.dropped(f"the mark <{name[:30]}>; the words in it stay")
    lower = text.lower()
    if any(sign in lower for sign in _LOOKED_AT) or "font" in names:
        notes.dropped("colours, fonts and other styles of its own")
    if {"u", "s", "del", "ins", "mark"} & set(names):
        notes.dropped("underlining and striking through; the words stay")


def _parsed(cleaned: str) -> etree._Element:
    """The cleaned text as a tree."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True)
    tree = html.document_fromstring(f"<div>{cleaned}</div>".encode(), parser=parser)
    found = tree.find(".//div")
    return tree if found is None else found


def _depth(root: etree._Element) -> int:
    """How deep the elements stand in each other."""
    deepest, level = 0, [root]
    while level and deepest <= MOST_DEEP:
        deepest, level = deepest + 1, [child for one in level for child in one]
    return deepest


def _name(element: etree._Element) -> str:
    return element.tag if isinstance(element.tag, str) else ""


def _blocks(element: etree._Element, notes: Notes) -> Iterator[str]:
    """The blocks of an element: paragraphs, lists, tables, code; words between them are paragraphs."""
    run = _words(element.text)
    for child in element:
        name = _name(child)
        make = _MAKERS.get(name) or (_blocks if name in _BLOCKS and _is_outer(child) else None)
        if make is None and name not in _BLOCKS:
            run += _inline(child, notes)
        else:
            yield from _paragraph(run)
            run = ""
            if make is not None:
                yield from make(child, notes)
            elif heading := _heading(child, notes):
                yield heading
        run += _words(child.tail)
    yield from _paragraph(run)


def _is_outer(element: etree._Element) -> bool:
    """Whether there are blocks inside, or nothing that makes a heading of it."""
    return not _name(element).startswith("h") or any(_name(one) in _BLOCKS for one in element)


def _heading(element: etree._Element, notes: Notes) -> str:
    words = _line(_inside(element, notes))
    return f"**{words}**" if words and "**" not in words else words


def _paragraph(run: str) -> Iterator[str]:
    """The lines of a run of text, each with blanks made one."""
    lines = [line_start(finished(" ".join(line.split()))) for line in run.split(LINE_END)]
    text = "\\\n".join(line for line in lines if line)
    if text:
        yield text


def _words(text: str | None) -> str:
    return marked_up(re.sub(r"\s+", " ", text)) if text else ""


def _inside(element: etree._Element, notes: Notes) -> str:
    return _words(element.text) + "".join(_inline(one, notes) + _words(one.tail) for one in element)


def _line(run: str) -> str:
    """A run of text on one line."""
    return finished(" ".join(run.replace(LINE_END, " ").split()))


def _inline(element: etree._Element, notes: Notes) -> str:
    """An element within a line."""
    name = _name(element)
    if name == "br":
        return LINE_END
    if name == "img":
        return _image(element, notes)
    if name in _CODE:
        return _code(element)
    if name in _SCRIPTS:
        return _script(element, notes)
    inside = _inside(element, notes)
    if name in _STRONG:
        return _around("**", inside)
    if name in _EM:
        return _around("*", inside)
    if name == "q":
        return f"“{inside}”"
    if name == "a":
        return _link(element, inside, notes)
    return f"{LINE_END}{inside}{LINE_END}" if name in _BLOCKS | {"li", "tr"} else inside


def _around(sign: str, inside: str) -> str:
    """Words between marks; blanks at the ends stand outside of them, where the marks would else be none."""
    words = inside.strip().strip(LINE_END)
    if not words or LINE_END in words or sign in words:
        return inside
    start = inside.index(words)
    return f"{inside[:start]}{sign}{words}{sign}{inside[start + len(words) :]}"


def _all_words(element: etree._Element) -> str:
    return "".join(str(one) for one in element.itertext())


def _code(element: etree._Element) -> str:
    words = " ".join(_all_words(element).split())
    if not words:
        return ""
    fence = "`" * (max((len(one) for one in re.findall("`+", words)), default=0) + 1)
    pad = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{pad}{words}{pad}{fence}"


def _script(element: etree._Element, notes: Notes) -> str:
    """A raised or lowered word as a formula, since Markdown has none."""
    words = " ".join(_all_words(element).split())
    if not words or "$" in words or "\\" in words:
        return marked_up(words)
    notes.changed("raised and lowered signs are formulas now")
    held = re.sub(r"([#%&_{}^~])", r"\\\1", words)
    content = (
        held
        if re.fullmatch(r"[\w+−-]+", words) and not re.search(r"[A-Za-z]{2}", words)
        else rf"\text{{{held}}}"
    )
    return formula(f"{_SCRIPTS[_name(element)]}{{{content}}}")


def _link(element: etree._Element, inside: str, notes: Notes) -> str:
    address = element.get("href", "")
    words = _line(inside)
    if not words or not _WEB.fullmatch(address):
        if address or words:
            notes.dropped("a link that leads to no page of the web; its words stay")
        return inside
    return f"[{words}]({address})"


def _image(element: etree._Element, notes: Notes) -> str:
    """A formula that was drawn comes in as a formula, a picture that lay in the file as itself."""
    latex = element.get("data-equation-content", "")
    if latex and "$" not in latex:
        return formula(latex)
    return shown(element.get("src", ""), element.get("alt", ""), notes)


def _list(element: etree._Element, notes: Notes) -> Iterator[str]:
    lines: list[str] = []
    counted = _name(element) == "ol"
    start = element.get("start", "1")
    first = int(start) if start.isascii() and start.isdigit() and len(start) < 5 else 1
    for place, item in enumerate((one for one in element if isinstance(one.tag, str)), first):
        mark = f"{place}. " if counted else "- "
        inside = "\n\n".join(_blocks(item, notes)) or " "
        pad = " " * len(mark)
        lines.append(mark + inside.replace("\n", f"\n{pad}").replace(f"\n{pad}\n", "\n\n"))
    if lines:
        yield "\n".join(lines)


def _quotation(element: etree._Element, notes: Notes) -> Iterator[str]:
    inside = "\n\n".join(_blocks(element, notes))
    if inside:
        yield "\n".join(f"> {line}".rstrip() for line in inside.split("\n"))


def _listing(element: etree._Element, notes: Notes) -> Iterator[str]:
    """Code as a block of code, with its language where it says one."""
    del notes
    for line_end in element.iter("br"):
        line_end.tail = "\n" + (line_end.tail or "")
    lines = _all_words(element).strip("\n").rstrip()
    if not lines.strip():
        return
    classes = " ".join(one.get("class", "") for one in element.iter("pre", "code"))
    language = _LANGUAGE.search(classes)
    fence = "`" * max(3, max((len(one) for one in re.findall("`+", lines)), default=0) + 1)
    yield f"{fence}{language[1].lower() if language else ''}\n{lines}\n{fence}"


def _table(element: etree._Element, notes: Notes) -> Iterator[str]:
    """Rows of cells; the first row is the head, as Markdown has no table without one."""
    rows = [
        [_line(_inside(cell, notes)).replace("|", r"\|") for cell in row if _name(cell) in ("td", "th")]
        for row in element.iter("tr")
    ]
    rows = [row for row in rows if row]
    if not rows:
        yield from _paragraph(_inside(element, notes))
        return
    if element.find(".//th") is None:
        notes.changed("the first row of a table is its head now")
    width = max(map(len, rows))
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
    yield "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])


def _rule(element: etree._Element, notes: Notes) -> Iterator[str]:
    del element, notes
    yield "---"


_MAKERS: Mapping[str, Callable[[etree._Element, Notes], Iterator[str]]] = {
    "ul": _list,
    "ol": _list,
    "blockquote": _quotation,
    "pre": _listing,
    "table": _table,
    "hr": _rule,
}
