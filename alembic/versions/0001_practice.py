"""Items, variants, practices, responses, memories, logins and the audit: all that practising needs."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

# What the database itself refuses, whoever asks: a record that is named by its content never changes, and what
# instructors did stays on record. (A batch change of one of these tables has to make its triggers again.)
REFUSED = (
    ("audit", "UPDATE"),
    ("audit", "DELETE"),
    ("item_revisions", "UPDATE"),
    ("slip_layouts", "UPDATE"),
    ("variants", "UPDATE"),
    ("responses", "UPDATE"),
)


def refuse_changes() -> None:
    """Make the triggers."""
    if op.get_bind().dialect.name == "sqlite":
        for table, act in REFUSED:
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} keeps what it holds'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION keyed_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% keeps what it holds', TG_TABLE_NAME; END $$"
    )
    for table, act in REFUSED:
        op.execute(
            f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION keyed_refuse()"
        )


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("act", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "instructor_links",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_instructor_links")),
    )
    op.create_table(
        "item_revisions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item_revisions")),
    )
    with op.batch_alter_table("item_revisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_item_revisions_item_id"), ["item_id"], unique=False)

    op.create_table(
        "learners",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learners")),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "misconceptions",
        sa.Column("slug", sa.String(length=128), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("belief", sa.Text(), nullable=False),
        sa.Column("truth", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_misconceptions")),
    )
    op.create_table(
        "slip_layouts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("layout", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slip_layouts")),
    )
    op.create_table(
        "bakes",
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("repeated", sa.Integer(), nullable=False),
        sa.Column("refusals", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("exhausted", sa.Boolean(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["item_revisions.id"], name=op.f("fk_bakes_revision_id_item_revisions")
        ),
        sa.PrimaryKeyConstraint("revision_id", name=op.f("pk_bakes")),
    )
    op.create_table(
        "guest_tokens",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("renewed_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_guest_tokens_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_guest_tokens")),
    )
    with op.batch_alter_table("guest_tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_guest_tokens_learner_id"), ["learner_id"], unique=False)

    op.create_table(
        "instructor_logins",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("link_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["link_hash"],
            ["instructor_links.token_hash"],
            name=op.f("fk_instructor_logins_link_hash_instructor_links"),
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_instructor_logins")),
    )
    with op.batch_alter_table("instructor_logins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_instructor_logins_link_hash"), ["link_hash"], unique=False)

    op.create_table(
        "items",
        sa.Column("id", sa.String(length=128), nullable=False),
        sa.Column("bank", sa.String(length=128), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("level", sa.String(length=32), nullable=False),
        sa.Column("shape", sa.String(length=32), nullable=False),
        sa.Column("objectives", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("recipe", sa.String(length=128), nullable=True),
        sa.Column("latest_revision_id", sa.String(length=32), nullable=False),
        sa.Column("retired_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["latest_revision_id"],
            ["item_revisions.id"],
            name=op.f("fk_items_latest_revision_id_item_revisions"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
    )
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_items_bank"), ["bank"], unique=False)

    op.create_table(
        "practices",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("level", sa.String(length=32), nullable=True),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_practices_learner_id_learners"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practices")),
    )
    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.create_index(
            "ix_practices_learner_id_started_at", ["learner_id", "started_at"], unique=False
        )

    op.create_table(
        "variants",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("twin", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("fixed", sa.String(length=128), nullable=True),
        sa.Column("shown", sa.LargeBinary(), nullable=False),
        sa.Column("answer_key", sa.LargeBinary(), nullable=False),
        sa.Column("numbers", sa.LargeBinary(), nullable=False),
        sa.Column("layout_id", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["layout_id"], ["slip_layouts.id"], name=op.f("fk_variants_layout_id_slip_layouts")
        ),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["item_revisions.id"], name=op.f("fk_variants_revision_id_item_revisions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_variants")),
    )
    with op.batch_alter_table("variants", schema=None) as batch_op:
        batch_op.create_index("ix_variants_revision_id_twin", ["revision_id", "twin"], unique=False)

    op.create_table(
        "memories",
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("right_count", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("last_right", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_memories_item_id_items")),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_memories_learner_id_learners"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("learner_id", "item_id", name=op.f("pk_memories")),
    )
    op.create_table(
        "presentations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("practice_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("variant_id", sa.String(length=32), nullable=False),
        sa.Column("why", sa.String(length=16), nullable=False),
        sa.Column("presented_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_presentations_item_id_items")),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_presentations_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["practice_id"],
            ["practices.id"],
            name=op.f("fk_presentations_practice_id_practices"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["variant_id"], ["variants.id"], name=op.f("fk_presentations_variant_id_variants")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_presentations")),
        sa.UniqueConstraint("practice_id", "n", name=op.f("uq_presentations_practice_id_n")),
    )
    with op.batch_alter_table("presentations", schema=None) as batch_op:
        batch_op.create_index("ix_presentations_learner_id_item_id", ["learner_id", "item_id"], unique=False)

    op.create_table(
        "responses",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("presentation_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("submission_id", sa.String(length=64), nullable=True),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("judged", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_responses_learner_id_learners"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["presentation_id"],
            ["presentations.id"],
            name=op.f("fk_responses_presentation_id_presentations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_responses")),
        sa.UniqueConstraint(
            "learner_id", "submission_id", name=op.f("uq_responses_learner_id_submission_id")
        ),
        sa.UniqueConstraint("presentation_id", name=op.f("uq_responses_presentation_id")),
    )
    op.create_table(
        "slips_made",
        sa.Column("response_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.String(length=128), nullable=False),
        sa.Column("learner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"],
            ["learners.id"],
            name=op.f("fk_slips_made_learner_id_learners"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["response_id"],
            ["responses.id"],
            name=op.f("fk_slips_made_response_id_responses"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("response_id", "slug", name=op.f("pk_slips_made")),
    )
    with op.batch_alter_table("slips_made", schema=None) as batch_op:
        batch_op.create_index("ix_slips_made_learner_id_slug", ["learner_id", "slug"], unique=False)
    refuse_changes()


def downgrade() -> None:
    """Go back to the version before."""
    with op.batch_alter_table("slips_made", schema=None) as batch_op:
        batch_op.drop_index("ix_slips_made_learner_id_slug")

    op.drop_table("slips_made")
    op.drop_table("responses")
    with op.batch_alter_table("presentations", schema=None) as batch_op:
        batch_op.drop_index("ix_presentations_learner_id_item_id")

    op.drop_table("presentations")
    op.drop_table("memories")
    with op.batch_alter_table("variants", schema=None) as batch_op:
        batch_op.drop_index("ix_variants_revision_id_twin")

    op.drop_table("variants")
    with op.batch_alter_table("practices", schema=None) as batch_op:
        batch_op.drop_index("ix_practices_learner_id_started_at")

    op.drop_table("practices")
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_items_bank"))

    op.drop_table("items")
    with op.batch_alter_table("instructor_logins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_instructor_logins_link_hash"))

    op.drop_table("instructor_logins")
    with op.batch_alter_table("guest_tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_guest_tokens_learner_id"))

    op.drop_table("guest_tokens")
    op.drop_table("bakes")
    op.drop_table("slip_layouts")
    op.drop_table("misconceptions")
    op.drop_table("meta")
    op.drop_table("learners")
    with op.batch_alter_table("item_revisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_item_revisions_item_id"))

    op.drop_table("item_revisions")
    op.drop_table("instructor_links")
    op.drop_table("audit")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keyed_refuse()")
