"""Tables of questions: a row of names and rows of values, from CSV, with where each row begins."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.authoring.columns import are_names, guesses
from app.authoring.formats.own_sheet import is_own

MOST_ROWS = 20_000
MOST_COLUMNS = 2_000
MOST_VALUES = 4_000_000
LONGEST = 100_000  # signs of one field
_DELIMITERS = ",;\t|"
_SAMPLE = 50  # rows by which the delimiter is found
_TITLES = 10  # rows at most above the names of the columns
_ANSWERED = {"right", "option", "options", "right_option", "wrong_option", "prompt", "entry", "word"}


class BadTable(Exception):
    """Why a table cannot be read from some line on, in a sentence that says what to do."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Table:
    """The names of the columns and the rows below, each with its line; `faults` tell of rows and values left out.

    Rule: every row has as many values as there are names; a name that comes again gets a number after it. Where no name
    is known, so that nobody may have `named` the columns, the row of names is a row too.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    faults: tuple[BadTable, ...] = ()
    named: bool = True


def csv_table(text: str) -> Table:
    """The table in a text of values parted by commas, semicolons, tabs or bars. Raises BadTable.

    Rule: the delimiter is the one by which the first rows name columns that are known, or else
    by which most of the first fifty rows have the same number of values, at least two.
    """
    text, named = _named_delimiter(text)
    delimiter = named or delimiter_of(text)
    if delimiter is None:
        raise BadTable(
            1,
            "No columns are seen. Part the values by commas, semicolons or tabs, with names in the first row.",
        )
    rows, broken = records(text, delimiter)
    if named:
        rows = [(line + 1, row) for line, row in rows]
    table = table_of("", [(line, row) for line, row in rows], broken)
    return _without_shifted(table, dict(rows))


def names_columns(names: Sequence[str]) -> bool:
    """Whether a row names what is asked and what is right, or is the first of our own sheet."""
    fields = {guess.field for guess in guesses(names)}
    return is_own(names) or ("stem" in fields and bool(fields & _ANSWERED))


def _names_row(rows: Sequence[tuple[int, Sequence[str]]]) -> int | None:
    """Where the names of the columns stand: in the first row that names what is asked, else the first with two values."""
    several = [place for place, (_, row) in enumerate(rows) if sum(bool(one.strip()) for one in row) > 1]
    for place in several[:_TITLES]:
        if names_columns([one.strip() for one in rows[place][1]]):
            return place
    return next(iter(several), None)


def table_of(name: str, rows: Sequence[tuple[int, Sequence[str]]], broken: BadTable | None = None) -> Table:
    """The table below the row of names; what stands above it is no part of it.

    Rule: where no name of that row is known it is a row like the others too, so that no question is lost for want of
    names.
    """
    start = _names_row(rows)
    if start is None:
        raise broken or BadTable(
            1, "There is no row with the names of the columns. Write them above the questions."
        )
    names = [one.strip() for one in rows[start][1]]
    while names and not names[-1]:
        names.pop()
    if len(names) > MOST_COLUMNS:
        raise BadTable(
            rows[start][0],
            f"There are more than {MOST_COLUMNS:,} columns. Leave those out that hold nothing.",
        )
    named = are_names(names)
    below = [
        (line, tuple(row))
        for line, row in rows[start + 1 if named else start :]
        if any(one.strip() for one in row)
    ]
    width = len(names)
    if len(below) > MOST_ROWS or len(below) * width > MOST_VALUES:
        raise BadTable(
            1, f"There are {len(below):,} rows of {width:,} columns, which is too much. Send fewer at a time."
        )
    even = tuple((line, (row + ("",) * width)[:width]) for line, row in below)
    faults = [broken] if broken is not None else []
    faults += [BadTable(line, _BESIDE) for line, row in below if any(one.strip() for one in row[width:])]
    return Table(name, _unlike(names), even, tuple(faults), named)


_BESIDE = "This row has more values than there are names of columns; the last ones are left out."
_SHIFTED = (
    "This row has {} values, and there are {} names of columns. It is left out, as its values may have moved: "
    "a text with the sign in it that parts the values needs quotes around it."
)


def _without_shifted(table: Table, rows: dict[int, list[str]]) -> Table:
    """The table without rows that have values beyond the names: an unquoted comma has moved what is right by one."""
    width = len(table.columns)
    wide = {fault.line for fault in table.faults if str(fault) == _BESIDE}
    faults = tuple(
        BadTable(fault.line, _SHIFTED.format(_filled(rows[fault.line]), width))
        if fault.line in wide
        else fault
        for fault in table.faults
    )
    return replace(table, rows=tuple(row for row in table.rows if row[0] not in wide), faults=faults)


def delimiter_of(text: str) -> str | None:
    """The sign that parts the values, or None."""
    best: tuple[float, int, str] | None = None
    for sign in _DELIMITERS:
        rows, _ = records(text, sign, most=_SAMPLE)
        widths = Counter(width for _, row in rows if (width := _filled(row)))
        usual, count = max(widths.items(), key=lambda one: (one[0] > 1, one[1]), default=(0, 0))
        alike = count / widths.total() if usual > 1 else 0.0
        if alike and any(names_columns(row) for _, row in rows[:_TITLES]):
            alike = 1.0  # names that are known are a surer sign than equal widths
        if alike and (best is None or (alike, usual) > best[:2]):
            best = (alike, usual, sign)
    return best[2] if best and best[0] >= 0.5 else None


def _filled(row: Sequence[str]) -> int:
    """How many values there are up to the last one that is not empty."""
    return max((place for place, one in enumerate(row, 1) if one.strip()), default=0)


def _named_delimiter(text: str) -> tuple[str, str | None]:
    """What spreadsheets write in a first line: sep=; is no row."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip("\n")) == 5:
        return rest, first[4]
    return text, None


def records(
    text: str, delimiter: str, most: int = MOST_ROWS + 1
) -> tuple[list[tuple[int, list[str]]], BadTable | None]:
    """The rows, each with the line on which it begins, and where and why the reading had to end."""
    csv.field_size_limit(LONGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    while len(rows) <= most:
        line = reader.line_num + 1
        try:
            rows.append((line, next(reader)))
        except StopIteration:
            break
        except csv.Error as fault:
            why = f'From here on the rows cannot be read ({fault}). A text in quotes needs a closing one, and "" within it.'
            return rows, BadTable(line, why)
    return rows, None


def _unlike(names: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for place, name in enumerate(names, 1):
        plain = name or f"column {place}"
        count = 2
        unlike = plain
        while unlike in found:
            unlike = f"{plain} ({count})"
            count += 1
        found.append(unlike)
    return tuple(found)
