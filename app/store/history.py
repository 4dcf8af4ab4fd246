"""What a learner has done so far, summed by the database: outcomes, slips, and how far each practice is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson
from sqlalchemy import case, func, select

from app.scheduling.rating import Confidence, read_confidence
from app.store.items import items
from app.store.presentations import ANSWERS, IS_ANSWERED, presentations
from app.store.responses import responses, slips_made
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One item's answers by one learner: how many, and how many were right."""

    objectives: tuple[str, ...]
    level: str
    answered: int
    right: int


@dataclass(frozen=True, slots=True)
class SlipRow:
    """How often a learner made a slip, and when last."""

    slug: str
    count: int
    last: datetime


@dataclass(frozen=True, slots=True)
class FarRow:
    """How far a practice is. `open_n` is the first question that was asked and not answered.

    Answers that wait, sealed, for the end of their practice are answers, and none of them is right yet.
    """

    asked: int
    answered: int
    right: int
    open_n: int | None


_RIGHT = func.coalesce(func.sum(case((responses.c.correct, 1), else_=0)), 0)


def tallies(unit: Reading, learner_id: int) -> list[TallyRow]:
    """Answers by item."""
    statement = (
        select(items.c.objectives, items.c.level, func.count(), _RIGHT)
        .select_from(
            responses.join(presentations, presentations.c.id == responses.c.presentation_id).join(
                items, items.c.id == presentations.c.item_id
            )
        )
        .where(presentations.c.learner_id == learner_id)
        .group_by(items.c.id, items.c.objectives, items.c.level)
        .order_by(items.c.id)
    )
    return [
        TallyRow(tuple(orjson.loads(objectives)), level, answered, int(right))
        for objectives, level, answered, right in unit.connection.execute(statement)
    ]


def slip_rows(unit: Reading, learner_id: int) -> list[SlipRow]:
    """The slips that answers betrayed beyond doubt, the most frequent first."""
    count = func.count()
    last = func.max(slips_made.c.made_at)
    statement = (
        select(slips_made.c.slug, count, last)
        .where(slips_made.c.learner_id == learner_id)
        .group_by(slips_made.c.slug)
        .order_by(count.desc(), last.desc(), slips_made.c.slug)
    )
    return [SlipRow(*row) for row in unit.connection.execute(statement)]


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
    statement = (
        select(responses.c.confidence, responses.c.correct, func.count())
        .where(responses.c.learner_id == learner_id)
        .group_by(responses.c.confidence, responses.c.correct)
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
        select(shown.practice_id, func.count(), answered, _RIGHT, unanswered)
        .select_from(ANSWERS)
        .where(shown.learner_id == learner_id)
        .group_by(shown.practice_id)
    )
    return {
        practice_id: FarRow(asked, int(answered), int(right), open_n)
        for practice_id, asked, answered, right, open_n in unit.connection.execute(statement)
    }
