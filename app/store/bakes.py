"""What baking each revision came to: how many draws, how many kept, and why the others were refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    Row,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing

bakes = Table(
    "bakes",
    METADATA,
    Column("revision_id", String(32), ForeignKey("item_revisions.id"), primary_key=True),
    Column("item_id", String(128), nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    Column("repeated", Integer, nullable=False),
    Column("refusals", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("exhausted", Boolean(create_constraint=False), nullable=False),
    Column("updated_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class BakeRow:
    """The sum of all bakes of one revision.

    `repeated` counts draws whose numbers were stored already; `exhausted` says that further draws give nothing new.
    """

    revision_id: str
    item_id: str
    drawn: int
    kept: int
    repeated: int
    refusals: Mapping[str, int]
    seconds: float
    exhausted: bool = False

    @property
    def refusal_share(self) -> float:
        """Refused draws over all draws; 0 where nothing was drawn."""
        return sum(self.refusals.values()) / self.drawn if self.drawn else 0.0

    def __add__(self, other: "BakeRow") -> "BakeRow":
        reasons = sorted({*self.refusals, *other.refusals})
        return BakeRow(
            revision_id=self.revision_id,
            item_id=self.item_id,
            drawn=self.drawn + other.drawn,
            kept=self.kept + other.kept,
            repeated=self.repeated + other.repeated,
            refusals={
                reason: self.refusals.get(reason, 0) + other.refusals.get(reason, 0) for reason in reasons
            },
            seconds=self.seconds + other.seconds,
            exhausted=other.exhausted,
        )


_COLUMNS = (
    bakes.c.revision_id,
    bakes.c.item_id,
    bakes.c.drawn,
    bakes.c.kept,
    bakes.c.repeated,
    bakes.c.refusals,
    bakes.c.seconds,
    bakes.c.exhausted,
)


def bake_reports(unit: Reading) -> dict[str, BakeRow]:
    """What is known of every revision's bakes, by revision."""
    return {row.revision_id: _row(row) for row in unit.connection.execute(select(*_COLUMNS))}


def bake_report(unit: Reading, revision_id: str) -> BakeRow | None:
    """What is known of the bakes of one revision; None where none was made."""
    found = unit.connection.execute(select(*_COLUMNS).where(bakes.c.revision_id == revision_id)).first()
    return None if found is None else _row(found)


def _row(found: Row[*tuple[Any, ...]]) -> BakeRow:
    revision_id, item_id, drawn, kept, repeated, refusals, seconds, exhausted = found
    reasons = orjson.loads(refusals)
    return BakeRow(revision_id, item_id, drawn, kept, repeated, reasons, seconds, bool(exhausted))


def add_bake(unit: Writing, bake: BakeRow, *, now: datetime) -> None:
    """Add one bake to what is known of its revision."""
    before = bake_report(unit, bake.revision_id)
    total = bake if before is None else before + bake
    unit.connection.execute(delete(bakes).where(bakes.c.revision_id == bake.revision_id))
    unit.connection.execute(
        insert(bakes).values(
            revision_id=total.revision_id,
            item_id=total.item_id,
            drawn=total.drawn,
            kept=total.kept,
            repeated=total.repeated,
            refusals=orjson.dumps(dict(total.refusals)).decode(),
            seconds=total.seconds,
            exhausted=total.exhausted,
            updated_at=now,
        )
    )
