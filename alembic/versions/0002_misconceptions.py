"""Which items use which misconception, the themes of misconceptions, and practices narrowed to one of them or to a shape."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    """Come from the version before."""
    op.create_table(
        "item_misconceptions",
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("slug", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["items.id"], name=op.f("fk_item_misconceptions_item_id_items"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("item_id", "slug", name=op.f("pk_item_misconceptions")),
    )
    with op.batch_alter_table("item_misconceptions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_item_misconceptions_slug"), ["slug"], unique=False)

    with op.batch_alter_table("misconceptions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("theme", sa.String(length=128), server_default="", nullable=False))

    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("misconception", sa.String(length=128), nullable=True))
        batch_op.add_column(sa.Column("shape", sa.String(length=32), nullable=True))

    # The new table and column are filled from the questions, so these are read again at the next start.
    op.execute("DELETE FROM meta WHERE name IN ('questions digest', 'questions look')")


def downgrade() -> None:
    """Go back to the version before."""
    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.drop_column("shape")
        batch_op.drop_column("misconception")

    with op.batch_alter_table("misconceptions", schema=None) as batch_op:
        batch_op.drop_column("theme")

    with op.batch_alter_table("item_misconceptions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_item_misconceptions_slug"))

    op.drop_table("item_misconceptions")
