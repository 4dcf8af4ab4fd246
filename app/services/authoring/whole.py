"""What goes over all published items together: the checks of the banks, and what exams know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.bank.cross import Known, item_complaints
from app.bank.faults import field_name
from app.bank.findings import Finding, Severity
from app.bank.load import LoadedItem
from app.bank.parse import fields, parse_item
from app.items.exam import Exam
from app.items.item import Revision
from app.kit.clock import Clock
from app.kit.ids import content_hash
from app.services.authoring.known import known_names
from app.services.authoring.standing import finding_lines
from app.services.authoring.trying import bank_findings
from app.services.bank_exams import BankExams, bank_exams, put_bank_exams
from app.services.bank_state import STATE
from app.services.checks import Checks, kept_checks, put_checks
from app.services.views import FigureLine
from app.store.database import Database
from app.store.exams import live_exams
from app.store.items import ItemRow, live_items, revision_text
from app.store.meta import fact, put_fact
from app.store.published import hold_items
from app.store.unit import Reading, Writing, reading, writing


@dataclass(frozen=True, slots=True)
class Whole:
    """All of it, worked out before anything is held for writing."""

    checks: Checks
    exams: BankExams


def whole_of(
    items: Sequence[LoadedItem],
    exams: Sequence[Exam],
    titles: Mapping[str, str],
    *,
    known: Known,
    now: datetime,
) -> Whole:
    """What is to be said of all these items, which are all that learners get."""
    items = sorted(items, key=lambda one: one.revision.item.header.id)
    report = bank_findings(items, now.date())
    outdated = [finding for item in items for finding in _outdated(item, known)]
    findings: dict[str, list[Finding]] = {}
    for one in (*outdated, *report.findings):
        findings.setdefault(one.item_id, []).append(one)
    state = content_hash("\n".join(one.revision.id for one in items).encode())
    checks = Checks(
        checked_at=now.date().isoformat(),
        titles=dict(titles),
        findings={item_id: finding_lines(found) for item_id, found in findings.items()},
        figures=tuple(
            FigureLine(one.name, one.scope, one.value, one.limit, one.passed) for one in report.figures
        ),
        state=state,
    )
    return Whole(checks, bank_exams(items, exams))


def _outdated(item: LoadedItem, known: Known) -> Iterator[Finding]:
    """Names in a published item that the files do not have any more: its text was right when it was published."""
    for where, words in item_complaints(fields(item.document), known):
        line, _ = item.document.place(where)
        message = f"{field_name(where)} {words}"
        name = item.revision.item.header.id
        yield Finding(Severity.ERROR, "outdated", message, name, item.document.path, line)


def put_whole(unit: Writing, whole: Whole) -> None:
    """Set all of it, in the unit in which the items are set."""
    put_checks(unit, whole.checks)
    put_bank_exams(unit, whole.exams)
    put_fact(unit, STATE, whole.checks.state)


def published_item(unit: Reading, row: ItemRow) -> LoadedItem:
    """A published item with its canonical text; whether its names are still known is not looked at."""
    text = revision_text(unit, row.latest_revision_id) or ""
    parsed = parse_item(text, row.path, Known())
    return LoadedItem(Revision(row.latest_revision_id, parsed.item, text), parsed.document)


def is_stale(unit: Reading) -> bool:
    """Whether something was published or retired since all of it was worked out."""
    return kept_checks(unit).state != fact(unit, STATE)


def freshen(database: Database, clock: Clock, *, most: int | None = None) -> bool:
    """Work all of it out anew where something was published since, of at most so many items; whether it was done."""
    with reading(database) as unit:
        if not is_stale(unit) or (most is not None and len(live_items(unit)) > most):
            return False
    return refresh(database, clock)


def refresh(database: Database, clock: Clock) -> bool:
    """Work all of it out anew, as what is published now stands; False where something was published meanwhile.

    Which misconceptions an item uses was set when it was published.
    """
    with reading(database) as unit:
        state, kept, known = fact(unit, STATE), kept_checks(unit), known_names(unit)
        items = [published_item(unit, row) for row in live_items(unit)]
        exams = [one.exam for one in live_exams(unit)]
    whole = whole_of(items, exams, kept.titles, known=known, now=clock.now())
    with writing(database) as unit:
        hold_items(unit)
        if fact(unit, STATE) != state:
            return False
        titles = kept_checks(unit).titles  # a bank may have been made meanwhile
        put_whole(unit, replace(whole, checks=replace(whole.checks, titles=titles)))
        unit.commit()
    return True
