"""The answer sheet of a paper, apart from the paper: what is right in each question, and where its numbers come from."""

from dataclasses import dataclass

from app.authoring.paper_answers import answer_lines
from app.services.authoring.papering import Paper
from app.store.answer_keys import keyed_variants
from app.store.database import Database
from app.store.unit import reading


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One question of the sheet: its item, its variant, the seed or the author's name of it, and what is right."""

    n: int
    item_id: str
    variant: str
    seed: str
    right: tuple[str, ...]  # Markdown


@dataclass(frozen=True, slots=True)
class PaperAnswering:
    """Reads what is right in a paper."""

    database: Database

    def lines(self, paper: Paper) -> tuple[AnswerLine, ...]:
        """The sheet, question by question."""
        with reading(self.database) as unit:
            stored = keyed_variants(unit, paper.variants)
        rows = [stored[name] for name in paper.variants]
        return tuple(
            AnswerLine(n, row.item_id, row.id, row.fixed or row.seed, answer_lines(row.shown, row.answer_key))
            for n, row in enumerate(rows, 1)
        )
