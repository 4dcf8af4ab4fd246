"""The exams as a visitor finds them: which can be sat, what stands in the way, and what was sat before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.exams.attempts import may_sit
from app.exams.outlook import none_for
from app.exams.ruling import Tally
from app.exams.shown import shown_parts
from app.exams.sitting import OPEN, State
from app.items.exam import Exam, Part, When
from app.items.objectives import Fact
from app.kit.clock import Clock
from app.kit.errors import NotFound
from app.scheduling.days import Days
from app.services.calendar import days_of
from app.services.exams.facts import kept_exam_facts
from app.services.exams.starting import NO_SUCH_EXAM, barred_sentence
from app.store.database import Database
from app.store.exams import GapRow, gaps, live_exam, live_exams
from app.store.sat import SatRow, open_sitting, sat
from app.store.unit import Reading, reading

_OPEN = frozenset((State.CREATED, *OPEN))


@dataclass(frozen=True, slots=True)
class SatLine:
    """A sitting in a list. `tally` is None where its points may not be shown; `when` says when they will be."""

    id: str
    exam: Exam
    count: int
    at: datetime
    state: State
    left: timedelta
    ended: datetime | None
    tally: Tally | None
    when: When

    @property
    def passed(self) -> bool:
        """Whether its points reach the exam's mark."""
        return self.tally is not None and self.tally.passes(self.exam.pass_mark.percent)


@dataclass(frozen=True, slots=True)
class Gap:
    """A length that cannot be filled: why, in a sentence, and the parts without any question."""

    count: int
    sentence: str
    missing: tuple[str, ...]

    @property
    def need(self) -> str:
        """The sentence without the parts that have no question, where these are said apart."""
        return self.sentence.removeprefix(none_for(self.missing)).strip()


@dataclass(frozen=True, slots=True)
class ExamOffer:
    """An exam as it can be sat now: in which lengths, what is in the way, and the sitting to go on with."""

    exam: Exam
    lengths: tuple[int, ...]
    gaps: tuple[Gap, ...]
    open: SatLine | None = None
    barred: str = ""  # why it cannot be begun now, though it can be filled
    sittings: int = 0

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts without any question, which are the same for every length that has them."""
        return tuple(dict.fromkeys(name for gap in self.gaps for name in gap.missing))

    @property
    def can_begin(self) -> bool:
        """Whether a new sitting can be made."""
        return bool(self.lengths) and self.open is None and not self.barred


@dataclass(frozen=True, slots=True)
class CatalogueView:
    """All exams, and a visitor's sittings that are over, the newest first."""

    offers: tuple[ExamOffer, ...]
    past: tuple[SatLine, ...]
    days: Days


@dataclass(frozen=True, slots=True)
class OfferView:
    """One exam, what is known of the real one, and what can be sat in its place where it cannot be filled."""

    offer: ExamOffer
    facts: tuple[Fact, ...]
    instead: tuple[Exam, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Looks at the exams; None is a visitor whom nobody knows yet."""

    database: Database
    clock: Clock

    def all(self, learner_id: int | None) -> CatalogueView:
        """Every exam of the banks, those that can be filled first."""
        now = self.clock.now()
        with reading(self.database) as unit:
            days = days_of(unit, learner_id)
            lines = _sat(unit, learner_id, now)
            offers = _offers(unit, lines, now=now, days=days)
        offers.sort(key=lambda one: (not one.lengths, one.exam.minutes, one.exam.id))
        over = tuple(one for one in lines if one.state not in _OPEN)
        return CatalogueView(tuple(offers), over, days)

    def one(self, learner_id: int | None, exam_id: str) -> OfferView:
        """One exam. Raises NotFound where there is none."""
        now = self.clock.now()
        with reading(self.database) as unit:
            if live_exam(unit, exam_id) is None:
                raise NotFound(NO_SUCH_EXAM)
            days = days_of(unit, learner_id)
            offers = _offers(unit, _sat(unit, learner_id, now), now=now, days=days)
            facts = kept_exam_facts(unit)
        offer = next(one for one in offers if one.exam.id == exam_id)
        instead = sorted(
            (one.exam for one in offers if one.lengths and one is not offer),
            key=lambda one: (one.minutes, one.id),
        )
        is_official = any(section.domain for section in offer.exam.sections)
        return OfferView(offer, facts if is_official else (), tuple(instead) if not offer.lengths else ())

    def open_one(self, learner_id: int | None) -> SatLine | None:
        """The sitting that a learner can go on with, the newest of several."""
        if learner_id is None:
            return None
        with reading(self.database) as unit:
            found = open_sitting(unit, learner_id)
        return None if found is None else _line(found, self.clock.now())


def _sat(unit: Reading, learner_id: int | None, now: datetime) -> list[SatLine]:
    return [] if learner_id is None else [_line(one, now) for one in sat(unit, learner_id)]


def _line(one: SatRow, now: datetime) -> SatLine:
    clock = one.row.clock
    shown = shown_parts(one.exam, clock.state, released=one.row.released_at is not None)
    return SatLine(
        id=one.row.id,
        exam=one.exam,
        count=one.row.count,
        at=clock.started_at or one.row.created_at,
        state=clock.state,
        left=clock.remaining(now),
        ended=clock.finished_at,
        tally=one.tally if Part.POINTS in shown else None,
        when=one.exam.shown(Part.POINTS),
    )


def _offers(unit: Reading, lines: Sequence[SatLine], *, now: datetime, days: Days) -> list[ExamOffer]:
    missing = gaps(unit)
    return [_offer(found.exam, missing, lines, now=now, days=days) for found in live_exams(unit)]


def _offer(
    exam: Exam, missing: Iterable[GapRow], lines: Sequence[SatLine], *, now: datetime, days: Days
) -> ExamOffer:
    found = {one.count: one for one in missing if one.exam_id == exam.id}
    own = [one for one in lines if one.exam.id == exam.id]
    barred = may_sit(exam.attempts, [one.ended for one in own if one.ended is not None], now)
    return ExamOffer(
        exam=exam,
        lengths=tuple(count for count in exam.counts if count not in found),
        gaps=tuple(
            Gap(count, found[count].sentence, found[count].missing) for count in exam.counts if count in found
        ),
        open=next((one for one in own if one.state in _OPEN), None),
        barred=barred_sentence(exam, barred, days) if barred else "",
        sittings=sum(one.state not in _OPEN for one in own),
    )
