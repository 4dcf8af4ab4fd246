"""The report on diagnosis for every recipe item of the bank that is answered by typing numbers."""

from collections.abc import Iterator

from app.items.item import TYPED, RecipeItem, Revision
from app.kit.errors import NotReady
from app.services.diagnosing.tally import DiagnosisReport
from app.services.diagnosing.trials import Effort, Trials
from app.services.engine_client import EngineClient
from app.services.revisions import stored_revision
from app.store.database import Database
from app.store.items import live_items
from app.store.unit import reading
from app.variants.encode import decode
from app.variants.wire import Baked, BakeOrder

_WITHIN = 300.0


def diagnose_all(
    database: Database, engine: EngineClient, *, seeds: int, effort: Effort
) -> Iterator[DiagnosisReport]:
    """One report after the other, each from so many draws of its own, none of which is stored.

    Raises NotReady where the engine fails.
    """
    with reading(database) as unit:
        revisions = [stored_revision(unit, item) for item in live_items(unit) if item.recipe]
    for revision in revisions:
        if isinstance(revision.item, RecipeItem) and revision.item.header.kind in TYPED:
            yield _diagnosed(revision, revision.item, engine, seeds=seeds, effort=effort)


def _diagnosed(
    revision: Revision, item: RecipeItem, engine: EngineClient, *, seeds: int, effort: Effort
) -> DiagnosisReport:
    order = BakeOrder(revision, tuple(f"diagnosis|{n}" for n in range(seeds)))
    answer = engine.ask(order, within=_WITHIN)
    if not isinstance(answer, Baked):
        raise NotReady("The engine answered something else than variants.")
    return Trials.of(item, [decode(one) for one in answer.variants]).report(effort)
