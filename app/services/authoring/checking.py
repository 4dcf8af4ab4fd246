"""Reads a typed text by all that the house knows: its fields, its faults, what the writing rules and its own checks find, and its preview."""

from dataclasses import dataclass
from datetime import date

from app.authoring.check_plan import with_checks
from app.authoring.checks.tried import Tried
from app.authoring.plan import Plan
from app.authoring.plans import plan_of
from app.authoring.posted import Fields
from app.authoring.range_fields import with_ranges
from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.faults import BankFaults, Fault
from app.bank.fields import is_drawn
from app.bank.findings import Finding
from app.bank.load import LoadedItem
from app.bank.parse import ParsedItem
from app.bank.reader import read
from app.grading.words import Words
from app.items.item import RecipeItem
from app.services.authoring.editing_views import Checked
from app.services.authoring.known import check_enemies, known_names, parse_typed
from app.services.authoring.previewing import Preview, previewed
from app.services.authoring.sketching import sketched
from app.services.authoring.trying import looked_through
from app.store.database import Database
from app.store.unit import Reading, reading


@dataclass(frozen=True, slots=True)
class Typed:
    """A text with the question and the bank that it belongs to; `order` draws the order of the preview."""

    text: str
    item_id: str
    bank: str
    order: int = 0


def check_typed(database: Database, typed: Typed, *, words: Words, today: date) -> Checked:
    """All that there is to say of a text. Nothing is raised, and nothing stored."""
    with reading(database) as unit:
        known = known_names(unit)
        parsed, faults = _parsed(unit, typed, known)
    fields, plan = form_of(typed.text)
    warnings: tuple[Finding, ...] = ()
    tried: tuple[Tried, ...] = ()
    if parsed is not None:
        warnings, tried = looked_through(LoadedItem(revision_of(parsed.item), parsed.document), today)
    return Checked(
        text=typed.text,
        fields=fields,
        plan=plan,
        faults=faults,
        warnings=warnings,
        preview=_preview(parsed, fields, words, typed.order),
        tried=tried,
    )


def form_of(text: str) -> tuple[Fields | None, Plan | None]:
    """The fields of a text and the form for them; none where the text has faults of form, which only itself can mend."""
    document, faults = read(text, "")
    if document is None or faults or not isinstance(document.data, dict):
        return None, None
    fields: Fields = document.data
    kind = fields.get("kind")
    asked = fields.get("fields")
    plan = plan_of(
        kind.strip() if isinstance(kind, str) else None,
        drawn=is_drawn(fields),
        fields=len(asked) if isinstance(asked, list) else 0,
    )
    return fields, None if plan is None else with_checks(with_ranges(plan, fields), fields)


def _parsed(unit: Reading, typed: Typed, known: Known) -> tuple[ParsedItem | None, tuple[Fault, ...]]:
    try:
        parsed = parse_typed(typed.text, typed.item_id, typed.bank, known=known)
        check_enemies(parsed, unit)
    except BankFaults as found:
        return None, found.faults
    return parsed, ()


def _preview(parsed: ParsedItem | None, fields: Fields | None, words: Words, order: int) -> Preview | None:
    """As a learner would see it; of a text with faults as much as there is. Drawn numbers have a sheet of their own."""
    if parsed is not None:
        item = parsed.item
        return None if isinstance(item, RecipeItem) else previewed(item, words, order=order, whole=True)
    sketch = None if fields is None else sketched(fields)
    return None if sketch is None else previewed(sketch, words, order=order, whole=False)
