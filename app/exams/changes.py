"""Changed answers: the first one that stood against the last, and whether changing won or lost."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

STANDS_AFTER = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Change:
    """What a question held from a moment on, as it was taken by the server; `given` is the stored text."""

    n: int
    at: datetime
    given: str


class Shift(StrEnum):
    """What became of a changed answer."""

    GAINED = "wrong_to_right"
    LOST = "right_to_wrong"
    STAYED_WRONG = "wrong_to_wrong"
    STAYED_RIGHT = "right_to_right"


def first_standing(changes: Sequence[Change], reads: Callable[[int, str], bool]) -> dict[int, str]:
    """For each question the first answer that stood; `changes` are in the order in which they were taken.

    Rule: an answer stands when it can be read (`reads`), and the candidate left it for ten seconds, or went to another
    question, or ended. What changes sooner is somebody who types, or whose hand slipped. Changes that were sent late,
    after the network had been away, came all at once, and only the last of each question is seen to stand.
    """
    found: dict[int, str] = {}
    for place, one in enumerate(changes):
        if one.n in found:
            continue
        after = changes[place + 1] if place + 1 < len(changes) else None
        left = after is None or after.n != one.n or after.at - one.at >= STANDS_AFTER
        if left and reads(one.n, one.given):
            found[one.n] = one.given
    return found


def shift(*, was_right: bool, is_right: bool) -> Shift:
    """What became of an answer that was changed."""
    if was_right:
        return Shift.STAYED_RIGHT if is_right else Shift.LOST
    return Shift.GAINED if is_right else Shift.STAYED_WRONG


@dataclass(frozen=True, slots=True)
class Changed:
    """The questions whose answers were changed, by what became of them."""

    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    stayed_wrong: tuple[int, ...] = ()
    stayed_right: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many were changed."""
        return sum(map(len, (self.gained, self.lost, self.stayed_wrong, self.stayed_right)))

    def of(self, n: int) -> Shift | None:
        """What became of the changed answer to question `n`; None where it was not changed."""
        groups = {
            Shift.GAINED: self.gained,
            Shift.LOST: self.lost,
            Shift.STAYED_WRONG: self.stayed_wrong,
            Shift.STAYED_RIGHT: self.stayed_right,
        }
        return next((what for what, questions in groups.items() if n in questions), None)


def changed(shifts: Iterable[tuple[int, Shift]]) -> Changed:
    """The changed answers of a sitting, from pairs of question and what became of it."""
    groups: dict[Shift, list[int]] = {one: [] for one in Shift}
    for n, what in shifts:
        groups[what].append(n)
    return Changed(*(tuple(sorted(groups[one])) for one in Shift))
