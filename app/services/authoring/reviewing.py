"""Reviews of drafts: what waits, comments at lines, and who takes a draft further or sends it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.authoring.lines import compared, lines_of
from app.authoring.rekeying import changes_answer
from app.authoring.review import Approval, approved, sent_back, submitted
from app.bank.cross import Known
from app.bank.faults import Fault
from app.bank.parse import parse_item
from app.items.item import Item, RecipeItem
from app.items.public import PublicVariant
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.services.authoring.cases import DRAFT, IN_REVIEW, case_of, waiting_line
from app.services.authoring.comments import comments_of
from app.services.authoring.drafting import NO_DRAFT
from app.services.authoring.looking import Looked, look_at
from app.services.authoring.reviewing_views import ReviewedDraft, WaitingLine
from app.services.authoring.right_lines import right_lines
from app.store.database import Database
from app.store.drafts import DraftRow, VersionRow, draft_row, save_draft, set_state
from app.store.item_history import ItemEventRow, add_event
from app.store.items import ItemRow, item_row, item_source, revision_text
from app.store.misconceptions import all_misconceptions
from app.store.reviews import (
    add_comment,
    comments_on,
    decisions_on,
    drafts_in_state,
    held_draft,
    open_comments,
    put_base,
    settle_comment,
    writers_of,
)
from app.store.unit import Reading, Writing, reading, writing
from app.variants.realise import realise

LONGEST_COMMENT = 4_000
_NO_COMMENT = "There is no comment of that number on this draft."
_SAME_BASE = "Nothing else was published since this draft was begun, so nothing was changed."
_BUILT = "Compared with what is published now, and to stand against it"
_EMPTY = "Write what you want to say; an empty comment helps nobody."
_NO_REASON = "Say why it goes back, so that its authors know what to change."
_LONG = f"This is longer than {LONGEST_COMMENT:,} signs. Shorten it."
_NO_LINE = "This text has no line {line}. It has {count}; write 0 for the whole text."
_SETTLED = "This comment is settled already, so nothing was changed."
_FAULTY = "This text cannot be read yet ({fault}), so it was not submitted. Mend it first."


class Moved(Conflict):
    """The draft has another version than the one that somebody acted on."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"Version {version} of this draft was saved since you opened the page, so nothing was done. Look at it "
            "as it is now; what you wrote is still here."
        )


@dataclass(frozen=True, slots=True)
class On:
    """The version of a draft that somebody acts on, and the name that they typed."""

    draft_id: str
    version: int
    actor: str


@dataclass(frozen=True, slots=True)
class Did:
    """What somebody did with a draft, as its history keeps it."""

    what: str
    note: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reviewing:
    """What instructors do in reviews. `lone` lets one person alone approve what they wrote."""

    database: Database
    clock: Clock
    lone: bool = False

    def waiting(self) -> tuple[WaitingLine, ...]:
        """The drafts in review, the one that has waited longest first."""
        return tuple(sorted(self._lines(IN_REVIEW), key=lambda one: (one.since, one.draft.item_id)))

    def not_submitted(self) -> tuple[WaitingLine, ...]:
        """The drafts that nobody submitted yet, or that were sent back, the one that was saved last first."""
        return self._lines(DRAFT)

    def _lines(self, state: str) -> tuple[WaitingLine, ...]:
        with reading(self.database) as unit:
            drafts = drafts_in_state(unit, state)
            names = [one.id for one in drafts]
            writers, comments = writers_of(unit, names), open_comments(unit, names)
            decisions = decisions_on(unit, [one.item_id for one in drafts])
        return tuple(
            waiting_line(
                one, writers.get(one.id, []), decisions.get(one.item_id, []), comments.get(one.id, 0)
            )
            for one in drafts
        )

    def view(self, draft_id: str) -> ReviewedDraft:
        """One draft with all that is to be said of it. Raises NotFound."""
        with reading(self.database) as unit:
            draft = _found(draft_row(unit, draft_id))
            item = item_row(unit, draft.item_id)
            published = revision_text(unit, item.latest_revision_id) if item else None
            written = item_source(unit, draft.item_id) or published  # as its author laid it out
            looked = look_at(unit, draft, self.clock.now().date())
            new = looked.revision.item if looked.revision else None
            names = all_misconceptions(unit)
            return ReviewedDraft(
                draft=draft,
                case=case_of(unit, draft),
                lone=self.lone,
                published=published,
                published_id=item.latest_revision_id if item else None,
                compared=compared(written, draft.text) if written is not None else (),
                faults=looked.faults,
                findings=looked.findings,
                comments=comments_of(unit, draft),
                shown=_shown(looked),
                right=right_lines(new, names) if new else (),
                is_computed=isinstance(new, RecipeItem),
                checks=len(new.header.checks) if new else 0,
                changes_answer=_changes(item, published, new),
                base_moved=item is not None and item.latest_revision_id != draft.base_revision_id,
            )

    def submit(self, on: On, note: str = "") -> None:
        """Let the draft wait for a second person. Raises NotFound, Moved, NotNow, and BadInput for a faulty text."""
        with writing(self.database) as unit:
            draft = _held(unit, on)
            submitted(case_of(unit, draft))
            self._check_text(unit, draft)
            set_state(unit, draft.id, draft.version, IN_REVIEW)
            self._record(unit, draft, on, Did("submitted", _text(note)))
            unit.commit()

    def approve(self, on: On, note: str = "") -> Approval:
        """Approve the version, so that it may be published. Raises NotFound, Moved and NotNow."""
        with writing(self.database) as unit:
            draft = _held(unit, on)
            case = approved(case_of(unit, draft), on.actor, lone=self.lone)
            approval = case.approval
            assert approval is not None  # noqa: S101 - approving sets it
            self._record(unit, draft, on, Did("approved", _text(note), {"second": approval.second}))
            unit.commit()
        return approval

    def send_back(self, on: On, reason: str) -> None:
        """Give the draft back to its authors, with why. Raises NotFound, Moved, NotNow, and BadInput for no reason."""
        kept = _text(reason)
        if not kept:
            raise BadInput(_NO_REASON)
        with writing(self.database) as unit:
            draft = _held(unit, on)
            sent_back(case_of(unit, draft))
            set_state(unit, draft.id, draft.version, DRAFT)
            self._record(unit, draft, on, Did("sent_back", kept))
            unit.commit()

    def build_on(self, on: On) -> None:
        """Hold the draft against what is published now, once somebody has compared the two; a version of its own.

        It is in no review then: what was approved was to take the place of another text. Raises NotFound, Moved, and
        Conflict where nothing else was published since.
        """
        with writing(self.database) as unit:
            draft = _held(unit, on)
            item = item_row(unit, draft.item_id)
            if item is None or item.latest_revision_id == draft.base_revision_id:
                raise Conflict(_SAME_BASE)
            put_base(unit, draft.id, item.latest_revision_id)
            saved = VersionRow(draft.version + 1, draft.text, on.actor, self.clock.now())
            save_draft(unit, draft.id, saved)
            self._record(unit, draft, on, Did("saved", _BUILT, {"base": item.latest_revision_id}))
            unit.commit()

    def comment(self, on: On, line: int, text: str) -> int:
        """Write a comment at a line (0 for the whole text); its number. Raises NotFound, Moved and BadInput."""
        kept = _text(text)
        if not kept:
            raise BadInput(_EMPTY)
        with writing(self.database) as unit:
            draft = _held(unit, on)
            lines = lines_of(draft.text)
            if not 0 <= line <= len(lines):
                raise BadInput(_NO_LINE.format(line=line, count=len(lines)))
            number = add_comment(unit, draft, line=line, text=kept, by=(on.actor, self.clock.now()))
            detail = {"comment": number, "line": line, "quote": lines[line - 1] if line else ""}
            self._record(unit, draft, on, Did("commented", kept, detail))
            unit.commit()
        return number

    def settle(self, on: On, comment_id: int) -> None:
        """Say that a comment is dealt with; the text may have moved on since. Raises NotFound and Conflict."""
        with writing(self.database) as unit:
            draft = _found(held_draft(unit, on.draft_id))
            found = next((one for one in comments_on(unit, draft.item_id) if one.id == comment_id), None)
            if found is None:
                raise NotFound(_NO_COMMENT)
            if not settle_comment(unit, comment_id, by=on.actor, at=self.clock.now()):
                raise Conflict(_SETTLED)
            self._record(unit, draft, on, Did("settled", detail={"comment": comment_id}))
            unit.commit()

    def _check_text(self, unit: Reading, draft: DraftRow) -> None:
        looked = look_at(unit, draft, self.clock.now().date())
        if looked.faults:
            raise BadInput(_FAULTY.format(fault=_first(looked.faults)))

    def _record(self, unit: Writing, draft: DraftRow, on: On, did: Did) -> None:
        detail = {"draft": draft.id, **did.detail}
        now = self.clock.now()
        event = ItemEventRow(
            draft.item_id, now, did.what, on.actor, None, draft.version, note=did.note, detail=detail
        )
        add_event(unit, event)


def _held(unit: Writing, on: On) -> DraftRow:
    """The draft in the version that somebody acts on. Raises NotFound, and Moved where it has another one."""
    draft = _found(held_draft(unit, on.draft_id))
    if draft.version != on.version:
        raise Moved(draft.version)
    return draft


def _found(draft: DraftRow | None) -> DraftRow:
    if draft is None:
        raise NotFound(NO_DRAFT)
    return draft


def _text(text: str) -> str:
    kept = text.replace("\r\n", "\n").strip()
    if len(kept) > LONGEST_COMMENT:
        raise BadInput(_LONG)
    return kept


def _first(faults: Sequence[Fault]) -> str:
    fault = faults[0]
    field = f"{fault.field}: " if fault.field else ""
    return f"line {fault.line}, {field}{fault.sentence}".rstrip(".")


def _shown(looked: Looked) -> PublicVariant | None:
    """One order of a written item, as a learner would see it."""
    revision = looked.revision
    if revision is None or isinstance(revision.item, RecipeItem):
        return None
    return realise(revision, "review").shown


def _changes(item: ItemRow | None, published: str | None, new: Item | None) -> bool:
    if item is None or published is None or new is None:
        return False
    return changes_answer(parse_item(published, item.path, Known()).item, new)
