"""Medians of several runs, and ratios of two sides that alternate within one run."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: its name, the median with the spread, and the unit."""

    name: str
    values: tuple[float, ...]
    unit: str

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def line(self) -> str:
        spread = f"({min(self.values):,.3g} to {max(self.values):,.3g})"
        return f"  {self.name:<58} {self.median:>10,.4g} {self.unit:<8} {spread}"


@dataclass(frozen=True, slots=True)
class Ratio:
    """How one side compares with the other, run by run, and the aim that it should meet."""

    name: str
    values: tuple[float, ...]
    aim: float

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def met(self) -> bool:
        return self.median >= self.aim

    def line(self) -> str:
        spread = f"({min(self.values):,.3g} to {max(self.values):,.3g})"
        return f"  {self.name:<58} {self.median:>10,.4g} {'×':<8} {spread}, aim {self.aim:g}: {'met' if self.met else 'MISSED'}"


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much one side does better than another with the same learners: the mean difference with its 95 % interval.

    `values` are the differences, learner by learner; one that `must_win` misses its aim unless the whole interval is above
    zero. Formula: mean ± 1.96·s/√n of the paired differences.
    """

    name: str
    values: tuple[float, ...]
    must_win: bool = False

    @property
    def mean(self) -> float:
        return statistics.fmean(self.values)

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return 1.96 * statistics.stdev(self.values) / sqrt(len(self.values))

    @property
    def met(self) -> bool:
        return not self.must_win or self.mean - self.reach > 0

    def line(self) -> str:
        spread = f"({100 * (self.mean - self.reach):+.2f} to {100 * (self.mean + self.reach):+.2f})"
        better = sum(one > 0 for one in self.values) / len(self.values)
        aim = f", aim above 0: {'met' if self.met else 'MISSED'}" if self.must_win else ""
        return f"  {self.name:<58} {100 * self.mean:>+10.2f} {'points':<8} {spread}, better for {better:.0%}{aim}"


@dataclass(frozen=True, slots=True)
class Table:
    """What a figure is made of, part by part, the largest first."""

    title: str
    parts: Mapping[str, float]
    unit: str

    def line(self) -> str:
        whole = sum(self.parts.values())
        rows = [
            f"    {name:<56} {value:>10,.1f} {self.unit:<8} {value / whole:5.1%}"
            for name, value in self.parts.items()
        ]
        return "\n".join(
            [f"  {self.title}, {whole:,.0f} {self.unit} in all (timed apart, which costs a little)", *rows]
        )


def seconds(act: Callable[[], object]) -> float:
    """How long one call takes, in seconds."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def alternate(runs: int, *sides: Callable[[], float]) -> tuple[tuple[float, ...], ...]:
    """Runs all sides in turn, A B C A B C …, after one round that does not count; the values of each side."""
    for side in sides:
        side()
    rounds = [[side() for side in sides] for _ in range(runs)]
    return tuple(tuple(values) for values in zip(*rounds, strict=True))


def ratio(name: str, above: tuple[float, ...], below: tuple[float, ...], *, aim: float) -> Ratio:
    """The ratio above / below of runs that alternated."""
    return Ratio(name, tuple(a / b for a, b in zip(above, below, strict=True)), aim)
