"""Medians of several runs, and ratios of two sides that alternate within one run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


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
