"""Where the share of points lies that a candidate would earn over all questions of an exam, and how two sittings differ."""

from dataclasses import dataclass
from math import sqrt

from app.scheduling.mastery import Sureness, sureness, wilson


@dataclass(frozen=True, slots=True)
class Span:
    """A share of points with its 95 % interval: `points` earned in `count` questions that say something."""

    points: float
    count: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself; 0 where there is no question."""
        return self.points / self.count if self.count else 0.0

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low

    @property
    def is_enough(self) -> bool:
        """Whether the interval says more than that it could be most or little: it is at most 0.4 wide."""
        return sureness(self.count, self.width) not in (Sureness.NOTHING, Sureness.LITTLE)


def true_share(points: float, count: int) -> Span:
    """The 95 % interval of the true score, as a share: what would be earned over all questions that could be asked.

    Model: the questions are a sample of all that the exam could ask (Lord's binomial error model), and all of these are
    meant, not only those in the banks, so there is no finite-population correction. Formula: Wilson's interval with the
    points in place of right answers. With points in parts it is too wide rather than too narrow: whatever lies in
    [0, 1] and has the mean m varies by at most m(1 − m), as right and wrong do. A form that is drawn by sections varies
    less too, so 95 % is a lower bound but for the interval's own unevenness with few questions.
    Sources: E. B. Wilson, JASA 22 (1927); F. M. Lord, "Do Tests of the Same Length Have the Same Standard Error of
    Measurement?", Educational and Psychological Measurement 17 (1957); R. Bhatia and C. Davis, "A Better Bound on the
    Variance", American Mathematical Monthly 107 (2000). Raises ValueError unless 0 ≤ points ≤ count.
    """
    low, high = wilson(points, count)
    return Span(points, count, low, high)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much one share lies above another, with the 95 % interval of that."""

    value: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains it: the interval does not hold 0."""
        return self.low > 0 or self.high < 0


def difference(now: Span, before: Span) -> Difference:
    """The difference of two shares from separate questions, now − before.

    Formula, with p the shares and l, u the ends of their intervals: d − √((p₁ − l₁)² + (u₂ − p₂)²) and
    d + √((u₁ − p₁)² + (p₂ − l₂)²). Source: R. G. Newcombe, "Interval Estimation for the Difference between Independent
    Proportions", Statistics in Medicine 17 (1998), method 10.
    """
    value = now.share - before.share
    down = sqrt((now.share - now.low) ** 2 + (before.high - before.share) ** 2)
    up = sqrt((now.high - now.share) ** 2 + (before.share - before.low) ** 2)
    return Difference(value, value - down, value + up)
