"""Bring the questions from their files into the database, all of them or none.

Loading this loads the recipes with their arithmetic: look with `bank_state.banks_current` before importing it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.bank.check import check_banks
from app.bank.faults import Fault
from app.bank.load import LoadedBanks, load_tree, tree_digest
from app.kit.clock import Clock
from app.kit.errors import SetupFault
from app.services.authoring.first_variants import first_variants
from app.services.authoring.publishing import row_of
from app.services.bank_exams import bank_exams, put_bank_exams
from app.services.bank_state import DIGEST, STATE, keep_look, look_of
from app.services.checks import CheckedFigure, Checks, put_checks
from app.services.exams.facts import put_exam_facts
from app.services.objectives import put_objectives
from app.services.uses import misconceptions_of
from app.services.views import FindingLine
from app.services.weights import put_weights
from app.store.database import Database
from app.store.items import put_item, retire_others, set_common
from app.store.meta import fact, put_fact
from app.store.misconceptions import replace_item_misconceptions, replace_misconceptions
from app.store.unit import Writing, reading, writing
from app.store.variants import add_variants, counts_by_revision
from app.variants.encode import EncodedVariant
from app.variants.recipe import RECIPES


@dataclass(frozen=True, slots=True)
class Synchronised:
    """What came of it: items in the files, revisions that were new, items that are no longer there."""

    items: int
    new: int
    retired: int


def sync_banks(database: Database, root: Path, clock: Clock) -> Synchronised | None:
    """Load the files below `root` into the database; None where nothing has changed.

    What is new is computed before the transaction begins: the orders of written items and the variants that stand
    from the start. Raises SetupFault, with nothing changed, where a file has a fault or a fixed variant fails.
    """
    look, digest = look_of(root), tree_digest(root)
    with reading(database) as unit:
        same = fact(unit, DIGEST) == digest
        stored = counts_by_revision(unit)
    if same:
        _keep(database, look)
        return None
    loaded = load_tree(root, RECIPES)
    if isinstance(loaded, tuple):
        raise SetupFault(_refusal(loaded))
    revisions = [item.revision for item in loaded.items]
    new = [revision for revision in revisions if revision.id not in stored]
    try:
        encoded = [variant for revision in new for variant in first_variants(revision)]
    except ValueError as fault:
        raise SetupFault(f"The questions were not loaded: {fault}.") from fault
    exams, now = bank_exams(loaded), clock.now()
    with writing(database) as unit:
        retired = _put(unit, loaded, encoded, now=now)
        put_bank_exams(unit, exams, now=now)
        put_fact(unit, DIGEST, digest)
        put_fact(unit, STATE, digest)
        keep_look(unit, look)
        unit.commit()
    return Synchronised(len(revisions), len(new), retired)


def _keep(database: Database, look: str) -> None:
    with writing(database) as unit:
        keep_look(unit, look)
        unit.commit()


def _put(unit: Writing, loaded: LoadedBanks, encoded: Sequence[EncodedVariant], *, now: datetime) -> int:
    for item in loaded.items:
        put_item(unit, row_of(item.revision), text=item.revision.text, now=now)
        set_common(unit, item.revision.item.header.id, revision_id=item.revision.id, source=None)
    add_variants(unit, encoded, now=now)
    replace_misconceptions(unit, loaded.misconceptions.values())
    replace_item_misconceptions(
        unit, {item.revision.item.header.id: misconceptions_of(item.revision.item) for item in loaded.items}
    )
    put_objectives(unit, loaded.blueprint)
    put_weights(unit, loaded.blueprint)
    put_exam_facts(unit, loaded.blueprint)
    put_checks(unit, _checks(loaded, now))
    return retire_others(unit, [item.revision.item.header.id for item in loaded.items], now=now)


def _checks(loaded: LoadedBanks, now: datetime) -> Checks:
    """What the banks' own checks say of these files on this day."""
    report = check_banks(loaded, now.date())
    findings: dict[str, list[FindingLine]] = {}
    for one in report.findings:
        line = FindingLine(one.severity.value, one.rule, one.message, one.line)
        findings.setdefault(one.item_id, []).append(line)
    return Checks(
        checked_at=now.date().isoformat(),
        titles={bank.id: bank.title for bank in loaded.banks},
        findings={item_id: tuple(lines) for item_id, lines in findings.items()},
        figures=tuple(
            CheckedFigure(one.name, one.scope, one.value, one.limit, one.passed) for one in report.figures
        ),
    )


def _refusal(faults: Sequence[Fault]) -> str:
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"The questions were not loaded: {faults[0]}{more} Run `keyed bank check` to see all of them."
