"""The rules of an untimed run of questions: which items it draws from, what comes next, and when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import assert_never

from app.items.item import Level
from app.kit.errors import BadInput
from app.practice.choice import LENGTHS, PracticeChoice, PracticeKind
from app.scheduling.choose import Candidate
from app.scheduling.memory import Memory, State, is_in


@dataclass(frozen=True, slots=True)
class Run:
    """How far a practice is: `answered` says of each question asked so far, in order, whether it was answered."""

    length: int
    answered: tuple[bool, ...] = ()


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
    """Nothing is open, and the practice has its length."""


Next = Open | Ask | Finished


@dataclass(frozen=True, slots=True)
class Standpoint:
    """What a choice by state depends on: memories by family, the moment, and the items asked in this practice."""

    now: datetime
    memories: Mapping[str, Memory] = field(default_factory=dict)
    past: tuple[str, ...] = ()


def what_next(run: Run) -> Next:
    """The first question that was asked and not answered, else a new one while the length is not reached.

    So that back, reload, two tabs and a double click neither skip a question nor ask one twice.
    """
    for n, done in enumerate(run.answered, 1):
        if not done:
            return Open(n)
    asked = len(run.answered)
    return Ask(asked + 1) if asked < run.length else Finished()


def is_finished(run: Run) -> bool:
    """Whether the practice has its length and nothing is open."""
    return isinstance(what_next(run), Finished)


def again(run: Run) -> Next:
    """Where "same question, new numbers" leads: to what is open first, else to a new question, at the end too.

    A question asked again counts like any other, and after the last one it makes the practice longer.
    """
    match what_next(run):
        case Finished():
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
        and (choice.misconception is None or choice.misconception in candidate.misconceptions)
        and (standpoint is None or _stands(choice.state, candidate, standpoint))
    )


def fitted(
    choice: PracticeChoice, candidates: Sequence[Candidate], standpoint: Standpoint | None = None
) -> PracticeChoice:
    """The choice with a length at which no question comes twice, where it leaves but a few.

    Computations can be asked again in other numbers, so one of them is enough for any length; but whoever chooses by
    state wants each thing once, and two forms of one recipe are one thing.
    """
    left = pool(candidates, choice, standpoint)
    if not left or (choice.state is State.ALL and any(candidate.computed for candidate in left)):
        return choice
    return replace(choice, length=min(choice.length, len({candidate.family for candidate in left})))


def _stands(state: State, candidate: Candidate, standpoint: Standpoint) -> bool:
    memory = standpoint.memories.get(candidate.family)
    return candidate.item_id in standpoint.past or is_in(state, memory, standpoint.now)


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


def read_choice(kind: str, level: str, *, length: str) -> PracticeChoice:
    """The choice that a form's texts say; an empty text is the default. Raises BadInput for any other text."""
    default = PracticeChoice()
    if kind and kind not in list(PracticeKind):
        raise BadInput("Choose concepts, computations or mixed, and start again.")
    if level and level not in list(Level):
        raise BadInput("Choose one of the levels on the page, or all of them, and start again.")
    if length and length not in [str(each) for each in LENGTHS]:
        raise BadInput(f"Choose a length of {', '.join(map(str, LENGTHS))} questions, and start again.")
    return PracticeChoice(
        kind=PracticeKind(kind) if kind else default.kind,
        level=Level(level) if level else default.level,
        length=int(length) if length else default.length,
    )
