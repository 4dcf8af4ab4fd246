"""Puts the form of an exam together: exact counts, nothing twice, unseen first, difficulties and right places spread."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from app.exams.candidates import Candidate, allowed
from app.exams.quotas import quotas
from app.items.exam import Exam, Navigation, Section
from app.kit.draws import Draws

CAP = 0.25  # a question that more of all sittings asked waits until nothing else fits
_THIRDS = ("hardest", "middle", "easiest")
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Slot:
    """One question of a form, in its place: its section, where its right option is to stand, and why it was taken."""

    n: int
    item_id: str
    section: int
    place: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Unmet:
    """A section that cannot be filled: how many questions it needs, and how many it can get beside all others."""

    section: Section
    needed: int
    found: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no form: every section that cannot be filled."""

    unmet: tuple[Unmet, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the sections for which there is no question at all."""
        return tuple(one.section.name for one in self.unmet if one.found == 0)

    @property
    def smallest(self) -> Unmet:
        """The section that lacks the fewest questions; of equal ones the first."""
        return min(self.unmet, key=lambda one: one.needed - one.found)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A question that belongs to some section: its sections, its camp, and its third by difficulty."""

    candidate: Candidate
    sections: tuple[int, ...]
    camp: str
    third: int


@dataclass(frozen=True, slots=True)
class Pool:
    """The questions that an exam may ask, by name, with all that is the same for every form of it."""

    exam: Exam
    fits: tuple[_Fit, ...]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A question with its rank: what is smaller is taken first. `seen` and `exposure` are as the form has them."""

    fit: _Fit
    seen: int
    exposure: float
    rank: tuple[bool, int, int, int]


def pool_of(exam: Exam, candidates: Iterable[Candidate], camps: Mapping[str, str]) -> Pool:
    """The pool of an exam: what it may ask, of what belongs to some section; one without a camp is its own."""
    fitting = [
        (one, sections)
        for one in allowed(exam, candidates)
        if (sections := tuple(n for n, s in enumerate(exam.sections) if s.takes(one.objective, one.shape)))
    ]
    thirds = _by_difficulty(fitting)
    fits = (_Fit(one, sections, camps.get(one.id, one.id), thirds[one.id]) for one, sections in fitting)
    return Pool(exam, tuple(fits))


def assemble(
    exam: Exam, count: int, candidates: Iterable[Candidate], *, camps: Mapping[str, str], seed: str
) -> tuple[Slot, ...] | Refusal:
    """The form of `count` questions of these, or why there is none: `assemble_from` for a pool that is used once."""
    return assemble_from(pool_of(exam, candidates, camps), count, seed=seed)


def assemble_from(
    pool: Pool,
    count: int,
    *,
    seed: str,
    seen: Mapping[str, int] = NOTHING,
    exposure: Mapping[str, float] = NOTHING,
) -> tuple[Slot, ...] | Refusal:
    """The form of `count` questions, or why there is none; the same for the same pool, knowledge and seed.

    `seen` and `exposure` say by item what differs from the candidates of the pool.
    Rule: each section has exactly its quota, and no two questions are of one camp. Under these, questions over the
    exposure cap come last; then what was seen less comes first; then, of each third by difficulty of a section, one
    after the other in random order. A question that does not fit is made to fit, where it can be, by moving others to
    another section of theirs; so a form is refused only when none exists, and no rule is relaxed. Raises ValueError
    for a count that the exam does not offer.
    """
    exam, draws = pool.exam, Draws(seed)
    if count not in exam.counts:
        raise ValueError(f"{exam.id} has {', '.join(map(str, exam.counts))} questions, not {count}")
    needs = quotas([section.percent for section in exam.sections], count)
    ranked = sorted(_ranked(pool, draws, seen=seen, exposure=exposure), key=lambda one: one.rank)
    taken = _Matching(needs)
    for camp in _camps_in_order(ranked):
        taken.offer(camp)
        if taken.is_full:
            break
    unmet = tuple(
        Unmet(section, need, len(found))
        for section, need, found in zip(exam.sections, needs, taken.filled(), strict=True)
        if len(found) < need
    )
    return Refusal(unmet) if unmet else _slots(exam, taken, draws)


def _ranked(
    pool: Pool, draws: Draws, *, seen: Mapping[str, int], exposure: Mapping[str, float]
) -> list[_Ranked]:
    """Every question of the pool, with its rank."""
    turn: Counter[tuple[int, int]] = Counter()
    found: list[_Ranked] = []
    for fit in draws.shuffled("order", pool.fits):
        one, place = fit.candidate, (fit.sections[0], fit.third)
        turn[place] += 1
        met, often = seen.get(one.id, one.seen), exposure.get(one.id, one.exposure)
        found.append(_Ranked(fit, met, often, (often > CAP, met, turn[place], len(found))))
    return found


def _by_difficulty(fitting: Sequence[tuple[Candidate, tuple[int, ...]]]) -> dict[str, int]:
    """The third of its first section that each question belongs to, by the share right that is expected."""
    groups: dict[int, list[Candidate]] = {}
    for one, sections in fitting:
        groups.setdefault(sections[0], []).append(one)
    found = {}
    for group in groups.values():
        for place, one in enumerate(sorted(group, key=lambda one: (one.difficulty, one.id))):
            found[one.id] = 3 * place // len(group)
    return found


@dataclass(frozen=True, slots=True)
class _Camp:
    """A camp: for each section that some question of it belongs to, the one that comes first; best sections first."""

    name: str
    best: Mapping[int, _Ranked]


def _camps_in_order(ranked: Sequence[_Ranked]) -> list[_Camp]:
    """The camps by their best question."""
    found: dict[str, dict[int, _Ranked]] = {}
    for one in ranked:
        best = found.setdefault(one.fit.camp, {})
        for section in one.fit.sections:
            best.setdefault(section, one)
    return [_Camp(name, best) for name, best in found.items()]


class _Matching:
    """Camps that are laid to sections, one question of each, by augmenting paths."""

    def __init__(self, needs: Sequence[int]) -> None:
        self._needs = needs
        self._held: list[dict[str, _Camp]] = [{} for _ in needs]  # by section
        self._missing = sum(needs)

    @property
    def is_full(self) -> bool:
        """Whether every section has what it needs, so that nothing more can be taken."""
        return not self._missing

    def filled(self) -> list[list[_Ranked]]:
        """The questions of each section, in the order in which they were taken."""
        return [[camp.best[section] for camp in held.values()] for section, held in enumerate(self._held)]

    def offer(self, camp: _Camp) -> None:
        """Take the camp where it fits, or where others can make room; else leave it."""
        self._missing -= self._place(camp, set())

    def _place(self, camp: _Camp, tried: set[int]) -> bool:
        for section in camp.best:
            if section in tried or not self._needs[section]:
                continue
            tried.add(section)
            held = self._held[section]
            if len(held) < self._needs[section]:
                held[camp.name] = camp
                return True
            for other in list(held.values()):
                if self._place(other, tried):
                    del held[other.name]
                    held[camp.name] = camp
                    return True
        return False


def _slots(exam: Exam, taken: _Matching, draws: Draws) -> tuple[Slot, ...]:
    """The questions in the order in which they are asked: by section where there is no way back, else mixed."""
    rows = [(section, one) for section, held in enumerate(taken.filled()) for one in held]
    order = draws.shuffled("places", rows)
    if exam.navigation is Navigation.ONE_WAY:
        order.sort(key=lambda row: row[0])
    places = _right_places([one.fit.candidate for _, one in order], draws)
    return tuple(
        Slot(n, one.fit.candidate.id, section, place, _reason(exam.sections[section], one))
        for n, ((section, one), place) in enumerate(zip(order, places, strict=True), 1)
    )


def _right_places(candidates: Sequence[Candidate], draws: Draws) -> list[int | None]:
    """Where each right option is to stand, so that every place is used as often as every other, as far as it can be."""
    used: Counter[int] = Counter()
    found: list[int | None] = [None] * len(candidates)
    few_first = sorted(range(len(candidates)), key=lambda n: (len(candidates[n].places), n))
    for n in few_first:
        choices = draws.shuffled(f"right {n}", candidates[n].places)
        if choices:
            found[n] = min(choices, key=lambda place: used[place])
            used[found[n] or 0] += 1
    return found


def _reason(section: Section, one: _Ranked) -> str:
    """Why a question was taken, for an instructor."""
    met = "not met yet" if not one.seen else f"met {one.seen} times"
    met = "met once" if one.seen == 1 else met
    often = f"; asked in {one.exposure:.0%} of sittings, and nothing else fitted" if one.rank[0] else ""
    return f"{section.name}: {met}, of the {_THIRDS[one.fit.third]} third{often}."
