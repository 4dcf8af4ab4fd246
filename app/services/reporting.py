"""Baking and reports as the command line asks for them: all recipe items, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.kit.counts import sized, verb
from app.kit.errors import NotFound, NotReady
from app.services.baking import Baking
from app.services.engine_client import STARTS_WITHIN, EngineClient
from app.services.revisions import stored_revision
from app.store.database import Database
from app.store.items import live_items
from app.store.unit import reading
from app.store.variants import counts_by_revision
from app.variants.item_report import ItemReport
from app.variants.wire import Hello, Introduction, Reported, ReportOrder

_AT_ONCE = (
    2000  # draws in one order; nobody waits for pages here, and large batches are quicker for each variant
)
STOPPED = "Stopped. Every variant that was made so far is kept; the same command goes on from there."
_PER_SEED = 0.05  # seconds that one draw may take before the engine is taken to hang
_AT_LEAST = 300.0


@dataclass(frozen=True, slots=True)
class Stored:
    """A recipe item with the variants that are stored, and how many of them are new."""

    item_id: str
    stored: int
    new: int


def device_line(engine: EngineClient, *, must_be: str | None = None) -> str:
    """Where the engine computes and why, for whoever asked for variants.

    Raises NotReady where that is not the device that it must be, or the engine fails.
    """
    answer = engine.ask(Hello(), within=STARTS_WITHIN)
    if not isinstance(answer, Introduction):
        raise NotReady("The engine answered something else than what it is.")
    if must_be is not None and answer.device.partition(":")[0] != must_be:
        raise NotReady(
            f"Nothing was prepared: {answer.reason}. "
            "With auto or cpu (--device, or KEYED_DEVICE) the processor prepares the same variants."
        )
    return f"Computing on {answer.device}: {answer.reason}."


def bake_all(baking: Baking, told: Callable[[str], None]) -> list[Stored]:
    """Bake until no item lacks variants of which more exist. `told` hears how far it is.

    Raises NotReady where the engine fails.
    """
    before = _counts(baking.database)
    while lacking := baking.lacking():
        told(
            f"{len(lacking)} of {sized(len(before), 'question')} still {verb(len(lacking), 'lacks', 'lack')} variants; "
            f"next is {lacking[0].item.id}"
        )
        baking.step(lacking[0], batch=_AT_ONCE)
    after = _counts(baking.database)
    return [Stored(item_id, count, count - before[item_id]) for item_id, count in after.items()]


def _counts(database: Database) -> dict[str, int]:
    with reading(database) as unit:
        counts = counts_by_revision(unit)
        return {item.id: counts.get(item.latest_revision_id, 0) for item in live_items(unit) if item.recipe}


def report_all(
    database: Database, engine: EngineClient, seeds: int, *, named: str = ""
) -> Iterator[ItemReport]:
    """The report on every recipe item with `named` in its name, from that many draws each.

    Raises NotFound where no question has that name, NotReady where the engine fails.
    """
    with reading(database) as unit:
        revisions = [
            stored_revision(unit, item) for item in live_items(unit) if item.recipe and named in item.id
        ]
    if not revisions:
        raise NotFound(f"No computed question has “{named}” in its name.")
    labels = tuple(f"report|{n}" for n in range(seeds))
    for revision in revisions:
        answer = engine.ask(ReportOrder(revision, labels), within=_AT_LEAST + _PER_SEED * seeds)
        if not isinstance(answer, Reported):
            raise NotReady("The engine answered something else than a report.")
        yield answer.report


def report_lines(report: ItemReport) -> list[str]:
    """A report as text."""
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in sorted(report.refusals.items()))
    lines = [
        report.item_id,
        f"  exist      {report.exist.sentence()} {verb(report.exist.count, 'variant', 'variants')}, of {sized(report.exist.space, 'possible draw')}",
        f"  made       {report.made:,} of {sized(report.drawn, 'draw')}; {report.repeated:,} drew numbers that were there already",
        f"  refused    {report.refusal_share:.1%}{': ' + reasons if reasons else ''}",
        f"  reach      {report.reach:.1f} units of the last place: the widest fair interval",
        f"  time       {report.milliseconds:.3f} ms per variant, drawn and proven",
    ]
    if report.left_out:
        searched = report.drawn + sum(report.left_out.values())
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in sorted(report.left_out.items()))
        lines.insert(2, f"  searched   {searched:,} candidates; left out: {reasons}")
    if report.positions:
        lines.append(f"  position   {_shares(report.positions)}")
        for field, counts in enumerate(report.ranks, 1):
            where = f", field {field}" if len(report.ranks) > 1 else ""
            lines.append(f"  rank       {_shares(counts)}  (40 % on one is aimed at, 60 % the most{where})")
    lines += [
        f"  robot      {robot.share:6.1%}  {robot.name} (at most {robot.limit:.1%})"
        for robot in report.robots
    ]
    return lines


def _shares(counts: Sequence[float]) -> str:
    whole = sum(counts) or 1
    return "  ".join(f"{count / whole:6.1%}" for count in counts)
