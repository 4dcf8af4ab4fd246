"""Practices that came out of an exported file, each with the name that it had where it began."""

from sqlalchemy import Column, ForeignKey, String, Table, UniqueConstraint, insert, select

from app.store.practices import practices
from app.store.schema import METADATA, RowNumber
from app.store.unit import Reading, Writing

imported_practices = Table(
    "imported_practices",
    METADATA,
    Column("practice_id", String(16), ForeignKey("practices.id", ondelete="CASCADE"), primary_key=True),
    Column("learner_id", RowNumber, ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("origin", String(16), nullable=False),
    UniqueConstraint("learner_id", "origin"),
)


def origins(unit: Reading, learner_id: int) -> dict[str, str]:
    """Every practice of a learner with the name under which it began, here or elsewhere."""
    own, came = practices.c, imported_practices.c
    statement = (
        select(own.id, came.origin)
        .select_from(practices.outerjoin(imported_practices, came.practice_id == own.id))
        .where(own.learner_id == learner_id)
    )
    return {practice_id: origin or practice_id for practice_id, origin in unit.connection.execute(statement)}


def add_origins(unit: Writing, learner_id: int, came: dict[str, str]) -> None:
    """Write down where practices came from: their own names, each with its first one."""
    if came:
        unit.connection.execute(
            insert(imported_practices),
            [
                {"practice_id": practice_id, "learner_id": learner_id, "origin": origin}
                for practice_id, origin in came.items()
            ],
        )
