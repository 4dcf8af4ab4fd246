"""The one way by which a revision of an item becomes what learners get, from a file and from a draft alike.

Loading this loads the recipes with their arithmetic, so it is made at its first use (`AuthoringRoom.publishing`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.authoring.agreement import Choice
from app.bank.dump import item_path, revision_of
from app.bank.faults import BankFaults
from app.bank.findings import Finding, Severity
from app.bank.load import LoadedItem
from app.bank.parse import parse_item
from app.items.item import RecipeItem, Revision
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.services.authoring.first_variants import first_variants
from app.services.authoring.known import check_enemies, known_names, parse_typed
from app.services.authoring.publication import Moved, NotPublishable, Stamp
from app.services.authoring.settling import settle, settle_alike, settle_merged
from app.services.authoring.standing import bump, mark_changed
from app.services.authoring.trying import SEEDS, item_findings, narrow_findings, tried_variants
from app.services.authoring.whole import freshen
from app.services.exam_supply import candidate_of
from app.services.uses import misconceptions_of
from app.store.database import Database
from app.store.drafts import DraftRow, draft_row, take_draft
from app.store.exams import ExamItemRow, exam_item_rows, set_exam_item
from app.store.item_conflicts import ConflictRow
from app.store.item_history import ItemEventRow, add_event
from app.store.items import ItemRow, OriginRow, put_item, set_source
from app.store.misconceptions import set_item_misconceptions
from app.store.published import hold_items, item_state, retire_item
from app.store.unit import Reading, Writing, reading, writing
from app.store.variants import add_variants
from app.variants.encode import EncodedVariant

__all__ = ["Moved", "NotPublishable", "Publishing", "Ready", "Stamp", "put_published"]

FEW = 400  # items, over which everything is worked out in half a second
_NO_DRAFT = "There is no draft of that name. It may have been published or given up meanwhile."
_WHILE_WAITING = 2.0  # seconds of draws on which checks are tried before a page says that it is published


@dataclass(frozen=True, slots=True)
class Ready:
    """An item that can be published, with everything that is worked out before the database is held.

    `base` is the revision that it was begun from, None for a new item. `source` is the author's own text.
    """

    loaded: LoadedItem
    source: str | None
    base: str | None
    variants: tuple[EncodedVariant, ...]
    misconceptions: frozenset[str]
    findings: tuple[Finding, ...] = ()

    @property
    def revision(self) -> Revision:
        return self.loaded.revision

    @property
    def item_id(self) -> str:
        return self.loaded.revision.item.header.id


def own_text(loaded: LoadedItem) -> str | None:
    """The author's own text; None where it is the canonical one, which says all."""
    return loaded.source if loaded.source and loaded.source != loaded.revision.text else None


def made_ready(loaded: LoadedItem, *, base: str | None, now: datetime, anew: bool = True) -> Ready:
    """The item with its first variants, unless these are stored already (`anew`), and what the checks find on it.

    Raises ValueError with what is wrong where a variant cannot be proven.
    """
    revision = loaded.revision
    return Ready(
        loaded=loaded,
        source=own_text(loaded),
        base=base,
        variants=tuple(first_variants(revision)) if anew else (),
        misconceptions=misconceptions_of(revision.item),
        findings=item_findings(loaded, now.date()),
    )


def put_published(unit: Writing, ready: Ready, stamp: Stamp) -> None:
    """Make it what learners get, in a unit that holds the items (`hold_items`).

    The revision is stored with its variants, the item points to it and is asked, what checks and exams know of it is set
    anew, and its history says so. A running sitting holds its variants by name: nothing of it is touched. Raises Moved
    where the item is no longer as it was when the text was begun.
    """
    put_revision(unit, ready, stamp)
    set_item_misconceptions(unit, ready.item_id, ready.misconceptions)
    set_exam_item(unit, _exam_row(unit, ready.revision))
    mark_changed(unit, ready.item_id, ready.findings, ready.revision.id)


def put_revision(unit: Writing, ready: Ready, stamp: Stamp) -> None:
    """The part of `put_published` that is about the item alone, for who sets all that goes over several items after it."""
    item_id, revision = ready.item_id, ready.revision
    present = item_state(unit, item_id)
    if (present.revision_id if present else None) != ready.base:
        raise Moved(item_id, ready.base, present.revision_id if present else None)
    origin = OriginRow(stamp.origin, stamp.actor, ready.base)
    put_item(unit, row_of(revision), text=revision.text, now=stamp.at, written=origin)
    set_source(unit, item_id, ready.source)
    add_variants(unit, ready.variants, now=stamp.at)
    event = ItemEventRow(
        item_id, stamp.at, stamp.what, stamp.actor, revision.id,
        version=stamp.version, verified=stamp.verified, note=stamp.note, detail=stamp.detail,
    )  # fmt: skip
    add_event(unit, event)
    settle_alike(unit, item_id, revision.id, stamp)


def row_of(revision: Revision) -> ItemRow:
    """The item as it is stored beside its text."""
    item = revision.item
    header = item.header
    return ItemRow(
        id=header.id,
        bank=header.bank,
        path=item_path(item),
        kind=header.kind.value,
        level=header.level.value,
        shape=header.shape.value,
        objectives=header.objectives,
        difficulty=header.difficulty,
        recipe=item.recipe if isinstance(item, RecipeItem) else None,
        latest_revision_id=revision.id,
    )


def _exam_row(unit: Reading, revision: Revision) -> ExamItemRow:
    """What exams know of it at once. Whether it is much like another item is found when all are looked at."""
    candidate = candidate_of(revision.item)
    known = exam_item_rows(unit).get(candidate.id)
    camp = known.camp if known else candidate.id
    return ExamItemRow(candidate.id, camp, candidate.head_workable, len(candidate.places))


@dataclass(frozen=True, slots=True)
class Publishing:
    """Publishes drafts."""

    database: Database
    clock: Clock

    def ready(self, draft: DraftRow) -> Ready:
        """The draft's item, as it would be published. Raises NotPublishable with all that stands in the way."""
        with reading(self.database) as unit:
            known = known_names(unit)
            try:
                parsed = parse_typed(draft.text, draft.item_id, draft.bank, known=known)
                check_enemies(parsed, unit)
            except BankFaults as found:
                raise NotPublishable(
                    [_at_line(one.line, one.field, one.sentence) for one in found.faults]
                ) from found
        loaded = LoadedItem(revision_of(parsed.item), parsed.document, draft.text)
        try:
            made = made_ready(loaded, base=draft.base_revision_id, now=self.clock.now())
            tried = tried_variants(loaded.revision, seeds=SEEDS, within=_WHILE_WAITING)
        except ValueError as fault:
            raise NotPublishable([f"{fault}."]) from fault
        told = item_findings(loaded, self.clock.now().date(), tried)
        made = replace(made, findings=(*told, *narrow_findings(loaded)))
        errors = [
            _at_line(one.line, one.rule, one.message)
            for one in made.findings
            if one.severity is Severity.ERROR
        ]
        if errors:
            raise NotPublishable(errors)
        return made

    def publish(self, draft_id: str, version: int, stamp: Stamp) -> Ready:
        """Publish a draft as it stood in that version, and take the draft away; what was published.

        Whether it was approved is not asked here. Raises NotFound, Conflict where another version was saved meanwhile,
        Moved where the item itself was changed, and NotPublishable.
        """
        with reading(self.database) as unit:
            draft = draft_at(unit, draft_id, version)
        made = self.ready(draft)
        with writing(self.database) as unit:
            hold_items(unit)
            self.put(unit, draft, made, stamp)
            unit.commit()
        self.freshen()
        return made

    def freshen(self) -> None:
        """After a commit: what goes over all items is worked out anew at once where they are few, else in the background."""
        freshen(self.database, self.clock, most=FEW)

    def take_file(self, conflict: ConflictRow, still: Callable[[Reading], object], stamp: Stamp) -> None:
        """Publish what a file says, or retire the item whose file is gone, which settles the conflict.

        `still` is asked before anything is written, and raises where the conflict is no longer as somebody saw it.
        """
        made = None if conflict.text is None else self._of_file(conflict, conflict.text)
        with writing(self.database) as unit:
            hold_items(unit)
            still(unit)
            settle(unit, conflict, stamp, Choice.FILE.value)
            if made is not None:
                put_published(unit, made, stamp)
            else:
                retire_item(unit, conflict.item_id, now=stamp.at)
                bump(unit, f"{conflict.item_id}|retired")
            unit.commit()
        self.freshen()

    def _of_file(self, conflict: ConflictRow, text: str) -> Ready:
        with reading(self.database) as unit:
            present, known = item_state(unit, conflict.item_id), known_names(unit)
        try:
            parsed = parse_item(text, conflict.path, known)
            loaded = LoadedItem(revision_of(parsed.item), parsed.document, text)
            return made_ready(loaded, base=present.revision_id if present else None, now=self.clock.now())
        except BankFaults as found:
            raise NotPublishable(
                [_at_line(one.line, one.field, one.sentence) for one in found.faults]
            ) from found
        except ValueError as fault:
            raise NotPublishable([f"{fault}."]) from fault

    def put(self, unit: Writing, draft: DraftRow, ready: Ready, stamp: Stamp) -> None:
        """The same in a unit of the caller's, which holds the items (`hold_items`) and commits."""
        if not take_draft(unit, draft.id, draft.version):
            draft_at(unit, draft.id, draft.version)
        origin = "import" if draft.import_id else stamp.origin
        put_published(unit, ready, replace(stamp, version=draft.version, origin=origin))
        settle_merged(unit, draft, stamp)


def _at_line(line: int, of: str, sentence: str) -> str:
    """What stands in the way, by the line of the text and what it is about there."""
    places = [*([f"line {line}"] if line else []), *([of] if of else [])]
    told = f"{', '.join(places)}: {sentence}" if places else sentence
    return told[:1].upper() + told[1:]


def draft_at(unit: Reading, draft_id: str, version: int) -> DraftRow:
    """A draft, if it still stands in that version. Raises NotFound and Conflict."""
    draft = draft_row(unit, draft_id)
    if draft is None:
        raise NotFound(_NO_DRAFT)
    if draft.version != version:
        raise Conflict(
            f"Version {draft.version} of this draft was saved meanwhile. Look at it before it is published."
        )
    return draft
