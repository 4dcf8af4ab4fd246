"""Text of items to safe HTML: the only maker of Markup, so that nothing else can reach a page unescaped."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import nh3
from jinja2 import Template
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from app.bank.markdown import markdown_reader
from app.web.highlighting import CLASSES, highlighted
from app.web.mathml import mathml

_MATH = {
    "math", "mi", "mn", "mo", "mtext", "ms", "mspace", "mrow", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
    "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "mtable", "mtr", "mtd", "mpadded", "mphantom",
    "mstyle", "merror", "semantics",
}  # fmt: skip
_TEXT = {
    "p", "strong", "em", "code", "pre", "span", "img", "ul", "ol", "li", "blockquote", "a", "br", "hr", "sub", "sup",
    "table", "thead", "tbody", "tr", "th", "td", "h2", "h3", "h4",
}  # fmt: skip
_SIZES = {"lspace", "rspace", "width", "height", "depth", "voffset", "stretchy", "symmetric", "minsize", "maxsize"}  # fmt: skip
_CLEANER = nh3.Cleaner(
    tags=_MATH | _TEXT,
    attributes={
        "a": {"href"},
        "img": {"src", "alt", "width", "height", "loading"},
        "ol": {"start"},
        "math": {"display", "aria-label"},
        "mi": {"mathvariant"},
        "mo": {*_SIZES, "form", "fence", "separator", "movablelimits", "largeop", "accent"},
        "mspace": _SIZES,
        "mpadded": _SIZES,
        "mfrac": {"linethickness"},
        "mover": {"accent"},
        "munder": {"accentunder"},
        "mtable": {"columnalign", "displaystyle", "scriptlevel"},
        "mtd": {"columnspan", "rowspan"},
        "mstyle": {"displaystyle", "scriptlevel", "mathvariant"},
        "mrow": {"displaystyle", "scriptlevel"},
    },
    allowed_classes={"mi": {"Q", "K", "V"}, "span": CLASSES},
    url_schemes={"http", "https", "mailto"},
    link_rel="noreferrer",
)
_IMAGE = re.compile(r"image:([0-9a-f]{32})")
_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_MINUS = re.compile(r"(?<![\w.])-(?=[\d.])")
_DONE = re.compile(r"[0-9.,\[\] \u2212]*")  # numbers and rows of them that stay as they are
_POWER = re.compile(r"(\d)e([+-]?)0*(\d+)")
_HELD = re.compile(r"(<math aria-label=\"[^\"]*\">(?:(?!</math>).)*</math>)([.,;:!?)]+)", re.DOTALL)
_WIDE = re.compile(
    r"<table>.*?</table>|<math (?:display=\"block\" )?aria-label=\"[^\"]*\">(?:(?!</math>).)*</math>",
    re.DOTALL,
)
_LETTERS = re.compile(r"<[^>]*>|\s")
_MOST_COLUMNS, _MOST_SIGNS = 5, 40  # of a formula on the line; with more it may be wider than a page
_NAMED = re.compile(r"<strong>(quer(?:y|ies)|keys?|values?)</strong>", re.IGNORECASE)
_HUED = re.compile(r"\b(quer(?:y|ies)|keys?|values?)\b", re.IGNORECASE)


def _formula(content: str, options: Mapping[str, object]) -> str:
    return mathml(content, display=bool(options.get("display_mode")))


def _bare_formula(
    renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
) -> str:
    """A formula without the span that the plugin puts around it."""
    del renderer, options, env
    return mathml(tokens[place].content)


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
) -> str:
    """An image of ours, by its name; of any other there is only the description, since nothing is fetched elsewhere."""
    token = tokens[place]
    said = renderer.renderInlineAsText(token.children or [], options, env)
    named = _IMAGE.fullmatch(str(token.attrGet("src") or ""))
    if named is None:
        return str(escape(said))
    size = _SIZE.fullmatch(str(token.attrGet("title") or ""))
    pixels = f' width="{size[1]}" height="{size[2]}"' if size else ""
    return f'<img src="/images/{named[1]}" alt="{escape(said)}"{pixels} loading="lazy">'


_MARKDOWN = markdown_reader(_formula, highlight=highlighted)
_MARKDOWN.add_render_rule("image", _image)
_MARKDOWN.add_render_rule("math_inline", _bare_formula)


@lru_cache(maxsize=8192)
def block(markdown: str) -> Markup:
    """Markdown with $…$ as paragraphs."""
    return Markup(_with_room(_CLEANER.clean(_MARKDOWN.render(markdown))))  # noqa: S704 - cleaned by the allow-list


@lru_cache(maxsize=8192)
def inline(markdown: str) -> Markup:
    """Markdown with $…$ as a run of text, without a paragraph around it."""
    return Markup(_with_room(_CLEANER.clean(_MARKDOWN.renderInline(markdown))))  # noqa: S704 - cleaned by the allow-list


@lru_cache(maxsize=4096)
def formula(latex: str) -> Markup:
    """LaTeX without dollars as a formula on the line."""
    return Markup(_CLEANER.clean(mathml(latex)))  # noqa: S704 - cleaned by the allow-list


def numbers(text: str) -> Markup:
    """Numbers as printed: a true minus sign (U+2212), and 3·10^−17 for 3e-17."""
    return Markup(numbers_text(text))  # noqa: S704 - digits and signs alone, or escaped


def numbers_text(text: str) -> str:
    """The same as text, for whoever puts several together."""
    return text if _DONE.fullmatch(text) else _written(text)


@lru_cache(maxsize=8192)
def _written(text: str) -> Markup:
    signed = _MINUS.sub("−", str(escape(text)))
    return Markup(_POWER.sub(_power, signed))  # noqa: S704 - escaped above


def _with_room(html: str) -> str:
    """Clean text in which what cannot be broken scrolls by itself, and no line begins with the stop that follows a formula."""
    return _WIDE.sub(_scrolling, _HELD.sub(r'<span class="held">\1\2</span>', html))


def _scrolling(found: re.Match[str]) -> str:
    """A table, a formula of its own line, or a wide one, in a place that scrolls; any other formula as it is."""
    html = found[0]
    if html.startswith("<table"):
        return f'<div class="matrix-hold" data-wide="Table">{html}</div>'
    if html.startswith('<math display="block"'):
        return f'<span class="matrix-hold" data-wide="Formula">{html}</span>'
    columns = html.count("<mtd") / (html.count("<mtr") or 1)
    if columns <= _MOST_COLUMNS and len(_LETTERS.sub("", html)) <= _MOST_SIGNS:
        return html
    return f'<span class="matrix-hold on-line" data-wide="Formula">{html}</span>'


def _power(found: re.Match[str]) -> str:
    sign = "−" if found[2] == "-" else ""
    return f"{found[1]}·10<sup>{sign}{found[3]}</sup>"


@lru_cache(maxsize=1024)
def hued(markdown: str) -> Markup:
    """A run of text in which the words query, key and value carry their hue and their sign."""
    parts = re.split(r"(<math.*?</math>|<[^>]*>)", str(inline(markdown)))
    parts[::2] = [_HUED.sub(_hue, part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704 - only spans were added to clean text


def prose(markdown: str) -> Markup:
    """Paragraphs of one of our own texts, in which **query**, **key** and **value** carry their hue and their sign."""
    return Markup(_NAMED.sub(_hue_of_strong, str(block(str(markdown)))))  # noqa: S704 - only spans were added


def _hue_of_strong(found: re.Match[str]) -> str:
    return f'<span class="{found[1][0].upper()}">{found[1]}</span>'


def _hue(found: re.Match[str]) -> str:
    return f'<span class="{found[0][0].upper()}">{found[0]}</span>'


def fragment(template: Template, page: object) -> Markup:
    """The output of one of our own autoescaped templates, to be set into another."""
    return Markup(template.render(page=page))  # noqa: S704 - autoescaped by Jinja2
