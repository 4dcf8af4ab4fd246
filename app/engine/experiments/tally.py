"""Counts, means and spreads that can be gathered in parts: the parts of a long experiment add up to the whole."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

Z_95 = 1.959963984540054  # the normal deviate that 95 % lie within


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

    def band(self) -> tuple[float, float]:
        """The mean's 95 % interval by the normal law."""
        return self.mean - Z_95 * self.error, self.mean + Z_95 * self.error


def gather(parts: Iterable[Tally]) -> Tally:
    """The sum of the parts."""
    whole = Tally()
    for part in parts:
        whole = whole + part
    return whole
