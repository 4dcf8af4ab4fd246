"""What options show to someone who does not compute: how central, how round, and how simple a multiple each is."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.variants.rounding import Flags, Floats, everywhere

Counts = NDArray[np.int8]

MULTIPLES = (2.0, 3.0, 4.0, math.sqrt(2), math.sqrt(3))


def multiples(options: Floats) -> Flags:
    """Which pairs of options [B, P, w], in units of the last place, are simple multiples of each other; [B, P, P].

    x and y are, where |m x − y| ≤ (m + 1) / 2 in every field, as far as two rounded numbers can be from it, and
    neither is nothing but zeros; none is one of itself.
    """
    fields = np.ascontiguousarray(options.transpose(1, 2, 0))  # loops over many draws, not over few numbers
    found = np.zeros((len(fields), *fields.shape[::2]), dtype=np.bool_)
    factors = np.array(MULTIPLES).reshape(-1, 1, 1, 1)
    limits, multiplied = (factors + 1) / 2, factors * fields
    gaps = np.empty_like(multiplied)
    for one in range(len(fields)):
        np.abs(np.subtract(multiplied[:, one, None], fields, out=gaps), out=gaps)
        found[one] = everywhere((gaps <= limits).transpose(0, 1, 3, 2)).any(axis=0)
    some = (fields != 0).any(axis=1)
    found &= some[:, None] & some & ~np.eye(len(fields), dtype=np.bool_)[:, :, None]
    return np.asarray((found | found.transpose(1, 0, 2)).transpose(2, 0, 1))


def shared(options: Floats) -> Counts:
    """In how many fields two options show the same number, itself with itself too; [B, P, P]."""
    found = np.zeros((*options.shape[:2], options.shape[1]), dtype=np.int8)
    for field in range(options.shape[2]):
        numbers = options[:, :, field]
        found += numbers[:, :, None] == numbers[:, None]
    return found


def digits(options: Floats, decimals: int) -> Floats:
    """How many digits each option shows, without leading zeros and zeros at the end of the decimals; [B, P]."""
    units = np.abs(options)
    shown = np.floor(np.log10(units + 0.5)) + 1.0
    for place in range(1, decimals + 1):
        shown -= units % 10.0**place == 0
    return np.asarray(np.maximum(shown, 0.0).sum(axis=2))


def signs(options: Floats) -> Counts:
    """1 where the second option is larger in a field, −1 where it is smaller; [P, P, w, B]."""
    fields = np.ascontiguousarray(options.transpose(1, 2, 0))
    return (fields[None] > fields[:, None]).astype(np.int8) - (fields[None] < fields[:, None]).astype(np.int8)


def centrality(compared: Counts, ways: NDArray[np.int64]) -> list[Counts]:
    """How far from the middle each of the four options of each way lies, over all fields; four of [T, B]."""
    pairs = {(one, two): compared[ways[:, one], ways[:, two]] for one, two in combinations(range(4), 2)}
    sums = (
        pairs[0, 1] + pairs[0, 2] + pairs[0, 3],
        pairs[1, 2] + pairs[1, 3] - pairs[0, 1],
        pairs[2, 3] - pairs[0, 2] - pairs[1, 2],
        pairs[0, 3] + pairs[1, 3] + pairs[2, 3],
    )
    return [_over_fields(np.abs(one, out=one)) for one in sums]


def _over_fields(sizes: Counts) -> Counts:
    """The sum over the fields of [T, w, B], which are few, without a detour by the middle axis."""
    total = sizes[:, 0].copy()
    for field in range(1, sizes.shape[1]):
        total += sizes[:, field]
    return total


def rank(scores: Sequence[NDArray[Any]]) -> Floats:
    """How many of the other options have a lower score than the first one, equal ones as halves."""
    first, *others = scores
    halves = np.zeros(first.shape, dtype=np.int8)
    for other in others:
        halves += other < first
        halves += other <= first
    return np.asarray(0.5 * halves)


def hit(scores: Sequence[NDArray[Any]]) -> Floats:
    """The chance that whoever takes the highest score, and draws among equals, takes the first option."""
    first, *others = scores
    beaten, equal = np.zeros(first.shape, dtype=np.bool_), np.zeros(first.shape, dtype=np.int8)
    for other in others:
        beaten |= other > first
        equal += other == first
    return np.asarray(~beaten / (1.0 + equal))
