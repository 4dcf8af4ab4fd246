"""Retires questions and lets them live again, many at once; what learners were shown of them stays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.kit.clock import Clock
from app.services.authoring.standing import bump
from app.store.database import Database
from app.store.item_history import ItemEventRow, add_event
from app.store.published import hold_items, item_state, retire_item, revive_item
from app.store.unit import Writing, writing


class Fate(StrEnum):
    """What became of one question."""

    DONE = "done"
    AS_IT_WAS = "as_it_was"  # it stood so already
    MISSING = "missing"  # there is no such question that was ever published


@dataclass(frozen=True, slots=True)
class Retiring:
    """Says which questions are asked. A running sitting keeps the variants that it was given."""

    database: Database
    clock: Clock

    def retire(self, item_ids: Sequence[str], *, actor: str, note: str = "") -> tuple[Fate, ...]:
        """Let nobody be asked these questions any more, in one transaction; what became of each."""
        return self._put(item_ids, ItemEventRow("", self.clock.now(), "retired", actor, note=note))

    def revive(self, item_ids: Sequence[str], *, actor: str, note: str = "") -> tuple[Fate, ...]:
        """Let these questions be asked again as they were last published; what became of each."""
        return self._put(item_ids, ItemEventRow("", self.clock.now(), "revived", actor, note=note))

    def _put(self, item_ids: Sequence[str], event: ItemEventRow) -> tuple[Fate, ...]:
        with writing(self.database) as unit:
            hold_items(unit)
            fates = tuple(_one(unit, item_id, event) for item_id in item_ids)
            unit.commit()
        return fates


def _one(unit: Writing, item_id: str, event: ItemEventRow) -> Fate:
    present = item_state(unit, item_id)
    if present is None:
        return Fate.MISSING
    retires = event.what == "retired"
    if not (retire_item(unit, item_id, now=event.at) if retires else revive_item(unit, item_id)):
        return Fate.AS_IT_WAS
    add_event(unit, replace(event, item_id=item_id, revision_id=present.revision_id))
    bump(unit, f"{item_id}|{event.what}")
    return Fate.DONE
