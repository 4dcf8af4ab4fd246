"""Everything that is found on an item: by the writing rules, and by its own checks on the variants at hand.

Loading this loads the recipes with their arithmetic.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from app.authoring.checks.run import RULE, own_findings, tried_checks
from app.authoring.checks.tried import Tried
from app.bank.check import check_item, check_items
from app.bank.findings import BankReport, Finding, Severity
from app.bank.load import LoadedItem
from app.engine.plain_engine import PlainEngine
from app.items.item import RecipeItem, Revision
from app.items.settings import DIFFICULTY
from app.items.variant import Variant
from app.kit.clock import Clock, SystemClock
from app.kit.side_by_side import Each, in_turn
from app.lab.asking import reason_sentence
from app.variants.bake import bake, bake_fixed, bake_packed, workshop_of
from app.variants.item_report import FEWEST, LOOKS
from app.variants.realise import realise
from app.variants.searching import sought

NARROW = "narrow-ranges"
SEEDS = 200  # draws on which the checks of a drawn item are tried, where they are cheap
WITHIN = 4.0  # seconds after which a drawn item has been tried on enough of them
_BATCH = 20
_FIRST = 2 * FEWEST  # draws, which are enough where most make a question
_ROUNDS = 5  # times LOOKS draws, before ranges are taken to be too narrow
_WHILE_TYPING = 4  # draws, a tenth of a second
_ORDER = "order|0"


def item_findings(
    loaded: LoadedItem, today: date, variants: Sequence[Variant] | None = None
) -> tuple[Finding, ...]:
    """What the writing rules and the item's own checks find, in the order of its lines.

    Without `variants` the checks are tried on one order of a written item, and on the fixed variants of a drawn one.
    """
    item = loaded.revision.item
    own = _standing(loaded) if variants is None else own_findings(item, loaded.document, variants)
    return tuple(sorted((*check_item(loaded, today), *own), key=lambda finding: (finding.line, finding.rule)))


def looked_through(loaded: LoadedItem, today: date) -> tuple[tuple[Finding, ...], tuple[Tried, ...]]:
    """The same for who is still writing, with what each check came to; those that speak of every draw are tried on a few."""
    item = loaded.revision.item
    everywhere = any(not check.variant for check in item.header.checks)
    try:
        variants = tried_variants(loaded.revision, seeds=_WHILE_TYPING if everywhere else 0)
    except ValueError:
        return item_findings(loaded, today), ()
    return item_findings(loaded, today, variants), tried_checks(item, variants)


def bank_findings(
    items: Sequence[LoadedItem], today: date, *, seeds: int | None = None, each: Each = in_turn
) -> BankReport:
    """The report on items with what their own checks find.

    Without `seeds` nothing is drawn. With them drawn items are tried on so many draws more, on SEEDS of them where
    their author wrote checks that speak of all draws, and where they set ranges on as many as show what these leave.
    """
    report = check_items(items, today, each)
    own = each(lambda item: _standing(item) if seeds is None else _drawn(item, seeds), items)
    narrow = () if seeds is None else each(narrow_findings, items)
    more = (finding for found in (*own, *narrow) for finding in found)
    return replace(report, findings=(*report.findings, *more))


def narrow_findings(loaded: LoadedItem) -> tuple[Finding, ...]:
    """Ranges within which hardly any draw makes a question of its own: an error where none does, else a warning.

    Only items that set ranges are drawn, by the engine without torch: `_FIRST` times, LOOKS times if that is not
    enough, and up to `_ROUNDS` times as often for as long as WITHIN allows. Where good draws are searched for among
    thousands, one that is found without a search is enough.
    """
    item = loaded.revision.item
    if not isinstance(item, RecipeItem) or not set(item.settings) - {DIFFICULTY}:
        return ()
    fewest = 1 if sought(workshop_of(loaded.revision, PlainEngine())) else FEWEST
    time = SystemClock()
    start, drawn = time.steady(), 0
    twins: set[str] = set()
    refusals: Counter[str] = Counter()
    while len(twins) < fewest and drawn < _ROUNDS * LOOKS:
        if drawn >= LOOKS and time.steady() - start >= WITHIN:
            break
        more = LOOKS - drawn % LOOKS if drawn else _FIRST
        seeds = [f"narrow|{turn}" for turn in range(drawn, drawn + more)]
        outcome = bake_packed(loaded.revision, seeds, PlainEngine(), known=twins)
        twins |= {one.twin for one in outcome.variants}
        refusals.update(outcome.refusals)
        drawn += more
    return () if len(twins) >= fewest else (_narrow(loaded, len(twins), drawn, refusals),)


def _narrow(loaded: LoadedItem, made: int, drawn: int, refusals: Counter[str]) -> Finding:
    line, _ = loaded.document.place(("settings",))
    why = "".join(f" Most often: {reason_sentence(reason)}" for reason, _ in refusals.most_common(1))
    makes = "make a question of its own" if made > 1 else "makes a question of its own"
    message = f"Of {drawn} draws within its ranges {made or 'none'} {makes}.{why} Widen the ranges, or choose others."
    severity = Severity.WARNING if made else Severity.ERROR
    return Finding(severity, NARROW, message, loaded.revision.item.header.id, loaded.document.path, line)


def _standing(loaded: LoadedItem) -> tuple[Finding, ...]:
    return _drawn(loaded, 0, most=0)


def _drawn(loaded: LoadedItem, seeds: int, *, most: int = SEEDS) -> tuple[Finding, ...]:
    """What the checks find on the variants that stand and on draws; that a variant cannot be proven is found too."""
    item, document = loaded.revision.item, loaded.document
    everywhere = any(not check.variant for check in item.header.checks)
    try:
        tried = tried_variants(loaded.revision, seeds=max(seeds, most) if everywhere else seeds)
    except ValueError as fault:
        line, _ = document.place(("fixed",))
        return (Finding(Severity.ERROR, RULE, f"{fault}.", item.header.id, document.path, line),)
    return own_findings(item, document, tried)


def tried_variants(
    revision: Revision, *, seeds: int, within: float = WITHIN, clock: Clock | None = None
) -> tuple[Variant, ...]:
    """The variants that stand from the start, and draws of a drawn item: so many, or what `within` seconds are enough for.

    Raises ValueError where a fixed variant cannot be proven.
    """
    found = list(standing_variants(revision))
    if isinstance(revision.item, RecipeItem):
        time = clock or SystemClock()
        start, done = time.steady(), 0
        while done < seeds and time.steady() - start < within:
            labels = [f"check|{turn}" for turn in range(done, min(seeds, done + _BATCH))]
            found += bake(revision, labels, PlainEngine()).variants
            done += len(labels)
    return tuple(found)


def standing_variants(revision: Revision) -> tuple[Variant, ...]:
    """One order of a written item, the fixed variants of a drawn one. Raises ValueError where one cannot be proven."""
    if isinstance(revision.item, RecipeItem):
        return tuple(bake_fixed(revision, PlainEngine()))
    return (realise(revision, _ORDER),)
