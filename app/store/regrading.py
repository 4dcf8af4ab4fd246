"""Answers given in practice to earlier texts of an item, and what they earn once these are judged anew."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, delete, insert, select, update

from app.store.memories import memories
from app.store.presentations import presentations
from app.store.responses import responses, slips_made
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new
from app.store.variants import variants

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class GivenRow:
    """An answer with the variant that it was given to, in which revision, and how it was judged."""

    response_id: int
    learner_id: int
    variant_id: str
    revision_id: str
    given: str
    points: float
    correct: bool
    judged: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class JudgedAnew:
    """What an answer earns now, and the slips that it shows now."""

    row: GivenRow
    points: float
    correct: bool
    judged: str
    slips: tuple[str, ...]


def practice_answers(unit: Reading, item_id: str, revisions: Iterable[str]) -> Iterator[GivenRow]:
    """The answers to variants of some revisions of an item, in the order in which they came."""
    given, shown = responses.c, presentations.c
    statement = (
        select(
            given.id, given.learner_id, variants.c.id, variants.c.revision_id, given.given, given.points,
            given.correct, given.judged, given.received_at,
        )
        .select_from(
            presentations.join(responses, given.presentation_id == shown.id).join(
                variants, variants.c.id == shown.variant_id
            )
        )
        .where(shown.item_id == item_id, variants.c.revision_id.in_(sorted(set(revisions))))
        .order_by(given.id)
    )  # fmt: skip
    for row in unit.connection.execute(statement):
        yield GivenRow(*row[:6], bool(row[6]), *row[7:])


def put_judged_anew(unit: Writing, rows: Sequence[JudgedAnew]) -> None:
    """Set what answers earn, how they were judged, and the slips that they show.

    The database refuses to change a stored answer, and so do we: it is taken out and put in again under its name, with
    what was given, when, and how sure somebody was, in the transaction of whoever calls.
    """
    for start in range(0, len(rows), _CHUNK):
        part = {one.row.response_id: one for one in rows[start : start + _CHUNK]}
        found = unit.connection.execute(select(responses).where(responses.c.id.in_(list(part)))).mappings()
        values = [
            {
                **row,
                "points": part[row["id"]].points,
                "correct": part[row["id"]].correct,
                "judged": part[row["id"]].judged,
            }
            for row in found
        ]
        unit.connection.execute(delete(responses).where(responses.c.id.in_(list(part))))
        if values:
            unit.connection.execute(insert(responses), values)
    slips = [
        {
            "response_id": one.row.response_id,
            "slug": slug,
            "learner_id": one.row.learner_id,
            "made_at": one.row.received_at,
        }
        for one in rows
        for slug in one.slips
    ]
    if slips:
        unit.connection.execute(insert_new(slips_made), slips)


def ask_again_soon(unit: Writing, family: str, flipped: Iterable[JudgedAnew], now: datetime) -> None:
    """Let the memories of those who were told otherwise ask again at once, counting what is right now.

    How well it was remembered stays as it is: what they believed of the question when they answered it was what they
    were told, so that nothing is learned of their forgetting.
    """
    columns = memories.c
    by: dict[int, int] = {}
    last: dict[int, JudgedAnew] = {}
    for one in flipped:
        by[one.row.learner_id] = by.get(one.row.learner_id, 0) + (1 if one.correct else -1)
        last[one.row.learner_id] = one
    for learner_id, change in by.items():
        latest = last[learner_id]
        is_last = columns.last_at == latest.row.received_at
        mine = (columns.learner_id == learner_id) & (columns.family == family)
        counted = case((columns.right_count + change > 0, columns.right_count + change), else_=0)
        unit.connection.execute(update(memories).where(mine).values(right_count=counted, due_at=now))
        streak = {"last_right": latest.correct} | ({} if latest.correct else {"streak": 0})
        unit.connection.execute(update(memories).where(mine, is_last).values(streak))
