"""What is still to be baked, asked of the engine in batches and stored: one step at a time, for whoever drives it."""

from dataclasses import dataclass

from app.items.item import Revision
from app.kit.clock import Clock
from app.kit.draws import new_seed
from app.kit.errors import NotReady
from app.services.bank_state import STATE
from app.services.engine_client import EngineClient
from app.services.revisions import stored_revision
from app.store.bakes import BakeRow, add_bake, bake_reports
from app.store.database import Database
from app.store.items import ItemRow, live_items
from app.store.meta import fact
from app.store.unit import reading, writing
from app.store.variants import add_variants, counts_by_revision, twins
from app.variants.encode import EncodedVariant
from app.variants.wire import Baked, BakeOrder

BATCH = 200
LEAST = 50
SLICE = 200  # variants stored in one transaction, so that answers wait for no more than that, some 20 milliseconds
WITHIN = 120.0
_FRUITLESS = 300  # draws without anything new, after which there is taken to be nothing more


@dataclass(frozen=True, slots=True)
class Lack:
    """A recipe item with fewer variants than wanted, of which more may exist."""

    item: ItemRow
    stored: int


@dataclass(frozen=True, slots=True)
class Baking:
    """Fills every recipe item up to `goal` variants, or to all that exist."""

    database: Database
    engine: EngineClient
    clock: Clock
    goal: int = 200

    def published(self) -> str | None:
        """A name for all that is published; another one once anything of it was changed."""
        with reading(self.database) as unit:
            return fact(unit, STATE)

    def lacking(self) -> list[Lack]:
        """The recipe items that are to be baked, those with the fewest variants first."""
        with reading(self.database) as unit:
            counts, reports = counts_by_revision(unit), bake_reports(unit)
            items = [item for item in live_items(unit) if item.recipe is not None]
        found = [
            Lack(item, counts.get(item.latest_revision_id, 0))
            for item in items
            if not _exhausted(reports.get(item.latest_revision_id))
        ]
        return sorted(
            (one for one in found if one.stored < self.goal), key=lambda one: (one.stored, one.item.id)
        )

    def step(self, lack: Lack, batch: int = BATCH) -> int:
        """One batch for one item: drawn, proven and stored; how many variants were new.

        It has no more draws than the room asks for and a third, since some are refused, but at least `LEAST`.

        Raises NotReady where the engine fails.
        """
        with reading(self.database) as unit:
            revision = stored_revision(unit, lack.item)
            known = twins(unit, revision.id)
        room = self.goal - lack.stored
        seeds = tuple(new_seed() for _ in range(min(batch, max(LEAST, room + room // 3))))
        answer = self.engine.ask(BakeOrder(revision, seeds, known), within=WITHIN)
        if not isinstance(answer, Baked):
            raise NotReady("The engine answered something else than variants.")
        return self._store(revision, answer, room=room)

    def _store(self, revision: Revision, baked: Baked, *, room: int) -> int:
        kept = baked.variants[: max(room, 0)]
        new = sum(self._store_slice(kept[start : start + SLICE]) for start in range(0, len(kept), SLICE))
        with writing(self.database) as unit:
            add_bake(unit, _report(revision, baked, new=new), now=self.clock.now())
            unit.commit()
        return new

    def _store_slice(self, variants: tuple[EncodedVariant, ...]) -> int:
        with writing(self.database) as unit:
            new = add_variants(unit, variants, now=self.clock.now())
            unit.commit()
        return new


def _report(revision: Revision, baked: Baked, *, new: int) -> BakeRow:
    return BakeRow(
        revision_id=revision.id,
        item_id=revision.item.header.id,
        drawn=baked.drawn,
        kept=new,
        repeated=baked.repeated,
        refusals=baked.refusals,
        seconds=baked.seconds,
        exhausted=new == 0,
    )


def _exhausted(report: BakeRow | None) -> bool:
    """Whether the last batch brought nothing new after enough draws to believe it."""
    return report is not None and report.exhausted and report.drawn >= _FRUITLESS
