"""Tables of questions: a row of names and rows of values, from CSV, with where each row begins."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

MOST_ROWS = 20_000
MOST_COLUMNS = 2_000
MOST_VALUES = 4_000_000
LONGEST = 100_000  # signs of one field
_DELIMITERS = ",;\t|"
_SAMPLE = 50  # rows by which the delimiter is found


class BadTable(Exception):
    """Why a table cannot be read from some line on, in a sentence that says what to do."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Table:
    """The names of the columns and the rows below, each with its line; `broken` is where the reading had to end.

    Rule: every row has as many values as there are names; a name that comes again gets a number after it.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    broken: BadTable | None = None


def csv_table(text: str) -> Table:
    """The table in a text of values parted by commas, semicolons, tabs or bars. Raises BadTable.

    Rule: the delimiter is the one by which the first fifty rows fall into the same number of columns, at least two.
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
    return table_of("", rows, broken)


def table_of(name: str, rows: Sequence[tuple[int, Sequence[str]]], broken: BadTable | None = None) -> Table:
    """The table whose names stand in the first row with two values; what stands above it is no part of it."""
    start = next(
        (place for place, (_, row) in enumerate(rows) if sum(bool(one.strip()) for one in row) > 1), None
    )
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
    below = [(line, tuple(row)) for line, row in rows[start + 1 :] if any(one.strip() for one in row)]
    width = len(names)
    if len(below) > MOST_ROWS or len(below) * width > MOST_VALUES:
        raise BadTable(
            1, f"There are {len(below):,} rows of {width:,} columns, which is too much. Send fewer at a time."
        )
    even = tuple((line, (row + ("",) * width)[:width]) for line, row in below)
    return Table(name, _unlike(names), even, broken or _too_wide(below, width))


def delimiter_of(text: str) -> str | None:
    """The sign that parts the values, or None."""
    best: tuple[float, int, str] | None = None
    for sign in _DELIMITERS:
        rows, _ = records(text, sign, most=_SAMPLE)
        widths = [len(row) for _, row in rows if any(one.strip() for one in row)]
        if not widths or widths[0] < 2:
            continue
        alike = sum(width == widths[0] for width in widths) / len(widths)
        if best is None or (alike, widths[0]) > best[:2]:
            best = (alike, widths[0], sign)
    return best[2] if best and best[0] >= 0.5 else None


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


def _too_wide(rows: Sequence[tuple[int, Sequence[str]]], width: int) -> BadTable | None:
    for line, row in rows:
        if any(one.strip() for one in row[width:]):
            return BadTable(
                line, "This row has more values than there are names of columns; the last ones are left out."
            )
    return None


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
