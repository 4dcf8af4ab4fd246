"""How much of something a learner has right, with what that rests on."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.kit.shares import wilson_interval

_ROUGH, _FIRM = 0.4, 0.2  # widths of the interval


class Sureness(StrEnum):
    """How much a share right says."""

    NOTHING = "nothing"
    LITTLE = "little"
    ROUGH = "rough"
    FIRM = "firm"


@dataclass(frozen=True, slots=True)
class Mastery:
    """Answers given, right ones among them, and the 95 % interval of the share right."""

    answered: int
    right: int
    low: float
    high: float

    @property
    def sureness(self) -> Sureness:
        """How sure the share is."""
        return sureness(self.answered, self.high - self.low)


def sureness(answered: int, width: float) -> Sureness:
    """How much a share says, by the width of its 95 % interval.

    Rule: nothing without an answer; little while the interval is wider than 0.4, which leaves open whether the most or
    the least is right; rough down to 0.2, firm below.
    """
    if not answered:
        return Sureness.NOTHING
    if width > _ROUGH:
        return Sureness.LITTLE
    return Sureness.ROUGH if width > _FIRM else Sureness.FIRM


def wilson(right: float, answered: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; `right` may have parts, where answers can be right in part.

    (0, 1) when nothing was answered. Raises ValueError unless 0 ≤ right ≤ answered.
    """
    if not 0 <= right <= answered:
        raise ValueError(f"{right} of {answered} is not a share")
    return wilson_interval(right / answered if answered else 0.0, answered)


def mastery(right: int, answered: int) -> Mastery:
    """The share right with its interval. Raises ValueError unless 0 ≤ right ≤ answered."""
    low, high = wilson(right, answered)
    return Mastery(answered, right, low, high)


def mastery_by(outcomes: Iterable[tuple[str, bool]]) -> dict[str, Mastery]:
    """The mastery of each group (an objective, a level), from pairs of group and right or not, sorted by name."""
    counts: dict[str, list[int]] = {}
    for group, fine in outcomes:
        count = counts.setdefault(group, [0, 0])
        count[0] += fine
        count[1] += 1
    return {group: mastery(*counts[group]) for group in sorted(counts)}
