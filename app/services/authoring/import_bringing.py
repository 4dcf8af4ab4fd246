"""The questions of an import become drafts, all of them or none; and are taken back as a whole while none is published."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from app.authoring.import_wishes import ImportWishes, Take, wishes_from
from app.authoring.incoming import Incoming
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict
from app.kit.ids import new_id
from app.services.authoring.drafting import LONGEST_TEXT
from app.services.authoring.import_standing import Shelf, body_hash, names_of, published_since, take_of
from app.services.authoring.import_texts import CHOSEN, made_draft
from app.services.authoring.import_views import Undone
from app.services.authoring.importing import found_of, known_row
from app.store.database import Database
from app.store.drafts import (
    DraftRow,
    VersionRow,
    add_drafts,
    draft_row,
    draft_version,
    drafts_named,
    drop_drafts,
    save_draft,
)
from app.store.item_history import ItemEventRow, add_events
from app.store.items import latest_revisions
from app.store.question_imports import (
    ImportLineRow,
    ImportRow,
    add_lines,
    lines_of,
    mark_brought,
    mark_undone,
)
from app.store.unit import Reading, Writing, reading, writing

BROUGHT, REPLACED, LEFT, REFUSED = "brought", "replaced", "left", "refused"
_NO_BANK = "Choose the bank that these questions go to first."
_NOTHING = "Nothing would come in: every question is left out. Choose what becomes of them first."
_TWICE = "This import was brought in already. Its questions are drafts."
_MOVED = "{name} was begun by somebody else meanwhile, so nothing was brought in. Look at the page again."
_OTHER_WISHES = (
    "What is wished of this import was changed meanwhile, so nothing was brought in. Look at the page again."
)
_LONG = "{name} is longer than a draft may be, so nothing was brought in. Leave it out."
_NOT_BROUGHT = "This import was not brought in, or it was taken back already."
_EDITED = "it was edited since"
_IN_REVIEW = "it is in review"


@dataclass(frozen=True, slots=True)
class Bringing:
    """Both directions: from an import to drafts, and back."""

    database: Database
    clock: Clock

    def bring(self, import_id: str, *, actor: str) -> int:
        """Make drafts of all questions that are not left out, in one transaction; how many.

        What can be made before the transaction is made before it, as learners' answers wait for it. Raises NotFound;
        Conflict where it was done already, or where something moved meanwhile; BadInput where there is nothing to do.
        Then nothing is changed.
        """
        now = self.clock.now()
        with reading(self.database) as unit:
            row = known_row(unit, import_id)
            if row.brought_at is not None:
                raise Conflict(_TWICE)
            act = _Act(row, wishes_from(row.wishes), actor, now)
            try:
                planned = act.plan(unit)
            except BadInput:
                if known_row(unit, import_id).brought_at is not None:  # by somebody else, since it was read
                    raise Conflict(_TWICE) from None
                raise
        with writing(self.database) as unit:
            if known_row(unit, import_id).wishes != row.wishes:
                raise Conflict(_OTHER_WISHES)
            if not mark_brought(unit, import_id, now):
                raise Conflict(_TWICE)
            _carry_out(unit, act, planned)
            unit.commit()
        return sum(one.draft is not None for one in planned)

    def undo(self, import_id: str, *, actor: str) -> Undone:
        """Take the drafts of an import away; those that were changed since are kept, and told.

        A draft that stood before gets its words of before back. Raises NotFound; Conflict where something of it was
        published, or where there is nothing to take back.
        """
        now = self.clock.now()
        with writing(self.database) as unit:
            row = known_row(unit, import_id)
            lines = [one for one in lines_of(unit, import_id) if one.draft_id is not None]
            if refused := published_since(unit, lines):
                raise Conflict(refused)
            drafts = drafts_named(unit, [str(one.draft_id) for one in lines])
            undone = _taken_back(unit, lines, drafts, ItemEventRow("", now, "undone", actor))
            if not mark_undone(unit, row.id, now, json.dumps(asdict(undone))):
                raise Conflict(_NOT_BROUGHT)
            unit.commit()
        return undone


@dataclass(frozen=True, slots=True)
class _Planned:
    """What becomes of one question: its line, and the draft that it makes anew or the next version of one that is here."""

    line: ImportLineRow
    draft: DraftRow | None = None
    over: bool = False
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class _Act:
    """One import on its way to drafts."""

    row: ImportRow
    wishes: ImportWishes
    actor: str
    now: datetime

    def plan(self, unit: Reading) -> list[_Planned]:
        """What becomes of every question."""
        if not self.wishes.bank:
            raise BadInput(_NO_BANK)
        found = found_of(self.row.found)
        questions = found.file.questions
        shelf = Shelf.of(unit, questions)
        takes = {
            one.n: take_of(one, shelf.stand(one), self.wishes, found.likes.get(one.n, ()))
            for one in questions
        }
        if all(take is Take.LEAVE for take in takes.values()):
            raise BadInput(_NOTHING)
        names = names_of(questions, takes, shelf.taken)
        items = latest_revisions(unit)
        return [self._planned(one, takes[one.n], names[one.n], (shelf, items)) for one in questions]

    def _planned(
        self, question: Incoming, take: Take, name: str, here: tuple[Shelf, Mapping[str, tuple[str, str]]]
    ) -> _Planned:
        if take is Take.LEAVE:
            fate = REFUSED if question.refused else LEFT
            return _Planned(ImportLineRow(question.n, None, None, fate, "{}"))
        made = made_draft(question, name, self.wishes)
        text = made.text
        if len(text) > LONGEST_TEXT:
            raise BadInput(_LONG.format(name=name))
        shelf, items = here
        present = shelf.drafts.get(name) if take is Take.REPLACE else None
        draft = self._next(present, text) if present else self._anew(name, text, items.get(name))
        kept = {
            "body": body_hash(question),
            "version": draft.version,
            "base": draft.base_revision_id,
            "losses": [[one.fate, one.part, one.why] for one in question.losses],
            "chosen": made.chosen,
        }
        fate = REPLACED if take is Take.REPLACE else BROUGHT
        line = ImportLineRow(question.n, name, draft.id, fate, json.dumps(kept))
        return _Planned(line, draft, present is not None, made.chosen)

    def _anew(self, name: str, text: str, item: tuple[str, str] | None) -> DraftRow:
        """A draft of a new item, or the first on one that is published."""
        return DraftRow(
            id=new_id(),
            item_id=name,
            bank=item[0] if item else self.wishes.bank,
            base_revision_id=item[1] if item else None,
            text=text,
            version=1,
            state="draft",
            author=self.actor,
            created_at=self.now,
            saved_at=self.now,
            import_id=self.row.id,
        )

    def _next(self, present: DraftRow, text: str) -> DraftRow:
        """The next version of a draft that is here."""
        return replace(present, text=text, version=present.version + 1, saved_at=self.now)

    def event(self, planned: _Planned, draft: DraftRow) -> ItemEventRow:
        """What stands in the history of a question that came in."""
        return ItemEventRow(
            draft.item_id,
            self.now,
            "imported",
            self.actor,
            draft.base_revision_id,
            draft.version,
            note=f"from {self.row.name}.{f' {CHOSEN} {planned.chosen}.' if planned.chosen else ''}",
            detail={
                "import": self.row.id,
                "file": self.row.name,
                "question": planned.line.n,
                "chosen": planned.chosen,
            },
        )


def _carry_out(unit: Writing, act: _Act, planned: list[_Planned]) -> None:
    """Store what was planned. Raises Conflict where something is otherwise than it was when it was planned."""
    items = latest_revisions(unit)
    made = [(one, one.draft) for one in planned if one.draft is not None]
    for one, draft in made:
        item = items.get(draft.item_id)
        if (item[1] if item else None) != draft.base_revision_id and not one.over:
            raise Conflict(_MOVED.format(name=draft.item_id))
        if one.over:
            present = draft_row(unit, draft.id)
            version = VersionRow(draft.version, draft.text, act.actor, act.now)
            if present is None or present.state != "draft" or not save_draft(unit, draft.id, version):
                raise Conflict(_MOVED.format(name=draft.item_id))
    if not add_drafts(unit, [draft for one, draft in made if not one.over]):
        raise Conflict(_MOVED.format(name="One of these questions"))
    add_events(unit, [act.event(one, draft) for one, draft in made])
    add_lines(unit, act.row.id, [one.line for one in planned])


def _taken_back(
    unit: Writing, lines: list[ImportLineRow], drafts: Mapping[str, DraftRow], event: ItemEventRow
) -> Undone:
    """Take the drafts back, each with an event like this one. One that is gone already is nothing to keep."""
    dropped, removed, kept = [], [], []
    for line in lines:
        draft, name = drafts.get(str(line.draft_id)), str(line.item_id)
        version = json.loads(line.losses)["version"]
        if draft is None:
            removed.append(name)
        elif draft.version != version:
            kept.append((name, _EDITED))
        elif draft.state != "draft":
            kept.append((name, _IN_REVIEW))
        else:
            before = draft_version(unit, draft.id, version - 1) if version > 1 else None
            if before is None:
                dropped.append(draft)
            else:
                save_draft(unit, draft.id, VersionRow(version + 1, before.text, event.actor, event.at))
            removed.append(name)
    drop_drafts(unit, [draft.id for draft in dropped])
    back = [
        drafts[str(line.draft_id)]
        for line in lines
        if line.item_id in set(removed) and line.draft_id in drafts
    ]
    add_events(
        unit,
        [
            replace(
                event,
                item_id=one.item_id,
                version=one.version,
                detail={"text": one.text, "import": one.import_id},
            )
            for one in back
        ],
    )
    return Undone(tuple(removed), tuple(kept))
