"""Rows of printed numbers as HTML: drawn here, since a page has many and a loop in a template takes far longer.

What stands around the numbers is the same on many pages, so it is put together once and kept as a format.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from markupsafe import Markup, escape

from app.items.public import Matrix
from app.web.markup import formula, inline, numbers_text
from app.web.words import columns, shade

_LONG = 7  # characters of a number, beyond which its cell is wider
_HUES = {"query": "Q", "key": "K", "value": "V", "working": "working"}
_plain = re.compile(r"[0-9.\u2212]*").fullmatch
# Numbers with bars between them, none of which has a sign to be put right or is wider than a common cell.
all_short = re.compile(r"(?:[0-9.\u2212]{0,7}\|)*[0-9.\u2212]{0,7}").fullmatch


def matrix_table(matrix: Matrix) -> Markup:
    """A matrix as a table with its caption; the columns are counted where they have no names."""
    return Markup(matrix_html(matrix))  # noqa: S704 - put together from safe parts


def matrix_html(matrix: Matrix) -> str:
    """The same as text, for whoever puts several together."""
    width = 0 if matrix.column_names else len(matrix.entries[0])
    start = _matrix_start(matrix.name, matrix.role, bool(matrix.row_names), matrix.column_names, width)
    return f"{start}{_rows(matrix)}</tbody>\n</table>\n</div>\n"


@lru_cache(maxsize=512)
def _matrix_start(name: str, role: str, named_rows: bool, column_names: tuple[str, ...], width: int) -> str:
    """What comes before the rows."""
    titles = "".join([f'<th scope="col">{inline(one)}</th>' for one in column_names])
    unseen, corner = "" if column_names else ' class="unseen"', "<td></td>" if named_rows else ""
    return (
        f'<div class="matrix-hold" data-wide="Matrix {escape(name)}">\n'
        f'<table class="matrix {_HUES.get(role, "plain")}">\n'
        f"<caption>{formula(name) if len(name) == 1 else inline(name)}</caption>\n"
        f"<thead{unseen}><tr>{corner}{titles or column_numbers(width)}</tr></thead>\n<tbody>\n"
    )


def matrix_rows(matrix: Matrix) -> Markup:
    """The rows of a matrix as rows of a table, each with the name of its token where it has one."""
    return Markup(_rows(matrix))  # noqa: S704 - put together from safe parts


def _rows(matrix: Matrix) -> str:
    rows = matrix.entries
    texts = [*chain.from_iterable(rows)]
    if not _plain("".join(texts)):
        texts = [numbers_text(text) for text in texts]
    return _rows_format(matrix.row_names or ("",) * len(rows), tuple(map(len, rows))) % tuple(texts)


@lru_cache(maxsize=512)
def _rows_format(names: tuple[str, ...], widths: tuple[int, ...]) -> str:
    """A format for rows of so many numbers, each row with its name where it has one."""
    starts = [f'<th scope="row">{inline(name)}</th>'.replace("%", "%%") if name else "" for name in names]
    return "".join(
        [f"<tr>{start}{'<td>%s</td>' * width}</tr>\n" for start, width in zip(starts, widths, strict=True)]
    )


@lru_cache(maxsize=64)
def column_numbers(count: int) -> Markup:
    """The numbers of columns that have no names, as heads of a table."""
    found = [f'<th scope="col">{place}</th>' for place in range(1, count + 1)]
    return Markup("".join(found))  # noqa: S704 - only numbers


def step_cells(printed: Sequence[str], names: tuple[str, ...], slug: str) -> Markup:
    """The numbers of a worked step, each with its name where there are as many; weights have their shade."""
    texts = printed if _plain("".join(printed)) else [numbers_text(text) for text in printed]
    form = step_format(names, slug, len(printed), max(map(len, printed), default=0) > _LONG)
    if shaded(names, slug, len(printed)):
        texts = with_shades(printed, texts)
    return Markup(form % tuple(texts))  # noqa: S704 - of safe parts


def shaded(names: tuple[str, ...], slug: str, count: int) -> bool:
    """Whether the numbers of a step have a shade: weights do, but not one that stands alone."""
    return slug == "weights" and (count > 1 or bool(names))


def with_shades(printed: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Each weight as it is written, with its shade before it."""
    return [part for pair in zip(map(_shade, printed), texts, strict=True) for part in pair]


@lru_cache(maxsize=1024)
def step_format(names: tuple[str, ...], slug: str, count: int, long: bool) -> str:
    """A format for the numbers of a step."""
    if count == 1 and not names:
        return '<span class="one">%s</span>'
    return _cells(names, count, long, shaded(names, slug, count))


@lru_cache(maxsize=1024)
def _shade(printed: str) -> str:
    return str(shade(printed))


def _cells(names: tuple[str, ...], count: int, long: bool, weights: bool) -> str:
    """A format for so many numbers, each with its shade before it where they are weights."""
    kinds = f"cells by-{columns(names, count)}{' long' if long else ''}{' weights' if weights else ''}"
    start = '<span class="w%s">' if weights else "<span>"
    named = (
        [f"<i>{inline(name)}</i> ".replace("%", "%%") for name in names]
        if len(names) == count
        else [""] * count
    )
    inside = '<b class="unseen">, </b></span>'.join([f"{start}{name}%s" for name in named])
    return f'<span class="{kinds}">{inside}</span></span>'
