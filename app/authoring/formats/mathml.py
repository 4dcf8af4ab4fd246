"""MathML as LaTeX, where it is simple enough to be sure."""

from app.authoring.formats.xml import Element, all_text, children, descendants, local_name

_TEX = ("application/x-tex", "tex", "latex", "application/x-latex")
_SIGNS = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega"],
        strict=True,
    )
) | {
    "×": "times", "⋅": "cdot", "·": "cdot", "÷": "div", "±": "pm", "≤": "le", "≥": "ge", "≠": "ne", "≈": "approx",
    "∞": "infty", "∑": "sum", "∏": "prod", "∫": "int", "∂": "partial", "∇": "nabla", "∈": "in", "∉": "notin",
    "⊂": "subset", "∪": "cup", "∩": "cap", "→": "to", "⇒": "Rightarrow", "∝": "propto", "⊤": "top", "√": "surd",
    "…": "ldots", "⋯": "cdots", "∥": "Vert", "∀": "forall", "∃": "exists", "⊙": "odot", "∼": "sim",
}  # fmt: skip
_ESCAPED = {sign: f"\\{sign}" for sign in "#$%&_{}"}
_INVISIBLE = dict.fromkeys("\u2061\u2062\u2063\u2064\u200b", "")
_PLAIN = {"−": "-", "′": "'", "∗": "*", "\u00a0": " "}
_FUNCTIONS = frozenset(
    ["sin", "cos", "tan", "exp", "log", "ln", "max", "min", "lim", "det", "dim", "arg", "sup", "inf", "tanh"]
)
_ROWS = frozenset(("math", "mrow", "mstyle", "mpadded", "semantics"))
_OVER = {"^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "¯": "bar", "‾": "bar", "→": "vec", ".": "dot"}


class NotSimple(Exception):
    """The formula holds something that this does not know."""


def latex_of(math: Element) -> str:
    """The formula in LaTeX: what its author noted beside it, else made from its elements. Raises NotSimple."""
    for note in descendants(math, "annotation"):
        if (note.get("encoding") or "").lower() in _TEX and (text := all_text(note).strip()):
            return text
    return " ".join(_row(math).split())


def _row(element: Element) -> str:
    return " ".join(part for one in children(element) if (part := _part(one)))


def _part(element: Element) -> str:
    name = local_name(element)
    if name in _ROWS:
        return _row(element)
    match name:
        case "mi" | "mn" | "mo":
            return _letters(all_text(element).strip(), name)
        case "mtext" | "ms":
            return rf"\text{{{_signs(all_text(element), within_text=True)}}}"
        case "mspace" | "annotation" | "annotation-xml" | "none":
            return ""
        case "msqrt":
            return rf"\sqrt{{{_row(element)}}}"
        case "mfenced":
            return _fenced(element)
        case "mtable":
            return _table(element)
        case "mover" if accent := _accent(element):
            return accent
        case _:
            return _built(name, [_part(one) for one in children(element)])


def _accent(element: Element) -> str:
    """A letter with a sign over it, or nothing."""
    parts = list(children(element))
    sign = all_text(parts[1]).strip() if len(parts) == 2 else ""
    return rf"\{_OVER[sign]}{{{_part(parts[0])}}}" if sign in _OVER else ""


def _built(name: str, parts: list[str]) -> str:
    """What is built of two or three parts."""
    match name, parts:
        case "mfrac", [above, below]:
            return rf"\frac{{{above}}}{{{below}}}"
        case "mroot", [inside, degree]:
            return rf"\sqrt[{degree}]{{{inside}}}"
        case "msup", [base, high]:
            return rf"{_base(base)}^{{{high}}}"
        case "mover", [base, high] if base in (r"\sum", r"\prod", r"\int"):
            return rf"{_base(base)}^{{{high}}}"
        case (("msub" | "munder"), [base, low]):
            return rf"{_base(base)}_{{{low}}}"
        case (("msubsup" | "munderover"), [base, low, high]):
            return rf"{_base(base)}_{{{low}}}^{{{high}}}"
        case _:
            raise NotSimple(name)


def _base(base: str) -> str:
    return base if len(base) == 1 or (base.startswith("\\") and base[1:].isalpha()) else f"{{{base}}}"


def _letters(text: str, name: str) -> str:
    if name == "mi" and len(text) > 1 and text.isascii() and text.isalpha():
        return f"\\{text}" if text in _FUNCTIONS else rf"\mathrm{{{text}}}"
    return _signs(text)


def _signs(text: str, *, within_text: bool = False) -> str:
    found = []
    for sign in text:
        if sign in _INVISIBLE:
            continue
        if sign in _ESCAPED:
            found.append(_ESCAPED[sign])
        elif sign in "\\~^":
            raise NotSimple(sign)
        elif sign in _SIGNS and not within_text:
            found.append(f"\\{_SIGNS[sign]}" if len(text) == 1 else f"\\{_SIGNS[sign]} ")
        else:
            found.append(_PLAIN.get(sign, sign))
    return "".join(found)


def _fenced(element: Element) -> str:
    opening, closing = element.get("open", "("), element.get("close", ")")
    if (opening, closing) not in (("(", ")"), ("[", "]"), ("|", "|")):
        raise NotSimple("mfenced")
    inside = f"{element.get('separators', ',')[:1]} ".join(_part(one) for one in children(element))
    return rf"\left{opening} {inside} \right{closing}"


def _table(element: Element) -> str:
    rows = []
    for row in children(element):
        if local_name(row) != "mtr":
            raise NotSimple("mtable")
        rows.append(" & ".join(_row(cell) for cell in children(row, "mtd")))
    inside = r" \\ ".join(rows)
    return rf"\begin{{matrix}} {inside} \end{{matrix}}"
