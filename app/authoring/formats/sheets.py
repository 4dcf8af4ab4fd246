"""Tables as questions: our own sheet as it is, another one by what its columns are taken for."""

from collections.abc import Sequence

from app.authoring.columns import FIELDS, Guess, guesses
from app.authoring.formats.mapped_rows import question_of
from app.authoring.formats.own_numbers import BadRow
from app.authoring.formats.own_rows import read_own
from app.authoring.formats.own_sheet import is_own
from app.authoring.formats.right_options import counts_from_zero
from app.authoring.formats.tables import BadTable, Table, csv_table
from app.authoring.formats.workbook import sheet_table
from app.authoring.found import (
    BadPart,
    ColumnWish,
    Format,
    FoundColumn,
    FoundFile,
    FoundQuestion,
    FoundTable,
    ReadWishes,
)

_EXAMPLES = 3
_UNNAMED = "No name in the first row is known, so that row counts as a question too."


def read_csv(text: str, wishes: ReadWishes) -> FoundFile:
    """All questions of a text of values, and what cannot be read of it."""
    try:
        return _with_format(read_table(csv_table(text), wishes.columns), Format.CSV)
    except BadTable as fault:
        return FoundFile(bad=(BadPart(fault.line, fault.sentence),), format=Format.CSV)


def read_workbook(content: bytes, wishes: ReadWishes) -> FoundFile:
    """All questions of one sheet of a workbook, and the names of all its sheets. Raises BadArchive."""
    try:
        table, names = sheet_table(content, wishes.sheet)
        return _with_format(read_table(table, wishes.columns), Format.XLSX, names)
    except BadTable as fault:
        return FoundFile(bad=(BadPart(fault.line, fault.sentence),), format=Format.XLSX)


def _with_format(file: FoundFile, form: Format, sheets: tuple[str, ...] = ()) -> FoundFile:
    return FoundFile(file.questions, file.bad, form, file.images, file.tables, sheets)


def read_table(table: Table, wishes: Sequence[ColumnWish] = ()) -> FoundFile:
    """The questions of a table; each bad row is left out alone.

    Rule: what somebody says of a column goes before what its name gives away. A sheet of ours is read by its own
    columns as long as nobody says otherwise.
    """
    wished = {wish.column: wish.field for wish in wishes if wish.table in ("", table.name)}
    if is_own(table.columns) and not wished:
        return read_own(table)
    by_name = guesses(table.columns) if table.named else (Guess("", _UNNAMED),) * len(table.columns)
    found = [_wished(name, guess, wished) for name, guess in zip(table.columns, by_name, strict=True)]
    columns = tuple(
        FoundColumn(name, guess.field, guess.why, _examples(table, place))
        for place, (name, guess) in enumerate(zip(table.columns, found, strict=True))
    )
    tables = (FoundTable(table.name, columns, len(table.rows)),)
    fields = [column.field for column in columns]
    if "stem" not in fields:
        why = "It is not known which column holds what is asked. Say which one it is."
        return FoundFile(bad=(BadPart(1, why),), tables=tables)
    questions, bad = _read(table, fields)
    bad.extend(BadPart(fault.line, fault.sentence) for fault in table.faults)
    bad.sort(key=lambda one: one.line)
    return FoundFile(tuple(questions), tuple(bad), tables=tables)


def _read(table: Table, fields: Sequence[str]) -> tuple[list[FoundQuestion], list[BadPart]]:
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    rows = [(line, _by_field(fields, values)) for line, values in table.rows]
    from_zero = counts_from_zero([values for _, values in rows])
    for line, by_field in rows:
        try:
            questions.append(question_of(line, by_field, from_zero=from_zero))
        except (BadRow, ValueError) as fault:
            bad.append(BadPart(line, str(fault)))
    return questions, bad


def _by_field(fields: Sequence[str], values: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in zip(fields, values, strict=True):
        if name:
            found.setdefault(name, []).append(value.strip())
    return found


def _wished(name: str, guess: Guess, wished: dict[str, str]) -> Guess:
    if name not in wished:
        return guess
    if wished[name] and wished[name] not in FIELDS:
        return Guess("", f"{wished[name][:40]!r} is no field that is known.")
    return Guess(wished[name], "Somebody said so.")


def _examples(table: Table, place: int) -> tuple[str, ...]:
    found: list[str] = []
    for _, row in table.rows:
        value = row[place].strip()[:120]
        if value and value not in found:
            found.append(value)
        if len(found) == _EXAMPLES:
            break
    return tuple(found)
