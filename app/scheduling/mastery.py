"""How much of something a learner has right, with what that rests on."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054  # the normal quantile of 0.975


@dataclass(frozen=True, slots=True)
class Mastery:
    """Answers given, right ones among them, and the 95 % interval of the share right."""

    answered: int
    right: int
    low: float
    high: float


def wilson(right: int, answered: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

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
