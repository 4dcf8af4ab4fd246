"""Rules on formulas: they are written so that they can be set, and nothing mathematical stands outside them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from math_core import LatexError, LatexToMathML

from app.bank.dollars import (
    DEEPEST,
    LONGEST,
    can_be_set,
    dollars_balance,
    formulas,
    without_code,
    without_formulas,
)
from app.bank.faults import FieldPath
from app.bank.findings import Severity
from app.bank.rules.base import EVEN, Example, Hit, Rule, on_written, parts, rationales
from app.items.item import WrittenItem

_BARE = re.compile(r"\\[a-zA-Z]{2,}|\b[A-Za-z]_\{?[A-Za-z0-9]|\b[A-Z]\^|\bsqrt\(|√[A-Za-z(]|[A-Z]ᵀ")
_LEFT, _RIGHT = re.compile(r"\\left(?![a-zA-Z])"), re.compile(r"\\right(?![a-zA-Z])")
_CONVERTER = LatexToMathML(fancy_error=False)
_BRACES = re.compile(r"\\[{}\\]")


def _texts(item: WrittenItem) -> Iterator[tuple[FieldPath, str]]:
    yield ("stem",), item.stem
    for part in parts(item):
        yield from ((part.where(place), text) for place, text in enumerate(part.texts))
    yield from rationales(item)


def _unbalanced(item: WrittenItem) -> Iterator[Hit]:
    for where, text in _texts(item):
        if not dollars_balance(text):
            yield Hit(where, "a $ has no partner.")


def _braces(item: WrittenItem) -> Iterator[Hit]:
    for where, text in _texts(item):
        for formula in formulas(text):
            if not _braces_close(_BRACES.sub("", formula)):
                yield Hit(where, f"braces do not close in ${formula}$.")
            elif len(_LEFT.findall(formula)) != len(_RIGHT.findall(formula)):
                yield Hit(where, rf"\left and \right do not pair in ${formula}$.")


def _unsettable(item: WrittenItem) -> Iterator[Hit]:
    for where, text in _texts(item):
        for formula in formulas(text):
            if not can_be_set(formula):
                begins = f"{formula[:30]}…"
                yield Hit(
                    where,
                    f"the formula ${begins}$ has more than {LONGEST:,} signs or {DEEPEST} levels in one another, or defines commands.",
                )


def _unreadable(item: WrittenItem) -> Iterator[Hit]:
    """Formulas that are not told otherwise, and that no page can set: learners would see their LaTeX."""
    for where, text in _texts(item):
        for formula in formulas(text) if dollars_balance(text) else ():
            if (
                _braces_close(_BRACES.sub("", formula))
                and can_be_set(formula)
                and (said := _trouble(formula))
            ):
                yield Hit(where, f"${formula}$ cannot be set: {said}.")


@lru_cache(maxsize=8192)
def _trouble(formula: str) -> str:
    """What whoever sets the formula cannot read, after its place; "" where it can be set."""
    try:
        _CONVERTER.convert_with_local_state(formula, displaystyle=False)
    except LatexError as fault:
        return str(fault).split(": ", 1)[-1].strip().rstrip(".")
    return ""


def _braces_close(formula: str) -> bool:
    depth = 0
    for sign in formula:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _bare(item: WrittenItem) -> Iterator[Hit]:
    for where, text in _texts(item):
        if dollars_balance(text) and (match := _BARE.search(without_formulas(text))):
            yield Hit(where, f"{match[0]!r} stands outside a formula.")


def _spaced(item: WrittenItem) -> Iterator[Hit]:
    for where, text in _texts(item):
        if dollars_balance(text) and (formula := _padded(text)):
            yield Hit(where, f"the formula ${formula}$ starts or ends with a blank.")


def _padded(text: str) -> str | None:
    if "$$" in without_code(text):
        return None
    return next((formula for formula in formulas(text) if formula != formula.strip()), None)


RULES = (
    Rule(
        "dollars",
        Severity.ERROR,
        r"Close the formula with $, or write \$ for the sign itself.",
        on_written(_unbalanced),
        bad=(Example(("$d_k", *EVEN[1:])),),
        good=(Example(("$d_k$", *EVEN[1:])), Example((r"\$5", "`$x`", *EVEN[2:]))),
    ),
    Rule(
        "braces",
        Severity.ERROR,
        "Open and close each of them once.",
        on_written(_braces),
        bad=(Example((r"$\sqrt{d_k$", *EVEN[1:])), Example((r"$\left( d_k )$", *EVEN[1:]))),
        good=(Example((r"$\sqrt{d_k}$", r"$\{1, 2\}$", r"$\left(d_k\right) \rightarrow 1$", EVEN[0])),),
    ),
    Rule(
        "formula-too-deep",
        Severity.ERROR,
        "Give its parts names of their own, or say it in words.",
        on_written(_unsettable),
        bad=(Example(("$" + r"\sqrt{" * (DEEPEST + 1) + "x" + "}" * (DEEPEST + 1) + "$", *EVEN[1:])),),
        good=(Example((r"$\sqrt{\frac{1}{\sqrt{x}}}$", *EVEN[1:])),),
    ),
    Rule(
        "formula-unreadable",
        Severity.ERROR,
        "Write it with commands of LaTeX that are known; a page shows the LaTeX itself otherwise.",
        on_written(_unreadable),
        bad=(Example((r"$\sqroot{d_k}$", *EVEN[1:])), Example(("$x^2^3$", *EVEN[1:]))),
        good=(Example((r"$\sqrt{d_k}$", r"${x^2}^3$", *EVEN[2:])),),
    ),
    Rule(
        "bare-maths",
        Severity.WARNING,
        "Put it between dollars, so that it is set as mathematics.",
        on_written(_bare),
        bad=(Example(("d_k of them", *EVEN[1:])), Example((r"\sqrt{n} of them", *EVEN[1:]))),
        good=(Example(("$d_k$ of them", "`d_k` in code", *EVEN[2:])),),
    ),
    Rule(
        "formula-blanks",
        Severity.ERROR,
        "Delete the blanks beside the dollars, as Markdown does not see the formula otherwise.",
        on_written(_spaced),
        bad=(Example(("$ d_k$ of them", *EVEN[1:])),),
        good=(Example(("$d_k$ and $d_v$", *EVEN[1:])),),
    ),
)
