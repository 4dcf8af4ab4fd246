"""Rows of printed numbers as HTML: drawn here, since a page has many and a loop in a template takes far longer."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from app.items.public import Matrix
from app.web.markup import inline, numbers
from app.web.words import columns, shade

_LONG = 7  # characters of a number, beyond which its cell is wider


def matrix_rows(matrix: Matrix) -> Markup:
    """The rows of a matrix as rows of a table, each with the name of its token where it has one."""
    names = matrix.row_names or ("",) * len(matrix.entries)
    rows = [_matrix_row(name, entries) for name, entries in zip(names, matrix.entries, strict=True)]
    return Markup("".join(rows))  # noqa: S704 - put together from safe parts


@lru_cache(maxsize=8192)
def _matrix_row(name: str, entries: tuple[str, ...]) -> str:
    name_cell = f'<th scope="row">{inline(name)}</th>' if name else ""
    cells = "".join([f"<td>{numbers(entry)}</td>" for entry in entries])
    return f"<tr>{name_cell}{cells}</tr>\n"


@lru_cache(maxsize=64)
def column_numbers(count: int) -> Markup:
    """The numbers of columns that have no names, as heads of a table."""
    found = [f'<th scope="col">{place}</th>' for place in range(1, count + 1)]
    return Markup("".join(found))  # noqa: S704 - only numbers


def step_cells(printed: Sequence[str], names: Sequence[str], slug: str) -> Markup:
    """The numbers of a worked step, each with its name where there are as many; weights have their shade."""
    if len(printed) == 1 and not names:
        return Markup(f'<span class="one">{numbers(printed[0])}</span>')  # noqa: S704 - numbers are escaped
    weights = slug == "weights"
    long = " long" if max(map(len, printed), default=0) > _LONG else ""
    begin = f'<span class="cells by-{columns(names, len(printed))}{long}{" weights" if weights else ""}">'
    named = names if len(names) == len(printed) else ()
    parts = []
    for place, text in enumerate(printed):
        start = f'<span class="w{shade(text)}">' if weights else "<span>"
        name = f"<i>{inline(named[place])}</i> " if named else ""
        parts.append(f"{start}{name}{numbers(text)}")
    inside = '<b class="unseen">, </b></span>'.join(parts)
    return Markup(f"{begin}{inside}</span></span>")  # noqa: S704 - put together from safe parts
