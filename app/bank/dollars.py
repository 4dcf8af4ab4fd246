"""Finds the formulas in Markdown text: what stands between single or double dollars, outside code."""

import re

_CODE = re.compile(r"(`+)(?:.*?)\1", re.DOTALL)
_ESCAPED = re.compile(r"\\[\\$`]")
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
