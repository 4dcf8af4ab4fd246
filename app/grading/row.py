"""Splits a row or a matrix of numbers that was pasted into one field, where it can be split in one way only."""

import re

from app.grading.characters import THIN, plain

LONGEST_PIECE = 44

_BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"))
_MIXED = re.compile(r"(?:^| )[+-]?[0-9]+ [0-9]+ ?/")

_HAS_DIGIT = re.compile(r"[0-9]")
_ROW_ENDS = re.compile(r"[\])}]\s*[,;]?\s*[\[({]")
_LINE_ENDS = re.compile(r"[\n\r;]+")


def split_row(text: str, width: int) -> tuple[str, ...] | None:
    """The pieces of a row, or None where the text is not a row or could be split in more than one way.

    Rule: brackets around the whole go; then semicolons split, else commas with a space after them, else spaces,
    else commas between numbers that all have a decimal point. "1 1/2" could be a mixed number and is not split.
    `width` is how many numbers the form asks for; it bounds the length that is looked at.
    """
    if len(text) > LONGEST_PIECE * (width + 1):
        return None
    row = plain(text)
    bracketed = False
    for opening, closing in _BRACKETS:
        if row.startswith(opening) and row.endswith(closing) and len(row) > 1:
            row, bracketed = row[1:-1].strip(" " + THIN), True
    if not row:
        return None
    pieces = _pieces(row)
    if pieces is None and bracketed:
        pieces = (row,)
    return pieces if pieces and all(_HAS_DIGIT.search(piece) for piece in pieces) else None


def split_matrix(text: str, rows: int, columns: int) -> tuple[str, ...] | None:
    """The pieces of a matrix, row by row, or None where the text is no matrix of that shape.

    Rule: each row stands in brackets of its own, or on a line, or before a semicolon, and is split as a row is. Lines
    that ran together, as they do in a field of one line, are one long row, in which commas may end pieces too.
    """
    if len(text) > LONGEST_PIECE * (rows * columns + 1):
        return None
    inner = text.strip()
    nested = _ROW_ENDS.search(inner) is not None
    if nested or re.fullmatch(r"[\[({]+[^\[\](){}]*[\])}]+", inner):
        inner = inner.strip("[](){} ")
    ends = _ROW_ENDS if nested else _LINE_ENDS
    lines = [line for line in ends.split(inner) if line.strip()]
    if len(lines) == rows:
        split = [_row_of(line, columns) for line in lines]
        if all(pieces is not None and len(pieces) == columns for pieces in split):
            return tuple(piece for pieces in split for piece in pieces or ())
    whole = split_row(inner, rows * columns)
    if whole is not None and len(whole) == rows * columns:
        return whole
    together = split_row(re.sub(r",(?=\s)", " ", plain(inner).strip("[](){}")), rows * columns)
    return together if together is not None and len(together) == rows * columns else None


def _row_of(line: str, columns: int) -> tuple[str, ...] | None:
    """One row of a matrix; a row of one number is that number."""
    return (plain(line),) if columns == 1 else split_row(line.strip().removesuffix(","), columns)


def _pieces(row: str) -> tuple[str, ...] | None:
    """The row split at the first kind of separator that it has."""
    if ";" in row:
        return _split(r";", row.removesuffix(";"))
    if re.search(rf",[ {THIN}]", row):
        return _split(rf",[ {THIN}]+", row)
    if " " in row:
        return None if _MIXED.search(row) else _split(r" +", row)
    if row.count(",") and all(re.fullmatch(r"[+-]?[0-9]*\.[0-9]+", piece) for piece in row.split(",")):
        return tuple(row.split(","))
    return None


def _split(separator: str, row: str) -> tuple[str, ...]:
    return tuple(piece.strip(" " + THIN) for piece in re.split(separator, row))
