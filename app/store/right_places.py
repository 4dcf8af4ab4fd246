"""At which place the one right option of a variant stands, so that a form can be balanced without reading answers."""

from collections.abc import Mapping

from sqlalchemy import Column, ForeignKey, Integer, String, Table, insert, select

from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.variants import variants

NONE = 0  # of a variant without exactly one right option

# This is a part of the answer: it is read when a form is put together, and never by a page.
right_places = Table(
    "right_places",
    METADATA,
    Column("variant_id", String(32), ForeignKey("variants.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, nullable=False),
)


def places_of(unit: Reading, revision_id: str) -> dict[str, int | None]:
    """The variants of a revision with the place of their right option; None where that is not written down yet."""
    statement = (
        select(variants.c.id, right_places.c.place)
        .outerjoin(right_places, right_places.c.variant_id == variants.c.id)
        .where(variants.c.revision_id == revision_id)
        .order_by(variants.c.id)
    )
    return dict(unit.connection.execute(statement).all())


def put_places(unit: Writing, found: Mapping[str, int]) -> None:
    """Write places down that are not there yet."""
    if found:
        values = [{"variant_id": name, "place": place} for name, place in sorted(found.items())]
        unit.connection.execute(insert(right_places), values)
