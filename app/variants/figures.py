"""Takes the numbers of single draws out of a screened block, with one conversion for all."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from app.variants.block import Block, Plan
from app.variants.rounding import Floats, rounded
from app.variants.screen import Screened


class Figures(Struct, frozen=True, eq=False):
    """The numbers of one draw.

    `values` of the right reading and then of the chosen ones; `low` and `high` of the right one, and how far they reach from its values;
    `steps` of the right one as they are printed; `chosen` are the readings beside it, for a choice; `nearest` is the reading nearest to the answer, if there is one; `numbers` are the bytes of the slip table.
    """

    values: Sequence[Sequence[float]]
    low: Sequence[float]
    high: Sequence[float]
    reach: float
    steps: Sequence[float]
    chosen: Sequence[int]
    nearest: int
    distance: float
    numbers: bytes


def figures_of(
    plan: Plan, block: Block, screened: Screened, *, chosen: Sequence[Sequence[int]], decimals: int
) -> Iterator[Figures]:
    """The figures of each draw of the block, in order; `chosen` has the readings beside the answer of each."""
    nearest, distance = _nearest(block, screened)
    count = len(block.table)
    stored = _stored(plan, block, screened)
    low, high = block.low[:, 0].tolist(), block.high[:, 0].tolist()
    right, values = block.values[:, 0], _asked(block, chosen)
    reach = np.maximum(block.high[:, 0] - right, right - block.low[:, 0]).max(axis=1).tolist()
    shown = _shown_steps(plan, block.steps[:, 0], decimals).tolist()
    size = len(stored) // max(1, count)
    for place in range(count):
        yield Figures(
            values[place],
            low[place],
            high[place],
            reach[place],
            shown[place],
            chosen[place],
            nearest[place],
            distance[place],
            stored[place * size : (place + 1) * size],
        )


def _asked(block: Block, chosen: Sequence[Sequence[int]]) -> list[list[list[float]]]:
    """The values of the right reading and of the chosen ones, for each draw; those without a choice have the right one."""
    most = max(map(len, chosen), default=0)
    places = np.array([[0, *(few or [0] * most)] for few in chosen], dtype=np.int64)
    asked: list[list[list[float]]] = block.values[np.arange(len(places))[:, None], places].tolist()
    return asked


def _stored(plan: Plan, block: Block, screened: Screened) -> bytes:
    """The bytes of all slip tables, one after the other; NaN where a reading says nothing."""
    count = len(block.table)
    joined = np.concatenate([block.table.reshape(count, -1), block.steps.reshape(count, -1)], axis=1)
    joined = joined.astype("<f8", copy=False)
    draw, reading = np.nonzero(~screened.kept)
    wide, long = 3 * plan.width, block.steps.shape[2]
    joined[draw[:, None], reading[:, None] * wide + np.arange(wide)] = np.nan
    single = reading < plan.stepped
    start = len(plan.readings) * wide
    joined[draw[single, None], start + reading[single, None] * long + np.arange(long)] = np.nan
    return joined.tobytes()


def _nearest(block: Block, screened: Screened) -> tuple[list[int], list[float]]:
    """The reading nearest to the answer, by its widest field, and how far it is; 0 where there is none."""
    with np.errstate(invalid="ignore"):
        gap = np.abs(block.values - block.values[:, :1]).max(axis=2)
    gap = np.where(screened.kept, gap, np.inf)
    gap[:, 0] = np.inf
    place = gap.argmin(axis=1)
    distance = gap[np.arange(len(gap)), place]
    none = ~np.isfinite(distance)
    return np.where(none, 0, place).tolist(), np.where(none, 0.0, distance).tolist()


def _shown_steps(plan: Plan, steps: Floats, decimals: int) -> Floats:
    """The right reading's steps as they are printed: exact ones in full, others rounded."""
    shown = rounded(steps, decimals)
    start = 0
    for step in plan.steps:
        if step.slug in plan.exact:
            shown[:, start : start + step.count] = steps[:, start : start + step.count] + 0.0
        start += step.count
    return shown
