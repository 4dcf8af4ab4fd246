"""What a graded sitting says: points in all and by part, whether the mark was reached, and which slips were made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from app.exams.interval import Span, true_share
from app.exams.ruling import Earned, Tally, What, tally
from app.exams.sitting import NOTHING
from app.items.exam import Exam


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question of a graded sitting.

    `earned` is what it comes to after any ruling, which `ruling` names. `objective` is its first one. `slips` are those
    that its answer certainly shows. `spent` is how long it was in view.
    """

    n: int
    section: int
    objective: str
    earned: Earned
    answered: bool
    ruling: What | None = None
    slips: tuple[str, ...] = ()
    spent: timedelta = NOTHING

    @property
    def says_something(self) -> bool:
        """Whether its points tell of its candidate: it counts, and they were not given to everybody."""
        return self.earned.counts and self.ruling is not What.FULL

    @property
    def missed(self) -> bool:
        """Whether it was not wholly right."""
        return not self.earned.correct


@dataclass(frozen=True, slots=True)
class Score:
    """A sitting as a whole: its points out of the questions that count, the mark in percent, and the true share."""

    tally: Tally
    mark: int
    span: Span

    @property
    def share(self) -> float:
        """The share of points earned; 0 where no question counts."""
        return self.tally.points / self.tally.out_of if self.tally.out_of else 0.0

    @property
    def reached(self) -> bool:
        """Whether the mark was reached."""
        return self.tally.passes(self.mark)

    @property
    def mark_lies_within(self) -> bool:
        """Whether the interval of the true share holds the mark, so that this sitting alone cannot tell."""
        return self.span.low < self.mark / 100 < self.span.high


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one section or objective: how many were asked, their points out of those that count, the span."""

    name: str
    asked: int
    tally: Tally
    span: Span


@dataclass(frozen=True, slots=True)
class SlipCount:
    """A slip, and the questions whose answers certainly show it."""

    slug: str
    questions: tuple[int, ...]


def score_of(outcomes: Sequence[Outcome], mark: int) -> Score:
    """The sitting as a whole. Points that everybody was given count, and say nothing of the true share."""
    return Score(tally(one.earned for one in outcomes), mark, _span(outcomes))


def by_section(exam: Exam, outcomes: Sequence[Outcome]) -> tuple[Group, ...]:
    """The points of each section of the exam that had questions, in the exam's order."""
    return tuple(
        _group(section.name, found)
        for place, section in enumerate(exam.sections)
        if (found := [one for one in outcomes if one.section == place])
    )


def by_objective(outcomes: Sequence[Outcome]) -> tuple[Group, ...]:
    """The points of each objective, in the order of their numbers."""
    names = sorted({one.objective for one in outcomes}, key=_numbered)
    return tuple(_group(name, [one for one in outcomes if one.objective == name]) for name in names)


def slips_of(outcomes: Iterable[Outcome]) -> tuple[SlipCount, ...]:
    """Every slip that some answer certainly shows, the most frequent first, then by name."""
    found: dict[str, list[int]] = {}
    for one in outcomes:
        for slug in one.slips:
            found.setdefault(slug, []).append(one.n)
    counted = (SlipCount(slug, tuple(questions)) for slug, questions in found.items())
    return tuple(sorted(counted, key=lambda one: (-len(one.questions), one.slug)))


def _group(name: str, outcomes: Sequence[Outcome]) -> Group:
    return Group(name, len(outcomes), tally(one.earned for one in outcomes), _span(outcomes))


def _span(outcomes: Sequence[Outcome]) -> Span:
    telling = tally(one.earned for one in outcomes if one.says_something)
    return true_share(min(telling.points, telling.out_of), telling.out_of)


def _numbered(objective: str) -> tuple[tuple[int, str], ...]:
    """The parts of "1.10" as they are counted, so that it comes after "1.9"."""
    return tuple((int(part) if part.isdigit() else 0, part) for part in objective.split("."))
