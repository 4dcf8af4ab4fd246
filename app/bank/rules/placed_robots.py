"""Robots that match and put in order by form alone; a good bank gives them no more than a blind guess."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from app.bank.findings import Figure
from app.bank.rules.base import printed
from app.bank.rules.robots import LARGE, POINTS
from app.bank.rules.vocabulary import content_words
from app.items.item import MatchingItem, OrderingItem
from app.kit.draws import Draws

PairScorer = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
StepScorer = Callable[[str, Sequence[str]], Sequence[float]]
_PRESENTATIONS = 200  # drawn orders of each item
_EQUAL = 1e-9


def like_lengths(prompts: Sequence[str], choices: Sequence[str]) -> list[list[float]]:
    """How near the rank of each choice's length is to that of the prompt's, both from 0 to 1."""
    ranks = [_ranks([len(printed(text)) for text in texts]) for texts in (prompts, choices)]
    return [[-abs(one - other) for other in ranks[1]] for one in ranks[0]]


def _ranks(lengths: Sequence[int]) -> list[float]:
    """The rank of each length, equal ones in the middle of theirs, from 0 to 1."""
    last = max(len(lengths) - 1, 1)
    return [
        sum((other < one) + 0.5 * (other == one) for other in lengths) / last - 0.5 / last for one in lengths
    ]


def shared_words(prompts: Sequence[str], choices: Sequence[str]) -> list[list[float]]:
    """How many content words a prompt and a choice have in common."""
    return [[float(len(content_words(one) & content_words(other))) for other in choices] for one in prompts]


def like_forms(prompts: Sequence[str], choices: Sequence[str]) -> list[list[float]]:
    """Whether both have a formula, or neither has one."""
    return [[float(("$" in one) is ("$" in other)) for other in choices] for one in prompts]


MATCHERS: Mapping[str, PairScorer] = {
    "matching lengths": like_lengths,
    "matching shared words": shared_words,
    "matching formulas with formulas": like_forms,
}
SORTERS: Mapping[str, StepScorer] = {
    "from short to long": lambda _stem, entries: [-len(printed(text)) for text in entries],
    "from long to short": lambda _stem, entries: [len(printed(text)) for text in entries],
    "most like the stem first": lambda stem, entries: [
        len(content_words(stem) & content_words(text)) for text in entries
    ],
}
AS_SHOWN = "keeping the order shown"


def matched_share(scores: Sequence[Sequence[float]], right: Sequence[int]) -> float:
    """The expected number of right pairs of a robot that takes the highest total score and draws among equals.

    `scores` are by prompt and choice, `right` the place (0 is the first) of each prompt's choice.
    """
    best, hits, ways = -math.inf, 0, 0
    for taken in permutations(range(len(scores[0])), len(scores)):
        total = sum(row[place] for row, place in zip(scores, taken, strict=True))
        if total > best + _EQUAL:
            best, hits, ways = total, 0, 0
        if total >= best - _EQUAL:
            hits += sum(map(int.__eq__, taken, right))
            ways += 1
    return hits / ways


def sorted_share(scores: Sequence[float]) -> float:
    """The expected number of entries in place of a robot that sorts by score, the highest first, drawing among equals.

    `scores` are in the right order. An entry with g higher and e equal scores (its own among them) stands at each of
    the places g … g + e − 1 equally often.
    """
    share = 0.0
    for place, score in enumerate(scores):
        higher = sum(other > score + _EQUAL for other in scores)
        equal = sum(abs(other - score) <= _EQUAL for other in scores)
        share += (higher <= place < higher + equal) / equal
    return share


def placed_figures(
    items: Sequence[MatchingItem | OrderingItem], scope: str, *, whole: bool
) -> Iterator[Figure]:
    """Each robot's expected share of right pairs, or of entries in place, against its limit.

    Limit: the share of a blind guess plus five points or two standard errors of it, whichever is larger; over a whole
    bank of 30 questions or more of the kind, plus five points.
    """
    pairs = [item for item in items if isinstance(item, MatchingItem)]
    steps = [item for item in items if isinstance(item, OrderingItem)]
    if pairs:
        limit = _limit([(len(one.prompts), len(one.choices)) for one in pairs], whole)
        total = sum(len(one.prompts) for one in pairs)
        for name, matcher in MATCHERS.items():
            share = sum(_matched(one, matcher) for one in pairs) / total
            yield Figure(f"robot: {name}", scope, share, limit, share <= limit + _EQUAL, len(pairs))
    if steps:
        limit = _limit([(len(one.entries), len(one.entries)) for one in steps], whole)
        total = sum(len(one.entries) for one in steps)
        for name, sorter in SORTERS.items():
            share = sum(_sorted(one, sorter) for one in steps) / total
            yield Figure(f"robot: {name}", scope, share, limit, share <= limit + _EQUAL, len(steps))
        share = sum(_kept(one) for one in steps) / total
        yield Figure(f"robot: {AS_SHOWN}", scope, share, limit, share <= limit + _EQUAL, len(steps))


def _limit(sizes: Sequence[tuple[int, int]], whole: bool) -> float:
    """Over items of m things to place in c places: Σ m / c of Σ m is the blind share, plus the margin.

    A guess takes m of c places without repetition, so the number that is right has the mean m / c and the variance
    m / c · (1 − 1 / c) + m (m − 1) (1 / (c (c − 1)) − 1 / c²).
    """
    total = sum(m for m, _ in sizes)
    mean = sum(m / c for m, c in sizes) / total
    variance = sum(m / c * (1 - 1 / c) + m * (m - 1) * (1 / (c * (c - 1)) - 1 / c**2) for m, c in sizes)
    margin = POINTS if whole and len(sizes) >= LARGE else max(POINTS, 2 * math.sqrt(variance) / total)
    return min(1.0, mean + margin)


def _matched(item: MatchingItem, matcher: PairScorer) -> float:
    names = [choice.id for choice in item.choices]
    scores = matcher([one.text for one in item.prompts], [one.text for one in item.choices])
    return matched_share(scores, [names.index(prompt.choice) for prompt in item.prompts])


def _sorted(item: OrderingItem, sorter: StepScorer) -> float:
    return sorted_share(sorter(item.stem, [entry.text for entry in item.entries]))


def _kept(item: OrderingItem) -> float:
    """The entries in place where the order shown is kept, over drawn orders; the right one is never shown."""
    right = list(range(len(item.entries)))
    draws = Draws(f"placed|{item.header.id}")
    shown = [draws.shuffled(f"order:{turn}", right) for turn in range(_PRESENTATIONS)]
    shown = [order for order in shown if order != right]
    return sum(sum(map(int.__eq__, order, right)) for order in shown) / len(shown)
