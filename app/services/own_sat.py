"""What of the sittings in a file can be kept here: those that are over, by an exam and questions that are here.

Nothing that a file claims of an end is believed further than its own clock goes, and no points are read from it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.exams.filled import belongs, strikable
from app.exams.saving import Fate
from app.exams.sitting import OPEN, State
from app.items.exam import MOST_MINUTES, Aid, Exam
from app.items.public import Form
from app.services.own_file import OF_SITTINGS, OwnFile, Problems, read_sat, read_struck
from app.store.exams import exam_state
from app.store.own_rows import Row
from app.store.pages import Pages
from app.store.unit import Reading
from app.store.variants import item_of_variant

CHANGE = "change"  # the events that are kept: what was given, one after the other
_GRACE = timedelta(seconds=60)  # the longest that any server grants
_WHOLE = 100
_MOST_MS = 10**10
_STATES = frozenset(State)
_FATES = frozenset(Fate)
_ENDED_BY = frozenset({"candidate", "clock", "instructor"})
_DETAIL = {"given", "flagged", "struck", "spent_ms"}
Located = list[tuple[str, Row]]


@dataclass(frozen=True, slots=True)
class Sat:
    """A sitting that can be kept, with its form, what was given, and the changes that led there."""

    row: Row
    slots: list[Row]
    answers: list[Row]
    changes: list[Row]


@dataclass(slots=True)
class SatBefore:
    """Sittings that can be kept; how many are still open where the file was made, and how many have no place here."""

    kept: list[Sat] = field(default_factory=list)
    still_open: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class SatJudging:
    """An open unit in which the sittings of a file are judged."""

    unit: Reading
    pages: Pages
    problems: Problems

    def judge(self, file: OwnFile) -> SatBefore:
        """What can be kept; whatever is wrong goes to the problems."""
        parts = {name: _by_sitting(file.each(name)) for name in OF_SITTINGS}
        found = SatBefore()
        for path, row in file.each("sittings"):
            state = row.get("state")
            if state not in _STATES:
                self.problems.add(f"{path}.state", "is no state that is known here.")
            elif state in {*OPEN, State.CREATED}:
                found.still_open += 1
            else:
                mine = {name: part.get(row["id"], []) for name, part in parts.items()}
                sat = self._one(path, row, mine)
                found.left_out += sat is None
                found.kept += [sat] if sat is not None else []
        return found

    def _one(self, path: str, row: Row, parts: Mapping[str, Located]) -> Sat | None:
        """The sitting, or None where its exam or its questions are not here."""
        exam = self._exam(row)
        slots = sorted((slot for _, slot in parts["sitting_slots"]), key=lambda slot: slot["n"])
        forms = self._forms(slots)
        if exam is None or forms is None:
            return None
        for sentence in _faults(row, exam, slots):
            self.problems.add(path, sentence)
        answers = list(self._fitting(parts["sitting_answers"], forms, exam))
        for there, answer in parts["sitting_answers"]:
            if row.get("base_deadline") and answer["saved_at"] > _deadline(row) + _GRACE:
                self.problems.add(f"{there}.saved_at", "lies after the end of its sitting.")
        changes = list(self._fitting(self._changes(parts["sitting_events"]), forms, exam))
        return Sat(row, slots, answers, changes)

    def _exam(self, row: Row) -> Exam | None:
        try:
            exam = exam_state(self.unit, row["exam_revision_id"])
        except LookupError:
            return None
        return exam if exam.id == row["exam_id"] else None

    def _forms(self, slots: list[Row]) -> dict[int, Form] | None:
        """What is filled in at each question; None where one of them is not here, or not told."""
        found = {}
        for slot in slots:
            told = slot.get("variant_id") and slot.get("item_id")
            if not told or item_of_variant(self.unit, slot["variant_id"]) != slot["item_id"]:
                return None
            found[slot["n"]] = self.pages.shown(slot["variant_id"]).form
        return found

    def _fitting(self, rows: Located, forms: Mapping[int, Form], exam: Exam) -> Iterator[Row]:
        """Rows with what was given, each of which fits its question."""
        for path, row in rows:
            if not _fits(row, forms, exam):
                self.problems.add(path, "does not fit that question.")
            yield row

    def _changes(self, rows: Located) -> Located:
        """The changes among the events, with what they say; whatever else happened is told by the sitting itself."""
        found: Located = []
        there = set()
        for path, row in rows:
            if row["what"] != CHANGE:
                continue
            change = _change_of(row)
            if change is None:
                self.problems.add(path, "is no change that is known here.")
                continue
            place = tuple(change[name] for name in ("n", "holder", "seq", "digest"))
            if place in there:
                self.problems.add(path, "stands in the file twice.")
            there.add(place)
            found.append((path, change))
        return found


def _by_sitting(rows: Iterator[tuple[str, Row]]) -> dict[str, Located]:
    found: dict[str, Located] = {}
    for path, row in rows:
        found.setdefault(row["sitting"], []).append((path, row))
    return found


def _faults(row: Row, exam: Exam, slots: list[Row]) -> Iterator[str]:
    """What of a sitting does not go with its exam, or with itself."""
    if row["count"] not in exam.counts or [slot["n"] for slot in slots] != list(range(1, row["count"] + 1)):
        yield "does not have the questions that its exam asks."
    if any(slot.get("section") not in range(len(exam.sections)) for slot in slots):
        yield "has a question of a section that its exam does not have."
    if not row.get("seed") or any(slot.get("reason") is None for slot in slots):
        yield "does not say how its questions were drawn."
    limit = timedelta(microseconds=row["time_limit"])
    if limit not in _limits(exam, row["factor"]):
        yield "has another time than its exam gives."
    started, finished, base = (row.get(name) for name in ("started_at", "finished_at", "base_deadline"))
    if started is None or finished is None or base is None:
        yield "is over and does not say when it began and ended."
    elif base != started + limit or not row["created_at"] <= started <= finished <= _deadline(row):
        yield "has times that do not go together."
    if row.get("ended_by") not in _ENDED_BY:
        yield "does not say who ended it."


def _limits(exam: Exam, factor: int) -> Collection[timedelta]:
    """The times that the exam gives at a factor in percent: with minutes of one's own choice where it is the usual one."""
    usual = timedelta(minutes=exam.minutes)
    if factor == _WHOLE:
        most = MOST_MINUTES if exam.extra_time else 0
        return [usual + timedelta(minutes=more) for more in range(most + 1)]
    offered = {round(each * _WHOLE) for each in exam.extra_time}
    return [usual * factor / _WHOLE] if factor in offered else []


def _deadline(row: Row) -> datetime:
    deadline: datetime = row["base_deadline"]
    return deadline + timedelta(microseconds=row.get("extra", 0) + row.get("paused", 0))


def _fits(row: Row, forms: Mapping[int, Form], exam: Exam) -> bool:
    positions, typed = row["given"]
    if row["n"] == 0:
        return Aid.NOTES in exam.aids and not positions and not row["struck"] and len(typed) <= 1
    form = forms.get(row["n"])
    if form is None or any(place > strikable(form) for place in row["struck"]):
        return False
    return belongs(form, positions, typed)


def _change_of(row: Row) -> Row | None:
    """A change with what it says as columns, or None where it does not say that."""
    detail = row["detail"]
    places = {name: row.get(name) for name in ("n", "holder", "seq", "digest")}
    if None in places.values() or row.get("fate") not in _FATES or detail.keys() != _DETAIL:
        return None
    (no_given, given), (no_struck, struck) = read_sat(detail["given"]), read_struck(detail["struck"])
    spent, flagged = detail["spent_ms"], detail["flagged"]
    counted = isinstance(spent, int) and not isinstance(spent, bool) and 0 <= spent <= _MOST_MS
    if no_given or no_struck or not counted or not isinstance(flagged, bool):
        return None
    told = {"given": given, "struck": struck, "spent_ms": spent, "flagged": flagged}
    return {"at": row["at"], "fate": row["fate"], **places, **told}
