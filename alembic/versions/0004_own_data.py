"""Flags, notes, reports of faults, imported practices, acts that may be done only so often, and counts that name nobody."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OWN = ("learner_id", "item_id")


def _of_learner(table: str, *, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_learner_id_learners")
    return sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name=name, ondelete=ondelete)


def _of_item(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f(f"fk_{table}_item_id_items"))


def _remarks() -> None:
    op.create_table(
        "flags",
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("flagged_at", sa.BigInteger(), nullable=False),
        _of_item("flags"),
        _of_learner("flags"),
        sa.PrimaryKeyConstraint(*_OWN, name=op.f("pk_flags")),
    )
    op.create_table(
        "notes",
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        _of_item("notes"),
        _of_learner("notes"),
        sa.PrimaryKeyConstraint(*_OWN, name=op.f("pk_notes")),
    )


def _reports() -> None:
    op.create_table(
        "fault_reports",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=True),
        sa.Column("presentation_id", _NUMBER, nullable=True),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("variant_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reported_at", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_by", sa.String(length=100), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        _of_item("fault_reports"),
        _of_learner("fault_reports", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["presentation_id"],
            ["presentations.id"],
            name=op.f("fk_fault_reports_presentation_id_presentations"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["variant_id"], ["variants.id"], name=op.f("fk_fault_reports_variant_id_variants")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fault_reports")),
    )
    for column in ("learner_id", "presentation_id"):
        op.create_index(op.f(f"ix_fault_reports_{column}"), "fault_reports", [column], unique=False)


def _own_data() -> None:
    op.create_table(
        "imported_practices",
        sa.Column("practice_id", sa.String(length=16), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        _of_learner("imported_practices"),
        sa.ForeignKeyConstraint(
            ["practice_id"],
            ["practices.id"],
            name=op.f("fk_imported_practices_practice_id_practices"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("practice_id", name=op.f("pk_imported_practices")),
        sa.UniqueConstraint("learner_id", "origin", name=op.f("uq_imported_practices_learner_id_origin")),
    )
    op.create_table(
        "turns",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("act", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        _of_learner("turns"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
    )
    op.create_index("ix_turns_learner_id_act_at", "turns", ["learner_id", "act", "at"], unique=False)
    op.create_table(
        "forgotten_answers",
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("right_count", sa.Integer(), nullable=False),
        _of_item("forgotten_answers"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_forgotten_answers")),
    )


def upgrade() -> None:
    """Come from the version before."""
    _remarks()
    _reports()
    _own_data()


def downgrade() -> None:
    """Go back to the version before."""
    for table in ("forgotten_answers", "turns", "imported_practices", "fault_reports", "notes", "flags"):
        op.drop_table(table)
