"""A draft looked at as the bank's checks look at a file: its faults, or the item with what the writing rules find."""

from dataclasses import dataclass
from datetime import date

from app.bank.dump import revision_of
from app.bank.faults import BankFaults, Fault
from app.bank.findings import Finding
from app.bank.load import LoadedItem
from app.items.item import Revision
from app.services.authoring.known import check_enemies, known_names, parse_typed
from app.services.authoring.trying import item_findings
from app.store.drafts import DraftRow
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class Looked:
    """What is to be said of a text; `revision` is None where it has faults, and then nothing else is known."""

    revision: Revision | None
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()


def look_at(unit: Reading, draft: DraftRow, today: date) -> Looked:
    """What is to be said of a draft as it stands."""
    try:
        parsed = parse_typed(draft.text, draft.item_id, draft.bank, known=known_names(unit))
        check_enemies(parsed, unit)
    except BankFaults as found:
        return Looked(None, faults=found.faults)
    loaded = LoadedItem(revision_of(parsed.item), parsed.document)
    return Looked(loaded.revision, findings=item_findings(loaded, today))
