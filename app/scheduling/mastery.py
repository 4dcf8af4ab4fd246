"""How much of something a learner has right, with what that rests on."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

Z_95 = 1.959963984540054  # the normal quantile of 0.975


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

    Formula, with p = right/answered, n = answered, z = 1.96: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
    (0, 1) when nothing was answered. Raises ValueError unless 0 ≤ right ≤ answered.
    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    if not 0 <= right <= answered:
        raise ValueError(f"{right} of {answered} is not a share")
    if answered == 0:
        return 0.0, 1.0
    share, square = right / answered, Z_95**2
    middle = share + square / (2 * answered)
    reach = Z_95 * sqrt(share * (1 - share) / answered + square / (4 * answered**2))
    scale = 1 + square / answered
    low, high = (middle - reach) / scale, (middle + reach) / scale
    return (0.0 if right == 0 else low), (1.0 if right == answered else high)


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
