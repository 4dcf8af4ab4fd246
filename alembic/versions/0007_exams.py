"""Exams, what they know of items, sittings with their forms, answers, events, results and notices."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# A state of an exam is named by its content, and what happened in a sitting stays as it happened.
_KEPT = ("exam_revisions", "sitting_events")


def _refuse_changes() -> None:
    for table in _KEPT:
        guard = f"CREATE TRIGGER {table}_refuse_update BEFORE UPDATE ON {table}"
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"{guard} BEGIN SELECT RAISE(ABORT, '{table} keeps what it holds'); END")
        else:
            op.execute(f"{guard} FOR EACH ROW EXECUTE FUNCTION keyed_refuse()")


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "exam_gaps",
        sa.Column("exam_id", sa.String(length=128), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("missing", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("exam_id", "count", name=op.f("pk_exam_gaps")),
    )
    op.create_table(
        "exam_revisions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("exam_id", sa.String(length=128), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_revisions")),
    )
    op.create_index(op.f("ix_exam_revisions_exam_id"), "exam_revisions", ["exam_id"], unique=False)

    op.create_table(
        "exams",
        sa.Column("id", sa.String(length=128), nullable=False),
        sa.Column("bank", sa.String(length=128), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("retired_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["exam_revisions.id"], name=op.f("fk_exams_revision_id_exam_revisions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exams")),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("exam_id", sa.String(length=128), nullable=False),
        sa.Column("exam_revision_id", sa.String(length=32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("factor", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("time_limit", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("base_deadline", sa.BigInteger(), nullable=True),
        sa.Column("extra", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("paused", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("paused_since", sa.BigInteger(), nullable=True),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_by", sa.String(length=16), nullable=True),
        sa.Column("graded_at", sa.BigInteger(), nullable=True),
        sa.Column("released_at", sa.BigInteger(), nullable=True),
        sa.Column("holder", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["exam_revision_id"],
            ["exam_revisions.id"],
            name=op.f("fk_sittings_exam_revision_id_exam_revisions"),
        ),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_sittings_learner_id_learners"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sittings")),
    )
    op.create_index(op.f("ix_sittings_exam_id"), "sittings", ["exam_id"], unique=False)
    op.create_index(op.f("ix_sittings_learner_id"), "sittings", ["learner_id"], unique=False)
    op.create_index(op.f("ix_sittings_state"), "sittings", ["state"], unique=False)

    op.create_table(
        "exam_items",
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("camp", sa.String(length=128), nullable=False),
        sa.Column("head_workable", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_exam_items_item_id_items")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_exam_items")),
    )
    op.create_table(
        "exam_rulings",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("accepted", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_exam_rulings_item_id_items")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_rulings")),
    )
    op.create_index(op.f("ix_exam_rulings_item_id"), "exam_rulings", ["item_id"], unique=False)

    op.create_table(
        "right_places",
        sa.Column("variant_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["variant_id"],
            ["variants.id"],
            name=op.f("fk_right_places_variant_id_variants"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("variant_id", name=op.f("pk_right_places")),
    )
    op.create_table(
        "sitting_answers",
        sa.Column("sitting_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("holder", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("flagged", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("struck", sa.Text(), nullable=False),
        sa.Column("spent_ms", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_sitting_answers_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["sittings.id"],
            name=op.f("fk_sitting_answers_sitting_id_sittings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sitting_id", "n", name=op.f("pk_sitting_answers")),
    )
    op.create_index(op.f("ix_sitting_answers_learner_id"), "sitting_answers", ["learner_id"], unique=False)

    op.create_table(
        "sitting_events",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("sitting_id", sa.String(length=16), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=True),
        sa.Column("holder", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(length=32), nullable=True),
        sa.Column("fate", sa.String(length=16), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_sitting_events_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["sittings.id"],
            name=op.f("fk_sitting_events_sitting_id_sittings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sitting_events")),
        sa.UniqueConstraint(
            "sitting_id",
            "n",
            "holder",
            "seq",
            "digest",
            name=op.f("uq_sitting_events_sitting_id_n_holder_seq_digest"),
        ),
    )
    op.create_index(op.f("ix_sitting_events_learner_id"), "sitting_events", ["learner_id"], unique=False)

    op.create_table(
        "sitting_notices",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("sitting_id", sa.String(length=16), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_sitting_notices_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["sittings.id"],
            name=op.f("fk_sitting_notices_sitting_id_sittings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sitting_notices")),
    )
    op.create_index(op.f("ix_sitting_notices_learner_id"), "sitting_notices", ["learner_id"], unique=False)
    op.create_index(op.f("ix_sitting_notices_sitting_id"), "sitting_notices", ["sitting_id"], unique=False)

    op.create_table(
        "sitting_slots",
        sa.Column("sitting_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("variant_id", sa.String(length=32), nullable=False),
        sa.Column("section", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_sitting_slots_item_id_items")),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_sitting_slots_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["sittings.id"],
            name=op.f("fk_sitting_slots_sitting_id_sittings"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["variant_id"], ["variants.id"], name=op.f("fk_sitting_slots_variant_id_variants")
        ),
        sa.PrimaryKeyConstraint("sitting_id", "n", name=op.f("pk_sitting_slots")),
    )
    op.create_index(op.f("ix_sitting_slots_item_id"), "sitting_slots", ["item_id"], unique=False)
    op.create_index(op.f("ix_sitting_slots_learner_id"), "sitting_slots", ["learner_id"], unique=False)

    op.create_table(
        "sitting_results",
        sa.Column("sitting_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("learner_id", _NUMBER, nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("correct", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("answered", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("judged", sa.Text(), nullable=False),
        sa.Column("ruling_id", _NUMBER, nullable=True),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_sitting_results_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["exam_rulings.id"], name=op.f("fk_sitting_results_ruling_id_exam_rulings")
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["sittings.id"],
            name=op.f("fk_sitting_results_sitting_id_sittings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sitting_id", "n", name=op.f("pk_sitting_results")),
    )
    op.create_index(op.f("ix_sitting_results_learner_id"), "sitting_results", ["learner_id"], unique=False)

    op.add_column("practices", sa.Column("sitting_id", sa.String(length=16), nullable=True))
    _refuse_changes()
    # The exams come from the files of questions, which the next start reads again.
    op.execute("DELETE FROM meta WHERE name IN ('questions digest', 'questions look')")


def downgrade() -> None:
    """Go back to the version before."""
    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.drop_column("sitting_id")

    op.drop_table("sitting_results")
    op.drop_table("sitting_slots")
    op.drop_table("sitting_notices")
    op.drop_table("sitting_events")
    op.drop_table("sitting_answers")
    op.drop_table("right_places")
    op.drop_table("exam_rulings")
    op.drop_table("exam_items")
    op.drop_table("sittings")
    op.drop_table("exams")
    op.drop_table("exam_revisions")
    op.drop_table("exam_gaps")
