"""At which place the right option of a stored variant stands: for putting forms together, and never for a page."""

from collections.abc import Iterable
from itertools import islice

import orjson
from sqlalchemy import select

from app.store.items import items
from app.store.unit import Reading
from app.store.variants import variants

_AT_ONCE = 500  # names in one statement


def stocked(unit: Reading) -> list[tuple[str, str]]:
    """Every variant that can be asked, as item and variant, in a lasting order: those of live items as they now stand."""
    statement = (
        select(items.c.id, variants.c.id)
        .join(variants, variants.c.revision_id == items.c.latest_revision_id)
        .where(items.c.retired_at.is_(None))
        .order_by(items.c.id, variants.c.id)
    )
    return [(item_id, variant_id) for item_id, variant_id in unit.connection.execute(statement)]


def right_places(unit: Reading, names: Iterable[str]) -> dict[str, int | None]:
    """For each variant the place (1 is the first) of its one right option; None where there is not exactly one."""
    found: dict[str, int | None] = {}
    left = iter(names)
    while some := list(islice(left, _AT_ONCE)):
        statement = select(variants.c.id, variants.c.answer_key).where(variants.c.id.in_(some))
        found |= {name: _place(answer_key) for name, answer_key in unit.connection.execute(statement)}
    return found


def _place(answer_key: bytes) -> int | None:
    options = orjson.loads(answer_key)["answer"].get("options", ())
    right = [place for place, one in enumerate(options, 1) if one["correct"]]
    return right[0] if len(right) == 1 else None
