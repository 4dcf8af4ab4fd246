"""What is known of a recipe item's variants: how many exist, what is refused and why, and where the answer stands."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.engine.batching import NumericEngine
from app.items.answer_key import ChoiceAnswer
from app.items.item import Revision
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.kit.clock import Clock
from app.variants import tells
from app.variants.bake import bake, drawn_from, settle, workshop_of
from app.variants.item_report import HowMany, ItemReport, RobotReport
from app.variants.rounding import Floats, units
from app.variants.sizes import OPTIONS, OptionNumbers, rank_counts, size_robots
from app.variants.telling import told_options, told_robots

POINTS = 0.05
ROBOTS = (
    "always the middle number",
    "always one of which another is a simple multiple",
    "always the roundest number",
    "always the one that shares most numbers",
)


def report(revision: Revision, seeds: Sequence[str], engine: NumericEngine, *, clock: Clock) -> ItemReport:
    """Bakes a variant per seed and counts. Raises as `bake` does."""
    decimals = workshop_of(revision, engine).decimals
    start = clock.steady()
    outcome = bake(revision, seeds, engine)
    seconds = clock.steady() - start
    exist = how_many_exist(revision, engine, made=len(outcome.variants))
    rows = [row for variant in outcome.variants if (row := option_numbers(variant)) is not None]
    told = [options for variant in outcome.variants if (options := told_options(variant)) is not None]
    right = [row.right + 1 for row in rows] or [place + 1 for _, places in told for place in sorted(places)]
    return ItemReport(
        item_id=revision.item.header.id,
        exist=exist,
        drawn=outcome.drawn,
        made=len(outcome.variants),
        repeated=outcome.repeated,
        refusals=outcome.refusals,
        reach=_farthest(outcome.variants, decimals),
        positions=_counts(right, max((len(texts) for texts, _ in told), default=OPTIONS)),
        ranks=rank_counts(rows),
        robots=(*robots_of(rows, decimals), *size_robots(rows)) or told_robots(told),
        seconds=seconds,
        left_out=outcome.left_out,
    )


def _farthest(variants: Sequence[Variant], decimals: int) -> float:
    """The largest reach of the fair intervals, in units of the last printed place."""
    proofs = [variant.answer_key.proof for variant in variants]
    return max((proof.reach * 10.0**decimals for proof in proofs if proof is not None), default=0.0)


def how_many_exist(revision: Revision, engine: NumericEngine, *, made: int = 0) -> HowMany:
    """Counts the variants of a recipe item by trying every possible draw; where there are too many, `made` exist."""
    workshop = workshop_of(revision, engine)
    everything = workshop.recipe.everything()
    if everything is None:
        return HowMany(made, False, workshop.recipe.space)
    drawn = [drawn_from(workshop, f"everything|{place}", givens) for place, givens in enumerate(everything)]
    return HowMany(len(settle(workshop, drawn, engine).variants), True, len(drawn))


def option_numbers(variant: Variant) -> OptionNumbers | None:
    """The options of a computed choice as numbers; None for anything else."""
    answer, form = variant.answer_key.answer, variant.shown.form
    if not isinstance(answer, ChoiceAnswer) or not isinstance(form, ChoiceForm):
        return None
    if not all(option.numeric for option in form.options):
        return None
    rows = tuple(
        tuple(float(text.replace("−", "-")) for text in option.text.strip("[]").split(", "))
        for option in form.options
    )
    return OptionNumbers(rows, min(answer.correct) - 1)


def robots_of(rows: Sequence[OptionNumbers], decimals: int) -> tuple[RobotReport, ...]:
    """What someone reaches who looks at the options of many variants and does not compute.

    Limit: chance plus five points, or two standard errors of guessing where the variants are few.
    """
    if not rows:
        return ()
    hits = np.concatenate([_hits(rows, width, decimals) for width in {len(row.options[0]) for row in rows}])
    limit = 1 / OPTIONS + max(POINTS, 2 * math.sqrt((1 / OPTIONS) * (1 - 1 / OPTIONS) / len(rows)))
    shares = hits.mean(axis=0).tolist()
    return tuple(RobotReport(name, share, limit) for name, share in zip(ROBOTS, shares, strict=True))


def _hits(rows: Sequence[OptionNumbers], width: int, decimals: int) -> Floats:
    """The chance of each robot, in the order of `ROBOTS`, in each variant with so many numbers, [B, 4]."""
    right_first = [
        (row.options[row.right], *row.options[: row.right], *row.options[row.right + 1 :])
        for row in rows
        if len(row.options[0]) == width
    ]
    options = units(np.array(right_first), decimals)
    way = np.arange(OPTIONS)[None]
    outside = tells.centrality(tells.signs(options), way)
    related = tells.multiples(options).sum(axis=2).T
    shown = tells.digits(options, decimals).T
    shared = tells.shared(options).sum(axis=2, dtype=np.int64).T
    scores: tuple[Sequence[NDArray[Any]], ...] = (
        [-one[0] for one in outside],
        list(related),
        list(-shown),
        list(shared),
    )
    return np.stack([tells.hit(one) for one in scores], axis=1)


def _counts(places: Sequence[int], of: int) -> tuple[int, ...]:
    """How often each of so many places occurs; nothing where none does."""
    counted = Counter(places)
    return tuple(counted[place] for place in range(1, of + 1)) if places else ()
