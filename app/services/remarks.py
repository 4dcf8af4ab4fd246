"""Flags, notes to oneself, and reports of faults: kept per learner, read and answered by instructors."""

from dataclasses import dataclass
from datetime import timedelta

from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.practice.remarks import FaultKind, read_kind, read_text
from app.scheduling.days import IN_UTC, Days
from app.services.answering import NO_SUCH_QUESTION
from app.services.calendar import days_of
from app.services.looking_back import title_of
from app.services.own_views import RemarkLine, RemarksView, ReportView, ShownReport
from app.services.turns import take
from app.store.audit import AuditRow, record
from app.store.database import Database
from app.store.item_history import ItemEventRow, add_event
from app.store.pages import Pages
from app.store.remarks import (
    RemarkedRow,
    ReportRow,
    SpotRow,
    add_report,
    all_reports,
    drop_flag,
    open_reports,
    put_flag,
    put_note,
    remark_on,
    remarked,
    report_row,
    reports_on,
    settle_report,
    some_variant,
    spot,
)
from app.store.turns import TurnRow
from app.store.unit import Reading, reading, writing

_NO_REPORT = "There is no report of that number."
_NOT_YET = "A fault can be reported once the question is answered. Answer it first."
_CLOSED = "This report is closed already. Its answer stays as it is."
_OFTEN = "Twenty reports a day are taken from one learner, so this one was not saved. Wait {wait} and send it again."


@dataclass(frozen=True, slots=True)
class Remarks:
    """What learners remark on questions. A question of another learner looks like one that does not exist."""

    database: Database
    pages: Pages
    clock: Clock

    def flag(self, learner_id: int, practice_id: str, n: int, *, on: bool) -> bool:
        """Flag the item of a question, or take the flag away; whether the question is answered."""
        with writing(self.database) as unit:
            at = _spot(unit, learner_id, practice_id, n)
            if on:
                put_flag(unit, learner_id, at.item_id, self.clock.now())
            else:
                drop_flag(unit, learner_id, at.item_id)
            unit.commit()
        return at.answered

    def note(self, learner_id: int, practice_id: str, n: int, text: str) -> bool:
        """Write a note on the item of a question; an empty one takes it away. Whether the question is answered."""
        kept = read_text(text)
        with writing(self.database) as unit:
            at = _spot(unit, learner_id, practice_id, n)
            put_note(unit, learner_id, at.item_id, text=kept, at=self.clock.now())
            unit.commit()
        return at.answered

    def report(self, learner_id: int, place: tuple[str, int], *, kind: str, text: str) -> None:
        """Report a fault in an answered question; the exact variant and presentation are kept with it.

        Sending the same words on the same question again changes nothing.
        """
        told = {"kind": read_kind(kind).value, "text": read_text(text, required=True)}
        now = self.clock.now()
        with writing(self.database) as unit:
            at = _spot(unit, learner_id, *place)
            if not at.answered:
                raise Conflict(_NOT_YET)
            earlier = reports_on(unit, learner_id, at.presentation_id)
            if any((one.kind, one.text) == (told["kind"], told["text"]) for one in earlier):
                return
            take(unit, TurnRow(learner_id, "report", 20, timedelta(days=1)), now, _OFTEN)
            add_report(unit, learner_id, at, **told, reported_at=now)
            unit.commit()

    def on_question(self, learner_id: int, practice_id: str, n: int) -> RemarksView:
        """What this learner remarked on a question."""
        with reading(self.database) as unit:
            at = _spot(unit, learner_id, practice_id, n)
            flagged, note = remark_on(unit, learner_id, at.item_id)
            found = reports_on(unit, learner_id, at.presentation_id)
            days = days_of(unit, learner_id)
        return RemarksView(flagged, note, tuple(_view(one, days) for one in found))

    def mine(self, learner_id: int) -> tuple[RemarkLine, ...]:
        """Everything that a learner flagged or wrote a note on."""
        with reading(self.database) as unit:
            days = days_of(unit, learner_id)
            return tuple(self._line(unit, row, days) for row in remarked(unit, learner_id))

    def reports(self) -> tuple[ReportView, ...]:
        """The reports of everybody, without a word of who made them; open ones first."""
        with reading(self.database) as unit:
            return tuple(_view(one) for one in all_reports(unit))

    def shown_report(self, report_id: int) -> ShownReport:
        """One report with the question as it was shown."""
        with reading(self.database) as unit:
            found = _report(unit, report_id)
        return ShownReport(_view(found), self.pages.shown(found.variant_id))

    def open_about(self, item_id: str) -> tuple[ShownReport, ...]:
        """The reports on an item that are not closed, each with the question as it was shown."""
        with reading(self.database) as unit:
            found = open_reports(unit, item_id)
        return tuple(ShownReport(_view(one), self.pages.shown(one.variant_id)) for one in found)

    def settle(self, report_id: int, instructor: str, answer: str, *, close: bool) -> None:
        """Answer a report, close it, or both. Recorded in the audit and in the item's history."""
        kept, now = read_text(answer, required=not close), self.clock.now()
        with writing(self.database) as unit:
            found = _report(unit, report_id)
            if found.closed_at is not None:
                raise Conflict(_CLOSED)
            settled: dict[str, object] = {"closed_at": now} if close else {}
            if kept and kept != (found.answer or ""):
                settled |= {"answer": kept, "answered_by": instructor, "answered_at": now}
            if settled:
                settle_report(unit, report_id, **settled)
                act = "close report" if close else "answer report"
                detail = {"item": found.item_id, "answer": kept}
                told = {"report": report_id, "closed": close}
                add_event(
                    unit, ItemEventRow(found.item_id, now, "answered", instructor, note=kept, detail=told)
                )
                record(
                    unit, AuditRow(now, f"instructor link: {instructor}", act, f"report {report_id}", detail)
                )
            unit.commit()

    def _line(self, unit: Reading, row: RemarkedRow, days: Days) -> RemarkLine:
        variant_id = row.variant_id or some_variant(unit, row.item_id)
        title = title_of(self.pages.shown(variant_id)) if variant_id else row.item_id
        return RemarkLine(
            title,
            row.flagged_at and days.local(row.flagged_at),
            row.note,
            row.written_at and days.local(row.written_at),
            row.practice_id,
            row.n,
            row.answered,
        )


def _spot(unit: Reading, learner_id: int, practice_id: str, n: int) -> SpotRow:
    found = spot(unit, learner_id, practice_id, n)
    if found is None:
        raise NotFound(NO_SUCH_QUESTION)
    return found


def _report(unit: Reading, report_id: int) -> ReportRow:
    found = report_row(unit, report_id)
    if found is None:
        raise NotFound(_NO_REPORT)
    return found


def _view(row: ReportRow, days: Days = IN_UTC) -> ReportView:
    """A report; its days are those of whoever reads it, which for instructors is UTC."""
    return ReportView(
        report_id=row.id,
        item_id=row.item_id,
        kind=FaultKind(row.kind),
        text=row.text,
        reported=days.local(row.reported_at),
        answer=row.answer or "",
        answered_by=row.answered_by or "",
        answered=row.answered_at and days.local(row.answered_at),
        closed=row.closed_at is not None,
    )
