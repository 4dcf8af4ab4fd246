"""What stored answers say of items and banks, kept by a job so that no page has to count."""

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Table, Text

from app.store.moments import Moment
from app.store.schema import METADATA

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
