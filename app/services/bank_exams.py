"""What exams know of all published items, and which lengths cannot be filled with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.bank.load import LoadedItem
from app.exams.outlook import Outlook, lacking, outlooks
from app.items.exam import Exam
from app.services.exam_supply import camps_of, candidate_of
from app.store.exams import ExamItemRow, GapRow, replace_exam_items, replace_gaps
from app.store.unit import Writing


@dataclass(frozen=True, slots=True)
class BankExams:
    """What exams know of each item, and which lengths cannot be filled."""

    items: tuple[ExamItemRow, ...]
    gaps: tuple[GapRow, ...]


def bank_exams(items: Sequence[LoadedItem], exams: Sequence[Exam]) -> BankExams:
    """All of it, worked out before anything is held for writing."""
    camps = camps_of(items)
    candidates = [candidate_of(item.revision.item) for item in items]
    rows = (ExamItemRow(one.id, camps[one.id], one.head_workable, len(one.places)) for one in candidates)
    gaps = (_gap(one) for one in outlooks(exams, candidates, camps) if one.refusal is not None)
    return BankExams(tuple(rows), tuple(gaps))


def put_bank_exams(unit: Writing, found: BankExams) -> None:
    """Set all of it, in the unit in which the items are set."""
    replace_exam_items(unit, found.items)
    replace_gaps(unit, found.gaps)


def _gap(one: Outlook) -> GapRow:
    if one.refusal is None:
        raise ValueError(f"{one.exam.id} can be filled")
    return GapRow(one.exam.id, one.count, lacking(one.refusal), one.refusal.missing)
