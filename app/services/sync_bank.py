"""Bring the questions from their files into the database, all of them or none, and never over somebody's edit.

Loading this loads the recipes with their arithmetic: look with `bank_state.banks_current` before importing it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from app.authoring.agreement import Sides, Verdict, verdict
from app.authoring.pictures import Picture, seen
from app.bank.cross import Known
from app.bank.faults import Fault
from app.bank.load import LoadedBanks, LoadedItem, load_tree, tree_digest
from app.kit.clock import Clock
from app.kit.errors import NotReady, SetupFault
from app.services.authoring.imaging import put_picture
from app.services.authoring.publication import Stamp
from app.services.authoring.publishing import Ready, made_ready, own_text, put_revision, row_of
from app.services.authoring.telling import Synchronised
from app.services.authoring.whole import Whole, freshen, published_item, put_whole, whole_of
from app.services.bank_state import DIGEST, keep_look, look_of
from app.services.exams.facts import put_exam_facts
from app.services.objectives import put_objectives
from app.services.shelves import Shelves, kept_shelves, put_shelves
from app.services.uses import misconceptions_of
from app.services.weights import put_weights
from app.store.database import Database
from app.store.exams import put_exams
from app.store.item_conflicts import ConflictRow, conflicts, drop_conflict, put_conflict
from app.store.item_history import ItemEventRow, add_event
from app.store.items import live_items, put_item, set_source
from app.store.meta import fact, put_fact
from app.store.misconceptions import replace_item_misconceptions
from app.store.published import ItemState, agree, hold_items, item_states, retire_item
from app.store.unit import Reading, Writing, reading, writing
from app.store.variants import counts_by_revision
from app.variants.recipe import RECIPES

FILES = "the files"  # who did it, in the history of an item
_TRIES = 5
_BUSY = "Questions are being published all the time, so the files were not loaded. Try again in a moment."


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done, worked out from `states` before anything is held for writing."""

    loaded: LoadedBanks
    files: Mapping[str, LoadedItem]
    states: Mapping[str, ItemState]
    verdicts: Mapping[str, Verdict]
    ready: Mapping[str, Ready]
    whole: Whole
    pictures: Sequence[Picture]
    uses: Mapping[str, frozenset[str]]  # misconceptions by item
    new: int


def sync_banks(database: Database, root: Path, clock: Clock) -> Synchronised | None:
    """Load the files below `root` into the database; None where nothing has changed.

    Each item goes by the three-way rule (`app/authoring/agreement.py`): what only a file changed is taken, what only the
    database changed stays, and what both changed is a conflict that somebody settles, while the database's is served.
    What is new is computed before the transaction begins: the orders of written items and the variants that stand
    from the start. Raises SetupFault, with nothing changed, where a file has a fault or a fixed variant fails.
    """
    look, digest = look_of(root), tree_digest(root)
    with reading(database) as unit:
        same = fact(unit, DIGEST) == digest
    if same:
        freshen(database, clock)
        _keep(database, look)
        return None
    loaded = load_tree(root, RECIPES)
    if isinstance(loaded, tuple):
        raise SetupFault(_refusal(loaded))
    for _ in range(_TRIES):
        plan = _planned(database, loaded, clock.now())
        with writing(database) as unit:
            hold_items(unit)
            if item_states(unit) != plan.states:
                continue  # somebody published meanwhile
            done = _put(unit, plan, clock.now())
            put_fact(unit, DIGEST, digest)
            keep_look(unit, look)
            unit.commit()
        return done
    raise NotReady(_BUSY)


def _keep(database: Database, look: str) -> None:
    with writing(database) as unit:
        keep_look(unit, look)
        unit.commit()


def _planned(database: Database, loaded: LoadedBanks, now: datetime) -> _Plan:
    files = _by_name(loaded.items)
    with reading(database) as unit:
        states, stored = item_states(unit), counts_by_revision(unit)
        shelves = kept_shelves(unit).with_files(loaded)
        verdicts = {
            name: verdict(_sides(files.get(name), states.get(name))) for name in files.keys() | states.keys()
        }
        taken = [name for name in files if verdicts[name] is Verdict.TAKE]
        served = [files[name] for name in files if verdicts[name] in {Verdict.TAKE, Verdict.SAME}]
        served += _ours(unit, verdicts)
    try:
        ready = {
            name: made_ready(
                files[name],
                base=states[name].revision_id if name in states else None,
                now=now,
                anew=files[name].revision.id not in stored,
            )
            for name in taken
        }
    except ValueError as fault:
        raise SetupFault(f"The questions were not loaded: {fault}.") from fault
    known = _known(loaded, shelves)
    whole = whole_of(served, loaded.exams, shelves.titles, known=known, now=now)
    new = sum(one.revision.id not in stored for one in ready.values())
    try:
        pictures = [seen(content) for content in loaded.images.values()]
    except ValueError as fault:
        raise SetupFault(f"The questions were not loaded: {fault}") from fault
    uses = {name: misconceptions_of(item.revision.item) for name, item in _by_name(served).items()}
    return _Plan(loaded, files, states, verdicts, ready, whole, pictures, uses, new)


def _sides(file: LoadedItem | None, state: ItemState | None) -> Sides:
    return Sides(
        common=state.common_id if state else None,
        file=file.revision.id if file else None,
        database=state.revision_id if state and state.live else None,
    )


def _ours(unit: Reading, verdicts: Mapping[str, Verdict]) -> list[LoadedItem]:
    """What is served of items that stay as the database has them."""
    stays = {name for name, said in verdicts.items() if said in {Verdict.KEEP, Verdict.CONFLICT}}
    return [published_item(unit, row) for row in live_items(unit) if row.id in stays]


def _known(loaded: LoadedBanks, shelves: Shelves) -> Known:
    numbers = frozenset(one.number for domain in loaded.blueprint.domains for one in domain.objectives)
    names = frozenset(shelves.misconceptions.served)
    return Known(names, numbers, RECIPES, dict.fromkeys(loaded.images))


def _by_name(items: Sequence[LoadedItem]) -> dict[str, LoadedItem]:
    return {item.revision.item.header.id: item for item in items}


def _put(unit: Writing, plan: _Plan, now: datetime) -> Synchronised:
    stamp = Stamp(FILES, now, origin="file", what="synced")
    known = {one.item_id: one for one in conflicts(unit)}
    retired = 0
    for name, said in plan.verdicts.items():
        file = plan.files.get(name)
        if said is Verdict.CONFLICT:
            _tell(unit, _conflict(name, file, plan.states[name], now), known.get(name))
            continue
        if name in known:
            drop_conflict(unit, name)
        if name in plan.ready:
            put_revision(unit, plan.ready[name], stamp)
            agree(unit, name, plan.ready[name].revision.id)
        elif said is Verdict.TAKE:
            retired += retire_item(unit, name, now=now)
            agree(unit, name, None)
            add_event(unit, ItemEventRow(name, now, "retired", FILES, plan.states[name].revision_id))
        elif said is Verdict.SAME:
            _agreed(unit, name, file, plan.states[name], now=now)
    loaded = plan.loaded
    for picture in plan.pictures:
        put_picture(unit, picture, actor=FILES, now=now)
    replace_item_misconceptions(unit, plan.uses)
    put_objectives(unit, loaded.blueprint)
    put_weights(unit, loaded.blueprint)
    put_exam_facts(unit, loaded.blueprint)
    put_exams(unit, loaded.exams, now=now)
    put_whole(unit, plan.whole)
    put_shelves(unit, kept_shelves(unit).with_files(loaded))
    count = {one: sum(said is one for said in plan.verdicts.values()) for one in Verdict}
    told = tuple(sorted(name for name, said in plan.verdicts.items() if said is Verdict.CONFLICT))
    return Synchronised(len(loaded.items), plan.new, retired, count[Verdict.KEEP], told)


def _agreed(unit: Writing, name: str, file: LoadedItem | None, state: ItemState, *, now: datetime) -> None:
    """Both sides say the same: how the author wrote it may have changed all the same, and where it lies."""
    revision = None if file is None else file.revision
    if state.common_id != (revision.id if revision else None):
        agree(unit, name, revision.id if revision else None)
    if file is None:
        return
    put_item(unit, row_of(file.revision), text=file.revision.text, now=now)
    source = own_text(file)
    if state.source != source:
        set_source(unit, name, source)


def _conflict(name: str, file: LoadedItem | None, state: ItemState, now: datetime) -> ConflictRow:
    if file is None:
        return ConflictRow(name, state.path, None, None, now)
    return ConflictRow(name, row_of(file.revision).path, file.source, file.revision.id, now)


def _tell(unit: Writing, found: ConflictRow, known: ConflictRow | None) -> None:
    """Store a conflict with what the file says; one that is known already stays as it is."""
    if known is None or replace(known, found_at=found.found_at) != found:
        put_conflict(unit, found)
        add_event(unit, ItemEventRow(found.item_id, found.found_at, "conflict", FILES, found.revision_id))


def _refusal(faults: Sequence[Fault]) -> str:
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"The questions were not loaded: {faults[0]}{more} Run `keyed bank check` to see all of them."
