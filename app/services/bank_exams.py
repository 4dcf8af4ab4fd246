"""Brings the exams of the files into the database, with what they know of items and what cannot be filled."""

from dataclasses import dataclass
from datetime import datetime

from app.bank.load import LoadedBanks
from app.exams.outlook import Outlook, lacking, outlooks
from app.items.exam import Exam
from app.services.exam_supply import camps_of, candidate_of
from app.store.exams import ExamItemRow, GapRow, put_exams, replace_exam_items, replace_gaps
from app.store.unit import Writing


@dataclass(frozen=True, slots=True)
class BankExams:
    """The exams of the files, what exams know of each item, and which lengths cannot be filled."""

    exams: tuple[Exam, ...]
    items: tuple[ExamItemRow, ...]
    gaps: tuple[GapRow, ...]


def bank_exams(loaded: LoadedBanks) -> BankExams:
    """All of it, worked out before anything is held for writing."""
    camps = camps_of(loaded.items)
    candidates = [candidate_of(item.revision.item) for item in loaded.items]
    items = (ExamItemRow(one.id, camps[one.id], one.head_workable, len(one.places)) for one in candidates)
    gaps = (_gap(one) for one in outlooks(loaded.exams, candidates, camps) if one.refusal is not None)
    return BankExams(loaded.exams, tuple(items), tuple(gaps))


def put_bank_exams(unit: Writing, found: BankExams, *, now: datetime) -> None:
    """Set all of it, in the unit in which the items are set."""
    put_exams(unit, found.exams, now=now)
    replace_exam_items(unit, found.items)
    replace_gaps(unit, found.gaps)


def _gap(one: Outlook) -> GapRow:
    if one.refusal is None:
        raise ValueError(f"{one.exam.id} can be filled")
    return GapRow(one.exam.id, one.count, lacking(one.refusal), one.refusal.missing)
