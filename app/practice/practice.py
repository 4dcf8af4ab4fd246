"""The rules of an untimed run of questions: which items it draws from, what comes next, and when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import assert_never

from app.practice.choice import Criterion, PracticeChoice, PracticeKind
from app.scheduling.choose import Candidate
from app.scheduling.days import IN_UTC, Days
from app.scheduling.memory import Memory, State, is_in


@dataclass(frozen=True, slots=True)
class Run:
    """How far a practice is: `answered` says of each question asked so far, in order, whether it was answered.

    One that is `closed` was ended and asks nothing any more; one whose time is up asks nothing new.
    """

    length: int
    answered: tuple[bool, ...] = ()
    closed: bool = False
    time_is_up: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Question `n` (1 is the first) was asked and waits for its answer."""

    n: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A new question is to be asked; it will be question `n`."""

    n: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The practice is closed; or nothing is open, and it has its length or its time is up."""


Next = Open | Ask | Finished


@dataclass(frozen=True, slots=True)
class Standpoint:
    """What a choice by state depends on: the moment, memories by family, items asked in this practice, flagged items.

    `planned` are the families that today's plan holds, `missed` the items that were missed in the sitting that a choice
    names, `days` the learner's calendar.
    """

    now: datetime
    memories: Mapping[str, Memory] = field(default_factory=dict)
    past: tuple[str, ...] = ()
    flagged: frozenset[str] = frozenset()
    planned: frozenset[str] = frozenset()
    days: Days = IN_UTC
    missed: frozenset[str] = frozenset()


def what_next(run: Run) -> Next:
    """The first question that was asked and not answered, else a new one while length and time are not reached.

    So that back, reload, two tabs and a double click neither skip a question nor ask one twice.
    """
    if run.closed:
        return Finished()
    for n, done in enumerate(run.answered, 1):
        if not done:
            return Open(n)
    asked = len(run.answered)
    return Ask(asked + 1) if asked < run.length and not run.time_is_up else Finished()


def is_finished(run: Run) -> bool:
    """Whether nothing is open, and nothing more is to come."""
    return isinstance(what_next(run), Finished)


def again(run: Run) -> Next:
    """Where "same question, new numbers" leads: to what is open first, else to a new question, at the end too.

    A question asked again counts like any other, and after the last one it makes the practice longer, unless that is
    closed.
    """
    match what_next(run):
        case Finished() if not run.closed:
            return Ask(len(run.answered) + 1)
        case other:
            return other


def shown_length(run: Run) -> int:
    """The length to print ("Question 3 of 10"): the chosen one, or more where questions were asked again."""
    return max(run.length, len(run.answered))


def pool(
    candidates: Sequence[Candidate], choice: PracticeChoice, standpoint: Standpoint | None = None
) -> tuple[Candidate, ...]:
    """The candidates that a choice leaves, in their order; without a standpoint, whatever their state.

    What was asked in the practice stays in it, whatever its state has become by the answer.
    """
    return tuple(
        candidate
        for candidate in candidates
        if _fits(choice.kind, candidate)
        and choice.level in (None, candidate.level)
        and choice.shape in (None, candidate.shape)
        and choice.form in (None, candidate.form)
        and (choice.objective is None or choice.objective in candidate.objectives)
        and (choice.misconception is None or choice.misconception in candidate.misconceptions)
        and (standpoint is None or _stands(choice.state, candidate, standpoint))
        and (choice.sitting_id is None or standpoint is None or candidate.item_id in standpoint.missed)
    )


def in_the_way(
    candidates: Sequence[Candidate], choice: PracticeChoice, standpoint: Standpoint
) -> tuple[Criterion, ...]:
    """Of a choice that leaves nothing, what would leave something if it alone were taken back; empty where nothing would."""
    everything = PracticeChoice()
    return tuple(
        one
        for one in choice.narrowed_by
        if pool(candidates, replace(choice, **{one.value: getattr(everything, one.value)}), standpoint)
    )


def fitted(
    choice: PracticeChoice, candidates: Sequence[Candidate], standpoint: Standpoint | None = None
) -> PracticeChoice:
    """The choice with a length at which no question comes twice, where it leaves but a few.

    Computations can be asked again in other numbers, so one of them is enough for any length; but whoever chooses by
    state wants each thing once, and two forms of one recipe are one thing; so does who practises what an exam showed.
    """
    left = pool(candidates, choice, standpoint)
    repeats = choice.state is State.ALL and choice.sitting_id is None
    if not left or (repeats and any(candidate.computed for candidate in left)):
        return choice
    return replace(choice, length=min(choice.length, len({candidate.family for candidate in left})))


def _stands(state: State, candidate: Candidate, standpoint: Standpoint) -> bool:
    if state is State.FLAGGED:
        return candidate.item_id in standpoint.flagged or candidate.item_id in standpoint.past
    if state is State.PLAN:
        return candidate.family in standpoint.planned or candidate.item_id in standpoint.past
    memory = standpoint.memories.get(candidate.family)
    return candidate.item_id in standpoint.past or is_in(state, memory, standpoint.now, standpoint.days)


def _fits(kind: PracticeKind, candidate: Candidate) -> bool:
    match kind:
        case PracticeKind.MIXED:
            return True
        case PracticeKind.CONCEPTS:
            return not candidate.computed
        case PracticeKind.COMPUTATIONS:
            return candidate.computed
        case _:
            assert_never(kind)
