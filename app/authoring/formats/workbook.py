"""Sheets of a workbook (XLSX) as tables: the values as they were last computed, and no formula."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, load_workbook

from app.authoring.formats.archive import Archive, opened
from app.authoring.formats.tables import BadTable, Table, names_columns, table_of
from app.authoring.formats.workbook_cells import without_value

MOST_CELLS = 1_000_000
_LOOKED_AT = 20  # sheets at most that are looked at where none is named
MOST_BYTES = 60 * 1024 * 1024
_PLACE = re.compile(rb"""\b(?:r|ref)\s*=\s*["'](?:[A-Za-z]{1,3}\d{1,9}:)?([A-Za-z]{0,3})(\d{1,9})["']""")


def sheet_table(content: bytes, sheet: str = "") -> tuple[Table, tuple[str, ...]]:
    """The table on a sheet, and the names of all sheets. Raises BadTable, BadArchive.

    Rule: where no sheet is named the first that names what is asked is read, or else the first that holds a table.
    Rows in which a formula has no result are left out, and told.
    """
    archive = _bounded(content)
    try:
        workbook = load_workbook(BytesIO(content))
        names = tuple(workbook.sheet_names)
        if not names:
            raise BadTable(1, "This workbook has no sheets.")
        if sheet and sheet not in names:
            raise BadTable(1, f"There is no sheet {sheet[:60]!r}. The sheets are {', '.join(names)[:200]}.")
        table = _of_sheet(workbook, sheet) if sheet else _first(workbook, names)
    except (CalamineError, OSError, ValueError) as fault:
        why = str(fault).split("\n")[0][:120]
        raise BadTable(1, f"This workbook cannot be read ({why}). Save it anew as XLSX, or as CSV.") from None
    return _with_values(table, without_value(archive, table.name)), names


def _first(workbook: CalamineWorkbook, names: Sequence[str]) -> Table:
    found: Table | None = None
    fault: BadTable | None = None
    for name in names[:_LOOKED_AT]:
        try:
            table = _of_sheet(workbook, name)
        except BadTable as why:
            fault = fault or why
            continue
        if names_columns(table.columns):
            return table
        found = found or table
    if found is None:
        raise fault or BadTable(1, "This workbook has no sheets.")
    return found


def _of_sheet(workbook: CalamineWorkbook, name: str) -> Table:
    rows = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    return table_of(name, [(line, [_written(value) for value in row]) for line, row in enumerate(rows, 1)])


def _with_values(table: Table, empty: Mapping[int, str]) -> Table:
    """The table without rows in which a cell has a formula and no result: a missing option would change what is right."""
    bad = {line: empty[line] for line, _ in table.rows if line in empty}
    why = "The formula in {} has no result in this file. The row is left out. Let the spreadsheet compute it, and save it again."
    faults = (*table.faults, *(BadTable(line, why.format(place)) for line, place in bad.items()))
    return replace(table, rows=tuple(row for row in table.rows if row[0] not in bad), faults=faults)


def _bounded(content: bytes) -> Archive:
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
    return archive


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
