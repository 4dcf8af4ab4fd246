"""Questions that were changed both in their files and in the database: shown side by side, and settled by a person."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from app.authoring.agreement import Choice, Sides, Verdict, verdict
from app.authoring.differences import Row, differences
from app.authoring.merging import Clash, merged
from app.bank.cross import Known
from app.bank.dump import item_fields, revision_of
from app.bank.faults import field_name
from app.bank.parse import parse_item
from app.bank.rewrite import rewrite
from app.bank.written import value_lines
from app.items.item import Item
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.kit.ids import new_id
from app.services.authoring.publication import Stamp
from app.services.authoring.settling import file_side, settle
from app.store.database import Database
from app.store.drafts import DraftRow, add_draft, draft_of_item
from app.store.item_conflicts import ConflictRow, conflict_of, conflicts
from app.store.item_history import ItemEventRow, add_event
from app.store.items import item_row, revision_text
from app.store.published import ItemState, hold_items, item_state
from app.store.unit import Reading, Writing, reading, writing

if TYPE_CHECKING:
    from app.services.authoring.publishing import Publishing

_NONE = "There is no conflict about a question of that name. It may have been settled meanwhile."
_MOVED = "One of the two sides has changed since you looked. Look again, and decide then."


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """A question that was changed on both sides."""

    item_id: str
    bank: str
    path: str
    found_at: datetime
    file_gone: bool
    retired: bool


@dataclass(frozen=True, slots=True)
class ConflictView:
    """One of them with both texts and where they differ: the file's to the left, the database's to the right.

    `seen` names both states: who decides about others than these is told so. `draft_id` is the question's open draft.
    """

    line: ConflictLine
    file: str | None
    database: str
    rows: tuple[Row, ...]
    seen: str
    draft_id: str | None


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Looks at conflicts and settles them. Until then the database's state is served."""

    database: Database
    clock: Clock
    publishing: "Callable[[], Publishing]"

    def open(self) -> tuple[ConflictLine, ...]:
        """All that are not settled, by name."""
        with reading(self.database) as unit:
            found = [(one, item_state(unit, one.item_id)) for one in conflicts(unit)]
        return tuple(_line(one, state) for one, state in found if state and _stands(one, state))

    def view(self, item_id: str) -> ConflictView:
        """One of them. Raises NotFound."""
        with reading(self.database) as unit:
            conflict, state = _both(unit, item_id)
            ours = revision_text(unit, state.revision_id) or ""
            draft = draft_of_item(unit, item_id)
        theirs = None if conflict.text is None else revision_of(_item(conflict.text, conflict.path)).text
        rows = differences(theirs or "", ours if state.live else "")
        return ConflictView(
            _line(conflict, state), theirs, ours, rows, _seen(conflict, state), draft.id if draft else None
        )

    def settle(self, item_id: str, choice: Choice, *, seen: str, actor: str) -> None:
        """Take the file's state, or keep the database's. Raises NotFound, NotPublishable, and Conflict where either moved on."""
        stamp = Stamp(actor, self.clock.now(), origin="file", what="synced")
        if choice is Choice.FILE:
            with reading(self.database) as unit:
                conflict, _ = _as_seen(unit, item_id, seen)
            self.publishing().take_file(conflict, lambda unit: _as_seen(unit, item_id, seen), stamp)
            return
        with writing(self.database) as unit:
            hold_items(unit)
            conflict, _ = _as_seen(unit, item_id, seen)
            settle(unit, conflict, stamp, choice.value)
            unit.commit()

    def merge(self, item_id: str, *, seen: str, actor: str) -> DraftRow:
        """Begin a draft in which both sides' changes are put together; publishing it settles the conflict.

        Raises NotFound, and Conflict where there is a draft already or either side moved on.
        """
        now = self.clock.now()
        with writing(self.database) as unit:
            conflict, state = _as_seen(unit, item_id, seen)
            row = item_row(unit, item_id)
            if row is None:
                raise NotFound(_NONE)
            text = _merged(unit, conflict, state)
            draft = DraftRow(
                new_id(), item_id, row.bank, state.revision_id, text, 1, "draft", actor, now, now
            )
            if not add_draft(unit, draft):
                raise Conflict("This question has a draft already. Publish it or give it up, then merge.")
            detail = {"draft": draft.id, "merges": file_side(conflict)}
            add_event(unit, ItemEventRow(item_id, now, "begun", actor, state.revision_id, 1, detail=detail))
            unit.commit()
        return draft


def _both(unit: Reading, item_id: str) -> tuple[ConflictRow, ItemState]:
    conflict, state = conflict_of(unit, item_id), item_state(unit, item_id)
    if conflict is None or state is None or not _stands(conflict, state):
        raise NotFound(_NONE)
    return conflict, state


def _as_seen(unit: Reading, item_id: str, seen: str) -> tuple[ConflictRow, ItemState]:
    conflict, state = _both(unit, item_id)
    if _seen(conflict, state) != seen:
        raise Conflict(_MOVED)
    return conflict, state


def _seen(conflict: ConflictRow, state: ItemState) -> str:
    return f"{file_side(conflict)}.{state.revision_id}.{'live' if state.live else 'retired'}"


def _stands(conflict: ConflictRow, state: ItemState) -> bool:
    """Whether both sides still differ, and both from what they had in common."""
    sides = Sides(state.common_id, conflict.revision_id, state.revision_id if state.live else None)
    return verdict(sides) is Verdict.CONFLICT


def _line(conflict: ConflictRow, state: ItemState) -> ConflictLine:
    bank = conflict.path.partition("/")[0]
    return ConflictLine(
        conflict.item_id, bank, conflict.path, conflict.found_at, conflict.text is None, not state.live
    )


def _item(text: str, path: str) -> Item:
    """An item that was read before, whatever has become of the names in it."""
    return parse_item(text, path, Known()).item


def _merged(unit: Writing, conflict: ConflictRow, state: ItemState) -> str:
    """The database's own text with the file's changes in it, and at its top what only a person can decide."""
    ours = revision_text(unit, state.revision_id) or ""
    written = state.source or ours
    if conflict.text is None:
        return f"# The file of this question was deleted. Retire it, or publish this to keep it.\n{written}"
    common = revision_text(unit, state.common_id) if state.common_id else None
    fields = [
        dict(item_fields(_item(text, path))) if text is not None else {}
        for text, path in ((common, state.path), (conflict.text, conflict.path), (ours, state.path))
    ]
    found, clashes = merged(*fields)
    notes = "".join(line for clash in clashes for line in _note(clash))
    return notes + rewrite(written, found) if isinstance(found, dict) else written


def _note(clash: Clash) -> list[str]:
    """What the file says of a field that both sides changed, as comments."""
    name = field_name(clash.where) or "all of it"
    lines = [line for line in "\n".join(value_lines(clash.file, 2)).split("\n") if line.strip(" |")]
    told = [f"#   {line.strip()}\n" for line in lines] or ["#   (deleted)\n"]
    return [f"# Both sides changed {name}. Below stands the database's; the file says:\n", *told]
