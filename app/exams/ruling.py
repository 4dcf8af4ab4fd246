"""What an instructor's ruling on a question does to what it earned, and who moves from what to what."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import fsum

_CLOSE = 1e-9  # sums of thirds and fifths meet the mark that they stand for


class What(StrEnum):
    """What can be ruled of a question for everyone who was asked it."""

    DROP = "drop"  # it counts for nobody: it leaves the total
    FULL = "full"  # everybody has its full points
    ACCEPT = "accept"  # other options count as right
    AGAIN = "again"  # a later text of the question judges it


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds for a question; `accepted` names the options that count as right, all of them, for ACCEPT alone.

    `revisions` are those of the item that it speaks of; where there are none it speaks of all, later ones too. `by` names
    the revision whose text judges, for AGAIN alone.
    """

    what: What
    accepted: frozenset[str] = frozenset()
    revisions: frozenset[str] = frozenset()
    by: str = ""

    def speaks_of(self, revision_id: str) -> bool:
        """Whether it holds for what was asked in this revision of the item."""
        return not self.revisions or revision_id in self.revisions


def narrowed(standing: Ruling, by: Ruling, known: frozenset[str]) -> Ruling | None:
    """What is left of a ruling in force once another one comes: nothing of its own revisions, or all of them.

    Rule: a ruling on all revisions takes the place of all others. One on some takes these from the others; one that
    spoke of all then speaks of the rest of those that are `known`.
    """
    if not by.revisions:
        return None
    left = (standing.revisions or known) - by.revisions
    return replace(standing, revisions=left) if left else None


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options that somebody chose, by their names: at least one, and as many as the question asks for."""

    options: frozenset[str]
    all_or_nothing: bool = True


@dataclass(frozen=True, slots=True)
class Earned:
    """What one question of a sitting comes to: points in [0, 1], whether it is right, and whether it counts at all."""

    points: float
    correct: bool
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Tally:
    """What a sitting comes to: its points, out of as many questions as count."""

    points: float
    out_of: int

    def passes(self, percent: int) -> bool:
        """Whether the points reach a share in percent; where no question counts, nobody can fail."""
        return self.points * 100 >= percent * self.out_of - _CLOSE


def ruled(
    earned: Earned, ruling: Ruling | None, chosen: Chosen | None = None, again: Earned | None = None
) -> Earned:
    """What a question comes to under a ruling.

    `earned` is what its own answer key gives. Rule: DROP takes it out of the total, FULL gives one point whatever was
    answered, and neither changes what is right. ACCEPT: right is whoever chose accepted options only. Who did not
    earns nothing, or, where an answer can be right in part, the share of accepted options chosen less that of the
    others, and never less than 0. `chosen` is None where nothing readable was chosen; then there is nothing to accept.
    AGAIN: what the answer earns by the later text, `again`; where that says nothing about what was asked, or nothing
    readable was given, it is None and all stays.
    """
    if ruling is None:
        return earned
    match ruling.what:
        case What.DROP:
            return replace(earned, counts=False)
        case What.FULL:
            return replace(earned, points=1.0)
        case What.ACCEPT:
            return Earned(0.0, False) if chosen is None else _accepted(ruling.accepted, chosen)
        case What.AGAIN:
            return again or earned


def _accepted(accepted: frozenset[str], chosen: Chosen) -> Earned:
    if chosen.options <= accepted:
        return Earned(1.0, True)
    if chosen.all_or_nothing:
        return Earned(0.0, False)
    right = len(chosen.options & accepted)
    return Earned(max(0.0, (2 * right - len(chosen.options)) / len(chosen.options)), False)


def tally(earned: Iterable[Earned]) -> Tally:
    """The points of a sitting: the sum over the questions that count, out of their number."""
    counting = [one.points for one in earned if one.counts]
    return Tally(fsum(counting), len(counting))


@dataclass(frozen=True, slots=True)
class Move:
    """One sitting under a ruling: what the question comes to before and after, and the whole before and after."""

    sitting_id: str
    n: int
    before: Earned
    after: Earned
    total_before: Tally
    total_after: Tally

    @property
    def moves(self) -> bool:
        """Whether anything that its candidate could see changes."""
        return (self.before.points, self.before.counts) != (self.after.points, self.after.counts)

    def flips(self, percent: int) -> bool:
        """Whether it passes where it failed, or fails where it passed, at a mark in percent."""
        return self.total_before.passes(percent) != self.total_after.passes(percent)


def move(sitting_id: str, n: int, earned: dict[int, Earned], after: Earned) -> Move:
    """The sitting whose questions stand at `earned`, by number, once question `n` comes to `after`."""
    return Move(
        sitting_id=sitting_id,
        n=n,
        before=earned[n],
        after=after,
        total_before=tally(earned.values()),
        total_after=tally((earned | {n: after}).values()),
    )
