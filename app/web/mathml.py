"""LaTeX to MathML with the three hues: Q, K, V and q, k, v get a class, and no style attribute survives."""

import re
from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from math_core import LatexError, LatexToMathML

from app.bank.dollars import can_be_set
from app.web.spoken import spoken

_CONVERTER = LatexToMathML(fancy_error=False)
_SCRIPTED = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"})
_ANYWHERE = {"Q": "Q", "K": "K", "V": "V"}
_ON_THE_LINE = {"q": "Q", "k": "K", "v": "V"}
_DEEPEST = 100  # elements in one another; what says a formula aloud calls itself for each
_LONG = 26  # signs; a formula beyond them may be wider than a line on a telephone
_JOINTS = frozenset("=≈≠<>≤≥→⇒+−")
_MATH = re.compile(r"<math([^>]*)>(.*?)</math>", re.DOTALL)


class _Hues(HTMLParser):
    """Writes MathML again, with classes on the letters of the mechanism and without styles and empty spaces.

    A small letter is hued only where it stands on the line: the k of d_k is an index, not a key.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self.joints: list[int] = []  # where operators of the formula itself begin, outside of brackets
        self.length = self.depth = 0
        # Of every open element: its name, whether it stands in a script, and how many children it has so far.
        self._open: list[tuple[str, bool, int]] = []
        self._start = -1  # where the open <mi> or <mo> was written
        self._brackets = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        in_script = False
        if self._open:
            parent, parent_in_script, children = self._open[-1]
            in_script = parent_in_script or (parent in _SCRIPTED and children > 0)
            self._open[-1] = (parent, parent_in_script, children + 1)
        kept = "".join(f' {name}="{escape(value or "")}"' for name, value in attrs if name != "style")
        self._open.append((tag, in_script, 0))
        self.depth = max(self.depth, len(self._open))
        self._start = len(self.written) if tag in {"mi", "mo"} else -1
        self.written.append(f"<{tag}{kept}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "mspace" and not attrs:
            return
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        tag, in_script, _ = self._open[-1]
        self.length += len(data)
        if tag == "mi" and self._start >= 0:
            hue = _ANYWHERE.get(data) or ("" if in_script else _ON_THE_LINE.get(data, ""))
            if hue:
                self.written[self._start] = f'<mi class="{hue}">'
        elif tag == "mo" and len(self._open) == 2:
            self._operator(data)
        self.written.append(escape(data, quote=False))

    def _operator(self, data: str) -> None:
        """Note an operator between whole terms; what stands first is a sign, and belongs to its term."""
        self._brackets += data in "([{"
        self._brackets -= data in ")]}"
        if data in _JOINTS and not self._brackets and self._open[0][2] > 1:
            self.joints.append(self._start)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()
        self._start = -1
        self.written.append(f"</{tag}>")

    def html(self, *, display: bool) -> str:
        """The formula; a long one on the line in pieces, between which a narrow page may break the line."""
        if not display and self.length > _LONG:
            for place in self.joints:
                self.written[place] = f'</math><math>{self.written[place][:-1]} form="infix">'
        return _MATH.sub(_named, "".join(self.written))


def _named(piece: re.Match[str]) -> str:
    """A formula, or a piece of one, with its name in words: names of options and fields are made of these."""
    attributes, inside = piece.groups()
    return f'<math{attributes} aria-label="{escape(spoken(inside))}">{inside}</math>'


@lru_cache(maxsize=4096)
def mathml(latex: str, *, display: bool = False) -> str:
    """A formula as MathML; LaTeX that cannot be read or nests too deep comes back as code: a fault is seen and costs no page."""
    if not can_be_set(latex):
        return _as_code(latex)
    try:
        plain = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError:
        return _as_code(latex)
    hues = _Hues()
    hues.feed(plain)
    hues.close()
    return hues.html(display=display) if hues.depth <= _DEEPEST else _as_code(latex)


def _as_code(latex: str) -> str:
    return f"<code>{escape(latex)}</code>"
