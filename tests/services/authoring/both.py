"""The files and the database side by side, with what people do on either side."""

import re
from dataclasses import dataclass
from pathlib import Path

from app.authoring.agreement import Sides
from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.parse import parse_item
from app.kit.clock import FixedClock
from app.services.authoring.conflicts import Conflicts
from app.services.authoring.drafting import Drafting
from app.services.authoring.publication import Stamp
from app.services.authoring.publishing import Publishing
from app.services.authoring.retiring import Retiring
from app.services.authoring.telling import Synchronised
from app.services.authoring.writing_back import Target, WrittenBack, write_back
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.item_history import events_of
from app.store.items import item_row
from app.store.published import ItemState, item_state, revisions_by_item
from app.store.unit import reading
from tests.databases import NOW
from tests.services.bank_tree import path_of

CLOCK = FixedClock(NOW)
ITEM, OTHER, NEW = "state-the-formula", "twice-the-width", "a-new-item"
STAMP = Stamp("Grace", NOW)


@dataclass(frozen=True, slots=True)
class Both:
    """The files and the database, and what people do on either side."""

    database: Database
    tree: Path

    def sync(self) -> Synchronised | None:
        return sync_banks(self.database, self.tree, CLOCK)

    def edit_file(self, old: str, new: str, item: str = ITEM) -> None:
        path = path_of(self.tree, item)
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def publish(self, old: str, new: str, item: str = ITEM) -> str:
        drafting = Drafting(self.database, CLOCK)
        draft = drafting.begin(item, "Ada")
        assert old in draft.text
        draft = drafting.save(draft.id, draft.version, draft.text.replace(old, new), actor="Ada")
        return Publishing(self.database, CLOCK).publish(draft.id, draft.version, STAMP).revision.id

    def create(self, item: str = NEW) -> str:
        text = path_of(self.tree, ITEM).read_text().replace(f"id: {ITEM}", f"id: {item}")
        draft = Drafting(self.database, CLOCK).create(item, "attention", text, actor="Ada")
        return Publishing(self.database, CLOCK).publish(draft.id, 1, STAMP).revision.id

    def retire(self, item: str = ITEM) -> None:
        Retiring(self.database, CLOCK).retire([item], actor="Ada")

    def revive(self, item: str = ITEM) -> None:
        Retiring(self.database, CLOCK).revive([item], actor="Ada")

    def export(self, folder: Path | None = None, *, dry: bool = False) -> WrittenBack:
        target = Target(folder or self.tree, folder is None, self.tree, dry)
        return write_back(self.database, target, CLOCK, actor="keyed bank export")

    def state(self, item: str = ITEM) -> ItemState:
        with reading(self.database) as unit:
            found = item_state(unit, item)
        assert found is not None
        return found

    def level(self, item: str = ITEM) -> str:
        with reading(self.database) as unit:
            row = item_row(unit, item)
        assert row is not None
        return row.level

    def whats(self, item: str = ITEM) -> list[str]:
        with reading(self.database) as unit:
            return [one.what for one in events_of(unit, item)]

    def conflicts(self) -> Conflicts:
        return Conflicts(self.database, CLOCK, lambda: Publishing(self.database, CLOCK))

    def publish_level(self, level: str) -> None:
        """Publish the item with another level, whatever it has now; a retired one is asked again."""
        drafting = Drafting(self.database, CLOCK)
        draft = drafting.begin(ITEM, "Ada")
        text = re.sub("level: [a-z]+", level, draft.text)
        draft = drafting.save(draft.id, draft.version, text, actor="Ada")
        Publishing(self.database, CLOCK).publish(draft.id, draft.version, STAMP)

    def sides(self, item: str = ITEM) -> Sides:
        """The item as both have it now."""
        state, path = self.state(item), path_of(self.tree, item)
        file = _revision(path.read_text(), state.path) if path.exists() else None
        return Sides(state.common_id, file, state.revision_id if state.live else None)

    def stored(self, item: str = ITEM) -> frozenset[str]:
        """All revisions of the item that the database has."""
        with reading(self.database) as unit:
            return revisions_by_item(unit)[item]


def _revision(text: str, path: str) -> str:
    return revision_of(parse_item(text, path, Known()).item).id
