"""The report on diagnosis for every recipe item of the bank that is answered by typing numbers."""

from collections.abc import Iterator, Sequence

from app.items.item import TYPED, Kind, RecipeItem, Revision
from app.items.variant import Variant
from app.kit.errors import NotFound, NotReady
from app.services.diagnosing.step_trials import StepTrials
from app.services.diagnosing.tally import DiagnosisReport, Effort
from app.services.diagnosing.trials import Trials
from app.services.engine_client import EngineClient
from app.services.revisions import stored_revision
from app.store.database import Database
from app.store.items import live_items
from app.store.unit import reading
from app.variants.decode import decode
from app.variants.wire import Baked, BakeOrder

_WITHIN = 300.0


def diagnose_all(
    database: Database, engine: EngineClient, *, seeds: int, people: int, named: str = ""
) -> Iterator[DiagnosisReport]:
    """One report after the other, each from so many draws of its own, none of which is stored.

    `named` is a part of the names of the items that are looked at; `people` make each slip (see `Effort.by`).

    Raises NotFound where no question has that name, NotReady where the engine fails.
    """
    with reading(database) as unit:
        typed = [item for item in live_items(unit) if item.recipe and item.kind in TYPED]
        revisions = [stored_revision(unit, item) for item in typed if named in item.id]
    if not revisions:
        raise NotFound(f"No computed question that is answered by typing has “{named}” in its name.")
    effort = Effort.by(people, len(typed))
    for revision in revisions:
        if isinstance(revision.item, RecipeItem):
            yield _diagnosed(revision, revision.item, engine, seeds=seeds, effort=effort)


def _diagnosed(
    revision: Revision, item: RecipeItem, engine: EngineClient, *, seeds: int, effort: Effort
) -> DiagnosisReport:
    order = BakeOrder(revision, tuple(f"diagnosis|{n}" for n in range(seeds)))
    answer = engine.ask(order, within=_WITHIN)
    if not isinstance(answer, Baked):
        raise NotReady("The engine answered something else than variants.")
    return diagnosed(item, [decode(one) for one in answer.variants], effort)


def diagnosed(item: RecipeItem, variants: Sequence[Variant], effort: Effort) -> DiagnosisReport:
    """The report on one item, whichever way its numbers are typed."""
    if item.header.kind is Kind.STEPS:
        return StepTrials(item.header.id, tuple(variants)).report(effort)
    return Trials.of(item, variants).report(effort)
