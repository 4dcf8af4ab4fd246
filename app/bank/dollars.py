"""Finds the formulas in Markdown text: what stands between single or double dollars, outside code."""

import re

_CODE = re.compile(r"(`+)(?:.*?)\1", re.DOTALL)
_ESCAPED = re.compile(r"\\[\\$`]")
LONGEST = 2_000  # signs of a formula; what sets it calls itself for each level, and ends the process at some thousands
DEEPEST = 40  # levels of fractions, roots, scripts and brackets in one another; a page of a textbook has six
_LEVEL = re.compile(r"\\\\|\\[{}]|\\(?:left|begin|right|end)(?![A-Za-z])|[{}]")
_DEEPER = {"{": 1, "}": -1, r"\left": 1, r"\right": -1, r"\begin": 1, r"\end": -1}
_DEFINES = re.compile(r"\\(?:[egx]?def|let|(?:re)?newcommand|providecommand|DeclareMathOperator)(?![A-Za-z])")
_RUN = re.compile(rf"(?:\\[A-Za-z]+[\s\[\]0-9^_]*){{{DEEPEST + 1}}}")
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.DOTALL)


def without_code(text: str) -> str:
    """The text with code spans and escaped signs blanked; every other character keeps its place."""
    if "`" not in text and "\\" not in text:
        return text
    blanked = _ESCAPED.sub("  ", text) if "\\$" in text or "\\`" in text else text
    return _CODE.sub(lambda match: " " * len(match[0]), blanked)


def formulas(text: str) -> tuple[str, ...]:
    """The LaTeX of every formula, in order."""
    if "$" not in text:
        return ()
    return tuple(match[1] or match[2] for match in _FORMULA.finditer(without_code(text)))


def without_formulas(text: str) -> str:
    """The words around the formulas; each formula becomes one blank."""
    plain = without_code(text)
    return _FORMULA.sub(" ", plain) if "$" in plain else plain


def dollars_balance(text: str) -> bool:
    """Whether every dollar opens or closes a formula."""
    return "$" not in text or "$" not in without_formulas(text)


def can_be_set(latex: str) -> bool:
    """Whether a formula is short and flat enough to be set: at most 2,000 signs, and 40 levels in one another.

    None defines commands of its own, by which a short formula becomes a deep one.
    A command that takes what follows without braces (`\\sqrt\\sqrt x`) is a level too. What has passed may still come
    out deeper where such commands and letters take turns; whoever sets it looks at what came out.
    """
    if len(latex) > LONGEST or _RUN.search(latex) or _DEFINES.search(latex):
        return False
    level = 0
    for found in _LEVEL.finditer(latex):
        level += _DEEPER.get(found[0], 0)
        if level > DEEPEST:
            return False
    return True
