"""The time zone in which a learner's days are counted; whoever chose none counts in UTC."""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, String, Table, select

from app.store.moments import Moment
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing
from app.store.upsert import insert_or_replace

time_zones = Table(
    "time_zones",
    METADATA,
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("chosen_at", Moment, nullable=False),
)


def zone_name(unit: Reading, learner_id: int) -> str | None:
    """The name of the zone (IANA), or None where the learner chose none."""
    found: str | None = unit.connection.scalar(
        select(time_zones.c.name).where(time_zones.c.learner_id == learner_id)
    )
    return found


def put_zone(unit: Writing, learner_id: int, name: str, *, now: datetime) -> None:
    """Count this learner's days in that zone from now on."""
    values = {"learner_id": learner_id, "name": name, "chosen_at": now}
    unit.connection.execute(insert_or_replace(time_zones, ("learner_id",)), values)
