"""Reads an exported file strictly: every problem is found and named by its path, and nothing is taken on trust."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from app.services.own_export import FORMAT, VERSION
from app.store.own_rows import Column, Row, columns_of
from app.store.own_tables import EXPORTED

LISTED = 50
OF_SITTINGS = ("sitting_slots", "sitting_answers", "sitting_events")
READ = (
    "practices", "presentations", "responses", "tries", "memories", "flags", "notes", "plans", "time_zones",
    "sittings", *OF_SITTINGS,
)  # what an import puts in  # fmt: skip
_LATER = frozenset(
    {"plans", "time_zones", "tries", "sittings", *OF_SITTINGS}
)  # files of before do not have them
_DERIVED = {
    "sittings": {"exam", "graded_at", "released_at"},
    "sitting_slots": {"shown"},
    "presentations": {"shown"},
    "responses": {"points", "correct", "judged", "submission_id"},
    "tries": {"submission_id", "hint"},
    "plans": {"mark", "marked_at"},
}
_PLACED = frozenset({"presentations", "responses", "tries"})
# Where an exam does not show what is right, a file does not say which variants were asked and how they were drawn.
_HIDDEN = {"sittings": {"seed"}, "sitting_slots": {"item_id", "variant_id", "section", "reason"}}
_NAME = re.compile(r"[A-Za-z0-9_-]{16}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")
_FIRST = datetime(2020, 1, 1, tzinfo=UTC)
_LAST = datetime(2200, 1, 1, tzinfo=UTC)
_GIVEN, _GIVEN_LONG = 64, 1000  # as many fields and signs as an answer is read with
_NOTES_LONG = 20_000  # signs of scratch notes, which are one text
_MISSING = object()
_Read = tuple[str, object]  # what is wrong with a value, or "", and the value
_Reader = Callable[[object, Column], _Read]


@dataclass(slots=True)
class Problems:
    """What is wrong with a file, in the order in which it was met."""

    found: list[str] = field(default_factory=list)

    def add(self, path: str, sentence: str) -> None:
        self.found.append(f"{path}: {sentence}")


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that was read: its records by section, each with its path, and how many reports it holds."""

    sections: Mapping[str, list[tuple[str, Row]]]
    reports: int

    def each(self, section: str) -> Iterator[tuple[str, Row]]:
        """The records of a section with their paths."""
        return iter(self.sections[section])


def read_own_file(content: bytes, now: datetime) -> OwnFile | Problems:
    """The records of a file, or all that is wrong with it. What can be worked out anew is checked for being there only."""
    problems = Problems()
    try:
        whole = orjson.loads(content)
    except orjson.JSONDecodeError:
        problems.add("the file", "is not JSON. Choose the file that the export made, as it is.")
        return problems
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        problems.add("format", "is not that of an export made here.")
        return problems
    if whole.get("version") != VERSION or isinstance(whole.get("version"), bool):
        problems.add("version", f"is not {VERSION}, the only one that is known here.")
    for name in whole.keys() - {"format", "version", "exported_at"} - EXPORTED.keys():
        problems.add(name[:60], "is no part of an export.")
    sections = {name: _Section(name, problems, now).read(whole.get(name, _MISSING)) for name in READ}
    _check_names(sections, problems)
    reports = whole.get("reports", [])
    return problems if problems.found else OwnFile(sections, len(reports) if isinstance(reports, list) else 0)


@dataclass(frozen=True, slots=True)
class _Section:
    """One section of a file, checked against the columns of its table."""

    name: str
    problems: Problems
    now: datetime

    def read(self, records: object) -> list[tuple[str, Row]]:
        if records is _MISSING and self.name in _LATER:
            return []
        if not isinstance(records, list):
            self.problems.add(self.name, "is missing." if records is _MISSING else "is not a list.")
            return []
        columns = dict(columns_of(EXPORTED[self.name]))
        if self.name in _PLACED:
            columns.pop("practice_id", None)
            columns |= {"practice": Column(str, False, 16), "n": Column(int, False)}
        of_practice = self.name == "practices"
        if columns.pop("sitting_id", None):
            columns["sitting"] = Column(str, of_practice, 16, empty=of_practice)
        for name in _HIDDEN.get(self.name, ()):
            columns[name] = replace(columns[name], optional=True)
        return [
            (f"{self.name}[{place}]", self._record(f"{self.name}[{place}]", record, columns))
            for place, record in enumerate(records)
        ]

    def _record(self, path: str, record: object, columns: Mapping[str, Column]) -> Row:
        if not isinstance(record, dict):
            self.problems.add(path, "is not a record.")
            return {}
        derived = _DERIVED.get(self.name, set())
        for name in record.keys() - columns.keys() - derived:
            self.problems.add(f"{path}.{name[:60]}", "is no part of such a record.")
        row: Row = {}
        for name, column in columns.items():
            if name in derived:
                continue
            value = record.get(name, _MISSING)
            if value is _MISSING and column.optional:
                continue
            row[name] = self._value(f"{path}.{name}", value, column, _SPECIAL.get((self.name, name)))
        return row

    def _value(self, path: str, value: object, column: Column, special: _Reader | None) -> Any:
        if value is _MISSING:
            self.problems.add(path, "is missing.")
            return None
        if value is None and column.empty:
            return None
        fault, read = (special or _READERS[column.kind])(value, column)
        if not fault and isinstance(read, datetime) and read > self.now + timedelta(days=1):
            fault = "" if path.endswith((".due_at", ".base_deadline")) else "lies in the future."
        if fault:
            self.problems.add(path, fault)
        return read


def _text(value: object, column: Column) -> _Read:
    if not isinstance(value, str):
        return "is not a text.", None
    if len(value) > column.longest:
        return f"is longer than {column.longest} characters.", None
    return ("holds a character that no text may hold.", None) if "\x00" in value else ("", value)


def _whole(value: object, column: Column) -> _Read:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= column.most:
        return f"is not a whole number between 0 and {column.most}.", None
    return "", value


def _signed(value: object, column: Column) -> _Read:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > column.most:
        return f"is not a whole number between -{column.most} and {column.most}.", None
    return "", value


def _number(value: object, column: Column) -> _Read:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return "is not a number.", None
    if not math.isfinite(value) or not 0 <= value <= column.most:
        return f"is not a number between 0 and {column.most}.", None
    return "", float(value)


def _truth(value: object, _column: Column) -> _Read:
    return ("", value) if isinstance(value, bool) else ("is neither true nor false.", None)


def _moment(value: object, _column: Column) -> _Read:
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return "is not a moment in UTC like 2026-12-01T09:30:00Z.", None
    try:
        read = datetime.fromisoformat(value).astimezone(UTC)
    except ValueError:
        return "is no moment of the calendar.", None
    return ("", read) if _FIRST <= read < _LAST else ("lies outside the years 2020 to 2199.", None)


def _given(value: object, _column: Column | None, longest: int = _GIVEN_LONG) -> _Read:
    """What was answered: positions and typed texts."""
    if not isinstance(value, dict) or value.keys() != {"positions", "typed"}:
        return "is not a record of positions and typed.", None
    for texts in value.values():
        if not isinstance(texts, list) or len(texts) > _GIVEN:
            return f"does not hold lists of at most {_GIVEN} texts.", None
        if any(not isinstance(one, str) or len(one) > longest or "\x00" in one for one in texts):
            return f"holds something else than texts of at most {longest} characters.", None
    return "", (tuple(value["positions"]), tuple(value["typed"]))


def read_sat(value: object, column: Column | None = None) -> _Read:
    """What was given in an exam, where it may be scratch notes."""
    return _given(value, column, _NOTES_LONG)


def read_struck(value: object, _column: Column | None = None) -> _Read:
    """Positions that were struck through."""
    if not isinstance(value, list) or len(value) > _GIVEN:
        return f"is not a list of at most {_GIVEN} positions.", None
    if any(not isinstance(one, int) or isinstance(one, bool) or not 1 <= one <= _GIVEN for one in value):
        return f"holds something else than positions from 1 to {_GIVEN}.", None
    return "", tuple(value)


def _detail(value: object, _column: Column) -> _Read:
    """What an event tells; what of it is kept is read later."""
    return ("", value) if isinstance(value, dict) else ("is not a record.", None)


_READERS: Mapping[type, _Reader] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
    datetime: _moment,
}
_SPECIAL: Mapping[tuple[str, str], _Reader] = {
    ("responses", "given"): _given,
    ("tries", "given"): _given,
    ("sittings", "extra"): _signed,
    ("sitting_answers", "given"): read_sat,
    ("sitting_answers", "struck"): read_struck,
    ("sitting_events", "detail"): _detail,
}


def _own_names(rows: list[tuple[str, Row]], noun: str, problems: Problems) -> set[object]:
    """The names of practices or sittings, each of which stands once."""
    known: set[object] = set()
    for path, row in rows:
        name = row.get("id")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            problems.add(f"{path}.id", f"is not the name of a {noun}.")
        if name in known:
            problems.add(f"{path}.id", "stands in the file twice.")
        known.add(name)
    return known


def _check_names(sections: Mapping[str, list[tuple[str, Row]]], problems: Problems) -> None:
    """Names that must be unique are, and every question and answer belongs to a practice and a question of the file."""
    known = _own_names(sections["practices"], "practice", problems)
    asked: set[object] = set()
    for path, row in sections["presentations"]:
        place = (row.get("practice"), row.get("n"))
        if place[0] not in known:
            problems.add(f"{path}.practice", "names no practice of the file.")
        if place in asked:
            problems.add(f"{path}.n", "is a question that stands in the file twice.")
        asked.add(place)
    answered: set[object] = set()
    for path, row in sections["responses"]:
        place = (row.get("practice"), row.get("n"))
        if place not in asked:
            problems.add(f"{path}.n", "names no question of the file.")
        if place in answered:
            problems.add(f"{path}.n", "is answered twice in the file.")
        answered.add(place)
    _check_tries(sections["tries"], asked, problems)
    _check_sittings(sections, problems)


def _check_tries(tries: list[tuple[str, Row]], asked: set[object], problems: Problems) -> None:
    tried: set[object] = set()
    for path, row in tries:
        place = (row.get("practice"), row.get("n"))
        if place not in asked:
            problems.add(f"{path}.n", "names no question of the file.")
        if (place, row.get("nth")) in tried:
            problems.add(f"{path}.nth", "stands in the file twice.")
        tried.add((place, row.get("nth")))


def _check_sittings(sections: Mapping[str, list[tuple[str, Row]]], problems: Problems) -> None:
    """Sittings have names of their own, and what belongs to one names it; a question has one place and one answer."""
    known = _own_names(sections["sittings"], "sitting", problems)
    for section in OF_SITTINGS:
        places: set[object] = set()
        for path, row in sections[section]:
            place = (row.get("sitting"), row.get("n"))
            if place[0] not in known:
                problems.add(f"{path}.sitting", "names no sitting of the file.")
            if place in places and section != "sitting_events":
                problems.add(f"{path}.n", "stands in the file twice.")
            places.add(place)
