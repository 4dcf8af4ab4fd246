"""Markdown with $…$ as the texts that other systems hold: HTML, plain text, and XHTML with MathML."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html import escape, unescape

from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from math_core import LatexError, LatexToMathML

from app.bank.dollars import can_be_set
from app.bank.markdown import markdown_reader

MATHML = "http://www.w3.org/1998/Math/MathML"
XHTML = "http://www.w3.org/1999/xhtml"
_CONVERTER = LatexToMathML(fancy_error=False)
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)\w+;")
_STYLED = frozenset(
    {"math", "mstyle", "mtable"}
)  # MathML's elements that may say their display style themselves
_UNWRITTEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffe\uffff]")
_MATHS = frozenset({"math_inline", "math_inline_double", "math_block"})
_PARTED = frozenset({"paragraph_open", "list_item_open", "tr_open", "heading_open", "td_open", "th_open"})
_BARE = frozenset({"paragraph_open", "paragraph_close", "text", "inline", "softbreak", "math_inline"})


def _markdown(formula: Callable[[str, bool], str]) -> MarkdownIt:
    """A reader of the bank's Markdown that draws a formula in its own way, told whether it stands alone."""
    made = markdown_reader(lambda latex, _options: latex)
    for kind in _MATHS:

        def draw(_self: RendererProtocol, tokens: Sequence[Token], at: int, *_rest: object) -> str:
            return formula(tokens[at].content.strip(), tokens[at].type != "math_inline")

        made.add_render_rule(kind, draw)
    return made


def delimited(latex: str, *, display: bool) -> str:
    r"""A formula between \( and \), or \[ and \] where it stands alone."""
    return rf"\[{latex}\]" if display else rf"\({latex}\)"


def _delimited(latex: str, display: bool) -> str:
    return escape(delimited(latex, display=display), quote=False)


def _mathml(latex: str, display: bool) -> str:
    return mathml(latex, display=display) or f"<code>{escape(latex)}</code>"


_HTML, _XHTML = _markdown(_delimited), _markdown(_mathml)
_STYLE = re.compile(r' style="text-align:\w+"')
_IMAGE = re.compile(r"<img [^>]*>")
_SOURCE = re.compile(r' src="(image:[0-9a-f]{32})"')
_SAID = re.compile(r' alt="([^"]*)"')
_TAG = re.compile(r"(<[^>]*>)")
_PRE = re.compile(r"<pre>.*?</pre>", re.DOTALL)


@lru_cache(maxsize=4096)
def html(markdown: str, *, block: bool = False, pictures: bool = False) -> str:
    r"""HTML with formulas between \( and \), on one line; one paragraph alone has tags only where a `block` is asked for.

    With `pictures` images of ours stay, by their ids; else what they show stands there in words.
    """
    return _drawn(_HTML, markdown, block=block, pictures=pictures).replace("\n", " ")


@lru_cache(maxsize=4096)
def xhtml(markdown: str, *, block: bool = False) -> str:
    """XHTML with formulas as MathML, and images by their ids; where a `block` is asked for, one paragraph alone has its tags too."""
    return _drawn(_XHTML, markdown, block=block, pictures=True)


def _drawn(reader: MarkdownIt, markdown: str, *, block: bool, pictures: bool) -> str:
    text = written(markdown).strip()
    tokens = reader.parse(text)
    alone = len(tokens) == 3 and tokens[0].type == "paragraph_open"
    drawn = reader.renderInline(text) if alone and not block else reader.render(text).strip()
    parts = _TAG.split(_PRE.sub(_held, _IMAGE.sub(_kept if pictures else _told, _STYLE.sub("", drawn))))
    parts[::2] = [part.replace("&quot;", '"') for part in parts[::2]]
    return "".join(parts)


def _kept(image: re.Match[str]) -> str:
    """One of our own images by its id; any other one in words."""
    source, said = _SOURCE.search(image[0]), _SAID.search(image[0])
    return f'<img src="{source[1]}" alt="{said[1] if said else ""}" />' if source else _told(image)


def _told(image: re.Match[str]) -> str:
    """What an image shows, in words."""
    said = _SAID.search(image[0])
    return f"[image: {said[1]}]" if said and said[1] else ""


def _held(found: re.Match[str]) -> str:
    """Program text whose line ends are written as entities, so that they outlive formats of one line."""
    return found[0].replace("\n", "&#10;")


def written(text: str) -> str:
    """The text without signs that no file should hold: control characters, halves of pairs, byte order marks."""
    return _UNWRITTEN.sub("", text)


def has_image(markdown: str) -> bool:
    """Whether the text shows an image."""
    return "![" in markdown and any(token.type == "image" for token in _inner(_HTML.parse(markdown)))


def is_bare(markdown: str) -> bool:
    """Whether the text is words and formulas alone, so that plain text holds all of it."""
    tokens = _HTML.parse(markdown)
    plain_tokens = all(token.type in _BARE for token in (*tokens, *_inner(tokens)))
    return plain_tokens and sum(token.type == "paragraph_open" for token in tokens) <= 1


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    r"""The words of a text on one line, with formulas between \( and \)."""
    parts: list[str] = []
    for token in _HTML.parse(written(markdown)):
        if token.type in _PARTED:
            parts.append(" ")
        elif token.type in _MATHS:
            parts.append(delimited(token.content.strip(), display=True))
        elif token.type in {"fence", "code_block"}:
            parts.append(f" {token.content} ")
        else:
            parts += [_plain(child) for child in token.children or ()]
    return " ".join("".join(parts).split())


def _plain(token: Token) -> str:
    if token.type in _MATHS:
        return delimited(token.content.strip(), display=token.type != "math_inline")
    if token.type == "image":
        return f"[image: {token.content}]"
    return " " if token.type in {"softbreak", "hardbreak"} else token.content


def _inner(tokens: Iterable[Token]) -> list[Token]:
    return [child for token in tokens for child in token.children or ()]


@lru_cache(maxsize=4096)
def mathml(latex: str, *, display: bool = False) -> str | None:
    """A formula as MathML of its own namespace, with the LaTeX as an annotation; None where it cannot be read."""
    if not can_be_set(latex):
        return None
    try:
        found = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError:
        return None
    root = etree.fromstring(_NAMED.sub(lambda name: unescape(name[0]), found))
    for element in list(root.iter()):
        _tidy(element)
    row, meaning, note = etree.Element("mrow"), etree.Element("semantics"), etree.Element("annotation")
    row.extend(list(root))
    note.set("encoding", "application/x-tex")
    note.text = latex
    meaning.extend([row, note])
    root.append(meaning)
    root.set("xmlns", MATHML)
    return etree.tostring(root, encoding="unicode")


def _tidy(element: etree._Element) -> None:
    """Take away what no schema of MathML knows, and say the display style where one may."""
    styles: dict[str, str] = {}
    for name in list(element.attrib):
        value = element.get(name)
        if name in {"style", "class"}:
            del element.attrib[name]
        elif name in {"displaystyle", "scriptlevel"} and str(element.tag) not in _STYLED:
            styles[str(name)] = str(value)
            del element.attrib[name]
    parent = element.getparent()
    if styles and parent is not None:
        holder = etree.Element("mstyle", styles)
        parent.replace(element, holder)
        holder.append(element)
