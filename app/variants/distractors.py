"""Which slips stand beside the answer: chosen so that size, roundness and simple ratios give no hint of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.kit.draws import Draws
from app.variants import tells
from app.variants.block import Plan
from app.variants.rounding import Flags, Floats
from app.variants.screen import apart

DISTRACTORS = 3
Ints = NDArray[np.int64]

_POOL = 9  # readings from which three are taken: 84 ways
_CHUNK = 512  # draws that are worked on together, so that their numbers stay in the cache
_WORDS, _PARTS = Struct("<4Q").pack, Struct("<16H").unpack
_FULL = 1 << 16
_CHANCE = 1 / (DISTRACTORS + 1)
_TARGETS = 3  # the first drawn numbers say what is aimed at, the others put the readings in order
# The ways to take three of the pool; the answer is at place 0.
_WAYS = np.array([(0, *way) for way in combinations(range(1, _POOL + 1), DISTRACTORS)])
# What one step away from each target costs.
_SIZE, _MIDDLE, _ROUND, _RATIO, _SHARED, _PAIR = 1.0, 1.5, 1.5, 3.0, 3.5, 0.1


@dataclass(frozen=True, slots=True, eq=False)
class _Pool:
    """The options that may stand together, the answer first: units of the last place [B, P, w], and which are there."""

    readings: Ints
    options: Floats
    there: Flags
    paired: Flags
    drawn: Ints


def choose(
    plan: Plan, printed: Floats, candidates: Flags, *, seeds: Sequence[str], decimals: int
) -> list[list[int]]:
    """For each draw three readings to stand beside the right one, or none where there are not that many.

    `printed` [B, R, w] are units of the last place, `candidates` [B, R] what may be taken. Rule: of the readings in
    random order, single slips before pairs (but among counts, of which a slip often changes one alone), the first nine
    are tried in every combination of three whose options all differ in some field by two units of the last place and
    by 2 % of the larger number. Taken is the combination nearest to what was drawn: the answer's rank by size in a
    drawn field (by the plan's weights), its rank by how near the middle it lies in all fields, its rank by how round
    it is, as many simple multiples beside it as beside any other option, and as many numbers in common with the others
    as any other option has. Every rank is drawn evenly, so that whoever goes by one of these learns nothing.
    """
    count = _TARGETS + printed.shape[1]
    drawn = np.array([_turns(Draws(seed), count) for seed in seeds], dtype=np.int64).reshape(-1, count)
    found: list[list[int]] = []
    for start in range(0, len(seeds), _CHUNK):
        few = slice(start, start + _CHUNK)
        found += _taken(plan, _pool(plan, printed[few], candidates[few], drawn[few]), decimals)
    return found


def _turns(draws: Draws, count: int) -> list[int]:
    """Random 16-bit numbers, sixteen from each hash."""
    turns: list[int] = []
    turn = 0
    while len(turns) < count:
        turns += _PARTS(_WORDS(*draws.words("slips", turn)))
        turn += 1
    return turns[:count]


def _pool(plan: Plan, printed: Floats, candidates: Flags, drawn: Ints) -> _Pool:
    late = np.arange(printed.shape[1]) >= plan.stepped
    after = _FULL * (late & (not plan.counts))
    order = np.where(candidates, drawn[:, _TARGETS:] + after, 4 * _FULL)
    order[:, 0] = -1
    readings = np.argsort(order, axis=1, kind="stable")[:, : _POOL + 1]
    options = np.take_along_axis(printed, readings[:, :, None], axis=1)
    options = np.ascontiguousarray(options.transpose(1, 2, 0)).transpose(2, 0, 1)  # the draws side by side
    return _Pool(
        readings,
        options,
        np.take_along_axis(candidates, readings, axis=1),
        late[readings],
        drawn[:, :_TARGETS],
    )


def _taken(plan: Plan, pool: _Pool, decimals: int) -> list[list[int]]:
    """The readings of the cheapest possible way of each draw."""
    ways = _WAYS[_WAYS[:, -1] < pool.readings.shape[1]]
    if not len(ways):
        return [[] for _ in pool.readings]
    possible = _possible(pool, ways, counts=plan.counts)
    costs = np.where(possible, _costs(plan, pool, ways, decimals), np.inf)
    best = costs.argmin(axis=0)
    taken: list[list[int]] = np.take_along_axis(pool.readings, ways[best][:, 1:], axis=1).tolist()
    some: list[bool] = np.asarray(possible.any(axis=0)).tolist()
    return [row if there else [] for row, there in zip(taken, some, strict=True)]


def _possible(pool: _Pool, ways: Ints, *, counts: bool) -> Flags:
    """Whether all options of a way are there and can be told apart, [T, B]."""
    there, options = pool.there, pool.options
    fine = np.zeros((options.shape[1], options.shape[1], len(options)), dtype=np.bool_)
    for one in range(options.shape[1] - 1):
        others = slice(one + 1, None)
        told = apart(options[:, one : one + 1], options[:, others], counts=counts) & there[:, others]
        fine[one, others] = told.T
    found = np.ones((len(ways), len(pool.options)), dtype=np.bool_)
    for one, two in combinations(range(DISTRACTORS + 1), 2):
        found &= fine[ways[:, one], ways[:, two]]
    return found


def _costs(plan: Plan, pool: _Pool, ways: Ints, decimals: int) -> Floats:
    """How far each way is from the targets, [T, B]."""
    width = pool.options.shape[2]
    edges = np.cumsum(plan.rank_weights)
    aimed = np.searchsorted(edges, pool.drawn[:, 0] * edges[-1] // _FULL, side="right")
    field = pool.drawn[:, 1] * width // _FULL
    middle = pool.drawn[:, 2] * 4 // _FULL
    compared = tells.signs(pool.options)
    here = np.arange(len(field))
    against = -compared[0][:, field, here].astype(np.int8)  # 1 where an option is smaller than the answer
    half = sum(against[ways[:, place]] for place in (1, 2, 3))
    costs: Floats = _SIZE * np.abs(0.5 * (3 + half) - aimed)
    if width > 1:
        costs += _MIDDLE * np.abs(tells.rank(tells.centrality(compared, ways)) - middle)
    shown = tells.digits(pool.options, decimals).T
    for way_of_counting in (shown, -shown):
        costs += _ROUND * np.abs(tells.hit([way_of_counting[ways[:, place]] for place in range(4)]) - _CHANCE)
    costs += _RATIO * np.abs(tells.hit(_summed(tells.multiples(pool.options), ways)) - _CHANCE)
    if width > 1:
        costs += _SHARED * np.abs(tells.hit(_summed(tells.shared(pool.options), ways)) - _CHANCE)
    costs += _PAIR * pool.paired.T[ways].sum(axis=1)
    return costs


def _summed(pairwise: NDArray[Any], ways: Ints) -> list[NDArray[np.int8]]:
    """What each of the four options has to do with the others, from what each has with each, four of [T, B]."""
    related = np.ascontiguousarray(pairwise.transpose(1, 2, 0)).astype(np.int8)
    pairs = {
        (one, two): related[ways[:, one], ways[:, two]]
        for one, two in combinations(range(DISTRACTORS + 1), 2)
    }
    return [
        pairs[0, 1] + pairs[0, 2] + pairs[0, 3],
        pairs[0, 1] + pairs[1, 2] + pairs[1, 3],
        pairs[0, 2] + pairs[1, 2] + pairs[2, 3],
        pairs[0, 3] + pairs[1, 3] + pairs[2, 3],
    ]
