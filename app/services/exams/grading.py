"""Grading a sitting that is over: every question against its stored variant, with the rulings in force, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.exams.ruling import Chosen, Earned, Ruling, ruled
from app.exams.sitting import OVER, Sitting, graded
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import ChoiceResponse, Invalid, Response
from app.grading.result import Result
from app.items.answer_key import AnswerKey, ChoiceAnswer
from app.kit.clock import Clock
from app.services.records import given_of, judged_json
from app.store.answer_keys import VariantRow, keyed_variants
from app.store.database import Database
from app.store.rulings import hold_rulings
from app.store.sitting_grades import (
    AskedRow,
    ResultRow,
    asked_rows,
    overdue,
    put_results,
    standing_rulings,
    ungraded,
)
from app.store.sittings import EventRow, add_event, put_clock, sitting_row
from app.store.unit import Reading, reading, writing

UNANSWERED = Result(0.0, correct=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """One question of a sitting by its own answer key: what it earned, and the options that were chosen, if any."""

    n: int
    item_id: str
    result: Result
    answered: bool
    chosen: Chosen | None = None
    revision_id: str = ""

    def under(self, rulings: Sequence[tuple[int, Ruling]]) -> ResultRow:
        """What is stored of it under the rulings in force, each of which has a number."""
        judged = judged_json(self.result)
        held = next((one for one in rulings if one[1].speaks_of(self.revision_id)), None)
        earned = self.earned([held[1]] if held else ())
        number = held[0] if held else None
        return ResultRow(self.n, earned.points, earned.correct, self.answered, judged, number)

    def earned(self, rulings: Sequence[Ruling]) -> Earned:
        """What it comes to under rulings: the first one that speaks of its revision holds."""
        own = Earned(self.result.points, self.result.correct)
        held = next((one for one in rulings if one.speaks_of(self.revision_id)), None)
        return ruled(own, held, self.chosen)


def marks_of(unit: Reading, sitting_id: str) -> list[Mark]:
    """Every question of a sitting by its own answer key, in order; what is empty or cannot be read earns nothing."""
    asked = asked_rows(unit, sitting_id)
    variants = keyed_variants(unit, [one.variant_id for one in asked])
    return [mark_of(one, variants[one.variant_id]) for one in asked]


def mark_of(asked: AskedRow, variant: VariantRow) -> Mark:
    """One question of a sitting by its own answer key."""
    if asked.given is None:
        return Mark(asked.n, asked.item_id, UNANSWERED, answered=False, revision_id=variant.revision_id)
    positions, typed = given_of(asked.given)
    response = parse(variant.shown.form, positions=positions, typed=typed)
    if isinstance(response, Invalid):
        return Mark(asked.n, asked.item_id, UNANSWERED, answered=False, revision_id=variant.revision_id)
    result = grade(variant.answer_key, response)
    chosen = _chosen(variant.answer_key, response)
    return Mark(asked.n, asked.item_id, result, True, chosen, variant.revision_id)


def _chosen(answer_key: AnswerKey, response: Response) -> Chosen | None:
    """The names of the options that were chosen; None where none are asked for."""
    match answer_key.answer, response:
        case ChoiceAnswer() as answer, ChoiceResponse() as given:
            names = frozenset(answer.options[place - 1].option_id for place in given.positions)
            return Chosen(names, answer.all_or_nothing)
        case _:
            return None


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
            results = [mark.under(rulings.get(mark.item_id, ())) for mark in marks]
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
