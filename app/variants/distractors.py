"""Which slips stand beside the answer: chosen so that the answer's rank by size is as even as they allow."""

from collections.abc import Sequence
from itertools import accumulate
from struct import Struct

from app.kit.draws import Draws
from app.variants.block import Plan
from app.variants.screen import SHARE_APART, UNITS_APART

DISTRACTORS = 3
_WORDS, _PARTS = Struct("<4Q").pack, Struct("<16H").unpack

Units = Sequence[float]  # a row of numbers in units of the last printed place


def choose(plan: Plan, printed: Sequence[Units], candidates: Sequence[int], draws: Draws) -> list[int] | None:
    """Three readings to stand beside the right one, or None where there are not that many.

    Rule: the rank of the answer in the first field is drawn first, by the plan's weights; then slips are
    taken in random order, as many below and above as that rank wants; what is missing comes from the other side,
    last from slips with the same first number. Single slips come before pairs. Any two options differ in some field
    by two units of the last place and by 2 % of the larger number.
    """
    rank = _rank(draws.below("rank", sum(plan.rank_weights)), plan.rank_weights)
    turns, stepped = _turns(draws, len(plan.readings)), plan.stepped
    answer = printed[0][0]
    below: list[int] = []
    above: list[int] = []
    level: list[int] = []
    for _, _, reading in sorted([(reading >= stepped, turns[reading], reading) for reading in candidates]):
        first = printed[reading][0]
        (below if first < answer else above if first > answer else level).append(reading)
    chosen: list[int] = []
    _take(below, rank, printed, chosen=chosen)
    _take(above, DISTRACTORS - rank, printed, chosen=chosen)
    for rest in (below, above, level):
        _take(rest, DISTRACTORS - len(chosen), printed, chosen=chosen)
    return chosen if len(chosen) == DISTRACTORS else None


def _turns(draws: Draws, count: int) -> list[int]:
    """A random 16-bit number for each reading, which puts them in order; sixteen from each hash."""
    turns: list[int] = []
    turn = 0
    while len(turns) < count:
        turns += _PARTS(_WORDS(*draws.words("slips", turn)))
        turn += 1
    return turns


def _rank(drawn: int, weights: Sequence[int]) -> int:
    """The rank whose share of the sum of weights holds the drawn number."""
    return next(rank for rank, total in enumerate(accumulate(weights)) if drawn < total)


def _take(pool: Sequence[int], count: int, printed: Sequence[Units], *, chosen: list[int]) -> None:
    """Adds up to `count` readings of the pool that can be told from all that are chosen."""
    for reading in pool:
        if count <= 0:
            return
        if reading not in chosen and all(apart(printed[reading], printed[other]) for other in chosen):
            chosen.append(reading)
            count -= 1


def apart(row: Units, other: Units) -> bool:
    """Whether two rows differ in some field by two units of the last place and by 2 % of the larger number."""
    for one, two in zip(row, other, strict=True):
        gap = abs(one - two)
        if gap >= UNITS_APART and gap >= SHARE_APART * max(abs(one), abs(two)):
            return True
    return False
