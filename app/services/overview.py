"""Overviews: a learner's progress, the banks with the results of their checks, and whether the house is ready."""

from dataclasses import dataclass

from app.kit.clock import Clock
from app.kit.errors import NotFound
from app.services.calendar import days_of
from app.services.checks import Checks, kept_checks
from app.services.looking_back import LookingBack
from app.services.progress_views import ProgressView
from app.services.progressing import Progressing
from app.services.views import AuthoringItemLine, AuthoringItemView, BankLine, FindingLine
from app.services.vocabulary import Vocabulary
from app.store.bakes import BakeRow, bake_reports
from app.store.database import Database
from app.store.drafts import draft_of_item
from app.store.forgetting import answers_kept
from app.store.items import ItemRow, item_row, live_items, revision_text
from app.store.meta import put_fact
from app.store.pages import Pages
from app.store.published import item_state
from app.store.unit import Reading, reading, writing
from app.store.variants import counts_by_revision, variant_ids

_NO_ITEM = "There is no item of that name."


@dataclass(frozen=True, slots=True)
class Overview:
    """Reads that sum up what is stored."""

    database: Database
    pages: Pages
    vocabulary: Vocabulary
    clock: Clock

    def progress(self, learner_id: int) -> ProgressView:
        """What a learner has practised, the shares right, and the slips made."""
        with reading(self.database) as unit:
            back = LookingBack(unit, self.pages, self.vocabulary.words(), self.clock.now())
            return Progressing(back, learner_id, days_of(unit, learner_id)).view()

    def authoring_banks(self) -> tuple[BankLine, ...]:
        """All banks with their items, as they were last loaded, and what the checks said."""
        with reading(self.database) as unit:
            shelf = _Shelf.of(unit)
            items = live_items(unit)
        names = sorted({item.bank for item in items} | set(shelf.checks.titles))
        return tuple(shelf.bank(name, [item for item in items if item.bank == name]) for name in names)

    def authoring_item(self, item_id: str) -> AuthoringItemView:
        """One item, retired or not: its text, its findings, and one of its variants. Raises NotFound."""
        with reading(self.database) as unit:
            item, state = item_row(unit, item_id), item_state(unit, item_id)
            if item is None or state is None:
                raise NotFound(_NO_ITEM)
            draft = draft_of_item(unit, item_id)
            line = _Shelf.of(unit).line(item)
            text = revision_text(unit, item.latest_revision_id) or ""
            variants = variant_ids(unit, item.latest_revision_id)
            forgotten = answers_kept(unit).get(item_id, (0, 0))
        shown = self.pages.shown(variants[0]) if variants else None
        return AuthoringItemView(
            line,
            text,
            item.path,
            shown,
            forgotten,
            retired=not state.live,
            draft_id=draft.id if draft else "",
        )

    def check_ready(self) -> None:
        """Write to the database. Raises SetupFault or NotReady with a sentence where that fails."""
        with writing(self.database) as unit:
            put_fact(unit, "ready", self.clock.now().isoformat())
            unit.commit()


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What the lines of the instructor's list are made from."""

    checks: Checks
    counts: dict[str, int]
    bakes: dict[str, BakeRow]

    @classmethod
    def of(cls, unit: Reading) -> "_Shelf":
        return cls(kept_checks(unit), counts_by_revision(unit), bake_reports(unit))

    def bank(self, name: str, items: list[ItemRow]) -> BankLine:
        return BankLine(
            bank=name,
            title=self.checks.titles.get(name, name),
            items=tuple(self.line(item) for item in items),
            findings=self._findings(""),
            figures=self.checks.figures,
        )

    def line(self, item: ItemRow) -> AuthoringItemLine:
        bake = self.bakes.get(item.latest_revision_id)
        return AuthoringItemLine(
            item_id=item.id,
            bank=item.bank,
            kind=item.kind,
            objectives=item.objectives,
            level=item.level,
            findings=self._findings(item.id),
            variants=None if item.recipe is None else self.counts.get(item.latest_revision_id, 0),
            refusal_share=None if bake is None else bake.refusal_share,
        )

    def _findings(self, item_id: str) -> tuple[FindingLine, ...]:
        return self.checks.findings.get(item_id, ())
