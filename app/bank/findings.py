"""What checks find: a severity, the rule, its place, and a sentence that says what to do."""

from dataclasses import dataclass
from enum import StrEnum

from app.bank.faults import Fault


class Severity(StrEnum):
    """An error must go before the item is used; a warning is for the author to judge."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding on an item, or on a bank where `item_id` is empty. `line` is 0 where there is none."""

    severity: Severity
    rule: str
    message: str
    item_id: str
    path: str
    line: int

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.severity} [{self.rule}] {self.message}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value against its limit. `scope` is "all", "bank <id>" or "domain <number>"; `n` is what it rests on."""

    name: str
    scope: str
    value: float
    limit: float
    passed: bool
    n: int

    def __str__(self) -> str:
        verdict = "ok" if self.passed else "TOO HIGH"
        return (
            f"{self.scope}: {self.name}: {self.value:.3f}, at most {self.limit:.3f} (n = {self.n}) {verdict}"
        )


@dataclass(frozen=True, slots=True)
class BankReport:
    """The outcome of checking a folder of questions; with faults nothing else is looked at."""

    faults: tuple[Fault, ...]
    findings: tuple[Finding, ...]
    figures: tuple[Figure, ...]
    items: int

    @property
    def passed(self) -> bool:
        """No fault, no error, and every figure within its limit. Warnings do not fail a bank."""
        errors = any(finding.severity is Severity.ERROR for finding in self.findings)
        return not self.faults and not errors and all(figure.passed for figure in self.figures)


def lines(report: BankReport) -> str:
    """The report as text: faults, findings and figures in a line each, and a summary at the end."""
    errors = sum(finding.severity is Severity.ERROR for finding in report.findings)
    high = sum(not figure.passed for figure in report.figures)
    summary = (
        f"{_counted(report.items, 'item')}, {_counted(len(report.faults), 'fault')}, {_counted(errors, 'error')}, "
        f"{_counted(len(report.findings) - errors, 'warning')}, {high} of {len(report.figures)} figures too high"
    )
    return "\n".join(
        [*map(str, report.faults), *map(str, report.findings), *map(str, report.figures), summary]
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
