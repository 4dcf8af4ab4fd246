"""Robots that know nothing of the subject and answer by form alone; a good bank gives them no more than chance."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.bank.findings import Figure
from app.bank.rules.base import printed, words
from app.bank.rules.numbers import numbers_in
from app.bank.rules.vocabulary import ABSOLUTE, HEDGES, PLAIN, content_words
from app.items.item import AuthoredItem

POINTS = 0.05
MULTIPLES = (2.0, 3.0, 4.0, math.sqrt(2), math.sqrt(3))
LARGE = 30  # from this many items on five points hold over a whole bank, whatever the standard error


@dataclass(frozen=True, slots=True)
class Posed:
    """A choice question as a robot sees it: plain strings, and the positions (1 is the first) of what is right."""

    stem: str
    options: tuple[str, ...]
    right: frozenset[int]


Commonness = Mapping[str, int]
Scorer = Callable[[Posed, Commonness], tuple[float, ...] | None]


def posed(item: AuthoredItem) -> Posed:
    """An authored item in the order of its file."""
    right = frozenset(place for place, option in enumerate(item.options, 1) if option.correct)
    return Posed(item.stem, tuple(option.text for option in item.options), right)


def commonness(questions: Iterable[Posed]) -> Commonness:
    """In how many questions each word occurs among the options."""
    return Counter(word for one in questions for word in {w for option in one.options for w in words(option)})


def longest(question: Posed, common: Commonness) -> tuple[float, ...]:
    """The length of each option as a reader sees it."""
    del common
    return tuple(float(len(printed(option))) for option in question.options)


def most_hedged(question: Posed, common: Commonness) -> tuple[float, ...]:
    """Hedging words less absolute words."""
    del common
    return tuple(
        float(sum((word in HEDGES) - (word in ABSOLUTE) for word in words(option)))
        for option in question.options
    )


def most_like_stem(question: Posed, common: Commonness) -> tuple[float, ...]:
    """How many content words of the stem each option repeats."""
    del common
    stem = content_words(question.stem)
    return tuple(float(len(stem & content_words(option))) for option in question.options)


def most_technical(question: Posed, common: Commonness) -> tuple[float, ...]:
    """Signs that are no letters or blanks, and words that no other question uses."""
    return tuple(
        float(_signs(option) + sum(common.get(word, 0) <= 1 and word not in PLAIN for word in words(option)))
        for option in question.options
    )


@lru_cache(maxsize=1 << 16)
def _signs(option: str) -> int:
    return sum(not sign.isalpha() and not sign.isspace() for sign in printed(option))


def middle_number(question: Posed, common: Commonness) -> tuple[float, ...] | None:
    """How near each number, or each number of a row, is to the middle of its rank; None unless all options are numbers."""
    del common
    rows = [numbers_in(option) for option in question.options]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        return None
    scores = [0.0] * len(rows)
    for column in zip(*rows, strict=True):
        for place, value in enumerate(column):
            below = sum(other < value for other in column)
            above = sum(other > value for other in column)
            scores[place] -= abs(below - above)
    return tuple(scores)


def simple_multiple(question: Posed, common: Commonness) -> tuple[float, ...] | None:
    """How many of the others are 2, 3, 4, √2 or √3 times each option, or that part of it, in every number.

    Two printed numbers are, where rounding both can explain it. None unless all options are numbers.
    """
    del common
    rows = [numbers_in(option) for option in question.options]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        return None
    unit = 10.0 ** -max(len(one.partition(".")[2]) for option in question.options for one in _shown(option))
    return tuple(
        float(
            sum(_multiple(row, other, unit) for place, other in enumerate(rows) if place != own and any(row))
        )
        for own, row in enumerate(rows)
    )


def _multiple(row: Sequence[float], other: Sequence[float], unit: float) -> bool:
    """Whether one row is a simple multiple of the other, whichever is larger."""
    return any(other) and any(
        all(abs(factor * one - two) <= (factor + 1) / 2 * unit + 1e-9 for one, two in zip(*rows, strict=True))
        for factor in MULTIPLES
        for rows in ((row, other), (other, row))
    )


def roundest_number(question: Posed, common: Commonness) -> tuple[float, ...] | None:
    """The fewest digits, without leading zeros and zeros at the end of the decimals; None unless all are numbers."""
    del common
    if not all(numbers_in(option) for option in question.options):
        return None
    return tuple(
        -float(
            sum(
                len(one.strip("-−+").rstrip("0" if "." in one else "").replace(".", "").lstrip("0"))
                for one in _shown(option)
            )
        )
        for option in question.options
    )


def most_shared(question: Posed, common: Commonness) -> tuple[float, ...] | None:
    """How many numbers each row has in common with the others, place by place; None unless all are rows of one width."""
    del common
    rows = [numbers_in(option) for option in question.options]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        return None
    columns = list(zip(*rows, strict=True))
    return tuple(float(sum(column.count(column[own]) - 1 for column in columns)) for own in range(len(rows)))


def _shown(option: str) -> list[str]:
    """The numbers of an option as they are written."""
    return re.findall(r"[-−+]?\d+(?:\.\d+)?", option)


ROBOTS: Mapping[str, Scorer] = {
    "always the longest": longest,
    "always the most hedged": most_hedged,
    "always the one most like the stem": most_like_stem,
    "always the most technical": most_technical,
    "always the middle number": middle_number,
}
# Those that can be let loose on computed options, in whose choosing they are taken into account.
NUMBER_ROBOTS: Mapping[str, Scorer] = {
    "always the middle number": middle_number,
    "always one of which another is a simple multiple": simple_multiple,
    "always the roundest number": roundest_number,
    "always the one that shares most numbers": most_shared,
}


def expected_hit(scores: Sequence[float], right: frozenset[int]) -> float:
    """The chance that a robot which takes the highest scores, and draws among equals, takes exactly what is right.

    Rule: with c to choose, all scores above the c-th highest are taken; the rest is drawn from those equal to it.
    Zero where something taken is wrong or something right lies below; else 1 / C(equals, still to take).
    """
    choose = len(right)
    border = sorted(scores, reverse=True)[choose - 1]
    taken = {place for place, score in enumerate(scores, 1) if score > border}
    equals = {place for place, score in enumerate(scores, 1) if score == border}
    if not taken <= right or not right <= taken | equals:
        return 0.0
    return 1 / math.comb(len(equals), choose - len(taken))


def chance(question: Posed) -> float:
    """The chance of a blind guess: 1 / C(options, right ones)."""
    return 1 / math.comb(len(question.options), len(question.right))


def robot_figures(
    questions: Sequence[Posed],
    scope: str,
    common: Commonness,
    *,
    whole: bool,
    robots: Mapping[str, Scorer] = ROBOTS,
) -> tuple[Figure, ...]:
    """Each robot's expected share of right answers against its limit.

    Limit: chance plus five points or two standard errors of guessing, whichever is larger; over a whole bank of 30
    questions or more, chance plus five points. Questions to which a robot does not apply are left out.
    """
    figures = []
    for name, scorer in robots.items():
        scored = [(one, scores) for one in questions if (scores := scorer(one, common)) is not None]
        if not scored:
            continue
        guesses = [chance(one) for one, _ in scored]
        error = math.sqrt(sum(p * (1 - p) for p in guesses)) / len(guesses)
        margin = POINTS if whole and len(scored) >= LARGE else max(POINTS, 2 * error)
        limit = min(1.0, sum(guesses) / len(guesses) + margin)
        value = sum(expected_hit(scores, one.right) for one, scores in scored) / len(scored)
        figures.append(Figure(f"robot: {name}", scope, value, limit, value <= limit + 1e-9, len(scored)))
    return tuple(figures)
