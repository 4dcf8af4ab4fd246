"""The statements by which an answer is saved, prepared and sent straight to the driver.

They run inside the writing thread's transaction. Everything that can refuse an answer is read before the first
row is written.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.items.answer_key import AnswerKey
from app.items.public import PublicVariant
from app.scheduling.memory import Memory
from app.store.cache import Remembered
from app.store.driver import DriverConnection, Found
from app.store.item_history import REGRADED
from app.store.memories import MEMORY_COLUMNS, memory_args, memory_of
from app.store.moments import from_micros, to_micros
from app.store.responses import ResponseRow
from app.store.sitting_acts import SittingActs
from app.store.sitting_saves import SittingSaves
from app.store.starts import SittingStarts
from app.store.tries import TryRow
from app.variants.decode import decode_answer_key, decode_shown

_ASKED = """
SELECT presentations.id, presentations.variant_id, responses.id, coalesce(items.recipe, items.id),
       presentations.presented_at, practices.scheduled, practices.late, practices.tries, practices.closed_at,
       (SELECT max(tries.nth) FROM tries WHERE tries.presentation_id = presentations.id), presentations.n,
       items.id, items.latest_revision_id
FROM presentations
JOIN practices ON practices.id = presentations.practice_id
JOIN items ON items.id = presentations.item_id
LEFT JOIN responses ON responses.presentation_id = presentations.id
WHERE presentations.practice_id = ? AND practices.learner_id = ?
"""
_PLACE = f"{_ASKED} AND presentations.n = ?"
_UNSETTLED = f"""{_ASKED} AND responses.id IS NULL
AND EXISTS (SELECT 1 FROM tries WHERE tries.presentation_id = presentations.id) ORDER BY presentations.n"""  # noqa: S608
_PRACTICE = "SELECT late, minutes, closed_at FROM practices WHERE id = ? AND learner_id = ?"
_HELD = "SELECT id FROM practices WHERE id = ? FOR NO KEY UPDATE"
_CLOSE = "UPDATE practices SET closed_at = ? WHERE id = ? AND closed_at IS NULL"
_TRIES = """
SELECT presentation_id, nth, submission_id, given, confidence, hint, received_at
FROM tries WHERE presentation_id = ? ORDER BY nth
"""
_ADD_TRY = """
INSERT INTO tries (presentation_id, nth, submission_id, given, confidence, hint, received_at, learner_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING id
"""
_TRIED = """
SELECT presentations.practice_id, presentations.n
FROM tries JOIN presentations ON presentations.id = tries.presentation_id
WHERE tries.learner_id = ? AND tries.submission_id = ?
"""
_SUBMITTED = """
SELECT presentations.practice_id, presentations.n
FROM responses JOIN presentations ON presentations.id = responses.presentation_id
WHERE responses.learner_id = ? AND responses.submission_id = ?
"""
_VARIANT = """
SELECT variants.shown, variants.answer_key, variants.numbers, slip_layouts.layout, variants.revision_id
FROM variants LEFT JOIN slip_layouts ON slip_layouts.id = variants.layout_id
WHERE variants.id = ?
"""
_REGRADINGS = "SELECT revision_id, detail FROM item_events WHERE item_id = ? AND what = ? ORDER BY id"
_TEXT = """
SELECT item_revisions.text, items.path
FROM item_revisions JOIN items ON items.id = item_revisions.item_id
WHERE item_revisions.id = ?
"""
_ADD_RESPONSE = """
INSERT INTO responses
  (presentation_id, learner_id, submission_id, given, points, correct, judged, confidence, received_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING id
"""
_ADD_SLIP = "INSERT INTO slips_made (response_id, slug, learner_id, made_at) VALUES (?, ?, ?, ?)"
_MEMORY = f"SELECT {', '.join(MEMORY_COLUMNS)} FROM memories WHERE learner_id = ? AND family = ?"  # noqa: S608
_PUT_MEMORY = f"""
INSERT INTO memories (learner_id, family, {", ".join(MEMORY_COLUMNS)})
VALUES (?, ?{", ?" * len(MEMORY_COLUMNS)})
ON CONFLICT (learner_id, family)
DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in MEMORY_COLUMNS)}
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class AnswerPlace:
    """The question that an answer is for.

    `family` is the name of what is remembered of it, `latest_revision_id` what is published of its item by now. It is `answered` when its response is stored; `tried` is how
    often it was tried, `late` and `tries` are what its practice allows, and `closed` that this is over.
    """

    learner_id: int
    practice_id: str
    n: int
    presentation_id: int
    variant_id: str
    answered: bool
    family: str
    presented_at: datetime
    scheduled: bool
    late: bool
    tries: int
    closed: bool
    tried: int
    item_id: str
    latest_revision_id: str

    @property
    def is_sealed(self) -> bool:
        """Whether its answer waits for the end of the practice."""
        return self.late and self.tried > 0 and not self.answered


@dataclass(frozen=True, slots=True)
class OpenPractice:
    """What decides whether a practice is closed when nothing more is to be asked."""

    late: bool
    minutes: int | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Keyed:
    """A variant with what is shown and what is right, and the later revision that says so, if one does."""

    shown: PublicVariant
    answer_key: AnswerKey
    revision_id: str
    judged_by: str = ""


class Answers:
    """One answer's view of the open transaction; `written` counts the rows it has put in so far."""

    __slots__ = ("_connection", "_variants", "written")

    def __init__(self, connection: DriverConnection, variants: Remembered[Keyed]) -> None:
        self._connection = connection
        self._variants = variants
        self.written = 0

    @property
    def sittings(self) -> SittingSaves:
        """The statements for exams, in the same transaction."""
        return SittingSaves(self._connection, self._wrote)

    @property
    def starts(self) -> SittingStarts:
        """The statements by which sittings are stored and begun, in the same transaction."""
        return SittingStarts(self._connection, self._wrote)

    @property
    def acts(self) -> SittingActs:
        """The statements for what instructors do with sittings, in the same transaction."""
        return SittingActs(self._connection, self._wrote)

    def _wrote(self, count: int) -> None:
        self.written += count

    def place(self, learner_id: int, practice_id: str, n: int) -> AnswerPlace | None:
        """Question `n` of this learner's practice; another's looks like one that does not exist."""
        found = self._connection.one(_PLACE, (practice_id, learner_id, n))
        return None if found is None else _place(learner_id, practice_id, found)

    def unsettled(self, learner_id: int, practice_id: str) -> list[AnswerPlace]:
        """The questions of a practice that were tried and have no response yet, in order."""
        found = self._connection.all(_UNSETTLED, (practice_id, learner_id))
        return [_place(learner_id, practice_id, row) for row in found]

    def practice(self, learner_id: int, practice_id: str) -> OpenPractice | None:
        """A practice of this learner, held against others until the transaction ends."""
        self.hold(practice_id)
        found = self._connection.one(_PRACTICE, (practice_id, learner_id))
        return None if found is None else OpenPractice(bool(found[0]), found[1], found[2] is not None)

    def hold(self, practice_id: str) -> bool:
        """Let nobody else try or close in this practice until the transaction ends; whether that had to be asked for.

        SQLite lets one writer in at a time anyway.
        """
        if not self._connection.is_sqlite:
            self._connection.one(_HELD, (practice_id,))
        return not self._connection.is_sqlite

    def close(self, practice_id: str, at: datetime) -> None:
        """Write down when a practice was closed; the first time stays."""
        self._connection.run(_CLOSE, (to_micros(at), practice_id))
        self.written += 1

    def tries(self, presentation_id: int) -> list[TryRow]:
        """All tries at a question, in order."""
        return [
            TryRow(place, nth, submission_id, given, confidence, hint, from_micros(received_at))
            for place, nth, submission_id, given, confidence, hint, received_at in self._connection.all(
                _TRIES, (presentation_id,)
            )
        ]

    def add_try(self, learner_id: int, one: TryRow) -> bool:
        """Store a try; False where that sending of a form was stored before."""
        values = (one.presentation_id, one.nth, one.submission_id, one.given, one.confidence, one.hint)
        rows = self._connection.all(_ADD_TRY, (*values, to_micros(one.received_at), learner_id))
        self.written += len(rows)
        return bool(rows)

    def tried(self, learner_id: int, submission_id: str | None) -> tuple[str, int] | None:
        """The practice and question for which this sending of a form was stored as a try, or None."""
        found = self._connection.one(_TRIED, (learner_id, submission_id))
        return None if found is None else (found[0], found[1])

    def submitted(self, learner_id: int, submission_id: str) -> tuple[str, int] | None:
        """The practice and question for which this sending of a form was stored, or None."""
        found = self._connection.one(_SUBMITTED, (learner_id, submission_id))
        return None if found is None else (found[0], found[1])

    def variant(self, variant_id: str) -> Keyed:
        """The variant, decoded once and then remembered. Its presentation guarantees that it exists."""
        return self._variants.recall(variant_id, self._read_variant)

    def regradings(self, item_id: str) -> list[tuple[str | None, str]]:
        """The changes of what is right of an item, in order: by which revision, and what was done (JSON)."""
        found = self._connection.all(_REGRADINGS, (item_id, REGRADED))
        return [(revision_id, detail) for revision_id, detail in found]

    def revision_text(self, revision_id: str) -> tuple[str, str] | None:
        """The text of a revision, and the path of its item; None where it is not stored."""
        found = self._connection.one(_TEXT, (revision_id,))
        return None if found is None else (found[0], found[1])

    def add_response(self, response: ResponseRow) -> int | None:
        """The new response's number, or None where this question or this sending has one already."""
        rows = self._connection.all(
            _ADD_RESPONSE,
            (
                response.presentation_id,
                response.learner_id,
                response.submission_id,
                response.given,
                response.points,
                response.correct,
                response.judged,
                response.confidence,
                to_micros(response.received_at),
            ),
        )
        if not rows:
            return None
        self.written += 1
        return int(rows[0][0])

    def add_slips(
        self, response_id: int, learner_id: int, slugs: Iterable[str], *, made_at: datetime
    ) -> None:
        """Count the slips that a response betrays beyond doubt."""
        for slug in slugs:
            self._connection.run(_ADD_SLIP, (response_id, slug, learner_id, to_micros(made_at)))
            self.written += 1

    def memory(self, learner_id: int, family: str) -> Memory | None:
        """What is remembered of this learner and item, held until the transaction ends."""
        found = self._connection.one(_MEMORY + self._connection.for_update, (learner_id, family))
        return None if found is None else memory_of(found)

    def put_memory(self, learner_id: int, family: str, memory: Memory) -> None:
        """Set what is remembered."""
        self._connection.run(_PUT_MEMORY, (learner_id, family, *memory_args(memory)))
        self.written += 1

    def _read_variant(self, variant_id: str) -> Keyed:
        found = self._connection.one(_VARIANT, (variant_id,))
        if found is None:  # presentations point to variants by a constraint
            raise LookupError(f"variant {variant_id} was presented but is not stored")
        shown, answer_key, numbers, layout, revision_id = found
        return Keyed(decode_shown(shown), decode_answer_key(answer_key, numbers, layout or b""), revision_id)


def _place(learner_id: int, practice_id: str, found: Found) -> AnswerPlace:
    presentation_id, variant_id, response_id, family, presented_at, *rest = found
    scheduled, late, tries, closed_at, tried, n, item_id, latest_revision_id = rest
    return AnswerPlace(
        learner_id=learner_id,
        practice_id=practice_id,
        n=n,
        presentation_id=presentation_id,
        variant_id=variant_id,
        answered=response_id is not None,
        family=family,
        presented_at=from_micros(presented_at),
        scheduled=bool(scheduled),
        late=bool(late),
        tries=tries,
        closed=closed_at is not None,
        tried=tried or 0,
        item_id=item_id,
        latest_revision_id=latest_revision_id,
    )
