"""Formulas in words: what a screen reader says where it is given no MathML, as in the name of an option."""

import unicodedata
from dataclasses import dataclass, field
from html.parser import HTMLParser

_WORDS = {
    "=": "equals", "≠": "is not", "≈": "is about", "<": "is less than", ">": "is greater than", "≤": "is at most",
    "≥": "is at least", "+": "plus", "−": "minus", "-": "minus", "±": "plus or minus", "·": "times", "⋅": "times",
    "×": "times", "/": "over", "→": "to", "⇒": "so", "∝": "is proportional to", "∈": "in", "∑": "sum", "Σ": "sum",
    "∏": "product", "∞": "infinity", "√": "root of", "⊤": "transposed", "∂": "partial", "∇": "gradient of",
    "(": "open bracket", ")": "close bracket", "[": "open bracket", "]": "close bracket", "{": "open brace",
    "}": "close brace", "|": "bar", "‖": "double bar", "∥": "double bar", "⟨": "open angle", "⟩": "close angle",
    "…": "and so on", "⋯": "and so on", "⋮": "and so on", "∘": "applied to", "⊙": "times entry by entry",
    "α": "alpha", "β": "beta", "δ": "delta", "ε": "epsilon", "λ": "lambda", "μ": "mu", "π": "pi", "σ": "sigma",
    "τ": "tau", "Δ": "Delta", "θ": "theta", "ρ": "rho",
}  # fmt: skip
_SILENT = frozenset("\u2061\u2062\u2063\u2064\u200b")
_POWERS = {"2": "squared", "3": "cubed", "transposed": "transposed", "T": "transposed", "′": "prime"}
_ABOVE = {
    "^": "hat",
    "ˆ": "hat",
    "¯": "bar",
    "‾": "bar",
    "→": "vector",
    "˜": "tilde",
    "~": "tilde",
    "-": "bar",
}
_RANGED = ("sum", "product")
_TWO_OR_THREE = {
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3,
}  # fmt: skip


@dataclass
class _Part:
    """An element of a formula."""

    tag: str
    text: str = ""
    parts: list["_Part"] = field(default_factory=list)


class _Tree(HTMLParser):
    """Reads MathML into parts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Part("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = _Part(tag)
        self._open[-1].parts.append(part)
        self._open.append(part)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].parts.append(_Part(tag))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].text += data


def spoken(markup: str) -> str:
    """A formula, given as MathML, in words: "softmax open bracket fraction Q K transposed over …".

    Rule: operators have their words; what is longer than one sign inside a fraction, a root or a script has its end
    said too, so that no two different formulas sound alike.
    """
    tree = _Tree()
    tree.feed(markup)
    tree.close()
    return _said(tree.root)


def _said(part: _Part) -> str:
    """One part in words."""
    inner = [_said(one) for one in part.parts]
    if part.tag in _TWO_OR_THREE and len(inner) == _TWO_OR_THREE[part.tag]:
        return _scripted(part, inner)
    if part.tag == "msqrt":
        return _ended("root of", " ".join(filter(None, inner)), "end root")
    if part.tag == "mtable":
        return f"matrix {'; '.join(inner)}; end matrix"
    if part.tag == "mtr":
        return ", ".join(inner)
    return " ".join(filter(None, inner)) if part.parts else _sign(part.text)


def _scripted(part: _Part, inner: list[str]) -> str:
    """A part with a fixed number of places: what stands in each has a meaning."""
    match part.tag, inner:
        case "mfrac", [above, below]:
            simple = " " not in above and " " not in below
            return f"{above} over {below}" if simple else f"fraction {above} over {below} end fraction"
        case "mroot", [inside, degree]:
            return _ended(f"root of degree {degree} of", inside, "end root")
        case "msub", [base, below]:
            return f"{base} {_ended('sub', below, 'end sub')}"
        case "msup", [base, above]:
            return f"{base} {_power(above)}"
        case "munder", [base, below]:
            return f"{base} over {below}" if base in _RANGED else f"{base} with {below} below"
        case "mover", [base, above]:
            sign = part.parts[1].text
            return f"{base} {_ABOVE[sign]}" if sign in _ABOVE else f"{base} with {above} above"
    base, below, above = inner
    if base in _RANGED:
        return f"{base} from {below} to {above}"
    if part.tag == "msubsup":
        return f"{base} {_ended('sub', below, 'end sub')} {_power(above)}"
    return f"{base} with {below} below and {above} above"


def _sign(text: str) -> str:
    """A sign or a letter; slanted letters are the plain ones."""
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain or plain in _SILENT:
        return ""
    return _WORDS.get(text.strip(), _WORDS.get(plain, plain))


def _ended(start: str, inside: str, end: str) -> str:
    return f"{start} {inside} {end}" if " " in inside else f"{start} {inside}"


def _power(above: str) -> str:
    return _POWERS.get(above) or _ended("to the power", above, "end power")
