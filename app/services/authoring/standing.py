"""How current the checks over the whole bank are: what was changed since, and one name for all that is published."""

from collections.abc import Iterable
from dataclasses import replace

from app.bank.findings import Finding
from app.kit.ids import content_hash
from app.services.bank_state import STATE
from app.services.checks import kept_checks, put_checks
from app.services.views import FindingLine
from app.store.meta import fact, put_fact
from app.store.unit import Writing


def finding_lines(findings: Iterable[Finding]) -> tuple[FindingLine, ...]:
    """Findings as they are kept."""
    return tuple(FindingLine(one.severity.value, one.rule, one.message, one.line) for one in findings)


def mark_changed(unit: Writing, item_id: str, findings: Iterable[Finding], what: str) -> None:
    """An item is another one now: its own findings are set anew, and those over the whole bank are marked as older.

    `what` says what it is now, so that everything that is published has another name.
    """
    kept = kept_checks(unit)
    found = {**kept.findings, item_id: finding_lines(findings)}
    changed = tuple(sorted({*kept.changed, item_id}))
    put_checks(unit, replace(kept, findings=found, changed=changed))
    bump(unit, f"{item_id}|{what}")


def bump(unit: Writing, what: str) -> None:
    """Give everything that is published another name, since `what` has changed in it."""
    put_fact(unit, STATE, content_hash(f"{fact(unit, STATE)}|{what}".encode()))
