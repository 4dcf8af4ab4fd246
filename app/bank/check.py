"""Checks a folder of questions: its faults, then the writing rules on each item, then the figures of the whole."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from app.bank.cross import Adjustable
from app.bank.findings import BankReport, Finding, lines
from app.bank.load import LoadedBanks, LoadedItem, load_tree
from app.bank.rules.bankwide import bank_figures
from app.bank.rules.registry import RULES
from app.bank.rules.similar import near_duplicates
from app.kit.clock import Clock, SystemClock
from app.kit.side_by_side import Each, in_turn

__all__ = ["check_banks", "check_item", "check_items", "check_tree", "lines"]


def check_tree(root: Path, recipes: Mapping[str, Adjustable], clock: Clock | None = None) -> BankReport:
    """The report on the folder of questions at `root`; `recipes` are those that items may name."""
    loaded = load_tree(root, recipes)
    if isinstance(loaded, tuple):
        return BankReport(loaded, (), (), 0)
    return check_banks(loaded, (clock or SystemClock()).now().date())


def check_banks(loaded: LoadedBanks, today: date) -> BankReport:
    """The report on loaded banks."""
    return check_items(loaded.items, today)


def check_items(items: Sequence[LoadedItem], today: date, each: Each = in_turn) -> BankReport:
    """The report on items: one by one, which is what `each` does, then over each bank and domain and the whole."""
    findings = [finding for found in each(lambda item: check_item(item, today), items) for finding in found]
    return BankReport(
        faults=(),
        findings=(*findings, *near_duplicates(items)),
        figures=bank_figures([item.revision.item for item in items]),
        items=len(items),
    )


def check_item(loaded: LoadedItem, today: date) -> tuple[Finding, ...]:
    """What the writing rules find on one item, in the order of its lines."""
    found = []
    for rule in RULES:
        for hit in rule.find(loaded.revision.item, today):
            line, _ = loaded.document.place(hit.where)
            message = f"{hit.message} {rule.advice}"
            item_id = loaded.revision.item.header.id
            found.append(Finding(rule.severity, rule.id, message, item_id, loaded.document.path, line))
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.rule)))
