"""What the pages of a running sitting need, read in one statement; nothing here reads what is right or what it earned."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert

from app.exams.encode import decode_exam
from app.items.exam import Exam
from app.items.public import PublicVariant
from app.store.cache import Remembered
from app.store.database import Database
from app.store.moments import from_micros
from app.store.sittings import COLUMNS, SittingRow, sitting_events, sitting_row_of
from app.store.unit import Writing
from app.variants.decode import decode_shown

_MOMENTS = tuple(
    place
    for place, column in enumerate(COLUMNS)
    if column.name.endswith("_at") or column.name in ("base_deadline", "paused_since")
)
_WIDTH, _MORE = len(COLUMNS), 8
# What belongs to the whole sitting and is long stands in the row of the first question alone.
_ONCE = "CASE WHEN sitting_slots.n = 1 THEN {} END"
_NOTES = """(SELECT notes.{} FROM sitting_answers AS notes
             WHERE notes.sitting_id = sittings.id AND notes.n = 0)"""
# Asked of each question, so that the index of changes finds it: a candidate's changes all have a holder.
_ENTERED = """EXISTS (SELECT 1 FROM sitting_events AS entered
                      WHERE entered.sitting_id = sittings.id AND entered.n = sitting_slots.n
                      AND entered.holder IS NULL AND entered.what = 'entered')"""
_TOLD = """(SELECT told.{} FROM sitting_notices AS told
            WHERE told.sitting_id = sittings.id ORDER BY told.id DESC LIMIT 1)"""
_SHEET = f"""
SELECT {", ".join(f"sittings.{column.name}" for column in COLUMNS)},
       {_ONCE.format("exam_revisions.record")},
       {_ONCE.format("(SELECT name FROM time_zones WHERE time_zones.learner_id = sittings.learner_id)")},
       {_ONCE.format(_NOTES.format("given"))}, {_ONCE.format(_NOTES.format("seq"))},
       {_ONCE.format(_NOTES.format("saved_at"))},
       {_ONCE.format(_TOLD.format("sentence"))}, {_ONCE.format(_TOLD.format("at"))},
       {_ENTERED},
       sitting_slots.n, sitting_slots.item_id, sitting_slots.variant_id, sitting_slots.section,
       answers.seq, answers.given, answers.flagged, answers.struck, answers.spent_ms, answers.saved_at
FROM sittings
JOIN exam_revisions ON exam_revisions.id = sittings.exam_revision_id
JOIN sitting_slots ON sitting_slots.sitting_id = sittings.id
LEFT JOIN sitting_answers AS answers
  ON answers.sitting_id = sittings.id AND answers.n = sitting_slots.n
WHERE sittings.id = ? AND sittings.learner_id = ?
ORDER BY sitting_slots.n
"""  # noqa: S608
_LATE = "SELECT DISTINCT n FROM sitting_events WHERE sitting_id = ? AND fate = 'late' ORDER BY n"
_REVISIONS = 64
_VARIANTS = 4_096


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What stands of one question, or of the scratch notes: as it was given (JSON), whether it can be read or not."""

    seq: int
    given: str
    saved_at: datetime
    flagged: bool = False
    struck: str = "[]"
    spent_ms: int = 0


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One question of a form, with what stands of it."""

    n: int
    item_id: str
    variant_id: str
    section: int
    answer: AnswerRow | None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sitting with its exam and all of its questions. `zone` is its learner's time zone, "" where none was chosen.

    `entered` is the first question of the part that was entered last; 1 before any was. `told` is the last sentence for
    its candidate, with its moment.
    """

    sitting: SittingRow
    exam: Exam
    zone: str
    notes: AnswerRow | None
    places: tuple[PlaceRow, ...]
    entered: int = 1
    told: tuple[str, datetime] | None = None


class SittingPages:
    """Reads for the pages of sittings, one statement each; variants and exams are remembered, as they never change."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._exams: Remembered[Exam] = Remembered(_REVISIONS)
        self._shown: Remembered[PublicVariant] = Remembered(_VARIANTS)

    @property
    def waits(self) -> bool:
        """Whether reading waits for a server, so that it belongs in a thread."""
        return not self._database.is_sqlite

    def sheet(self, learner_id: int, sitting_id: str) -> SheetRow | None:
        """This learner's sitting; another's looks like one that does not exist."""
        rows = self._database.read_all(_SHEET, (sitting_id, learner_id))
        if not rows:
            return None
        record, zone, given, seq, saved_at, sentence, told_at, _ = rows[0][_WIDTH : _WIDTH + _MORE]
        sitting = sitting_row_of(_with_moments(rows[0][:_WIDTH]))
        places = tuple(_place(row[_WIDTH + _MORE :]) for row in rows)
        notes = None if given is None else AnswerRow(seq, given, from_micros(saved_at))
        return SheetRow(
            sitting=sitting,
            exam=self._exams.recall(sitting.exam_revision_id, lambda _name: decode_exam(record)),
            zone=zone or "",
            notes=notes,
            places=places,
            entered=max(
                (one.n for one, row in zip(places, rows, strict=True) if row[_WIDTH + _MORE - 1]), default=1
            ),
            told=None if sentence is None else (sentence, from_micros(told_at)),
        )

    def shown(self, variant_ids: Iterable[str]) -> Mapping[str, PublicVariant]:
        """What is shown of these variants; those that are not remembered are read in one statement."""
        known = {name: self._shown.known(name) for name in variant_ids}
        found = {name: shown for name, shown in known.items() if shown is not None}
        for name, shown in self._read_shown([name for name in known if name not in found]):
            found[name] = self._shown.keep(name, shown)
        return found

    def late(self, sitting_id: str) -> tuple[int, ...]:
        """The questions (0: the notes) of which something came too late and is kept without counting."""
        return tuple(int(row[0]) for row in self._database.read_all(_LATE, (sitting_id,)))

    def _read_shown(self, variant_ids: Sequence[str]) -> list[tuple[str, PublicVariant]]:
        if not variant_ids:
            return []
        marks = ", ".join("?" for _ in variant_ids)
        statement = f"SELECT id, shown FROM variants WHERE id IN ({marks})"  # noqa: S608 - marks only
        return [(row[0], decode_shown(row[1])) for row in self._database.read_all(statement, variant_ids)]


def _with_moments(found: Sequence[Any]) -> list[Any]:
    """The columns of a sitting as the driver gives them, with its moments read."""
    values = list(found)
    for place in _MOMENTS:
        values[place] = None if values[place] is None else from_micros(values[place])
    return values


def _place(found: Sequence[Any]) -> PlaceRow:
    n, item_id, variant_id, section, seq, given, flagged, struck, spent_ms, saved_at = found
    answer = None
    if given is not None:
        answer = AnswerRow(seq, given, from_micros(saved_at), bool(flagged), struck, int(spent_ms))
    return PlaceRow(n, item_id, variant_id, section, answer)


def add_entered(unit: Writing, sitting: SittingRow, at: datetime, n: int) -> None:
    """Append that the part which begins with question `n` was entered."""
    values = {"sitting_id": sitting.id, "learner_id": sitting.learner_id, "at": at, "what": "entered"}
    unit.connection.execute(insert(sitting_events).values(**values, n=n, detail="{}"))
