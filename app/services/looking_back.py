"""Looking back: a practice's summary, the practices so far, and what is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import fsum

from app.grading.result import Verdict
from app.grading.words import Words
from app.items.item import Shape
from app.items.public import PublicVariant
from app.practice.practice import is_finished, shown_length
from app.practice.timing import minutes_left, minutes_taken
from app.scheduling.confidence import confidence_map
from app.scheduling.days import Days
from app.scheduling.memory import DueCounts, State, due_counts, is_in
from app.scheduling.rating import read_confidence
from app.services.calendar import days_of
from app.services.presenting import run_of, servable, spent_by
from app.services.records import result_of
from app.services.views import (
    Place,
    PracticeLine,
    StateCounts,
    SummaryLine,
    SummaryView,
)
from app.store.history import FarRow, how_far
from app.store.items import live_items
from app.store.memories import memories_of
from app.store.pages import Pages
from app.store.practices import PracticeRow, recent_practices
from app.store.presentations import PlaceRow, places
from app.store.remarks import flagged_items
from app.store.unit import Reading

_NOWHERE = FarRow(0, 0, 0, 0, None)


@dataclass(frozen=True, slots=True)
class LookingBack:
    """An open unit in which one learner's past is read at one moment, with the words for slips."""

    unit: Reading
    pages: Pages
    words: Words
    now: datetime

    def summary(self, practice: PracticeRow) -> SummaryView:
        """A practice, question by question."""
        asked = places(self.unit, practice.id)
        run = run_of(practice, asked, self.now)
        lines = tuple(self._line(one) for one in asked)
        minutes = practice.choice.minutes
        spent = spent_by(asked, self.now)
        veiled = practice.choice.late and practice.closed_at is None
        finished = is_finished(run) and not veiled
        return SummaryView(
            place=Place(
                practice.id,
                len(asked),
                shown_length(run),
                practice.choice,
                None if minutes is None else minutes_left(minutes, spent),
            ),
            lines=lines,
            right=sum(line.verdict is Verdict.RIGHT for line in lines),
            partly=sum(_is_partly(line) for line in lines),
            points=fsum(line.points for line in lines),
            answered=sum(line.answered for line in lines),
            finished=finished,
            confidence=confidence_map(
                (read_confidence(one.confidence or ""), one.correct is True, 1)
                for one in asked
                if one.correct is not None
            ),
            due=self.due(practice.learner_id),
            minutes=minutes_taken(_taken(asked)) if any(one.answered for one in asked) else 0,
            closed=practice.closed_at is not None,
            veiled=veiled,
        )

    def due(self, learner_id: int) -> DueCounts:
        """How many questions are due today and within a week, of those that can be asked."""
        families = {item.family for item in live_items(self.unit)}
        remembered = memories_of(self.unit, learner_id).items()
        days = days_of(self.unit, learner_id)
        known = {family: memory for family, memory in remembered if family in families}
        return due_counts(known, self.now, days)

    def states(self, learner_id: int) -> StateCounts:
        """How many questions are new, missed and due, of those that can be asked."""
        remembered = memories_of(self.unit, learner_id)
        ready = servable(self.unit)
        found = [remembered.get(family) for family in {item.family for item in ready.values()}]
        flagged, days = flagged_items(self.unit, learner_id), days_of(self.unit, learner_id)
        new, missed, due = (
            sum(is_in(state, memory, self.now, days) for memory in found)
            for state in (State.NEW, State.MISSED, State.DUE)
        )
        return StateCounts(new, missed, due, sum(name in flagged for name in ready))

    def _line(self, one: PlaceRow) -> SummaryLine:
        shown = self.pages.shown(one.variant_id)
        result = None
        if one.judged is not None and one.points is not None:
            result = result_of(one.points, bool(one.correct), one.judged)
        candidates = () if result is None else result.diagnosis.candidates
        return SummaryLine(
            n=one.n,
            title=title_of(shown),
            objective=shown.objectives[0],
            level=shown.level,
            answered=one.answered,
            verdict=None if result is None else result.verdict,
            points=0.0 if result is None else result.points,
            slip_names=tuple(" and ".join(self.words.name(slug) for slug in slugs) for slugs in candidates),
        )

    def practices(self, learner_id: int) -> tuple[PracticeLine, ...]:
        """A learner's practices, the newest first."""
        far, days = how_far(self.unit, learner_id), days_of(self.unit, learner_id)
        return tuple(
            _practice_line(practice, far.get(practice.id, _NOWHERE), days)
            for practice in recent_practices(self.unit, learner_id)
        )


def _is_partly(line: SummaryLine) -> bool:
    """Whether some of it is right; a right value with too few digits is where it earned something."""
    return line.verdict is Verdict.PARTLY or (line.verdict is Verdict.COARSE and line.points > 0)


def title_of(shown: PublicVariant) -> str:
    """A question in one line (Markdown): what a computation asks for, else the first paragraph of the stem."""
    if shown.shape is Shape.COMPUTATION:
        return shown.legend
    return " ".join(shown.stem.strip().split("\n\n", 1)[0].split())


def _practice_line(practice: PracticeRow, far: FarRow, days: Days) -> PracticeLine:
    """One practice. Where every question asked is answered but more are to come, one goes on from the last one.

    Those by minutes and those with late feedback are finished when they are closed, which going on does.
    """
    choice = practice.choice
    has_its_length = far.open_n is None and far.asked >= choice.length and not choice.late
    finished = practice.closed_at is not None or has_its_length
    return PracticeLine(
        practice_id=practice.id,
        started=days.local(practice.started_at),
        choice=choice,
        answered=far.answered,
        right=far.right,
        partly=far.partly,
        open_n=None if finished else far.open_n or max(far.asked, 1),
    )


def _taken(asked: Sequence[PlaceRow]) -> timedelta:
    """The time from the first question to the last answer, as it counts."""
    answers = [one.received_at for one in asked if one.received_at is not None]
    return spent_by(asked[: len(answers)], answers[-1]) if answers else timedelta(0)
