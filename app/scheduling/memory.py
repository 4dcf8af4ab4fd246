"""What is remembered of one learner and one item, and when the item is due again.

A recipe is one item to memory: both its forms and all its variants share one memory, under the recipe's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum, StrEnum

from fsrs import Card, Scheduler
from fsrs import State as Phase

from app.scheduling.days import IN_UTC, Days
from app.scheduling.rating import Confidence, Event, rating

REST = timedelta(hours=12)  # for the learner whose day is another than the one in UTC
NIGHT = timedelta(
    hours=4
)  # between two days of a learner whose zone is known, however late the first one went
WEEK = timedelta(days=7)
RETENTION = 0.9
SCHEDULER = Scheduler(desired_retention=RETENTION, enable_fuzzing=False)  # the same answers, the same plan
_CARD = 0  # the library's name for a card, which nothing here asks for


@dataclass(frozen=True, slots=True)
class Plan:
    """The scheduler's state: its phase and step, stability in days, difficulty in 1 … 10, and when it is due.

    Source: FSRS-6 as in py-fsrs 6.3.2, with its own weights.
    """

    phase: Phase
    step: int | None
    stability: float
    difficulty: float
    due: datetime


@dataclass(frozen=True, slots=True)
class Memory:
    """All answers to one item in short, the last of them, and the scheduler's plan.

    `right` and `streak` count answers that were known: a right guess is not one.
    """

    seen: int
    right: int
    streak: int
    last_at: datetime
    last_right: bool
    last_confidence: Confidence | None
    plan: Plan

    @property
    def is_known(self) -> bool:
        """Whether the last answer was right, and not by a guess."""
        return Event(self.last_right, self.last_confidence).is_known

    @property
    def is_misled(self) -> bool:
        """Whether the last answer was wrong and its learner sure of it."""
        return not self.last_right and self.last_confidence is Confidence.SURE


class Standing(IntEnum):
    """Where an item stands with a learner, in the order in which items are asked."""

    MISLED = 0
    DUE = 1
    WEAK = 2
    NEW = 3
    KNOWN = 4


class State(StrEnum):
    """By what a practice may choose its items."""

    ALL = "all"
    NEW = "new"
    MISSED = "missed"
    DUE = "due"
    FLAGGED = "flagged"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class DueCounts:
    """How many items are due now, by the end of this day, and within seven days; each includes the one before."""

    now: int = 0
    today: int = 0
    week: int = 0


def remember(memory: Memory | None, event: Event, now: datetime, scheduler: Scheduler = SCHEDULER) -> Memory:
    """The memory after one more answer; None is the memory of an item that was never answered.

    Raises ValueError unless `now` is in UTC. With a clock that went back, the answer counts as given at the last one.
    """
    if now.tzinfo is not UTC:
        raise ValueError("an answer needs a moment in UTC")
    moment = now if memory is None else max(now, memory.last_at)
    card, _ = scheduler.review_card(_card(memory, moment), rating(event), moment)
    known = event.is_known
    return Memory(
        seen=1 if memory is None else memory.seen + 1,
        right=int(known) if memory is None else memory.right + known,
        streak=(1 if memory is None else memory.streak + 1) if known else 0,
        last_at=moment,
        last_right=event.correct,
        last_confidence=event.confidence,
        plan=_plan(card),
    )


def due_at(memory: Memory, days: Days = IN_UTC) -> datetime:
    """When the item is due: as the scheduler says, and where it was known not on the same day of the learner.

    The scheduler's first steps after a right answer are minutes, meant for lists that are gone through in a loop;
    here the same question would come in the very next practice.
    """
    return max(memory.plan.due, _next_day(memory.last_at, days)) if memory.is_known else memory.plan.due


def recall(memory: Memory, moment: datetime) -> float:
    """The chance that the item is answered right at a moment in UTC, by whole days since the last answer.

    Formula: (1 + c·t/S)^−w, t in days, S the stability; 1 on the day of the answer, 0.9 after S days.
    Source: FSRS-6 as in py-fsrs 6.3.2.
    """
    return float(SCHEDULER.get_card_retrievability(_card(memory, moment), moment))


def rests(memory: Memory | None, now: datetime, days: Days = IN_UTC) -> bool:
    """Whether the item was answered so lately that another form or variant of it would be the second on one day."""
    return memory is not None and now < _next_day(memory.last_at, days)


def standing(memory: Memory | None, now: datetime, days: Days = IN_UTC) -> Standing:
    """Misled, due, weak, new or known.

    Rule: never answered is new; wrong although sure is misled; past its time is due; not yet due but not known at
    the last answer, or known less than two times in three, is weak; the rest is known.
    """
    if memory is None:
        return Standing.NEW
    if memory.is_misled:
        return Standing.MISLED
    if now >= due_at(memory, days):
        return Standing.DUE
    return Standing.WEAK if not memory.is_known or 3 * memory.right < 2 * memory.seen else Standing.KNOWN


def is_in(state: State, memory: Memory | None, now: datetime, days: Days = IN_UTC) -> bool:
    """Whether an item belongs to what a practice chooses by that state; a right guess counts as missed.

    Of what is flagged or planned memory knows nothing, and so leaves nothing out.
    """
    match state:
        case State.ALL | State.FLAGGED | State.PLAN:
            return True
        case State.NEW:
            return memory is None
        case State.MISSED:
            return memory is not None and not memory.is_known
        case State.DUE:
            return standing(memory, now, days) in (Standing.MISLED, Standing.DUE)


def due_counts(memories: Mapping[str, Memory], now: datetime, days: Days = IN_UTC) -> DueCounts:
    """How many of the remembered items are due today and within a week."""
    moments = [due_at(memory, days) for memory in memories.values()]
    return DueCounts(
        now=sum(is_in(State.DUE, memory, now, days) for memory in memories.values()),
        today=sum(one < days.end(now) for one in moments),
        week=sum(one < now + WEEK for one in moments),
    )


def _next_day(moment: datetime, days: Days) -> datetime:
    """When another day has begun for the learner: at least a night later, and half a day where nobody knows their zone."""
    return max(days.end(moment), moment + (NIGHT if days.is_own else REST))


def _card(memory: Memory | None, moment: datetime) -> Card:
    """The library's record of a memory."""
    if memory is None:
        return Card(card_id=_CARD, due=moment)
    plan = memory.plan
    return Card(_CARD, plan.phase, plan.step, plan.stability, plan.difficulty, plan.due, memory.last_at)


def _plan(card: Card) -> Plan:
    """What is kept of the library's record. A card that was reviewed has stability and difficulty."""
    if card.stability is None or card.difficulty is None:
        raise ValueError("the scheduler left a card without stability or difficulty")
    return Plan(card.state, card.step, card.stability, card.difficulty, card.due)
