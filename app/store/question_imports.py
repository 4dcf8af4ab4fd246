"""Imports of questions: what was found in a file, what was wished of each question, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, delete, insert, select, update

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing

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


@dataclass(frozen=True, slots=True)
class ImportRow:
    """An import: a file that was sent, and what is wished of it. `found`, `wishes` and `report` are JSON."""

    id: str
    name: str
    format: str
    bank: str
    actor: str
    at: datetime
    found: str
    wishes: str
    brought_at: datetime | None = None
    undone_at: datetime | None = None
    report: str | None = None


@dataclass(frozen=True, slots=True)
class ImportLineRow:
    """What became of one question of an import: its item and its draft, where there are any. `losses` is JSON."""

    n: int
    item_id: str | None
    draft_id: str | None
    fate: str
    losses: str


_COLUMNS = tuple(question_imports.c[name] for name in ImportRow.__slots__)


def add_import(unit: Writing, row: ImportRow) -> None:
    """Store an import."""
    values = {name: getattr(row, name) for name in ImportRow.__slots__}
    unit.connection.execute(insert(question_imports).values(**values))


def import_row(unit: Reading, import_id: str) -> ImportRow | None:
    """One import."""
    found = unit.connection.execute(select(*_COLUMNS).where(question_imports.c.id == import_id)).first()
    return None if found is None else ImportRow(*found)


def latest_imports(unit: Reading, limit: int) -> list[ImportRow]:
    """The last imports, the newest first, without what was found in them."""
    columns = [column for column in _COLUMNS if column.name not in ("found", "wishes")]
    statement = select(*columns).order_by(question_imports.c.at.desc(), question_imports.c.id).limit(limit)
    rows = unit.connection.execute(statement)
    return [
        ImportRow(
            id=row.id, name=row.name, format=row.format, bank=row.bank, actor=row.actor, at=row.at, found="", wishes="",
            brought_at=row.brought_at, undone_at=row.undone_at, report=row.report,
        )
        for row in rows
    ]  # fmt: skip


def imports_that_wish(unit: Reading, words: str) -> list[str]:
    """The ids of imports whose wishes hold these words, the newest first."""
    statement = (
        select(question_imports.c.id)
        .where(question_imports.c.wishes.contains(words, autoescape=True))
        .order_by(question_imports.c.at.desc(), question_imports.c.id)
    )
    return list(unit.connection.scalars(statement))


def put_wishes(unit: Writing, import_id: str, wishes: str, bank: str) -> None:
    """Store what is wished of an import in place of what was."""
    unit.connection.execute(
        update(question_imports).where(question_imports.c.id == import_id).values(wishes=wishes, bank=bank)
    )


def put_found(unit: Writing, import_id: str, found: str) -> None:
    """Store what was found when a file was read once more."""
    unit.connection.execute(
        update(question_imports).where(question_imports.c.id == import_id).values(found=found)
    )


def mark_brought(unit: Writing, import_id: str, at: datetime) -> bool:
    """Say that an import was brought in; False where it was already."""
    statement = (
        update(question_imports)
        .where(question_imports.c.id == import_id, question_imports.c.brought_at.is_(None))
        .values(brought_at=at)
    )
    return unit.connection.execute(statement).rowcount == 1


def mark_undone(unit: Writing, import_id: str, at: datetime, report: str) -> bool:
    """Say that an import was undone, and what came of it; False where it was already, or was never brought in."""
    statement = (
        update(question_imports)
        .where(
            question_imports.c.id == import_id,
            question_imports.c.brought_at.is_not(None),
            question_imports.c.undone_at.is_(None),
        )
        .values(undone_at=at, report=report)
    )
    return unit.connection.execute(statement).rowcount == 1


def drop_import(unit: Writing, import_id: str) -> None:
    """Take away an import that was never brought in."""
    unit.connection.execute(
        delete(question_imports).where(
            question_imports.c.id == import_id, question_imports.c.brought_at.is_(None)
        )
    )


def add_lines(unit: Writing, import_id: str, lines: Iterable[ImportLineRow]) -> None:
    """Store what became of the questions of an import."""
    values = [
        {"import_id": import_id, **{name: getattr(one, name) for name in ImportLineRow.__slots__}}
        for one in lines
    ]
    if values:
        unit.connection.execute(insert(question_import_lines), values)


def lines_of(unit: Reading, import_id: str) -> list[ImportLineRow]:
    """What became of the questions of an import, in their order."""
    columns = question_import_lines.c
    statement = (
        select(columns.n, columns.item_id, columns.draft_id, columns.fate, columns.losses)
        .where(columns.import_id == import_id)
        .order_by(columns.n)
    )
    return [ImportLineRow(*row) for row in unit.connection.execute(statement)]


def earlier_lines(unit: Reading, item_ids: Iterable[str]) -> dict[str, ImportLineRow]:
    """For each item that an import brought in, the last line about it."""
    columns = question_import_lines.c
    statement = (
        select(columns.n, columns.item_id, columns.draft_id, columns.fate, columns.losses)
        .join(question_imports, question_imports.c.id == columns.import_id)
        .where(columns.item_id.in_(list(item_ids)), question_imports.c.undone_at.is_(None))
        .order_by(question_imports.c.brought_at)
    )
    return {str(row[1]): ImportLineRow(*row) for row in unit.connection.execute(statement)}
