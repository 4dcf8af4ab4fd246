"""The report of a graded sitting: only what its exam shows now is ever put into it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.exams.changes import Changed
from app.exams.interval import Difference, difference
from app.exams.pacing import Asked, Spending, pacing
from app.exams.report import Outcome, Score, by_objective, by_section, score_of, slips_of
from app.exams.review import Parts, can_be_practised
from app.exams.ruling import Earned, What
from app.exams.shown import shown_parts, waiting_parts
from app.exams.sitting import NOTHING, State
from app.grading.result import Verdict
from app.grading.words import Words
from app.items.exam import Part
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.practice.choice import PracticeChoice
from app.scheduling.days import Days
from app.services.calendar import days_of
from app.services.exams.finishing import Finishing
from app.services.exams.report_reading import Graded, changed_answers, graded_sitting
from app.services.exams.report_views import (
    EarlierLine,
    ItemLine,
    NoticeLine,
    ReportView,
    RulingLine,
    SlipLine,
)
from app.services.exams.starting import NO_SUCH_SITTING
from app.services.looking_back import title_of
from app.services.objectives import kept_objectives
from app.services.records import result_of
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.exams import exam_state
from app.store.imports import was_brought_in
from app.store.sitting_reports import (
    EarnedRow,
    ReportedRow,
    earned_rows,
    mark_notices_seen,
    missed_items,
    sitting_notices_of,
    was_reopened,
)
from app.store.sittings import SittingRow, own_sittings, sitting_row
from app.store.unit import Reading, reading, writing

_NOTHING_MISSED = (
    "Nothing of this sitting can be practised: no question was missed, or none of them is asked any more."
)
_NOT_SHOWN = (
    "The rules of this exam do not show what was missed, so it cannot be practised from here. "
    "Choose a practice of its subjects instead."
)


@dataclass(frozen=True, slots=True)
class Reporting:
    """Reports of graded sittings. Another learner's sitting looks like one that does not exist."""

    database: Database
    vocabulary: Vocabulary
    clock: Clock
    finishing: Finishing

    def see(self, learner_id: int, sitting_id: str) -> None:
        """Close this learner's sitting where its time is up, and have it graded where it is over; for a thread.

        Raises NotFound for another's sitting.
        """
        with reading(self.database) as unit:
            row = sitting_row(unit, learner_id, sitting_id)
        if row is None:
            raise NotFound(NO_SUCH_SITTING)
        self.finishing.seen(sitting_id, row.clock)

    def report(self, learner_id: int, sitting_id: str) -> ReportView:
        """The report as it may be seen now. Raises NotFound for another's sitting, Conflict before it is graded."""
        with reading(self.database) as unit:
            found = graded_sitting(unit, learner_id, sitting_id)
            return Report(unit, found, self.vocabulary.words(), days_of(unit, learner_id)).view()

    def saw_notices(self, sitting_id: str) -> None:
        """The candidate has seen what there was to be told."""
        with writing(self.database) as unit:
            mark_notices_seen(unit, sitting_id, now=self.clock.now())
            unit.commit()

    def missed(self, learner_id: int, sitting_id: str) -> PracticeChoice:
        """The practice of what was missed: each question once, in other numbers where it is a computation.

        Raises NotFound for another's sitting, and Conflict before it is graded, where its exam does not show what was
        missed and what is right there, and where nothing was missed.
        """
        with reading(self.database) as unit:
            found = graded_sitting(unit, learner_id, sitting_id)
            if not can_be_practised(found.parts):
                raise Conflict(_NOT_SHOWN)
            count = len(missed_items(unit, learner_id, sitting_id))
        if not count:
            raise Conflict(_NOTHING_MISSED)
        return PracticeChoice(length=count, sitting_id=sitting_id)


@dataclass(frozen=True, slots=True)
class Report:
    """An open unit in which one report is put together."""

    unit: Reading
    found: Graded
    words: Words
    days: Days

    def view(self) -> ReportView:
        """The report, part by part."""
        row, exam, parts = self.found.row, self.found.exam, self.found.parts
        outcomes = self.found.outcomes
        reopened = was_reopened(self.unit, row.id)
        spending = spending_of(row, outcomes, reopened=reopened)
        changed = changed_answers(self.unit, self.found) if Part.GIVEN in parts else None
        score = score_of(outcomes, exam.pass_mark.percent) if Part.POINTS in parts else None
        earlier = self._earlier() if score else ()
        return ReportView(
            sitting_id=row.id,
            exam=exam,
            parts=parts,
            waiting=waiting_parts(exam, released=row.released_at is not None),
            started=self.days.local(row.clock.started_at or row.created_at),
            finished=self.days.local(row.clock.finished_at or row.created_at),
            zone=self.days.name,
            spending=spending,
            pacing=pacing([Asked(one.n, one.spent, one.answered) for one in outcomes], spending),
            reopened=reopened,
            items=tuple(
                item_line(self.found, one, outcome, changed)
                for one, outcome in zip(self.found.rows, outcomes, strict=True)
            ),
            receipt=self.found.receipt if score else replace(self.found.receipt, points=None),
            ended_by=row.ended_by or "",
            brought_in=was_brought_in(self.unit, row.id),
            rulings=tuple(self._rulings()),
            notices=tuple(self._notices()),
            score=score,
            sections=by_section(exam, outcomes) if score else (),
            objectives=by_objective(outcomes) if score else (),
            wordings=kept_objectives(self.unit) if score else {},
            slips=self._slips(outcomes) if {Part.GIVEN, Part.REASONS} <= parts else None,
            changed=changed,
            earlier=earlier,
            difference=_difference(score, earlier),
            practisable=self._practisable(),
        )

    def _slips(self, outcomes: Sequence[Outcome]) -> tuple[SlipLine, ...]:
        notes = {note.slug: note.truth for one in outcomes for note in self.words.notes(one.slips)}
        return tuple(
            SlipLine(one.slug, self.words.name(one.slug), notes.get(one.slug, ""), one.questions)
            for one in slips_of(outcomes)
        )

    def _rulings(self) -> Iterable[RulingLine]:
        """What was ruled of questions, where points or answers may be seen; the reason may say what is right."""
        if not self.found.parts & {Part.POINTS, Part.GIVEN}:
            return
        for row in self.found.rows:
            if row.ruling is not None:
                yield RulingLine(row.n, row.ruling, row.reason if Part.RIGHT in self.found.parts else "")

    def _notices(self) -> Iterable[NoticeLine]:
        for one in sitting_notices_of(self.unit, self.found.row.id):
            yield NoticeLine(self.days.local(one.at), one.sentence, one.is_new)

    def _practisable(self) -> int:
        if not can_be_practised(self.found.parts):
            return 0
        return len(missed_items(self.unit, self.found.row.learner_id, self.found.row.id))

    def _earlier(self) -> tuple[EarlierLine, ...]:
        """The sittings of this exam that ended before this one and whose points may be seen, the latest first."""
        row = self.found.row
        ended = row.clock.finished_at
        before = [
            one
            for one in own_sittings(self.unit, row.learner_id, row.exam_id)
            if one.clock.state is State.GRADED
            and one.clock.finished_at is not None
            and ended is not None
            and (one.clock.finished_at, one.id) < (ended, row.id)
        ]
        if not before:
            return ()
        earned: dict[str, list[EarnedRow]] = {}
        for each in earned_rows(self.unit, [one.id for one in before]):
            earned.setdefault(each.sitting_id, []).append(each)
        asked = {one.item_id for one in self.found.rows}
        lines = [self._earlier_line(one, earned.get(one.id, []), asked) for one in before]
        return tuple(sorted((line for line in lines if line), key=lambda line: line.finished, reverse=True))

    def _earlier_line(
        self, row: SittingRow, earned: Sequence[EarnedRow], asked: set[str]
    ) -> EarlierLine | None:
        exam = exam_state(self.unit, row.exam_revision_id)
        parts = shown_parts(exam, row.clock.state, released=row.released_at is not None)
        if Part.POINTS not in parts or row.clock.finished_at is None:
            return None
        score = score_of([_outcome(one) for one in earned], exam.pass_mark.percent)
        return EarlierLine(
            sitting_id=row.id,
            finished=self.days.local(row.clock.finished_at),
            count=row.count,
            tally=score.tally,
            span=score.span,
            reached=score.reached,
            again=sum(one.item_id in asked for one in earned),
        )


def item_line(found: Graded, row: ReportedRow, outcome: Outcome, changed: Changed | None) -> ItemLine:
    """One question with what may be seen of it. Where its points are hidden, so is to which part it belongs."""
    parts: Parts = found.parts
    given = Part.GIVEN in parts
    return ItemLine(
        n=row.n,
        title=title_of(found.shown[row.n]),
        answered=row.answered,
        flagged=row.flagged,
        spent=row.spent,
        ruling=row.ruling if parts & {Part.POINTS, Part.GIVEN} else None,
        section=found.exam.sections[row.section].name if given else "",
        objective=outcome.objective if given else "",
        correct=row.correct if given else None,
        verdict=_verdict(row, parts) if given else None,
        points=row.points if given and Part.POINTS in parts else None,
        shift=changed.of(row.n) if changed else None,
    )


def _verdict(row: ReportedRow, parts: Parts) -> Verdict:
    """How an answer stands. That a part of it is right is told where its points or what is right may be seen.

    Under a ruling on what is right it goes by the points.
    """
    if row.correct:
        return Verdict.RIGHT
    if not parts & {Part.POINTS, Part.RIGHT}:
        return Verdict.WRONG
    if row.accepted or row.judged_by:
        return Verdict.PARTLY if 0 < row.points < 1 else Verdict.WRONG
    return result_of(row.points, row.correct, row.judged).verdict


def _outcome(one: EarnedRow) -> Outcome:
    earned = Earned(one.points, one.correct, counts=one.ruling is not What.DROP)
    return Outcome(0, 0, "", earned, True, one.ruling)


def _difference(score: Score | None, earlier: Sequence[EarlierLine]) -> Difference | None:
    return difference(score.span, earlier[0].span) if score and earlier else None


def spending_of(row: SittingRow, outcomes: Sequence[Outcome], *, reopened: bool) -> Spending:
    """The time that there was and that was used; of a re-opened sitting, what lay in between is neither."""
    clock = row.clock
    ran_out = row.ended_by == "clock"
    if reopened:
        return Spending(clock.limit, sum((one.spent for one in outcomes), NOTHING), ran_out)
    limit = clock.limit + clock.extra
    used = _between(clock.started_at, clock.finished_at) - clock.paused
    return Spending(limit, min(max(used, NOTHING), limit), ran_out)


def _between(start: datetime | None, end: datetime | None) -> timedelta:
    return end - start if start and end else NOTHING
