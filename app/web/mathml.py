"""LaTeX to MathML with the three hues: Q, K, V and q, k, v get a class, and no style attribute survives."""

from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from math_core import LatexError, LatexToMathML

_CONVERTER = LatexToMathML(fancy_error=False)
_SCRIPTED = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"})
_ANYWHERE = {"Q": "Q", "K": "K", "V": "V"}
_ON_THE_LINE = {"q": "Q", "k": "K", "v": "V"}


class _Hues(HTMLParser):
    """Writes MathML again, with classes on the letters of the mechanism and without styles and empty spaces.

    A small letter is hued only where it stands on the line: the k of d_k is an index, not a key.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        # Of every open element: its name, whether it stands in a script, and how many children it has so far.
        self._open: list[tuple[str, bool, int]] = []
        self._identifier_at = -1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        in_script = False
        if self._open:
            parent, parent_in_script, children = self._open[-1]
            in_script = parent_in_script or (parent in _SCRIPTED and children > 0)
            self._open[-1] = (parent, parent_in_script, children + 1)
        kept = "".join(f' {name}="{escape(value or "")}"' for name, value in attrs if name != "style")
        self._open.append((tag, in_script, 0))
        self._identifier_at = len(self.written) if tag == "mi" else -1
        self.written.append(f"<{tag}{kept}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "mspace" and not attrs:
            return
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._identifier_at >= 0:
            hue = _ANYWHERE.get(data) or ("" if self._open[-1][1] else _ON_THE_LINE.get(data, ""))
            if hue:
                self.written[self._identifier_at] = f'<mi class="{hue}">'
        self.written.append(escape(data, quote=False))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()
        self._identifier_at = -1
        self.written.append(f"</{tag}>")


@lru_cache(maxsize=4096)
def mathml(latex: str, *, display: bool = False) -> str:
    """A formula as MathML; LaTeX that cannot be read comes back as code, so that a fault is seen and costs no page."""
    try:
        plain = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError:
        return f"<code>{escape(latex)}</code>"
    hues = _Hues()
    hues.feed(plain)
    hues.close()
    return "".join(hues.written)
