"""Which draws may be asked at all, and which slips may stand beside the answer: the refusals, for a whole block."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.variants.block import Block, Plan
from app.variants.reach import lost_digits, too_wide
from app.variants.rounding import Flags, Floats, everywhere, on_edge, somewhere, units

SAME = 1e-12  # two floats this near, relative to their size, are one number
SHARE_APART = 0.02  # two options differ by this share of the larger one,
UNITS_APART = 2.0  # and by this many units of the last printed place


@dataclass(frozen=True, slots=True)
class Screened:
    """A block after the refusals.

    `reason` is empty or the first reason for which a draw is refused; `kept` [B, R] says which readings can be told
    apart from the right one; `candidates` [B, R] which may be options; `printed` [B, R, w] are whole units of the
    last printed place.
    """

    reason: NDArray[np.str_]
    kept: Flags
    candidates: Flags
    printed: Floats

    def at(self, places: NDArray[np.intp]) -> "Screened":
        """Some of the draws."""
        return Screened(self.reason[places], self.kept[places], self.candidates[places], self.printed[places])


def screen(
    plan: Plan, block: Block, decimals: int, *, known: Mapping[str, Flags], unlike: bool = False
) -> Screened:
    """Refuses draws. `known` are reasons that were found before, by the recipe and by its slips.

    With `unlike`, a draw is refused too in which two slips could give the same numbers by hand, or one the right ones.
    """
    finite = everywhere(np.isfinite(block.values))
    present = block.defined & finite
    with np.errstate(invalid="ignore"):
        usable = present & ~block.coincides
        printed = units(block.values, decimals)
        edge = somewhere(on_edge(block.values, decimals))
        minus_zero = somewhere((printed == 0) & (block.values < 0))
        inside = usable & _inside(block)
        kept = usable & ~_shadowed(plan, block)
        distinct = apart(printed, printed[:, :1], counts=plan.counts)
    kept[:, 0] = present[:, 0]
    candidates = kept & ~edge & ~minus_zero & distinct & ~_of_two(printed, kept, plan.stepped)
    if plan.width == 1:
        candidates &= printed[:, :, 0] != 0
    if block.possible is not None:
        candidates &= block.possible
    if plan.counts:
        candidates &= everywhere(block.values == np.floor(block.values))
    if plan.shares:
        candidates &= everywhere((printed >= 0) & (printed <= 10**decimals))
    candidates[:, 0] = False
    reasons: dict[str, Flags] = {
        "not-finite": ~present[:, 0],
        "negative-zero": minus_zero[:, 0],
        "rounding-tie": edge[:, 0],
        **known,
        "reach-too-wide": too_wide(plan, block, decimals),
        "slip-without-digits": lost_digits(plan, block),
        "slip-in-fair-interval": somewhere(inside[:, 1 : plan.stepped]),
    }
    if unlike:
        reasons["slips-alike"] = _alike(block, kept[:, : plan.stepped])
    return Screened(_first(reasons), kept, candidates, printed)


def _first(reasons: Mapping[str, Flags]) -> NDArray[np.str_]:
    """The name of the first reason that holds for each draw, or the empty string."""
    return np.select(list(reasons.values()), list(reasons), default="")


def _inside(block: Block) -> Flags:
    """Whether a reading's values all lie in the fair interval of the answer."""
    low, high = block.low[:, :1], block.high[:, :1]
    return everywhere((low <= block.values) & (block.values <= high))


def _alike(block: Block, kept: Flags) -> Flags:
    """The draws in which the fair intervals of two single readings, the right one among them, meet in all fields, [B]."""
    low, high = block.low[:, : kept.shape[1]], block.high[:, : kept.shape[1]]
    found = np.zeros(len(kept), dtype=np.bool_)
    with np.errstate(invalid="ignore"):
        for one in range(kept.shape[1] - 1):
            later = slice(one + 1, None)
            meet = everywhere((low[:, one, None] <= high[:, later]) & (low[:, later] <= high[:, one, None]))
            found |= kept[:, one] & somewhere(meet & kept[:, later])
    return found


def _of_two(printed: Floats, kept: Flags, singles: int) -> Flags:
    """Which readings print as another single slip does too, so that whoever chose them could have made either, [B, R]."""
    found = np.zeros(kept.shape, dtype=np.bool_)
    with np.errstate(invalid="ignore"):
        for single in range(1, singles):
            same = everywhere(printed == printed[:, single : single + 1]) & kept[:, single : single + 1]
            same[:, single] = False
            found |= same
    return found


def _shadowed(plan: Plan, block: Block) -> Flags:
    """Which pairs say nothing of their own: they overlap the answer, or their numbers fit a single slip.

    Who types them is told of the single slip, since the simpler explanation comes first.
    """
    shadowed = np.zeros(block.defined.shape, dtype=np.bool_)
    first = plan.stepped
    if first < len(plan.readings):
        pairs = slice(first, None)
        overlap = (block.low[:, pairs] <= block.high[:, :1]) & (block.low[:, :1] <= block.high[:, pairs])
        shadowed[:, pairs] = everywhere(overlap)
        for single in range(1, first):
            alone = slice(single, single + 1)
            values = block.values[:, pairs]
            fits = (block.low[:, alone] <= values) & (values <= block.high[:, alone])
            gap = np.abs(values - block.values[:, alone])
            size = np.maximum(1.0, np.abs(values))
            shadowed[:, pairs] |= everywhere(fits | (gap <= SAME * size))
    return shadowed


def apart(printed: Floats, other: Floats, *, counts: bool = False) -> Flags:
    """Whether rows, in units of the last place, differ in some field by two units and by 2 % of the larger one.

    Counts are exact, so any difference tells them apart.
    """
    gap = np.abs(printed - other)
    if counts:
        return somewhere(gap > 0)
    size = np.maximum(np.abs(printed), np.abs(other))
    return somewhere((gap >= UNITS_APART) & (gap >= SHARE_APART * size))
