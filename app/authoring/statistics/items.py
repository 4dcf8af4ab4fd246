"""What stored answers say of an item: how often it is right, whom it tells apart, and which options nobody takes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh

import numpy as np

from app.authoring.statistics.records import (
    Answer,
    Count,
    Discrimination,
    Flag,
    ItemStatistics,
    OptionLine,
    Place,
    Quartiles,
    RevisionLine,
    counted,
)
from app.kit.shares import Z_95

LEAST_REST = 5  # other items that a person must have answered, for their rest to say something
LEAST_PEOPLE = 20  # with a rest, for discrimination and groups
LEAST_FOR_DEAD = 40  # first answers, for an option to be called dead
DEAD = 0.05  # of the first answers: an option that fewer take is dead
ENDS = 0.27  # of the people, at each end
MOST_VARIANTS = 50  # that are listed


@dataclass(frozen=True, slots=True)
class Keyed:
    """What is known of an item beside its answers: its latest revision, and its options in their order, right or not."""

    item_id: str
    revision_id: str
    options: tuple[tuple[str, bool], ...]


def firsts(answers: Iterable[Answer]) -> list[Answer]:
    """The first answer of each person to each item, wherever and to whatever revision it was given."""
    found: dict[tuple[int, str], Answer] = {}
    for one in answers:
        place = (one.person, one.item_id)
        if place not in found or one.turn < found[place].turn:
            found[place] = one
    return list(found.values())


class Rests:
    """How each person does on the rest: the mean of points of their first answers to all other items.

    Every answer weighs the same, however hard its item is; who was asked harder questions looks weaker for it.
    """

    def __init__(self, first: Iterable[Answer]) -> None:
        self._sums: dict[int, float] = defaultdict(float)
        self._counts: dict[int, int] = defaultdict(int)
        for one in first:
            self._sums[one.person] += one.points
            self._counts[one.person] += 1

    def without(self, one: Answer) -> float | None:
        """The rest of the person who gave this first answer; None with fewer than five other items."""
        others = self._counts[one.person] - 1
        return (self._sums[one.person] - one.points) / others if others >= LEAST_REST else None


def item_statistics(
    keyed: Keyed, answers: Sequence[Answer], first: Sequence[Answer], rests: Rests
) -> ItemStatistics:
    """What all `answers` to one item say, of which `first` are first attempts."""
    latest = [one for one in first if one.revision_id == keyed.revision_id]
    now = [one for one in answers if one.revision_id == keyed.revision_id]
    groups, options, discrimination = _told(keyed, latest, rests)
    flags = _flags(discrimination, options)
    return ItemStatistics(
        item_id=keyed.item_id,
        revision_id=keyed.revision_id,
        first=_count(latest),
        all_answers=_count(now),
        exam=_count([one for one in now if one.place is Place.EXAM]),
        discrimination=discrimination,
        groups=(len(groups[0]), len(groups[1]), len(groups[2])),
        options=options,
        dead=_dead(options, latest),
        seconds=_quartiles([one.seconds for one in latest if one.seconds > 0]),
        by_revision=_by_revision(keyed, first, rests),
        by_variant=_by(latest, "variant_id")[:MOST_VARIANTS],
        flags=flags,
        perhaps_chance=tuple(
            one for one in flags if _may_be_chance(one, discrimination, options, len(groups[2]))
        ),
    )


Groups = tuple[Sequence[Answer], Sequence[Answer], Sequence[Answer]]


def _told(
    keyed: Keyed, first: Sequence[Answer], rests: Rests
) -> tuple[Groups, tuple[OptionLine, ...], Discrimination | None]:
    """The groups by the rest, what each of them took, and the discrimination."""
    ranked = sorted(
        ((rest, one) for one in first if (rest := rests.without(one)) is not None),
        key=lambda pair: (pair[0], pair[1].person),
    )
    groups = _groups([one for _, one in ranked])
    discrimination = point_biserial([(one.correct, rest) for rest, one in ranked])
    return groups, _options(keyed, first, groups), discrimination


def _by_revision(keyed: Keyed, first: Sequence[Answer], rests: Rests) -> tuple[RevisionLine, ...]:
    """Each revision by itself, the most answered first. Which options of an earlier one were right is known by who took them."""
    found = []
    for name, count in _by(first, "revision_id"):
        mine = [one for one in first if one.revision_id == name]
        known = keyed if name == keyed.revision_id else Keyed(keyed.item_id, name, _right_ones(mine))
        _, options, discrimination = _told(known, mine, rests)
        found.append(RevisionLine(name, count, discrimination, _flags(discrimination, options)))
    return tuple(found)


def _right_ones(answers: Iterable[Answer]) -> tuple[tuple[str, bool], ...]:
    """The options that whoever was right took."""
    return tuple(
        (name, True) for name in sorted({name for one in answers if one.correct for name in one.chosen})
    )


def point_biserial(pairs: Sequence[tuple[bool, float]]) -> Discrimination | None:
    """How far being right goes with the rest; None with fewer than 20 people, or where either does not vary.

    Formula: Pearson's r of right (1) or wrong (0) with the rest, the item itself left out of it. The interval is
    Fisher's: tanh(atanh r ± 1.96/√(n − 3)). Source: F. M. Lord and M. R. Novick, Statistical Theories of Mental Test
    Scores (1968), section 15.3.
    """
    if len(pairs) < LEAST_PEOPLE:
        return None
    right = np.array([float(fine) for fine, _ in pairs])
    rest = np.array([value for _, value in pairs])
    spread = float(right.std() * rest.std())
    if spread < 1e-12:
        return None
    value = float(((right - right.mean()) * (rest - rest.mean())).mean()) / spread
    value = min(max(value, -1.0), 1.0)
    if abs(value) > 1 - 1e-12:
        return Discrimination(value, value, value, len(pairs))
    reach = Z_95 / sqrt(len(pairs) - 3)
    return Discrimination(value, tanh(atanh(value) - reach), tanh(atanh(value) + reach), len(pairs))


def _groups(ranked: Sequence[Answer]) -> Groups:
    """The weak, the middle and the strong; nobody where there are fewer than 20 people."""
    if len(ranked) < LEAST_PEOPLE:
        return (), (), ()
    ends = round(ENDS * len(ranked))
    return ranked[:ends], ranked[ends:-ends], ranked[-ends:]


def _options(keyed: Keyed, first: Sequence[Answer], groups: Groups) -> tuple[OptionLine, ...]:
    """Each option with its shares; below those of the item stands whatever else was given, or could have been."""
    names = dict(keyed.options)
    for one in first:
        for name in (*one.chosen, *one.offered):
            names.setdefault(name, False)
    everybody = _taken(first)
    weak, middle, strong = (_taken(group) for group in groups)
    return tuple(
        OptionLine(
            name=name,
            correct=correct,
            taken=everybody.counts.get(name, 0),
            share=everybody.share(name) or 0.0,
            weak=weak.share(name),
            middle=middle.share(name),
            strong=strong.share(name),
        )
        for name, correct in names.items()
    )


@dataclass(frozen=True, slots=True)
class _Taken:
    """How many of some answers took each option, and to how many it was offered; `always` are those offered all there is."""

    counts: Mapping[str, int]
    offers: Mapping[str, int]
    always: int

    def offered(self, name: str) -> int:
        return self.offers.get(name, 0) + self.always

    def share(self, name: str) -> float | None:
        """Of those who could take it, those who did; None where nobody could."""
        offered = self.offered(name)
        return self.counts.get(name, 0) / offered if offered else None


def _taken(answers: Sequence[Answer]) -> _Taken:
    counts: dict[str, int] = defaultdict(int)
    offers: dict[str, int] = defaultdict(int)
    for one in answers:
        for name in set(one.chosen):
            counts[name] += 1
        for name in set(one.offered):
            offers[name] += 1
    return _Taken(counts, offers, sum(not one.offered for one in answers))


def _dead(options: Sequence[OptionLine], first: Sequence[Answer]) -> tuple[str, ...]:
    """The distractors that fewer than one in twenty took of those who could, once 40 could at the first attempt."""
    taken = _taken(first)
    return tuple(
        one.name
        for one in options
        if not one.correct and one.share < DEAD and taken.offered(one.name) >= LEAST_FOR_DEAD
    )


def _flags(discrimination: Discrimination | None, options: Sequence[OptionLine]) -> tuple[Flag, ...]:
    """What makes an item suspicious.

    Rules: its discrimination is below 0; or some wrong option is taken by more of the strong than some right one is,
    and by more of the strong than of the weak. The second usually is a wrong answer key. Where several options are right,
    one of them that is not is found only so: the strong still take the others.
    """
    flags = []
    if discrimination is not None and discrimination.value < 0:
        flags.append(Flag.NEGATIVE)
    if _preferred(options) is not None:
        flags.append(Flag.WRONG_KEY)
    return tuple(flags)


def _preferred(options: Sequence[OptionLine]) -> tuple[float, float] | None:
    """The share of the strong who take the wrong option that most of them prefer, and of those who take the right one."""
    right = min((one.strong for one in options if one.correct and one.strong is not None), default=None)
    if right is None:
        return None
    wrong = [one.strong for one in options if not one.correct and _draws_the_strong(one, right)]
    return (max(one for one in wrong if one is not None), right) if wrong else None


def _draws_the_strong(one: OptionLine, right: float) -> bool:
    return one.strong is not None and one.weak is not None and one.strong > max(right, one.weak)


def _may_be_chance(
    flag: Flag, discrimination: Discrimination | None, options: Sequence[OptionLine], strong: int
) -> bool:
    """Whether so few answers could look like this though nothing is amiss.

    Rule: the 95 % interval of the discrimination reaches above 0; of the n strong, the shares w of the wrong option and r
    of the right one differ by less than 1.96·√((w + r − (w − r)²)/n), the error of a difference of two of their shares.
    """
    match flag:
        case Flag.NEGATIVE:
            return discrimination is not None and discrimination.high > 0
        case Flag.WRONG_KEY:
            wrong, right = _preferred(options) or (0.0, 0.0)
            spread = max(wrong + right - (wrong - right) ** 2, 0.0) / max(strong, 1)
            return wrong - right < Z_95 * sqrt(spread)


def _count(answers: Sequence[Answer]) -> Count:
    return counted(sum(one.correct for one in answers), len(answers))


def _by(answers: Iterable[Answer], name: str) -> tuple[tuple[str, Count], ...]:
    """Counts by one field, the most answered first."""
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        groups[getattr(one, name)].append(one)
    counts = [(value, _count(group)) for value, group in groups.items()]
    return tuple(sorted(counts, key=lambda pair: (-pair[1].answers, pair[0])))


def _quartiles(seconds: Sequence[float]) -> Quartiles | None:
    if not seconds:
        return None
    quarter, half, rest = np.quantile(np.array(seconds), (0.25, 0.5, 0.75))
    return Quartiles(float(quarter), float(half), float(rest))
