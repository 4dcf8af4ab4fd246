"""The questions of an import become drafts, all of them or none; and are taken back as a whole while none is published."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from app.authoring.import_wishes import ImportWishes, Take, wishes_from
from app.authoring.incoming import Incoming
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict
from app.kit.ids import new_id
from app.services.authoring.drafting import LONGEST_TEXT
from app.services.authoring.import_standing import Shelf, body_hash, names_of, take_of
from app.services.authoring.import_texts import draft_text
from app.services.authoring.import_views import Undone
from app.services.authoring.importing import found_of, known_row
from app.store.database import Database
from app.store.drafts import (
    DraftRow,
    VersionRow,
    add_draft,
    draft_row,
    draft_version,
    drop_draft,
    save_draft,
)
from app.store.item_history import ItemEventRow, add_event
from app.store.items import item_row
from app.store.question_imports import (
    ImportLineRow,
    ImportRow,
    add_lines,
    lines_of,
    mark_brought,
    mark_undone,
)
from app.store.unit import Writing, writing

BROUGHT, REPLACED, LEFT, REFUSED = "brought", "replaced", "left", "refused"
_NO_BANK = "Choose the bank that these questions go to first."
_NOTHING = "Nothing would come in: every question is left out. Choose what becomes of them first."
_TWICE = "This import was brought in already. Its questions are drafts."
_MOVED = "{name} was begun by somebody else meanwhile, so nothing was brought in. Look at the page again."
_LONG = "{name} is longer than a draft may be, so nothing was brought in. Leave it out."
_NOT_BROUGHT = "This import was not brought in, or it was taken back already."
_PUBLISHED = (
    "{names} {was} published since, so this import is not taken back as a whole. Retire what is published, "
    "and give up the other drafts one by one."
)
_EDITED = "it was edited since"
_IN_REVIEW = "it is in review"


@dataclass(frozen=True, slots=True)
class Bringing:
    """Both directions: from an import to drafts, and back."""

    database: Database
    clock: Clock

    def bring(self, import_id: str, *, actor: str) -> int:
        """Make drafts of all questions that are not left out, in one transaction; how many.

        Raises NotFound; Conflict where it was done already, or where something moved meanwhile; BadInput where there is
        nothing to do. Then nothing is changed.
        """
        now = self.clock.now()
        with writing(self.database) as unit:
            row = known_row(unit, import_id)
            if not mark_brought(unit, import_id, now):
                raise Conflict(_TWICE)
            act = _Act(unit, row, wishes_from(row.wishes), actor, now)
            lines = act.carry_out()
            add_lines(unit, import_id, lines)
            unit.commit()
        return sum(one.draft_id is not None for one in lines)

    def undo(self, import_id: str, *, actor: str) -> Undone:
        """Take the drafts of an import away; those that were changed since are kept, and told.

        A draft that stood before gets its words of before back. Raises NotFound; Conflict where something of it was
        published, or where there is nothing to take back.
        """
        now = self.clock.now()
        with writing(self.database) as unit:
            row = known_row(unit, import_id)
            lines = [one for one in lines_of(unit, import_id) if one.draft_id is not None]
            _refuse_published(unit, lines)
            removed, kept = [], []
            for line in lines:
                why = _take_back(unit, line, actor=actor, now=now)
                if why:
                    kept.append((str(line.item_id), why))
                else:
                    removed.append(str(line.item_id))
            undone = Undone(tuple(removed), tuple(kept))
            if not mark_undone(unit, row.id, now, json.dumps(asdict(undone))):
                raise Conflict(_NOT_BROUGHT)
            unit.commit()
        return undone


@dataclass(frozen=True, slots=True)
class _Act:
    """One import on its way to drafts, inside of the transaction."""

    unit: Writing
    row: ImportRow
    wishes: ImportWishes
    actor: str
    now: datetime

    def carry_out(self) -> list[ImportLineRow]:
        """All lines of the import, with drafts for those that are not left out."""
        if not self.wishes.bank:
            raise BadInput(_NO_BANK)
        found = found_of(self.row.found)
        questions = found.file.questions
        shelf = Shelf.of(self.unit, questions)
        takes = {
            one.n: take_of(one, shelf.stand(one), self.wishes, found.likes.get(one.n, ()))
            for one in questions
        }
        if all(take is Take.LEAVE for take in takes.values()):
            raise BadInput(_NOTHING)
        names = names_of(questions, takes, shelf.taken)
        return [self._line(one, takes[one.n], names[one.n], shelf.drafts) for one in questions]

    def _line(
        self, question: Incoming, take: Take, name: str, drafts: Mapping[str, DraftRow]
    ) -> ImportLineRow:
        """What becomes of one question, carried out."""
        if take is Take.LEAVE:
            return ImportLineRow(question.n, None, None, REFUSED if question.refused else LEFT, "{}")
        header = self.wishes.header(question.n, question.category, question.ours)
        text = draft_text(question, name, header)
        if len(text) > LONGEST_TEXT:
            raise BadInput(_LONG.format(name=name))
        present = drafts.get(name) if take is Take.REPLACE else None
        draft = self._over(present, text) if present else self._anew(name, text)
        detail = {"import": self.row.id, "file": self.row.name, "question": question.n}
        note = f"from {self.row.name}"
        base = draft.base_revision_id
        add_event(
            self.unit,
            ItemEventRow(
                name, self.now, "imported", self.actor, base, draft.version, note=note, detail=detail
            ),
        )
        kept = {
            "body": body_hash(question),
            "version": draft.version,
            "base": base,
            "losses": [[one.fate, one.part, one.why] for one in question.losses],
        }
        fate = REPLACED if take is Take.REPLACE else BROUGHT
        return ImportLineRow(question.n, name, draft.id, fate, json.dumps(kept))

    def _anew(self, name: str, text: str) -> DraftRow:
        """A draft of a new item, or the first on one that is published."""
        item = item_row(self.unit, name)
        draft = DraftRow(
            id=new_id(),
            item_id=name,
            bank=item.bank if item else self.wishes.bank,
            base_revision_id=item.latest_revision_id if item else None,
            text=text,
            version=1,
            state="draft",
            author=self.actor,
            created_at=self.now,
            saved_at=self.now,
            import_id=self.row.id,
        )
        if not add_draft(self.unit, draft):
            raise Conflict(_MOVED.format(name=name))
        return draft

    def _over(self, present: DraftRow, text: str) -> DraftRow:
        """The next version of a draft that is here; the one before it is kept."""
        version = VersionRow(present.version + 1, text, self.actor, self.now)
        if present.state != "draft" or not save_draft(self.unit, present.id, version):
            raise Conflict(_MOVED.format(name=present.item_id))
        found = draft_row(self.unit, present.id)
        return found if found is not None else present


def _refuse_published(unit: Writing, lines: list[ImportLineRow]) -> None:
    """Raises Conflict where an item has another revision than when its draft came in."""
    names = []
    for line in lines:
        item = item_row(unit, str(line.item_id))
        if item is not None and item.latest_revision_id != json.loads(line.losses)["base"]:
            names.append(str(line.item_id))
    if names:
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise Conflict(_PUBLISHED.format(names=shown, was="was" if len(names) == 1 else "were"))


def _take_back(unit: Writing, line: ImportLineRow, *, actor: str, now: datetime) -> str:
    """Take one draft back; why it is kept, or nothing. One that is gone already is nothing to keep."""
    draft = draft_row(unit, str(line.draft_id))
    if draft is None:
        return ""
    version = json.loads(line.losses)["version"]
    if draft.version != version:
        return _EDITED
    if draft.state != "draft":
        return _IN_REVIEW
    before = draft_version(unit, draft.id, version - 1) if version > 1 else None
    if before is None:
        drop_draft(unit, draft.id)
    else:
        save_draft(unit, draft.id, VersionRow(version + 1, before.text, actor, now))
    event = ItemEventRow(
        draft.item_id,
        now,
        "undone",
        actor,
        None,
        version,
        detail={"text": draft.text, "import": draft.import_id},
    )
    add_event(unit, event)
    return ""
