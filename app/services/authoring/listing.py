"""The list of all questions with what it can be narrowed by; only the lines of one page are read whole."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from app.authoring.listing import PAGE, Wish
from app.authoring.titles import kind_in, recipe_in, title_in
from app.services.objectives import kept_objectives
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.item_list import ListedRow, listed_banks, listed_names, listed_rows
from app.store.unit import reading


@dataclass(frozen=True, slots=True)
class Line:
    """One question in the list. `title` is Markdown; numbers are None where nothing was counted yet."""

    item_id: str
    title: str
    recipe: str
    bank: str
    kind: str
    objectives: tuple[str, ...]
    difficulty: float | None
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


@dataclass(frozen=True, slots=True)
class ListView:
    """One page of the list, with how many questions the whole list has, and what there is to narrow it by."""

    wish: Wish
    lines: tuple[Line, ...]
    total: int
    pages: int
    banks: tuple[str, ...]
    objectives: Mapping[str, str]
    misconceptions: Mapping[str, str]

    @property
    def first(self) -> int:
        """Which one of the whole list the first line is, from 1."""
        return (self.wish.page - 1) * PAGE + 1


@dataclass(frozen=True, slots=True)
class Listing:
    """Reads the list."""

    database: Database
    vocabulary: Vocabulary

    def page(self, wish: Wish) -> ListView:
        """The page of the list that is asked for, or the last one where it has not so many."""
        with reading(self.database) as unit:
            names = [one.item_id for one in listed_names(unit, wish)]
            pages = max(1, -(-len(names) // PAGE))
            wish = replace(wish, page=min(wish.page, pages))
            start = (wish.page - 1) * PAGE
            lines = [_line(row) for row in listed_rows(unit, names[start : start + PAGE])]
            banks, objectives = listed_banks(unit), kept_objectives(unit)
        beliefs = self.vocabulary.words().misconceptions
        return ListView(
            wish=wish,
            lines=tuple(lines),
            total=len(names),
            pages=pages,
            banks=tuple(banks),
            objectives=objectives,
            misconceptions={slug: one.name for slug, one in beliefs.items()},
        )

    def named(self, item_ids: tuple[str, ...]) -> tuple[Line, ...]:
        """The lines of these questions, as far as there are such."""
        with reading(self.database) as unit:
            return tuple(_line(row) for row in listed_rows(unit, item_ids))


def _line(row: ListedRow) -> Line:
    return Line(
        item_id=row.item_id,
        title=title_in(row.text),
        recipe=recipe_in(row.text),
        bank=row.bank,
        kind=row.kind or kind_in(row.text),
        objectives=row.objectives,
        difficulty=row.difficulty,
        published=row.published,
        retired=row.retired,
        draft_id=row.draft_id,
        draft_state=row.draft_state,
        changed=row.changed,
        responses=row.responses,
        facility=row.facility,
        discrimination=row.discrimination,
        suspicion=row.suspicion,
        reports=row.reports,
        flags=row.flags,
    )
