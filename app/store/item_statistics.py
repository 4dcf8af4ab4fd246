"""What stored answers say of items and banks, kept by a job so that no page has to count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Table, Text, func, select

from app.store.exams import exam_rulings
from app.store.item_history import REGRADED, item_events
from app.store.items import item_revisions, items
from app.store.moments import Moment
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.schema import METADATA
from app.store.sittings import sitting_answers, sitting_results, sitting_slots, sittings
from app.store.unit import Reading, Writing
from app.store.upsert import insert_or_replace
from app.store.variants import variants

MARK = "statistics of answers"  # the fact by which it is known what was counted last

item_statistics = Table(
    "item_statistics",
    METADATA,
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("revision_id", String(32), nullable=False),
    Column("responses", Integer, nullable=False),
    Column("facility", Float),  # the share right, in [0, 1]
    Column("discrimination", Float),  # point-biserial with the rest, in [-1, 1]
    Column("flag", String(32)),  # why the item is suspicious, if it is
    Column("computed_at", Moment, nullable=False),
    Column("record", Text, nullable=False),  # JSON
)

bank_statistics = Table(
    "bank_statistics",
    METADATA,
    Column("bank", String(128), primary_key=True),
    Column("computed_at", Moment, nullable=False),
    Column("record", Text, nullable=False),  # JSON
)


@dataclass(frozen=True, slots=True)
class GivenRow:
    """An answer as it is stored, wherever it was given. `given` and `judged` are JSON."""

    person: int
    item_id: str
    revision_id: str
    variant_id: str
    points: float
    correct: bool
    given: str
    judged: str
    seconds: float
    at: datetime


@dataclass(frozen=True, slots=True)
class StatisticRow:
    """What is kept of one item."""

    item_id: str
    revision_id: str
    responses: int
    facility: float | None
    discrimination: float | None
    flag: str | None
    computed_at: datetime
    record: str


def practice_answers(unit: Reading) -> Iterator[GivenRow]:
    """Every answer given in practice."""
    shown, given = presentations.c, responses.c
    statement = select(
        shown.learner_id,
        shown.item_id,
        variants.c.revision_id,
        shown.variant_id,
        given.points,
        given.correct,
        given.given,
        given.judged,
        shown.presented_at,
        given.received_at,
    ).select_from(
        presentations.join(responses, given.presentation_id == shown.id).join(
            variants, variants.c.id == shown.variant_id
        )
    )
    for row in unit.connection.execute(statement):
        seconds = (row[9] - row[8]).total_seconds()
        yield GivenRow(*row[:8], seconds=max(seconds, 0.0), at=row[9])


def exam_answers(unit: Reading) -> Iterator[GivenRow]:
    """Every answer given in a sitting that is graded; what was left open is no answer."""
    slot, result, answer = sitting_slots.c, sitting_results.c, sitting_answers.c
    statement = (
        select(
            slot.learner_id,
            slot.item_id,
            variants.c.revision_id,
            slot.variant_id,
            result.points,
            result.correct,
            answer.given,
            result.judged,
            answer.spent_ms,
            answer.saved_at,
        )
        .select_from(
            sitting_results.join(sitting_slots, (slot.sitting_id == result.sitting_id) & (slot.n == result.n))
            .join(sitting_answers, (answer.sitting_id == result.sitting_id) & (answer.n == result.n))
            .join(sittings, sittings.c.id == result.sitting_id)
            .join(variants, variants.c.id == slot.variant_id)
        )
        .where(result.answered)
    )
    for row in unit.connection.execute(statement):
        yield GivenRow(*row[:8], seconds=row[8] / 1000, at=row[9])


def answers_mark(unit: Reading) -> str:
    """What changes whenever an answer is added, taken away or judged anew, by publishing or by a ruling.

    Sums alone would not do: an answer that loses what another one gains leaves them as they were.
    """
    given = unit.connection.execute(
        select(func.count(), func.coalesce(func.max(responses.c.id), 0), func.sum(responses.c.points))
    ).one()
    sat = unit.connection.execute(select(func.count(), func.sum(sitting_results.c.points))).one()
    ruled = unit.connection.execute(
        select(func.count(), func.count(exam_rulings.c.withdrawn_at), func.max(exam_rulings.c.id))
    ).one()
    anew = unit.connection.scalar(select(func.count()).where(item_events.c.what == REGRADED))
    parts = [*given[:2], _rounded(given[2]), sat[0], _rounded(sat[1]), *ruled, anew]
    return " ".join(map(str, parts))


def _rounded(points: float | None) -> float:
    """A sum that comes out the same in whichever order it was added up."""
    return round(points or 0.0, 6)


def put_statistics(
    unit: Writing, found: list[StatisticRow], banks: dict[str, str], *, computed_at: datetime
) -> None:
    """Keep what was computed, in place of what was kept before."""
    unit.connection.execute(item_statistics.delete())
    unit.connection.execute(bank_statistics.delete())
    rows: list[dict[str, Any]] = [
        {name: getattr(one, name) for name in StatisticRow.__slots__} for one in found
    ]
    if rows:
        unit.connection.execute(insert_or_replace(item_statistics, ("item_id",)), rows)
    for bank, record in banks.items():
        values = {"bank": bank, "computed_at": computed_at, "record": record}
        unit.connection.execute(insert_or_replace(bank_statistics, ("bank",)), values)


def kept_statistics(unit: Reading, item_id: str) -> StatisticRow | None:
    """What is kept of one item."""
    columns = tuple(item_statistics.c[name] for name in StatisticRow.__slots__)
    found = unit.connection.execute(select(*columns).where(item_statistics.c.item_id == item_id)).first()
    return None if found is None else StatisticRow(*found)


def kept_records(unit: Reading, item_ids: Sequence[str]) -> list[tuple[str, str, str]]:
    """What is kept of these items, as JSON: each with its name before, and the text of the revision that it is about behind."""
    statement = (
        select(item_statistics.c.item_id, item_statistics.c.record, item_revisions.c.text)
        .select_from(
            item_statistics.join(item_revisions, item_revisions.c.id == item_statistics.c.revision_id)
        )
        .where(item_statistics.c.item_id.in_(item_ids))
    )
    return [(row[0], row[1], row[2]) for row in unit.connection.execute(statement)] if item_ids else []


def kept_bank_statistics(unit: Reading, bank: str) -> tuple[str, datetime] | None:
    """What is kept of one bank, as JSON, and when it was computed."""
    columns = bank_statistics.c
    statement = select(columns.record, columns.computed_at).where(columns.bank == bank)
    found = unit.connection.execute(statement).first()
    return None if found is None else (found[0], found[1])


def statistics_of_bank(unit: Reading, bank: str) -> list[StatisticRow]:
    """What is kept of the items of a bank, without their records."""
    columns = [item_statistics.c[name] for name in StatisticRow.__slots__ if name != "record"]
    joined = item_statistics.join(items, items.c.id == item_statistics.c.item_id)
    statement = (
        select(*columns).select_from(joined).where(items.c.bank == bank).order_by(item_statistics.c.item_id)
    )
    found = unit.connection.execute(statement).mappings()
    return [StatisticRow(**{str(name): value for name, value in row.items()}, record="") for row in found]
