"""Which slips a learner's answers show, the likeliest first, and which of them are fading."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import IntEnum
from fractions import Fraction

FADES_AFTER = 2
GONE_AFTER = 5
Slugs = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Wrong answers with one diagnosis: how many, and when the last of them was.

    `certain` are the slips that the answers show beyond doubt. Where there are none, each of `candidates` (one slug, or
    two that were made together) explains the answers by itself.
    """

    certain: Slugs
    candidates: tuple[Slugs, ...]
    count: int
    last: datetime


class Trend(IntEnum):
    """How a slip stands, in the order in which slips are shown."""

    LIVE = 0
    FADING = 1
    GONE = 2


@dataclass(frozen=True, slots=True)
class SlipMade:
    """A slip with the answers laid to it, how many of these show it beyond doubt, and the last of them.

    `chances` are the answers since then in which it could have been made and was not.
    """

    slug: str
    count: int
    certain: int
    last: datetime
    chances: int = 0

    @property
    def trend(self) -> Trend:
        """Whether it is live, fading or gone."""
        return trend(self.chances)


@dataclass(frozen=True, slots=True)
class _Weights:
    """For each slip how many answers it can explain, and how many it would be given if doubtful ones were shared out."""

    explained: Counter[str] = field(default_factory=Counter)
    support: dict[str, Fraction] = field(default_factory=dict)

    def add(self, one: Shown) -> None:
        if one.certain:
            parts = [(slug, Fraction(1)) for slug in one.certain]
        else:
            share = Fraction(1, max(1, len(one.candidates)))
            parts = [(slug, share) for slug in dict.fromkeys(_slugs(one.candidates))]
        for slug, part in parts:
            self.explained[slug] += one.count
            self.support[slug] = self.support.get(slug, Fraction(0)) + part * one.count

    def of(self, slugs: Slugs) -> tuple[int, Fraction, int]:
        """Of an explanation, which is as weak as its weakest slip; of two that are as strong, the simpler one."""
        weakest = min((self.explained[slug], self.support[slug]) for slug in slugs)
        return (*weakest, -len(slugs))


def trend(chances: int) -> Trend:
    """How a slip stands after so many chances that were not taken.

    Rule: each answer that was right and no guess, to a question in which the slip leads astray, is a chance that was
    not taken. One may be luck or numbers in which it makes no difference; after two the slip is fading, after five
    gone. Time alone changes nothing: who does not practise has not unlearned it.
    """
    if chances >= GONE_AFTER:
        return Trend.GONE
    return Trend.FADING if chances >= FADES_AFTER else Trend.LIVE


def laid_out(shown: Sequence[Shown]) -> tuple[Slugs, ...]:
    """For each diagnosis the slips that its answers are laid to.

    Rule: what is certain stays so. Of several explanations that one is taken which explains the most answers of this
    learner, then the one that most speaks for when doubtful answers are shared out among their explanations, then
    the simpler, then the one named first. So a slip that explains all wrong answers comes before those that explain
    some of them, and a compound slip counts for both.
    """
    weights = _Weights()
    for one in shown:
        weights.add(one)
    return tuple(one.certain or max(one.candidates, key=weights.of, default=()) for one in shown)


def slips_made(shown: Sequence[Shown]) -> tuple[SlipMade, ...]:
    """Every slip that some answer is laid to, the most frequent first, then the surest, then the latest."""
    found: dict[str, SlipMade] = {}
    for one, slugs in zip(shown, laid_out(shown), strict=True):
        for slug in slugs:
            before = found.get(slug, SlipMade(slug, 0, 0, one.last))
            found[slug] = SlipMade(
                slug,
                before.count + one.count,
                before.certain + (one.count if one.certain else 0),
                max(before.last, one.last),
            )
    return tuple(sorted(found.values(), key=_order))


def with_chances(slips: Iterable[SlipMade], chances: Mapping[str, int]) -> tuple[SlipMade, ...]:
    """The slips with the chances since, live ones before fading ones before those that are gone."""
    counted = (replace(one, chances=chances.get(one.slug, 0)) for one in slips)
    return tuple(sorted(counted, key=lambda one: (one.trend, *_order(one))))


def _order(one: SlipMade) -> tuple[float, float, float, str]:
    return (-one.count, -one.certain, -one.last.timestamp(), one.slug)


def _slugs(candidates: Iterable[Slugs]) -> Iterable[str]:
    return (slug for slugs in candidates for slug in slugs)
