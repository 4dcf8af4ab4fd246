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
from app.store.driver import DriverConnection
from app.store.memories import MEMORY_COLUMNS, memory_args, memory_of
from app.store.moments import from_micros, to_micros
from app.store.responses import ResponseRow
from app.variants.encode import decode_answer_key, decode_shown

_PLACE = """
SELECT presentations.id, presentations.variant_id, responses.id, coalesce(items.recipe, items.id),
       presentations.presented_at, practices.scheduled
FROM presentations
JOIN practices ON practices.id = presentations.practice_id
JOIN items ON items.id = presentations.item_id
LEFT JOIN responses ON responses.presentation_id = presentations.id
WHERE presentations.practice_id = ? AND presentations.n = ? AND practices.learner_id = ?
"""
_SUBMITTED = """
SELECT presentations.practice_id, presentations.n
FROM responses JOIN presentations ON presentations.id = responses.presentation_id
WHERE responses.learner_id = ? AND responses.submission_id = ?
"""
_VARIANT = """
SELECT variants.shown, variants.answer_key, variants.numbers, slip_layouts.layout
FROM variants LEFT JOIN slip_layouts ON slip_layouts.id = variants.layout_id
WHERE variants.id = ?
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
    """The question that an answer is for. `family` is the name of what is remembered of it."""

    presentation_id: int
    variant_id: str
    answered: bool
    family: str
    presented_at: datetime
    scheduled: bool


@dataclass(frozen=True, slots=True)
class Keyed:
    """A variant with what is shown and what is right."""

    shown: PublicVariant
    answer_key: AnswerKey


class Answers:
    """One answer's view of the open transaction; `written` counts the rows it has put in so far."""

    __slots__ = ("_connection", "_variants", "written")

    def __init__(self, connection: DriverConnection, variants: Remembered[Keyed]) -> None:
        self._connection = connection
        self._variants = variants
        self.written = 0

    def place(self, learner_id: int, practice_id: str, n: int) -> AnswerPlace | None:
        """Question `n` of this learner's practice; another's looks like one that does not exist."""
        found = self._connection.one(_PLACE, (practice_id, n, learner_id))
        if found is None:
            return None
        presentation_id, variant_id, response_id, family, presented_at, scheduled = found
        answered = response_id is not None
        return AnswerPlace(
            presentation_id, variant_id, answered, family, from_micros(presented_at), bool(scheduled)
        )

    def submitted(self, learner_id: int, submission_id: str) -> tuple[str, int] | None:
        """The practice and question for which this sending of a form was stored, or None."""
        found = self._connection.one(_SUBMITTED, (learner_id, submission_id))
        return None if found is None else (found[0], found[1])

    def variant(self, variant_id: str) -> Keyed:
        """The variant, decoded once and then remembered. Its presentation guarantees that it exists."""
        return self._variants.recall(variant_id, self._read_variant)

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
        shown, answer_key, numbers, layout = found
        return Keyed(decode_shown(shown), decode_answer_key(answer_key, numbers, layout or b""))
