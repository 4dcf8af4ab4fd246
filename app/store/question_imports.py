"""Imports of questions: what was found in a file, what was wished of each question, and what became of it."""

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from app.store.moments import Moment
from app.store.schema import METADATA

question_imports = Table(
    "question_imports",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("format", String(32), nullable=False),
    Column("bank", String(128), nullable=False),
    Column("actor", String(100), nullable=False),
    Column("at", Moment, nullable=False),
    Column("found", Text, nullable=False),  # JSON
    Column("wishes", Text, nullable=False),  # JSON
    Column("brought_at", Moment),
    Column("undone_at", Moment),
    Column("report", Text),  # JSON
)

question_import_lines = Table(
    "question_import_lines",
    METADATA,
    Column("import_id", String(16), ForeignKey("question_imports.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("item_id", String(128)),
    Column("draft_id", String(16)),
    Column("fate", String(16), nullable=False),
    Column("losses", Text, nullable=False),  # JSON
)
