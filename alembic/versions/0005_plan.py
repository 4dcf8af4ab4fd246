"""Plans that aim at the day of an exam, and the time zone in which a learner's days are counted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of_learner(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_learner_id_learners")
    return sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    """Come from the version before."""
    op.create_table(
        "study_plans",
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("exam_day", sa.String(length=10), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=True),
        sa.Column("marked_at", sa.BigInteger(), nullable=True),
        _of_learner("study_plans"),
        sa.PrimaryKeyConstraint("learner_id", name=op.f("pk_study_plans")),
    )
    op.create_table(
        "time_zones",
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("chosen_at", sa.BigInteger(), nullable=False),
        _of_learner("time_zones"),
        sa.PrimaryKeyConstraint("learner_id", name=op.f("pk_time_zones")),
    )
    # The weights of the exam's objectives are kept from now on, so the questions are read again at the next start.
    op.execute("DELETE FROM meta WHERE name IN ('questions digest', 'questions look')")


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("time_zones")
    op.drop_table("study_plans")
