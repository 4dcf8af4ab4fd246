"""Counts, means and spreads that can be gathered in parts: the parts of a long experiment add up to the whole."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from app.kit.shares import Z_95, wilson_interval

Band = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tally:
    """`count` numbers in short: their mean, and the sum of squared distances from it.

    Parts add by Chan's rule, which loses no digits where means are large and spreads small.
    Source: Chan, Golub and LeVeque 1979, "Updating formulae and a pairwise algorithm for computing sample variances".
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        count = self.count + other.count
        if count == 0:
            return self
        apart = other.mean - self.mean
        share = other.count / count
        return Tally(
            count,
            self.mean + apart * share,
            self.squares + other.squares + apart * apart * self.count * share,
        )

    @property
    def variance(self) -> float:
        """Σ (x − mean)² / (count − 1); NaN for fewer than two numbers."""
        return self.squares / (self.count - 1) if self.count > 1 else math.nan

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for one number, which was not drawn but computed."""
        return math.sqrt(self.variance / self.count) if self.count > 1 else 0.0

    def band(self) -> Band:
        """The 95 % interval of a mean of numbers that are not negative."""
        return _around(self.mean, self.error)

    def share_band(self) -> Band:
        """The 95 % interval of a mean of numbers from 0 to 1, such as hits and misses.

        Rule: Wilson's interval with n = p (1 − p) / e², the number of independent hits and misses whose share p would
        have the same standard error e. It is never less than the count, which it is where numbers are 0 or 1.
        """
        mean = min(max(self.mean, 0.0), 1.0)
        apart = mean * (1 - mean) / self.error**2 if self.error else 0.0
        return wilson_interval(mean, max(self.count, apart))


@dataclass(frozen=True, slots=True)
class Ratio:
    """The mean of one number over the mean of another, both positive and from the same draws.

    `both` are their sums draw by draw, from which the covariance follows. Unlike a mean of quotients it has a finite
    variance where the number below can come near 0.
    """

    change: Tally
    length: Tally
    both: Tally

    @property
    def mean(self) -> float:
        """Mean change over mean length."""
        return self.change.mean / self.length.mean

    @property
    def error(self) -> float:
        """The standard error √(Var(c − R l) / n) / mean(l), with R the ratio.

        Source: W. G. Cochran, Sampling Techniques, 3rd edition 1977, section 2.11.
        """
        if self.change.count < 2:
            return 0.0
        ratio = self.mean
        together = self.both.variance - self.change.variance - self.length.variance  # twice the covariance
        spread = self.change.variance + ratio**2 * self.length.variance - ratio * together
        return math.sqrt(max(spread, 0.0) / self.change.count) / self.length.mean

    def band(self) -> Band:
        """The ratio's 95 % interval."""
        return _around(self.mean, self.error)


def _around(mean: float, error: float) -> Band:
    """A 95 % interval by the normal law of the logarithm, which has the error e/m: m · exp(±1.96 e/m), never below 0."""
    if mean == 0:
        return 0.0, 0.0
    factor = math.exp(Z_95 * error / mean)
    return mean / factor, mean * factor


def gather(parts: Iterable[Tally]) -> Tally:
    """The sum of the parts."""
    whole = Tally()
    for part in parts:
        whole = whole + part
    return whole
