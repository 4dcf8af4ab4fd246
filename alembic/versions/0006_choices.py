"""Practices by objective, form and minutes, with late feedback and several tries; tries; the end of a practice."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NEW = ("objective", "form", "minutes", "late", "tries", "closed_at")
# A try never changes, as a response never does.
_GUARD = "CREATE TRIGGER tries_refuse_update BEFORE UPDATE ON tries"


def _link(column: str, table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_tries_{column}_{table}")
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    """Come from the version before."""
    for column in (
        sa.Column("objective", sa.String(length=16), nullable=True),
        sa.Column("form", sa.String(length=32), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("late", sa.Boolean(create_constraint=False), server_default=sa.false(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="1", nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
    ):
        op.add_column("practices", column)
    op.create_table(
        "tries",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("presentation_id", _NUMBER, nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("submission_id", sa.String(length=64), nullable=True),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("confidence", sa.String(length=8), nullable=True),
        sa.Column("hint", sa.Text(), nullable=True),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        _link("learner_id", "learners"),
        _link("presentation_id", "presentations"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tries")),
        sa.UniqueConstraint("learner_id", "submission_id", name=op.f("uq_tries_learner_id_submission_id")),
        sa.UniqueConstraint("presentation_id", "nth", name=op.f("uq_tries_presentation_id_nth")),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"{_GUARD} BEGIN SELECT RAISE(ABORT, 'tries keeps what it holds'); END")
    else:
        op.execute(f"{_GUARD} FOR EACH ROW EXECUTE FUNCTION keyed_refuse()")
    # The names of the objectives come from the files of questions, which the next start reads again.
    op.execute("DELETE FROM meta WHERE name IN ('questions digest', 'questions look')")


def downgrade() -> None:
    """Go back to the version before. Answers that wait for the end of their practice go with it."""
    op.drop_table("tries")
    with op.batch_alter_table("practices", schema=None) as batch_op:
        for name in reversed(_NEW):
            batch_op.drop_column(name)
