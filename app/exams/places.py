"""How the questions of a sitting stand, and where a candidate may go: anywhere, or only within the part that is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.items.exam import Navigation


class Fill(StrEnum):
    """How far a question is filled in: not at all, in part or so that it cannot be read, or so that it counts."""

    OPEN = "open"
    BEGUN = "begun"
    ANSWERED = "answered"


class Reach(StrEnum):
    """Whether a candidate may go to a question."""

    HERE = "here"
    CLOSED = "closed"  # in a part that was left, and there is no way back
    AHEAD = "ahead"  # in a part that is not entered yet


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a form: `sections` has the section of each question in order, `entered` is a question of the open one."""

    navigation: Navigation
    sections: tuple[int, ...]
    entered: int = 1

    @property
    def one_way(self) -> bool:
        """Whether there are parts without a way back."""
        return self.navigation is Navigation.ONE_WAY and len(set(self.sections)) > 1

    def reach(self, n: int) -> Reach:
        """Whether question `n` (1 is the first) can be gone to.

        Rule: with free navigation every question can; else those of the part that was entered last, and no other.
        """
        if not self.one_way:
            return Reach.HERE
        here, there = self._nth(self.entered), self._nth(n)
        if there == here:
            return Reach.HERE
        return Reach.CLOSED if there < here else Reach.AHEAD

    def part(self, n: int) -> tuple[int, int]:
        """Which part question `n` lies in, and how many parts there are; both count from 1."""
        return self._nth(n), len(set(self.sections))

    @property
    def next_part(self) -> int | None:
        """The first question of the part behind the open one; None in the last part, and where there are no parts."""
        if not self.one_way:
            return None
        ahead = (n for n in range(1, len(self.sections) + 1) if self.reach(n) is Reach.AHEAD)
        return next(ahead, None)

    def _nth(self, n: int) -> int:
        """Which part question `n` lies in; parts are counted in the order in which they are asked."""
        return len(set(self.sections[:n]))


@dataclass(frozen=True, slots=True)
class Standing:
    """How many questions there are, and how they stand; one that is begun is not answered."""

    all: int
    answered: int
    begun: int
    flagged: int

    @property
    def unanswered(self) -> int:
        """How many earn nothing as they stand: open ones and begun ones."""
        return self.all - self.answered


def standing(places: Sequence[tuple[Fill, bool]]) -> Standing:
    """The counts over the questions, each with how far it is filled in and whether it is flagged."""
    return Standing(
        all=len(places),
        answered=sum(fill is Fill.ANSWERED for fill, _ in places),
        begun=sum(fill is Fill.BEGUN for fill, _ in places),
        flagged=sum(flagged for _, flagged in places),
    )
