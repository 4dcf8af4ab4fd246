"""The list of all questions for instructors: names first, by what is asked for, then what one page shows of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    type_coerce,
)

from app.authoring.listing import SPANS, Noted, Sort, Standing, Wish
from app.store.drafts import drafts
from app.store.item_statistics import item_statistics
from app.store.items import item_revisions, items
from app.store.misconceptions import item_misconceptions
from app.store.moments import from_micros
from app.store.remarks import fault_reports, flags
from app.store.unit import Reading

_WEAK, _EASY, _HARD = 0.2, 0.9, 0.3
_LAB = "lab"  # questions that learners made of states of the lab are nobody's bank


@dataclass(frozen=True, slots=True)
class NameRow:
    """One question of the list, with what it is sorted by."""

    item_id: str
    rank: float | None


@dataclass(frozen=True, slots=True)
class ListedRow:
    """What a line of the list shows; of a new draft only what stands outside of its text."""

    item_id: str
    bank: str
    kind: str
    objectives: tuple[str, ...]
    difficulty: float | None
    text: str
    published: bool
    retired: bool
    draft_id: str | None
    draft_state: str | None
    changed: datetime
    responses: int | None
    facility: float | None
    discrimination: float | None
    suspicion: str | None
    reports: int
    flags: int


def listed_names(unit: Reading, wish: Wish) -> list[NameRow]:
    """All questions that are asked for, sorted: published and retired ones, and drafts of new ones."""
    found = [NameRow(*row) for row in unit.connection.execute(_of_items(unit, wish))]
    if wish.standing not in (Standing.PUBLISHED, Standing.RETIRED):
        found += [NameRow(*row) for row in unit.connection.execute(_of_new(unit, wish))]
    return sorted(found, key=lambda one: (one.rank is None, one.rank or 0.0, one.item_id))


def listed_rows(unit: Reading, names: Sequence[str]) -> list[ListedRow]:
    """The lines of these questions, in this order."""
    if not names:
        return []
    reports = _counts(unit, fault_reports.c.item_id, names, fault_reports.c.closed_at.is_(None))
    flagged = _counts(unit, flags.c.item_id, names)
    found: dict[str, ListedRow] = {}
    for statement in (_item_lines(names), _new_lines(names)):
        for row in unit.connection.execute(statement):
            found[row[0]] = _line(row, reports.get(row[0], 0), flagged.get(row[0], 0))
    return [found[name] for name in names if name in found]


def listed_banks(unit: Reading) -> list[str]:
    """The banks of all questions and drafts."""
    statement = select(items.c.bank).union(select(drafts.c.bank))
    return sorted(unit.connection.scalars(statement))


def _of_items(unit: Reading, wish: Wish) -> Select[Any]:
    reported = (
        select(func.count())
        .where(fault_reports.c.item_id == items.c.id, fault_reports.c.closed_at.is_(None))
        .scalar_subquery()
    )
    created, saved = _micros(item_revisions.c.created_at), _micros(drafts.c.saved_at)
    ranks: dict[Sort, ColumnElement[Any]] = {
        Sort.NAME: null(),
        Sort.CHANGED: -case((saved > created, saved), else_=created),
        Sort.DIFFICULTY: items.c.difficulty,
        Sort.FACILITY: item_statistics.c.facility,
        Sort.DISCRIMINATION: item_statistics.c.discrimination,
        Sort.REPORTS: -reported,
    }
    return (
        select(items.c.id, ranks[wish.sort])
        .select_from(_JOINED)
        .where(
            item_revisions.c.origin != _LAB,
            *_plain(wish),
            *_noted(wish),
            *(
                or_(
                    _holds(unit, items.c.id, term),
                    _holds(unit, item_revisions.c.text, term),
                    _holds(unit, drafts.c.text, term),
                )
                for term in wish.terms
            ),
        )
    )


_JOINED = (
    items.join(item_revisions, item_revisions.c.id == items.c.latest_revision_id)
    .outerjoin(drafts, drafts.c.item_id == items.c.id)
    .outerjoin(item_statistics, item_statistics.c.item_id == items.c.id)
)


def _plain(wish: Wish) -> list[ColumnElement[bool]]:
    """What a question says of itself, and where it stands."""
    where: list[ColumnElement[bool]] = []
    if wish.bank:
        where.append(items.c.bank == wish.bank)
    if wish.objective:
        where.append(items.c.objectives.contains(f'"{wish.objective}"', autoescape=True))
    if wish.kind:
        where.append(items.c.kind == wish.kind)
    if wish.hardness:
        low, high = SPANS[wish.hardness]
        where += [items.c.difficulty >= low, items.c.difficulty < high]
    if wish.misconception:
        used = item_misconceptions.c
        where.append(exists().where(used.item_id == items.c.id, used.slug == wish.misconception))
    match wish.standing:
        case Standing.PUBLISHED:
            where.append(items.c.retired_at.is_(None))
        case Standing.RETIRED:
            where.append(items.c.retired_at.is_not(None))
        case Standing.DRAFT | Standing.IN_REVIEW:
            where.append(drafts.c.state == wish.standing.value)
    return where


def _noted(wish: Wish) -> list[ColumnElement[bool]]:
    """What learners and answers say of it."""
    counted = item_statistics.c
    match wish.noted:
        case None:
            return []
        case Noted.REPORTED:
            reports = fault_reports.c
            return [exists().where(reports.item_id == items.c.id, reports.closed_at.is_(None))]
        case Noted.FLAGGED:
            return [exists().where(flags.c.item_id == items.c.id)]
        case Noted.SUSPICIOUS:
            return [counted.flag.is_not(None), counted.flag != ""]
        case Noted.WEAK:
            return [counted.discrimination < _WEAK]
        case Noted.EASY:
            return [counted.facility > _EASY]
        case Noted.HARD:
            return [counted.facility < _HARD]
        case Noted.UNANSWERED:
            return [func.coalesce(counted.responses, 0) == 0]


def _of_new(unit: Reading, wish: Wish) -> Select[Any]:
    """Drafts of questions that were never published, by what their text says."""
    text = literal("\n") + drafts.c.text
    where: list[ColumnElement[bool]] = [~exists().where(items.c.id == drafts.c.item_id)]
    if wish.bank:
        where.append(drafts.c.bank == wish.bank)
    if wish.kind:
        where.append(text.contains(f"\nkind: {wish.kind}\n", autoescape=True))
    if wish.objective:
        where.append(
            text.contains(f'"{wish.objective}"', autoescape=True)
            | text.contains(f"'{wish.objective}'", autoescape=True)
        )
    if wish.misconception:
        where.append(text.contains(f"misconception: {wish.misconception}\n", autoescape=True))
    if wish.standing:
        where.append(drafts.c.state == wish.standing.value)
    if wish.hardness or wish.noted:
        where.append(literal(False))
    where += [
        or_(_holds(unit, drafts.c.item_id, term), _holds(unit, drafts.c.text, term)) for term in wish.terms
    ]
    rank = -_micros(drafts.c.saved_at) if wish.sort is Sort.CHANGED else null()
    return select(drafts.c.item_id, rank).where(and_(*where))


def _holds(unit: Reading, column: ColumnElement[str], term: str) -> ColumnElement[bool]:
    """Whether a text holds a term, whatever the size of its letters (SQLite knows the sizes of a to z alone)."""
    if unit.connection.dialect.name == "sqlite":
        return column.contains(term, autoescape=True)
    return column.icontains(term, autoescape=True)


def _micros(column: ColumnElement[datetime]) -> ColumnElement[int]:
    return type_coerce(column, BigInteger)


def _counts(
    unit: Reading, column: ColumnElement[str], names: Sequence[str], *where: ColumnElement[bool]
) -> dict[str, int]:
    statement = select(column, func.count()).where(column.in_(names), *where).group_by(column)
    return dict(unit.connection.execute(statement).all())


def _item_lines(names: Sequence[str]) -> Select[Any]:
    counted = item_statistics.c
    return (
        select(
            items.c.id,
            items.c.bank,
            items.c.kind,
            items.c.objectives,
            items.c.difficulty,
            item_revisions.c.text,
            items.c.retired_at.is_not(None),
            drafts.c.id,
            drafts.c.state,
            _micros(item_revisions.c.created_at),
            _micros(drafts.c.saved_at),
            counted.responses,
            counted.facility,
            counted.discrimination,
            counted.flag,
        )
        .select_from(_JOINED)
        .where(items.c.id.in_(names))
    )


def _new_lines(names: Sequence[str]) -> Select[Any]:
    """The same of drafts without a question, as far as there is anything."""
    nothing = [null()] * 4
    columns = drafts.c
    return select(
        columns.item_id, columns.bank, literal(""), literal("[]"), null(), columns.text, literal(False),
        columns.id, columns.state, literal(0), _micros(columns.saved_at), *nothing,
    ).where(columns.item_id.in_(names), ~exists().where(items.c.id == columns.item_id))  # fmt: skip


def _line(row: Any, reports: int, flagged: int) -> ListedRow:
    item_id, bank, kind, objectives, difficulty, text, retired, draft_id, state, created, saved, *counted = (
        row
    )
    responses, facility, discrimination, suspicion = counted
    return ListedRow(
        item_id=item_id,
        bank=bank,
        kind=kind,
        objectives=tuple(orjson.loads(objectives)),
        difficulty=difficulty,
        text=text,
        published=bool(kind),
        retired=bool(retired),
        draft_id=draft_id,
        draft_state=state,
        changed=from_micros(max(created, saved or 0)),
        responses=responses,
        facility=facility,
        discrimination=discrimination,
        suspicion=suspicion or None,
        reports=reports,
        flags=flagged,
    )
