"""At which place the one right option of a variant stands: read when a form is put together, and never by a page."""

from collections.abc import Iterable, Mapping
from itertools import islice

import orjson
from sqlalchemy import Column, ForeignKey, Integer, String, Table, select

from app.store.items import items
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new
from app.store.variants import variants

NONE = 0  # of a variant without exactly one right option
_AT_ONCE = 500  # names in one statement

# A part of the answer, written down so that a form is balanced without reading answers again.
right_places = Table(
    "right_places",
    METADATA,
    Column("variant_id", String(32), ForeignKey("variants.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, nullable=False),
)


def stocked(unit: Reading) -> list[tuple[str, str, int | None]]:
    """Every variant that can be asked: its item, its name, and its place, None where that is not written down yet.

    Those are the variants of live items as these now stand, in a lasting order.
    """
    joined = items.join(variants, variants.c.revision_id == items.c.latest_revision_id)
    joined = joined.outerjoin(right_places, right_places.c.variant_id == variants.c.id)
    statement = (
        select(items.c.id, variants.c.id, right_places.c.place)
        .select_from(joined)
        .where(items.c.retired_at.is_(None))
        .order_by(items.c.id, variants.c.id)
    )
    return [(item_id, name, place) for item_id, name, place in unit.connection.execute(statement)]


def read_places(unit: Reading, names: Iterable[str]) -> dict[str, int]:
    """The places of these variants (1 is the first) by their answer keys, NONE where there is not exactly one."""
    found: dict[str, int] = {}
    left = iter(names)
    while some := list(islice(left, _AT_ONCE)):
        statement = select(variants.c.id, variants.c.answer_key).where(variants.c.id.in_(some))
        found |= {name: _place(answer_key) for name, answer_key in unit.connection.execute(statement)}
    return found


def put_places(unit: Writing, found: Mapping[str, int]) -> None:
    """Write places down that are not there yet."""
    if found:
        values = [{"variant_id": name, "place": place} for name, place in sorted(found.items())]
        unit.connection.execute(insert_new(right_places), values)


def _place(answer_key: bytes) -> int:
    options = orjson.loads(answer_key)["answer"].get("options", ())
    right = [place for place, one in enumerate(options, 1) if one["correct"]]
    return right[0] if len(right) == 1 else NONE
