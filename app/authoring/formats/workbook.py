"""Sheets of a workbook (XLSX) as tables: the values as they were last computed, and no formula."""

import datetime
import re
from io import BytesIO

from python_calamine import CalamineError, load_workbook

from app.authoring.formats.archive import opened
from app.authoring.formats.tables import BadTable, Table, table_of

MOST_CELLS = 1_000_000
MOST_BYTES = 60 * 1024 * 1024
_PLACE = re.compile(rb"""\b(?:r|ref)\s*=\s*["'](?:[A-Za-z]{1,3}\d{1,9}:)?([A-Za-z]{0,3})(\d{1,9})["']""")


def sheet_table(content: bytes, sheet: str = "") -> tuple[Table, tuple[str, ...]]:
    """The table on a sheet, the first one if none is named, and the names of all sheets. Raises BadTable, BadArchive."""
    _bounded(content)
    try:
        workbook = load_workbook(BytesIO(content))
        names = tuple(workbook.sheet_names)
        if not names:
            raise BadTable(1, "This workbook has no sheets.")
        if sheet and sheet not in names:
            raise BadTable(1, f"There is no sheet {sheet[:60]!r}. The sheets are {', '.join(names)[:200]}.")
        rows = workbook.get_sheet_by_name(sheet or names[0]).to_python(skip_empty_area=False)
    except (CalamineError, OSError, ValueError) as fault:
        why = str(fault).split("\n")[0][:120]
        raise BadTable(1, f"This workbook cannot be read ({why}). Save it anew as XLSX, or as CSV.") from None
    written = [(line, [_written(value) for value in row]) for line, row in enumerate(rows, 1)]
    return table_of(sheet or names[0], written), names


def _bounded(content: bytes) -> None:
    """Looks at all parts first: how large they are unpacked, and how far the cells reach that they name.

    A single cell in the last corner makes a table of seventeen milliard cells.
    """
    archive = opened(content)
    size = 0
    for name in archive.names():
        part = archive.read(name)
        size += len(part)
        if size > MOST_BYTES:
            raise BadTable(1, "This workbook is larger than 60 MiB unpacked. Send fewer questions at a time.")
        if name.lower().startswith("xl/worksheets/"):
            _reach(part)


def _reach(part: bytes) -> None:
    width = height = 1
    for letters, digits in _PLACE.findall(part):
        height = max(height, int(digits))
        column = 0
        for letter in letters.upper():
            column = column * 26 + letter - 64
        width = max(width, column)
    if width * height > MOST_CELLS:
        raise BadTable(
            1, "A sheet reaches over more than a million cells. Copy the questions alone into a new one."
        )


def _written(value: object) -> str:
    """A cell's value as text: 3 and not 3.0, dates as 2026-11-29, truth as true and false."""
    match value:
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime.datetime() if value.time() == datetime.time():
            return value.date().isoformat()
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)
