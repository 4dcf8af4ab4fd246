"""What a learner has done so far, summed by the database: outcomes, slips, and how far each practice is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson
from sqlalchemy import BigInteger, ColumnElement, FromClause, case, func, or_, select, type_coerce

from app.scheduling.rating import Confidence, read_confidence
from app.store.items import items
from app.store.misconceptions import item_misconceptions
from app.store.presentations import ANSWERS, IS_ANSWERED, presentations
from app.store.responses import responses, slips_made
from app.store.revealed import revealed
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One item's answers by one learner: how many, how many were right, and partly right, and all their points."""

    objectives: tuple[str, ...]
    level: str
    answered: int
    right: int
    partly: int
    points: float


@dataclass(frozen=True, slots=True)
class DiagnosedRow:
    """Wrong answers of one quarter of an hour with one diagnosis: what was judged (JSON), how many, the last of them."""

    judged: str
    count: int
    last: datetime


@dataclass(frozen=True, slots=True)
class QuarterRow:
    """The answers of one quarter of an hour: a moment in it, how many, and how many were right, and partly right.

    Every time zone is a whole number of quarters from UTC, so quarters make days on any calendar.
    """

    at: datetime
    answered: int
    right: int
    partly: int


@dataclass(frozen=True, slots=True)
class FarRow:
    """How far a practice is. `open_n` is the first question that was asked and not answered.

    Answers that wait, sealed, for the end of their practice are answers, and none of them is right yet.
    """

    asked: int
    answered: int
    right: int
    partly: int
    open_n: int | None


_QUARTER = 15 * 60 * 1_000_000  # microseconds
_NAMED = '%"candidates":[[%'  # in what was judged, of the whole or of one of its steps, where some slip fits
_PARTLY = '%"partly":true%'  # in what was judged, of what is partly right, whatever it earned


def _right(answers: FromClause) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((answers.c.correct, 1), else_=0)), 0)


def _partly(answers: FromClause) -> ColumnElement[int]:
    """How many are partly right: what earned a part, or is kept as that where its parts earn nothing."""
    some = or_(answers.c.points > 0, answers.c.judged.like(_PARTLY))
    return func.coalesce(func.sum(case((answers.c.correct.is_(False) & some, 1), else_=0)), 0)


def _quarter(answers: FromClause) -> ColumnElement[int]:
    return type_coerce(answers.c.received_at, BigInteger) // _QUARTER


def tallies(unit: Reading, learner_id: int) -> list[TallyRow]:
    """Answers by item."""
    answers = revealed(learner_id)
    statement = (
        select(
            items.c.objectives,
            items.c.level,
            func.count(),
            _right(answers),
            _partly(answers),
            func.sum(answers.c.points),
        )
        .select_from(answers.join(items, items.c.id == answers.c.item_id))
        .group_by(items.c.id, items.c.objectives, items.c.level)
        .order_by(items.c.id)
    )
    return [
        TallyRow(tuple(orjson.loads(objectives)), level, answered, int(right), int(partly), points)
        for objectives, level, answered, right, partly, points in unit.connection.execute(statement)
    ]


def diagnosed(unit: Reading, learner_id: int) -> list[DiagnosedRow]:
    """The wrong answers that some slip explains, in the order in which they were given."""
    answers = revealed(learner_id)
    last = func.max(answers.c.received_at)
    statement = (
        select(answers.c.judged, func.count(), last)
        .where(answers.c.correct.is_(False), answers.c.judged.like(_NAMED))
        .group_by(answers.c.judged, _quarter(answers))
        .order_by(last, answers.c.judged)
    )
    return [DiagnosedRow(*row) for row in unit.connection.execute(statement)]


def by_quarter(unit: Reading, learner_id: int) -> list[QuarterRow]:
    """All answers by the quarter of an hour in which they came, in order."""
    answers = revealed(learner_id)
    first = func.min(answers.c.received_at)
    statement = (
        select(first, func.count(), _right(answers), _partly(answers))
        .group_by(_quarter(answers))
        .order_by(first)
    )
    return [
        QuarterRow(at, count, int(right), int(partly))
        for at, count, right, partly in unit.connection.execute(statement)
    ]


def chances_since(unit: Reading, learner_id: int, since: Mapping[str, datetime]) -> dict[str, int]:
    """By misconception how many later answers were right, and no guess, to an item in which it leads astray."""
    if not since:
        return {}
    answers = revealed(learner_id)
    uses = item_misconceptions.c
    later = [(uses.slug == slug) & (answers.c.received_at > moment) for slug, moment in since.items()]
    statement = (
        select(uses.slug, func.count())
        .select_from(answers.join(item_misconceptions, uses.item_id == answers.c.item_id))
        .where(
            answers.c.correct.is_(True),
            func.coalesce(answers.c.confidence, "") != Confidence.GUESS.value,
            answers.c.received_at > min(since.values()),
            or_(*later),
        )
        .group_by(uses.slug)
    )
    return dict(unit.connection.execute(statement).all())


def made_before(
    unit: Reading, learner_id: int, slugs: Sequence[str], *, before: datetime
) -> tuple[int, datetime | None]:
    """How many earlier answers betrayed one of these slips, and when the last of them was."""
    statement = select(func.count(slips_made.c.response_id.distinct()), func.max(slips_made.c.made_at)).where(
        slips_made.c.learner_id == learner_id,
        slips_made.c.slug.in_(list(slugs)),
        slips_made.c.made_at < before,
    )
    count, last = unit.connection.execute(statement).one()
    return count, last


def confidence_counts(unit: Reading, learner_id: int) -> list[tuple[Confidence | None, bool, int]]:
    """How many answers were given with each confidence, right ones and wrong ones apart."""
    answers = revealed(learner_id).c
    statement = select(answers.confidence, answers.correct, func.count()).group_by(
        answers.confidence, answers.correct
    )
    return [
        (read_confidence(said or ""), bool(correct), count)
        for said, correct, count in unit.connection.execute(statement)
    ]


def how_far(unit: Reading, learner_id: int) -> dict[str, FarRow]:
    """How far each of a learner's practices is."""
    shown = presentations.c
    answered = func.sum(case((IS_ANSWERED, 1), else_=0))
    unanswered = func.min(case((~IS_ANSWERED, shown.n)))
    statement = (
        select(shown.practice_id, func.count(), answered, _right(responses), _partly(responses), unanswered)
        .select_from(ANSWERS)
        .where(shown.learner_id == learner_id)
        .group_by(shown.practice_id)
    )
    return {
        practice_id: FarRow(asked, int(answered), int(right), int(partly), open_n)
        for practice_id, asked, answered, right, partly, open_n in unit.connection.execute(statement)
    }
