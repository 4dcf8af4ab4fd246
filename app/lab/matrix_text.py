"""A whole matrix as text: rows and cells are told apart, and nothing is read yet."""

import re

from app.lab.draft import Texts

LONGEST = 1500  # signs of a pasted matrix; the largest has 48 numbers
_BETWEEN_ROWS = re.compile(r"[\n\r;~|]+")
_BRACKETS = re.compile(r"[\[\](){}]")
_ROW_ENDS = re.compile(r"[\])}]\s*,?\s*(?=[\[({])")


def cells_of(text: str) -> Texts:
    """The cells of a text, row by row.

    Rule: rows end with a line, a semicolon, "|" or "~"; cells are separated by spaces or tabs, and a comma before a
    space belongs to neither. In brackets, as programs print matrices, every comma separates: [[1, 0], [0, 1]].
    """
    if "[" in text:
        text = _BRACKETS.sub(" ", _ROW_ENDS.sub(";", text)).replace(",", " ")
    rows = (tuple(cell.rstrip(",") or "," for cell in row.split()) for row in _BETWEEN_ROWS.split(text))
    return tuple(row for row in rows if row)


def text_of(rows: Texts, *, between: str = "\n") -> str:
    """Cells as a text that `cells_of` takes apart again."""
    return between.join(" ".join(row) for row in rows)


def padded(rows: Texts) -> Texts:
    """Rows of one length, the missing cells empty."""
    width = max((len(row) for row in rows), default=0)
    return tuple(row + ("",) * (width - len(row)) for row in rows)
