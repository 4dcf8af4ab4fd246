"""Matrices of computed questions as tables in Markdown, and as text on one line."""

from app.authoring.outgoing.question import OutQuestion
from app.items.public import Matrix


def whole_stem(question: OutQuestion) -> str:
    """The stem with its tables, its conventions and what is asked for, as Markdown."""
    tables = tuple(as_markdown(matrix) for matrix in question.tables)
    parts = (question.stem, *tables, question.conventions, question.asks)
    return "\n\n".join(part.strip() for part in parts if part.strip())


def whole_line(question: OutQuestion) -> str:
    """The same with each table on one line, for formats that have no tables."""
    tables = tuple(as_line(matrix) for matrix in question.tables)
    parts = (question.stem, *tables, question.conventions, question.asks)
    return "\n\n".join(part.strip() for part in parts if part.strip())


def as_markdown(matrix: Matrix) -> str:
    """A table with the matrix's name in its corner, and the names of rows where it has them."""
    width = len(matrix.entries[0]) if matrix.entries else 0
    columns = matrix.column_names or ("",) * width
    rows = matrix.row_names or ("",) * len(matrix.entries)
    lines = [_row((_name(matrix), *columns)), _row(("---",) * (width + 1))]
    lines += [_row((name, *entries)) for name, entries in zip(rows, matrix.entries, strict=True)]
    return "\n".join(lines)


def as_line(matrix: Matrix) -> str:
    """The rows of a matrix one after another: "Q: A [1, 0]; B [0, 1]"."""
    rows = matrix.row_names or ("",) * len(matrix.entries)
    parts = []
    for name, entries in zip(rows, matrix.entries, strict=True):
        inside = ", ".join(entries)
        numbers = inside if matrix.role == "working" else f"[{inside}]"
        parts.append(f"{name} {numbers}".strip())
    names = f" (columns {', '.join(matrix.column_names)})" if len(matrix.column_names) > 1 else ""
    return f"{_name(matrix)}{names}: {'; '.join(parts)}."


def _name(matrix: Matrix) -> str:
    return f"${matrix.name}$" if len(matrix.name) == 1 else matrix.name


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
