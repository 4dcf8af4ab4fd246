"""What is right about stored variants. Only what grades, explains or proves imports this module."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select

from app.items.answer_key import AnswerKey
from app.items.public import PublicVariant
from app.store.unit import Reading
from app.store.variants import slip_layouts, variants
from app.variants.decode import decode_answer_key, decode_shown
from app.variants.encode import EncodedVariant


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A stored variant, whole."""

    id: str
    item_id: str
    revision_id: str
    twin: str
    seed: str
    fixed: str | None
    shown: PublicVariant
    answer_key: AnswerKey


_WHOLE = select(
    variants.c.id,
    variants.c.item_id,
    variants.c.revision_id,
    variants.c.twin,
    variants.c.seed,
    variants.c.fixed,
    variants.c.shown,
    variants.c.answer_key,
    variants.c.numbers,
    slip_layouts.c.layout,
).select_from(variants.outerjoin(slip_layouts, slip_layouts.c.id == variants.c.layout_id))


def whole_variants(unit: Reading, revision_id: str) -> Iterator[VariantRow]:
    """Every variant of a revision with what is right, for reports and for proving it again."""
    statement = _WHOLE.where(variants.c.revision_id == revision_id).order_by(variants.c.id)
    for found in unit.connection.execute(statement):
        yield _row(found)


def stored_variants(unit: Reading, revision_id: str, *, after: str, most: int) -> list[EncodedVariant]:
    """Variants of a revision as their bytes are stored, by name, from the first one behind `after`."""
    statement = (
        _WHOLE.where(variants.c.revision_id == revision_id, variants.c.id > after)
        .order_by(variants.c.id)
        .limit(most)
    )
    return [_encoded(found) for found in unit.connection.execute(statement)]


def stored_variant(unit: Reading, variant_id: str) -> EncodedVariant:
    """One variant as its bytes are stored. Raises LookupError where there is none."""
    found = unit.connection.execute(_WHOLE.where(variants.c.id == variant_id)).first()
    if found is None:
        raise LookupError(f"variant {variant_id} is not stored")
    return _encoded(found)


def named_variants(unit: Reading, variant_ids: Iterable[str]) -> dict[str, EncodedVariant]:
    """Those of some variants that are stored, as their bytes are stored, by name."""
    statement = _WHOLE.where(variants.c.id.in_(sorted(set(variant_ids))))
    return {found.id: _encoded(found) for found in unit.connection.execute(statement)}


def keyed_variant(unit: Reading, variant_id: str) -> VariantRow:
    """One variant with what is right. Raises LookupError where there is none."""
    found = unit.connection.execute(_WHOLE.where(variants.c.id == variant_id)).first()
    if found is None:
        raise LookupError(f"variant {variant_id} is not stored")
    return _row(found)


def keyed_variants(unit: Reading, variant_ids: Iterable[str]) -> dict[str, VariantRow]:
    """Some variants with what is right, by name. Raises LookupError where one is not stored."""
    names = sorted(set(variant_ids))
    rows = [_row(found) for found in unit.connection.execute(_WHOLE.where(variants.c.id.in_(names)))]
    if len(rows) < len(names):
        raise LookupError(f"of {len(names)} variants only {len(rows)} are stored")
    return {row.id: row for row in rows}


def _encoded(found: Row[*tuple[Any, ...]]) -> EncodedVariant:
    return EncodedVariant(
        id=found.id,
        item_id=found.item_id,
        revision_id=found.revision_id,
        twin=found.twin,
        seed=found.seed,
        fixed=found.fixed,
        shown=found.shown,
        answer_key=found.answer_key,
        numbers=found.numbers,
        layout=found.layout or b"",
    )


def _row(found: Row[*tuple[Any, ...]]) -> VariantRow:
    return VariantRow(
        id=found.id,
        item_id=found.item_id,
        revision_id=found.revision_id,
        twin=found.twin,
        seed=found.seed,
        fixed=found.fixed,
        shown=decode_shown(found.shown),
        answer_key=decode_answer_key(found.answer_key, found.numbers, found.layout or b""),
    )
