"""Variants as they are shown: no function here reads what is right.

`answer_keys.py` is the only module that does; pages are served from this one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, String, Table, case, func, select

from app.kit.ids import content_hash
from app.store.items import item_revisions, items
from app.store.moments import Moment, to_micros
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new
from app.variants.encode import EncodedVariant

slip_layouts = Table(
    "slip_layouts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("layout", LargeBinary, nullable=False),
)

variants = Table(
    "variants",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("item_id", String(128), nullable=False),
    Column("revision_id", String(32), ForeignKey("item_revisions.id"), nullable=False),
    Column("twin", String(64), nullable=False),
    Column("seed", String(128), nullable=False),
    Column("fixed", String(128)),
    Column("shown", LargeBinary, nullable=False),
    Column("answer_key", LargeBinary, nullable=False),
    Column("numbers", LargeBinary, nullable=False),
    Column("layout_id", String(32), ForeignKey("slip_layouts.id")),
    Column("created_at", Moment, nullable=False),
    Index("ix_variants_revision_id_twin", "revision_id", "twin"),
)
_INSERT = f"INSERT INTO {variants.name} ({', '.join(column.name for column in variants.c)})"


def add_variants(unit: Writing, encoded: Sequence[EncodedVariant], *, now: datetime) -> int:
    """Store those that are not there yet, under their content's hash; how many were new.

    Rows go to the driver as they are, because typing each of their values would cost as much as storing them.
    """
    names = {layout: content_hash(layout) for layout in {one.layout for one in encoded} if layout}
    if names:
        unit.connection.execute(
            insert_new(slip_layouts), [{"id": name, "layout": layout} for layout, name in names.items()]
        )
    created_at = to_micros(now)
    rows = [
        (
            one.id,
            one.item_id,
            one.revision_id,
            one.twin,
            one.seed,
            one.fixed,
            one.shown,
            one.answer_key,
            one.numbers,
            names.get(one.layout),
            created_at,
        )
        for one in encoded
    ]
    if not rows:
        return 0
    mark = "?" if unit.connection.dialect.paramstyle == "qmark" else "%s"
    statement = f"{_INSERT} VALUES ({', '.join([mark] * len(variants.c))}) ON CONFLICT DO NOTHING"
    return unit.connection.exec_driver_sql(statement, rows).rowcount


def variant_ids(unit: Reading, revision_id: str) -> list[str]:
    """The variants of a revision, those that stand from the start first, then in a lasting order."""
    statement = (
        select(variants.c.id)
        .where(variants.c.revision_id == revision_id)
        .order_by(variants.c.fixed.is_(None), variants.c.id)
    )
    return list(unit.connection.scalars(statement))


def names_behind(unit: Reading, revision_id: str, *, after: str, most: int) -> list[str]:
    """Variants of a revision by name, from the first one behind `after`."""
    mine = variants.c.revision_id == revision_id
    statement = select(variants.c.id).where(mine, variants.c.id > after).order_by(variants.c.id).limit(most)
    return list(unit.connection.scalars(statement))


def names_before(unit: Reading, revision_id: str, *, before: str, most: int) -> list[str]:
    """Variants of a revision by name, the last ones before `before`."""
    mine = variants.c.revision_id == revision_id
    statement = (
        select(variants.c.id).where(mine, variants.c.id < before).order_by(variants.c.id.desc()).limit(most)
    )
    return list(unit.connection.scalars(statement))[::-1]


def counts_around(unit: Reading, revision_id: str, name: str) -> tuple[int, int]:
    """How many variants a revision has, and how many of them stand before a name."""
    stands_before = func.coalesce(func.sum(case((variants.c.id < name, 1), else_=0)), 0)
    statement = select(func.count(), stands_before).where(variants.c.revision_id == revision_id)
    total, before = unit.connection.execute(statement).one()
    return int(total), int(before)


def twins(unit: Reading, revision_id: str) -> frozenset[str]:
    """What numbers are stored already for a revision."""
    statement = select(variants.c.twin).where(variants.c.revision_id == revision_id)
    return frozenset(unit.connection.scalars(statement))


def revisions_asked(unit: Reading, item_id: str) -> frozenset[str]:
    """The revisions of an item that have variants, so that some of it may have been asked."""
    statement = select(variants.c.revision_id).where(variants.c.item_id == item_id).distinct()
    return frozenset(unit.connection.scalars(statement))


def revisions_of(unit: Reading, variant_ids: Iterable[str]) -> dict[str, str]:
    """The revision of each of some variants."""
    statement = select(variants.c.id, variants.c.revision_id).where(
        variants.c.id.in_(sorted(set(variant_ids)))
    )
    return {row[0]: row[1] for row in unit.connection.execute(statement)}


def counts_by_revision(unit: Reading) -> dict[str, int]:
    """How many variants each revision has."""
    statement = select(variants.c.revision_id, func.count()).group_by(variants.c.revision_id)
    return dict(unit.connection.execute(statement).all())


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """The variants of one revision of an item: how many there are, and whether learners are still asked them."""

    item_id: str
    path: str  # of the item's file; empty where the item is gone
    revision_id: str
    text: str  # of the item in this revision; empty where the revision is gone
    count: int
    asked: bool


def shelves(unit: Reading) -> list[ShelfRow]:
    """All revisions that have variants, those of retired items too, by item."""
    counted = (
        select(variants.c.item_id, variants.c.revision_id, func.count().label("count"))
        .group_by(variants.c.item_id, variants.c.revision_id)
        .subquery()
    )
    is_asked = (items.c.latest_revision_id == counted.c.revision_id) & items.c.retired_at.is_(None)
    statement = (
        select(
            counted.c.item_id, items.c.path, counted.c.revision_id, item_revisions.c.text,
            counted.c.count, is_asked,
        )
        .select_from(
            counted.outerjoin(item_revisions, item_revisions.c.id == counted.c.revision_id).outerjoin(
                items, items.c.id == counted.c.item_id
            )
        )
        .order_by(counted.c.item_id, counted.c.revision_id)
    )  # fmt: skip
    return [
        ShelfRow(item_id, path or "", revision_id, text or "", count, bool(asked))
        for item_id, path, revision_id, text, count, asked in unit.connection.execute(statement)
    ]


def count_variants(unit: Reading) -> int:
    """How many variants are stored; none is ever removed."""
    return int(unit.connection.scalar(select(func.count()).select_from(variants)) or 0)


def count_computed(unit: Reading) -> int:
    """How many variants there are of live computations as they now stand in the bank."""
    statement = (
        select(func.count())
        .select_from(variants.join(items, items.c.latest_revision_id == variants.c.revision_id))
        .where(items.c.recipe.is_not(None), items.c.retired_at.is_(None))
    )
    return int(unit.connection.scalar(statement) or 0)


def item_of_variant(unit: Reading, variant_id: str) -> str | None:
    """The item of a variant that was stored under an item that is still here, retired or not; else None."""
    statement = (
        select(items.c.id)
        .select_from(variants.join(items, items.c.id == variants.c.item_id))
        .where(variants.c.id == variant_id)
    )
    found: str | None = unit.connection.scalar(statement)
    return found
