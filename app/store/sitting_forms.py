"""The fixed part of sittings, read the short way and remembered: which questions they ask, and of which exam."""

import re
from dataclasses import dataclass

from app.exams.encode import decode_exam
from app.items.exam import Exam
from app.kit.errors import NotFound
from app.store.cache import Remembered
from app.store.database import Database

NO_SUCH_SITTING = "This sitting does not exist, or it belongs to another visitor."
_FORM = """
SELECT sittings.exam_revision_id, sitting_slots.variant_id, sitting_slots.section
FROM sittings JOIN sitting_slots ON sitting_slots.sitting_id = sittings.id
WHERE sittings.id = ? AND sittings.learner_id = ?
ORDER BY sitting_slots.n
"""
_EXAM = "SELECT record FROM exam_revisions WHERE id = ?"
_NAME = re.compile(r"[A-Za-z0-9_-]{16}")
_SITTINGS, _EXAMS = 2_048, 64


@dataclass(frozen=True, slots=True)
class FixedForm:
    """What never changes in a sitting: its exam as it was, and variant and section of each question (1 is the first)."""

    exam: Exam
    variant_ids: tuple[str, ...]
    sections: tuple[int, ...]


class SittingForms:
    """The forms of sittings used last. They know whose each is, and not how it stands."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._forms: Remembered[FixedForm] = Remembered(_SITTINGS)
        self._exams: Remembered[Exam] = Remembered(_EXAMS)

    @property
    def waits(self) -> bool:
        """Whether reading waits for a database server, so that it belongs into a thread."""
        return not self._database.is_sqlite

    def form(self, learner_id: int, sitting_id: str) -> FixedForm:
        """The form of this learner's sitting. Raises NotFound for another's, which looks like none."""
        if not _NAME.fullmatch(sitting_id):
            raise NotFound(NO_SUCH_SITTING)
        return self._forms.recall(f"{learner_id} {sitting_id}", lambda _: self._read(learner_id, sitting_id))

    def _read(self, learner_id: int, sitting_id: str) -> FixedForm:
        rows = self._database.read_all(_FORM, (sitting_id, learner_id))
        if not rows:
            raise NotFound(NO_SUCH_SITTING)
        exam = self._exams.recall(rows[0][0], self._read_exam)
        return FixedForm(exam, tuple(row[1] for row in rows), tuple(row[2] for row in rows))

    def _read_exam(self, revision_id: str) -> Exam:
        found = self._database.read_one(_EXAM, (revision_id,))
        if found is None:  # sittings point to states by a constraint
            raise LookupError(f"the state {revision_id} of an exam is not stored")
        return decode_exam(found[0])
