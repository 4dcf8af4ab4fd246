"""Drafts, history, review, conflicts with files, imports, images and statistics of items."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _keep(table: str) -> None:
    """What happened to an item stays as it happened."""
    for act in ("UPDATE", "DELETE"):
        guard = f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table}"
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"{guard} BEGIN SELECT RAISE(ABORT, '{table} keeps what it holds'); END")
        else:
            op.execute(f"{guard} FOR EACH ROW EXECUTE FUNCTION keyed_refuse()")


def upgrade() -> None:
    """Go to this version."""
    op.add_column(
        "item_revisions", sa.Column("origin", sa.String(length=16), nullable=False, server_default="file")
    )
    op.add_column("item_revisions", sa.Column("author", sa.String(length=100), nullable=True))
    op.add_column("item_revisions", sa.Column("parent_id", sa.String(length=32), nullable=True))
    op.add_column("items", sa.Column("common_revision_id", sa.String(length=32), nullable=True))
    op.add_column("items", sa.Column("source", sa.Text(), nullable=True))
    # Until now every item that is asked came from a file, as it stands.
    op.execute("UPDATE items SET common_revision_id = latest_revision_id WHERE retired_at IS NULL")

    op.create_table(
        "question_imports",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("bank", sa.String(length=128), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("wishes", sa.Text(), nullable=False),
        sa.Column("brought_at", sa.BigInteger(), nullable=True),
        sa.Column("undone_at", sa.BigInteger(), nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_imports")),
    )
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("bank", sa.String(length=128), nullable=False),
        sa.Column("base_revision_id", sa.String(length=32), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("author", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.Column("import_id", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(
            ["base_revision_id"],
            ["item_revisions.id"],
            name=op.f("fk_drafts_base_revision_id_item_revisions"),
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["question_imports.id"], name=op.f("fk_drafts_import_id_question_imports")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
        sa.UniqueConstraint("item_id", name=op.f("uq_drafts_item_id")),
    )
    op.create_index(op.f("ix_drafts_import_id"), "drafts", ["import_id"], unique=False)
    op.create_table(
        "draft_versions",
        sa.Column("draft_id", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name=op.f("fk_draft_versions_draft_id_drafts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("draft_id", "version", name=op.f("pk_draft_versions")),
    )
    op.create_table(
        "item_events",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("revision_id", sa.String(length=32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("verified", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item_events")),
    )
    op.create_index(op.f("ix_item_events_item_id"), "item_events", ["item_id"], unique=False)
    op.create_table(
        "review_comments",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("draft_id", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.Column("settled_by", sa.String(length=100), nullable=True),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name=op.f("fk_review_comments_draft_id_drafts"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_comments")),
    )
    op.create_index(op.f("ix_review_comments_item_id"), "review_comments", ["item_id"], unique=False)
    op.create_index(op.f("ix_review_comments_draft_id"), "review_comments", ["draft_id"], unique=False)
    op.create_table(
        "item_conflicts",
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("revision_id", sa.String(length=32), nullable=True),
        sa.Column("found_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_conflicts_item_id_items")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_conflicts")),
    )
    op.create_table(
        "question_import_lines",
        sa.Column("import_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.String(length=128), nullable=True),
        sa.Column("draft_id", sa.String(length=16), nullable=True),
        sa.Column("fate", sa.String(length=16), nullable=False),
        sa.Column("losses", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"],
            ["question_imports.id"],
            name=op.f("fk_question_import_lines_import_id_question_imports"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("import_id", "n", name=op.f("pk_question_import_lines")),
    )
    op.create_table(
        "images",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("media", sa.String(length=32), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_images")),
    )
    op.create_table(
        "item_statistics",
        sa.Column("item_id", sa.String(length=128), nullable=False),
        sa.Column("revision_id", sa.String(length=32), nullable=False),
        sa.Column("responses", sa.Integer(), nullable=False),
        sa.Column("facility", sa.Float(), nullable=True),
        sa.Column("discrimination", sa.Float(), nullable=True),
        sa.Column("flag", sa.String(length=32), nullable=True),
        sa.Column("computed_at", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_statistics_item_id_items")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_statistics")),
    )
    op.create_table(
        "bank_statistics",
        sa.Column("bank", sa.String(length=128), nullable=False),
        sa.Column("computed_at", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("bank", name=op.f("pk_bank_statistics")),
    )
    _keep("item_events")
    # How the files look is read anew, with what their authors wrote beside the fields.
    op.execute("DELETE FROM meta WHERE name IN ('questions digest', 'questions look')")


def downgrade() -> None:
    """Go back to the version before."""
    for table in (
        "bank_statistics",
        "item_statistics",
        "images",
        "question_import_lines",
        "item_conflicts",
        "review_comments",
        "item_events",
        "draft_versions",
        "drafts",
        "question_imports",
    ):
        op.drop_table(table)
    op.drop_column("items", "source")
    op.drop_column("items", "common_revision_id")
    op.drop_column("item_revisions", "parent_id")
    op.drop_column("item_revisions", "author")
    op.drop_column("item_revisions", "origin")
