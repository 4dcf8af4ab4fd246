"""Memories hold the scheduler's plan, one for both forms of a recipe; answers say how sure one was; practices by state."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_MINUTE = 60_000_000  # microseconds
_DAY = 24 * 60 * _MINUTE

# Memories of the two forms of a recipe become one: counts are added, and the later answer is the last.
_GATHER = """
CREATE TABLE memories_before AS
SELECT ranked.learner_id, ranked.family, ranked.seen, ranked.right_count, ranked.streak, ranked.last_at,
       ranked.last_right
FROM (
  SELECT memories.learner_id,
         coalesce(items.recipe, items.id) AS family,
         memories.streak, memories.last_at, memories.last_right,
         CAST(sum(memories.seen) OVER same AS INTEGER) AS seen,
         CAST(sum(memories.right_count) OVER same AS INTEGER) AS right_count,
         row_number() OVER (PARTITION BY memories.learner_id, coalesce(items.recipe, items.id)
                            ORDER BY memories.last_at DESC, items.id) AS place
  FROM memories JOIN items ON items.id = memories.item_id
  WINDOW same AS (PARTITION BY memories.learner_id, coalesce(items.recipe, items.id))
) AS ranked
WHERE ranked.place = 1
"""
# What was due stays due when it was: after 1, 3, 7 or 21 days, or ten minutes after a wrong answer. The interval is
# the stability (at the desired share of nine in ten the two are one), the difficulty is a middle one.
_CONVERT = f"""
INSERT INTO memories
  (learner_id, family, seen, right_count, streak, last_at, last_right, last_confidence, phase, step, stability,
   difficulty, due_at)
SELECT learner_id, family, seen, right_count, streak, last_at, last_right, NULL,
       CASE WHEN last_right THEN 2 ELSE 3 END,
       CASE WHEN last_right THEN NULL ELSE 0 END,
       CASE WHEN NOT last_right THEN 0.5 WHEN streak <= 1 THEN 1.0 WHEN streak = 2 THEN 3.0
            WHEN streak = 3 THEN 7.0 ELSE 21.0 END,
       5.0,
       last_at + CASE WHEN NOT last_right THEN {10 * _MINUTE} WHEN streak <= 1 THEN {_DAY}
                      WHEN streak = 2 THEN {3 * _DAY} WHEN streak = 3 THEN {7 * _DAY} ELSE {21 * _DAY} END
FROM memories_before
"""  # noqa: S608
_BACK = """
INSERT INTO memories (learner_id, item_id, seen, right_count, streak, last_at, last_right)
SELECT before.learner_id, min(items.id), before.seen, before.right_count, before.streak, before.last_at,
       before.last_right
FROM memories_before AS before JOIN items ON coalesce(items.recipe, items.id) = before.family
GROUP BY before.learner_id, before.family, before.seen, before.right_count, before.streak, before.last_at,
         before.last_right
"""


def upgrade() -> None:
    """Come from the version before."""
    with op.batch_alter_table("responses", schema=None) as batch_op:
        batch_op.add_column(sa.Column("confidence", sa.String(length=8), nullable=True))

    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("state", sa.String(length=16), server_default="all", nullable=False))
        batch_op.add_column(
            sa.Column(
                "scheduled", sa.Boolean(create_constraint=False), server_default=sa.true(), nullable=False
            )
        )

    op.execute(_GATHER)
    op.drop_table("memories")
    op.create_table(
        "memories",
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("family", sa.String(length=128), nullable=False),
        *_counts(),
        sa.Column("last_confidence", sa.String(length=8), nullable=True),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        _of_a_learner(),
        sa.PrimaryKeyConstraint("learner_id", "family", name=op.f("pk_memories")),
    )
    op.execute(_CONVERT)
    op.drop_table("memories_before")


def downgrade() -> None:
    """Go back to the version before."""
    op.execute("CREATE TABLE memories_before AS SELECT * FROM memories")
    op.drop_table("memories")
    op.create_table(
        "memories",
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        *_counts(),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_memories_item_id_items")),
        _of_a_learner(),
        sa.PrimaryKeyConstraint("learner_id", "item_id", name=op.f("pk_memories")),
    )
    op.execute(_BACK)
    op.drop_table("memories_before")

    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.drop_column("scheduled")
        batch_op.drop_column("state")

    # Not in a batch, which would make the table anew without the triggers that guard it.
    op.execute("ALTER TABLE responses DROP COLUMN confidence")


def _counts() -> tuple[sa.Column[int], ...]:
    """The columns that memories have had from the start."""
    return (
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("right_count", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("last_right", sa.Boolean(create_constraint=False), nullable=False),
    )


def _of_a_learner() -> sa.ForeignKeyConstraint:
    """A memory goes with its learner."""
    return sa.ForeignKeyConstraint(
        ["learner_id"], ["learners.id"], name=op.f("fk_memories_learner_id_learners"), ondelete="CASCADE"
    )
