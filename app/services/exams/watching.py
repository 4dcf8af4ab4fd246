"""What an instructor sees of sittings, without touching them: looking changes nothing and closes nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import orjson

from app.exams.network import network
from app.exams.sitting import OPEN, State
from app.grading.counts import letter
from app.items.exam import Exam, When
from app.kit.clock import Clock
from app.kit.errors import NotFound
from app.services.exams.watch_views import (
    ActLine,
    EventLine,
    ExamName,
    SittingLine,
    SittingView,
    SlotLine,
    TimeParts,
    Watched,
)
from app.services.records import given_of
from app.store.audit import AuditRow, recorded_about
from app.store.database import Database
from app.store.exams import exam_state
from app.store.sittings import SlotRow, slot_rows
from app.store.unit import Reading, reading
from app.store.watched import (
    AnswerRow,
    EarnedRow,
    WatchedRow,
    WhatHappened,
    answer_rows,
    earned_rows,
    exam_titles,
    watched_row,
    watched_rows,
    what_happened,
)

NO_SITTING = "There is no sitting of that name. It may have been forgotten at its candidate's wish."
MOST = 300
MOST_EVENTS = 200
LIVE = (State.CREATED, State.RUNNING, State.PAUSED)
LastSeen = Callable[[str], datetime | None]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which sittings are listed: of one exam or all, in which states."""

    exam_id: str | None = None
    states: tuple[State, ...] = LIVE


@dataclass(frozen=True, slots=True)
class Watching:
    """The list of sittings, and one of them. `last_seen` says when a sitting's browser was last heard of."""

    database: Database
    clock: Clock
    grace: timedelta
    last_seen: LastSeen

    def watched(self, wish: Filter) -> Watched:
        """The sittings that a filter lets through, as they stand."""
        now = self.clock.now()
        with reading(self.database) as unit:
            rows = watched_rows(unit, exam_id=wish.exam_id, states=wish.states, limit=MOST + 1)
            names = tuple(ExamName(*one) for one in exam_titles(unit))
            exams = {name: exam_state(unit, name) for name in {one.row.exam_revision_id for one in rows}}
        lines = tuple(self._line(one, exams[one.row.exam_revision_id], now) for one in rows[:MOST])
        return Watched(now, lines, names, more=len(rows) > MOST)

    def named(self, sitting_ids: Sequence[str]) -> Watched:
        """The sittings of these names, those that there are."""
        now = self.clock.now()
        with reading(self.database) as unit:
            rows = [one for name in sitting_ids[:MOST] if (one := watched_row(unit, name)) is not None]
            exams = {name: exam_state(unit, name) for name in {one.row.exam_revision_id for one in rows}}
        lines = tuple(self._line(one, exams[one.row.exam_revision_id], now) for one in rows)
        return Watched(now, lines, (), more=False)

    def sitting(self, sitting_id: str, *, all_changes: bool = False) -> SittingView:
        """One sitting with its time, its form and its events. Raises NotFound where there is none."""
        now = self.clock.now()
        with reading(self.database) as unit:
            found = watched_row(unit, sitting_id)
            if found is None:
                raise NotFound(NO_SITTING)
            exam = exam_state(unit, found.row.exam_revision_id)
            slots = _slots(unit, exam, found)
            acts = tuple(_act(one) for one in recorded_about(unit, subject(sitting_id)))
            events = what_happened(unit, sitting_id, all_changes=all_changes, limit=MOST_EVENTS + 1)
        return SittingView(
            at=now,
            line=self._line(found, exam, now),
            parts=_parts(found, now),
            slots=slots,
            acts=acts,
            events=tuple(_event(one) for one in events[:MOST_EVENTS]),
            more_events=len(events) > MOST_EVENTS,
        )

    def _line(self, found: WatchedRow, exam: Exam, now: datetime) -> SittingLine:
        row, clock = found.row, found.row.clock
        seen = self.last_seen(row.id)
        return SittingLine(
            sitting_id=row.id,
            learner_id=row.learner_id,
            exam_id=row.exam_id,
            exam_title=found.title,
            state=clock.state,
            left=clock.remaining(now),
            is_closing=clock.is_over(now, self.grace),
            answered=found.answered,
            count=row.count,
            saved=found.saved_at,
            network=network(seen, now) if clock.state in OPEN else None,
            seen=seen,
            waits_for_release=waits_for_release(exam, clock.state, row.released_at),
        )


def waits_for_release(exam: Exam, state: State, released_at: datetime | None) -> bool:
    """Whether something of a graded sitting is shown only once an instructor says so, and none has."""
    waits = When.ONCE_RELEASED in exam.review.values()
    return waits and state is State.GRADED and released_at is None


def _parts(found: WatchedRow, now: datetime) -> TimeParts:
    row, clock = found.row, found.row.clock
    stands = max(now - clock.paused_since, timedelta(0)) if clock.paused_since else timedelta(0)
    return TimeParts(
        limit=clock.limit,
        factor=row.factor,
        extra=clock.extra,
        paused=clock.paused + stands,
        started=clock.started_at,
        deadline=clock.deadline(now),
        finished=clock.finished_at,
        ended_by=row.ended_by or "",
    )


def _slots(unit: Reading, exam: Exam, found: WatchedRow) -> tuple[SlotLine, ...]:
    answers = answer_rows(unit, found.row.id)
    earned = earned_rows(unit, found.row.id) if found.row.clock.state is State.GRADED else {}
    return tuple(_slot(one, exam, answers=answers, earned=earned) for one in slot_rows(unit, found.row.id))


def _slot(
    slot: SlotRow, exam: Exam, *, answers: Mapping[int, AnswerRow], earned: Mapping[int, EarnedRow]
) -> SlotLine:
    answer, result = answers.get(slot.n), earned.get(slot.n)
    return SlotLine(
        n=slot.n,
        item_id=slot.item_id,
        section=exam.sections[slot.section].name,
        place=slot.place,
        reason=slot.reason,
        given=read_aloud(answer.given) if answer else "",
        flagged=answer.flagged if answer else False,
        points=result.points if result else None,
        ruling=(result.ruling or "") if result else "",
    )


def subject(sitting_id: str) -> str:
    """What a sitting is called in the record of acts."""
    return f"sitting {sitting_id}"


def _act(one: AuditRow) -> ActLine:
    return ActLine(
        at=one.at,
        actor=one.actor,
        act=one.act.removeprefix("sitting "),
        reason=one.detail.get("reason", ""),
        minutes=one.detail.get("minutes", ""),
    )


def _event(one: WhatHappened) -> EventLine:
    detail = orjson.loads(one.detail)
    return EventLine(
        at=one.at,
        what=one.what,
        n=one.n,
        fate=one.fate or "",
        holder=one.holder,
        given=_given(detail.get("given")),
        detail={name: str(value) for name, value in detail.items() if isinstance(value, str | int)},
    )


def _given(stored: object) -> str:
    """What a change said, whether it is stored as a text or as what that text holds."""
    if isinstance(stored, dict):
        return read_aloud(orjson.dumps(stored).decode())
    return read_aloud(stored) if isinstance(stored, str) else ""


def read_aloud(given: str) -> str:
    """An answer as one reads it aloud: the letters of options, or what was typed, field by field."""
    positions, typed = given_of(given)
    if positions:
        return ", ".join(_lettered(positions))
    return "; ".join(text if text.strip() else "–" for text in typed) if any(map(str.strip, typed)) else ""


def _lettered(positions: Sequence[str]) -> list[str]:
    return [letter(int(one)) if one.isdecimal() else one for one in sorted(positions)]
