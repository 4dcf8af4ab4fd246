"""What the report of a graded sitting is made of. Nothing that serves a running sitting reads this."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import Select, select, update

from app.exams.changes import Change
from app.exams.ruling import What
from app.exams.saving import Fate
from app.exams.sitting import State
from app.items.public import PublicVariant
from app.store.exams import exam_rulings
from app.store.items import items
from app.store.ruling_text import stored_ruling
from app.store.sittings import (
    sitting_answers,
    sitting_events,
    sitting_notices,
    sitting_results,
    sitting_slots,
    sittings,
)
from app.store.unit import Reading, Writing
from app.store.variants import variants
from app.variants.decode import decode_shown


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """A question of a graded sitting: what was asked, what stands, what it earned, and the ruling behind that.

    `given` is None where nothing was ever saved; `answered` says whether it could be read.
    """

    n: int
    item_id: str
    variant_id: str
    section: int
    given: str | None
    flagged: bool
    spent: timedelta
    points: float
    correct: bool
    answered: bool
    judged: str
    ruling: What | None = None
    accepted: tuple[str, ...] = ()
    reason: str = ""
    judged_by: str = ""  # the revision whose text judges it, where a ruling says so


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """What a candidate is to be told."""

    at: datetime
    sentence: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """What one question of some graded sitting earned."""

    sitting_id: str
    item_id: str
    points: float
    correct: bool
    ruling: What | None


def reported_rows(unit: Reading, sitting_id: str) -> list[ReportedRow]:
    """The questions of a graded sitting, in order."""
    statement = _reported().where(sitting_slots.c.sitting_id == sitting_id).order_by(sitting_slots.c.n)
    return [_reported_row(found) for found in unit.connection.execute(statement)]


def reported_row(unit: Reading, sitting_id: str, n: int) -> ReportedRow | None:
    """Question `n` of a graded sitting."""
    statement = _reported().where(sitting_slots.c.sitting_id == sitting_id, sitting_slots.c.n == n)
    found = unit.connection.execute(statement).first()
    return None if found is None else _reported_row(found)


def _reported() -> Select[Any]:
    slots, answers, results, rulings = (
        sitting_slots.c,
        sitting_answers.c,
        sitting_results.c,
        exam_rulings.c,
    )
    joined = sitting_slots.join(
        sitting_results, (results.sitting_id == slots.sitting_id) & (results.n == slots.n)
    )
    joined = joined.outerjoin(
        sitting_answers, (answers.sitting_id == slots.sitting_id) & (answers.n == slots.n)
    )
    joined = joined.outerjoin(exam_rulings, rulings.id == results.ruling_id)
    return select(
        slots.n, slots.item_id, slots.variant_id, slots.section, answers.given, answers.flagged,
        answers.spent_ms, results.points, results.correct, results.answered, results.judged,
        rulings.what, rulings.accepted, rulings.reason,
    ).select_from(joined)  # fmt: skip


def _reported_row(found: Sequence[Any]) -> ReportedRow:
    (
        n, item_id, variant_id, section, given, flagged, spent_ms, points, correct, answered, judged, what,
        accepted, reason,
    ) = found  # fmt: skip
    ruling = None if what is None else stored_ruling(what, accepted)
    return ReportedRow(
        n=n,
        item_id=item_id,
        variant_id=variant_id,
        section=section,
        given=given,
        flagged=bool(flagged),
        spent=timedelta(milliseconds=spent_ms or 0),
        points=points,
        correct=bool(correct),
        answered=bool(answered),
        judged=judged,
        ruling=ruling.what if ruling else None,
        accepted=tuple(sorted(ruling.accepted)) if ruling else (),
        reason=reason or "",
        judged_by=ruling.by if ruling else "",
    )


def graded_names(unit: Reading) -> list[str]:
    """The names of all graded sittings."""
    statement = select(sittings.c.id).where(sittings.c.state == State.GRADED.value)
    return list(unit.connection.scalars(statement))


def shown_variants(unit: Reading, variant_ids: Iterable[str]) -> dict[str, PublicVariant]:
    """What is shown of some variants, by name."""
    columns = variants.c
    statement = select(columns.id, columns.shown).where(columns.id.in_(sorted(set(variant_ids))))
    return {name: decode_shown(shown) for name, shown in unit.connection.execute(statement)}


def taken_changes(unit: Reading, sitting_id: str) -> list[Change]:
    """What each question held after each change that was taken, in the order in which they were; notes are left out."""
    columns = sitting_events.c
    statement = (
        select(columns.n, columns.at, columns.detail)
        .where(
            columns.sitting_id == sitting_id,
            columns.what == "change",
            columns.fate == Fate.TAKEN.value,
            columns.n > 0,
        )
        .order_by(columns.id)
    )
    return [
        Change(n, at, orjson.dumps(orjson.loads(detail)["given"]).decode())
        for n, at, detail in unit.connection.execute(statement)
    ]


def was_reopened(unit: Reading, sitting_id: str) -> bool:
    """Whether the sitting was re-opened once, so that its times do not add up any more."""
    columns = sitting_events.c
    statement = select(columns.id).where(columns.sitting_id == sitting_id, columns.what == "reopened")
    return unit.connection.execute(statement.limit(1)).first() is not None


def sitting_notices_of(unit: Reading, sitting_id: str) -> list[NoticeRow]:
    """What the candidate of a sitting is to be told, the latest first."""
    columns = sitting_notices.c
    statement = (
        select(columns.at, columns.sentence, columns.seen_at)
        .where(columns.sitting_id == sitting_id)
        .order_by(columns.at.desc(), columns.id.desc())
    )
    return [
        NoticeRow(at, sentence, seen_at is None)
        for at, sentence, seen_at in unit.connection.execute(statement)
    ]


def mark_notices_seen(unit: Writing, sitting_id: str, *, now: datetime) -> None:
    """The candidate has seen what there was to be told."""
    columns = sitting_notices.c
    statement = update(sitting_notices).where(columns.sitting_id == sitting_id, columns.seen_at.is_(None))
    unit.connection.execute(statement.values(seen_at=now))


def earned_rows(unit: Reading, sitting_ids: Iterable[str]) -> list[EarnedRow]:
    """What each question of some graded sittings earned."""
    slots, results, rulings = sitting_slots.c, sitting_results.c, exam_rulings.c
    joined = sitting_slots.join(
        sitting_results, (results.sitting_id == slots.sitting_id) & (results.n == slots.n)
    )
    joined = joined.outerjoin(exam_rulings, rulings.id == results.ruling_id)
    statement = (
        select(slots.sitting_id, slots.item_id, results.points, results.correct, rulings.what)
        .select_from(joined)
        .where(slots.sitting_id.in_(sorted(set(sitting_ids))))
        .order_by(slots.sitting_id, slots.n)
    )
    return [
        EarnedRow(sitting_id, item_id, points, bool(correct), None if what is None else What(what))
        for sitting_id, item_id, points, correct, what in unit.connection.execute(statement)
    ]


def missed_items(unit: Reading, learner_id: int, sitting_id: str) -> frozenset[str]:
    """The items that were not wholly right in this learner's graded sitting, and can still be asked.

    What an instructor dropped, or gave everybody, is left out: the question was at fault, and nobody missed it.
    """
    slots, results, rulings = sitting_slots.c, sitting_results.c, exam_rulings.c
    joined = sitting_slots.join(
        sitting_results, (results.sitting_id == slots.sitting_id) & (results.n == slots.n)
    )
    joined = joined.join(sittings, sittings.c.id == slots.sitting_id).join(items, items.c.id == slots.item_id)
    joined = joined.outerjoin(exam_rulings, rulings.id == results.ruling_id)
    statement = (
        select(slots.item_id)
        .select_from(joined)
        .where(
            slots.sitting_id == sitting_id,
            sittings.c.learner_id == learner_id,
            sittings.c.state == State.GRADED.value,
            results.correct.is_(False),
            rulings.what.is_(None) | rulings.what.in_([What.ACCEPT.value, What.AGAIN.value]),
            items.c.retired_at.is_(None),
        )
    )
    return frozenset(unit.connection.scalars(statement))
