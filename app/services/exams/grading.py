"""Grading a sitting that is over: every question against its stored variant, with the rulings in force, once."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.exams.sitting import OVER, Sitting, graded
from app.kit.clock import Clock
from app.services.exams.marks import marks_of
from app.services.later_texts import LaterTexts
from app.store.database import Database
from app.store.rulings import hold_rulings
from app.store.sitting_grades import (
    overdue,
    put_results,
    standing_rulings,
    ungraded,
)
from app.store.sittings import EventRow, add_event, put_clock, sitting_row
from app.store.unit import reading, writing


@dataclass(frozen=True, slots=True)
class Grading:
    """Grades sittings, and knows which are to be ended and graded."""

    database: Database
    clock: Clock

    def grade(self, sitting_id: str) -> Sitting | None:
        """Grade a sitting that is over, once; how it stands then. One that is not over, or graded, stays as it is.

        The answers are judged before anything is held for writing; where the sitting has moved on meanwhile (it was
        graded by somebody else, or re-opened), nothing is written.
        """
        with reading(self.database) as unit:
            row = sitting_row(unit, None, sitting_id)
            if row is None or row.clock.state not in OVER:
                return row.clock if row else None
            marks = marks_of(unit, sitting_id)
        with writing(self.database) as unit:
            held = sitting_row(unit, None, sitting_id)
            if held is None or held.clock != row.clock:
                return held.clock if held else None
            hold_rulings(unit, alone=False)
            rulings = standing_rulings(unit, [mark.item_id for mark in marks])
            later = LaterTexts(unit)
            results = [mark.under(rulings.get(mark.item_id, ()), later) for mark in marks]
            put_results(unit, sitting_id, held.learner_id, results)
            at, clock = self.clock.now(), graded(held.clock)
            put_clock(unit, sitting_id, clock, graded_at=at)
            add_event(unit, EventRow(sitting_id, held.learner_id, at, "graded"))
            unit.commit()
        return clock

    def overdue(self, now: datetime, grace: timedelta) -> list[str]:
        """The sittings whose time is up, with the grace."""
        with reading(self.database) as unit:
            return overdue(unit, now - grace)

    def ungraded(self) -> list[str]:
        """The sittings that are over and not graded: a server that died in between left them so."""
        with reading(self.database) as unit:
            return ungraded(unit)
