"""Draws plots: series become paths with ticks that can be read; no script, no styles.

What a plot shows is told apart by the shape of marks, by dashes and by hatching; colours only help.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, log10
from typing import assert_never

from app.web.plots import INTERVAL, Form, Plot, Unit, columns, printed, rows

WIDTH, HEIGHT = 360.0, 200.0
LEFT, RIGHT, TOP, BOTTOM = 38.0, 10.0, 12.0, 26.0
_PER_TICK = 62.0  # room that a label below the plot takes
_MARK = 3.4  # half the size of a mark
_MARKED = 30  # with more places the marks would run into each other
_WIDEST = 26.0  # of a bar
_TITLED = 18.0  # room for the title of an axis

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis with where it stands."""

    x: str
    y: str
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A path with the class that says how it looks."""

    path: str
    look: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A plot ready for the page: `rows` are the table behind it, without the places where nothing is."""

    plot: Plot
    view: str
    grid: str
    ticks: tuple[Tick, ...]
    titles: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    legend: tuple[tuple[str, tuple[Mark, ...]], ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def drawn(plot: Plot) -> Drawing:
    """The plot with all its coordinates."""
    scale = _Scale.of(plot)
    marks = _bars(plot, scale) if plot.form is Form.BARS else _lines(plot, scale)
    levels = scale.levels
    grid = "".join(f"M{_n(LEFT)} {_n(scale.y(level))}H{_n(WIDTH - RIGHT)}" for level in levels)
    room = _TITLED if plot.up else 0.0
    return Drawing(
        plot=plot,
        view=f"0 {_n(0.0 - room)} {_n(WIDTH)} {_n(HEIGHT + 2 * room)}",
        grid=grid,
        ticks=(*_left(scale, plot.unit), *_below(plot, scale)),
        titles=_titles(plot),
        marks=marks,
        legend=_legend(plot),
        columns=columns(plot),
        rows=rows(plot),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where places and values lie on the drawing."""

    count: int
    levels: tuple[float, ...]
    between: bool  # whether a place is the middle of a step, as for bars, or its edge
    powers: bool = False  # whether equal steps upwards are equal factors

    @classmethod
    def of(cls, plot: Plot) -> "_Scale":
        return cls(
            len(plot.places), _levels(plot), plot.form is Form.BARS or any(one.low for one in plot.series),
            plot.unit is Unit.POWERS,
        )  # fmt: skip

    @property
    def step(self) -> float:
        room = WIDTH - LEFT - RIGHT
        return room / max(1, self.count if self.between else self.count - 1)

    def x(self, place: int) -> float:
        if self.count == 1:
            return (LEFT + WIDTH - RIGHT) / 2
        return LEFT + self.step * (place + 0.5 if self.between else place)

    def y(self, value: float) -> float:
        lowest, highest = self.levels[0], self.levels[-1]
        if self.powers:
            share = log10(max(value, lowest) / lowest) / log10(highest / lowest)
        else:
            share = (max(value, lowest) - lowest) / (highest - lowest)
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * min(share, 1.0)


def _levels(plot: Plot) -> tuple[float, ...]:
    match plot.unit:
        case Unit.SHARE:
            return 0.0, 0.25, 0.5, 0.75, 1.0
        case Unit.COUNT:
            return nice_levels(_highest(plot))
        case Unit.NUMBER:
            return fine_levels(_highest(plot))
        case Unit.POWERS:
            there = [value for one in plot.series for value in one.values if value]
            return power_levels(min(there, default=1.0), max(there, default=1.0))
        case _:
            assert_never(plot.unit)


def fine_levels(highest: float) -> tuple[float, ...]:
    """Levels from 0 to the highest value or just above it, like `nice_levels`, in steps that may be parts of 1.

    Values that are nothing but rounding get the levels 0 and 1.
    """
    if highest < 1e-9:
        return 0.0, 1.0
    rough = highest / 4
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * (1 - 1e-12))
    return tuple(step * turn for turn in range(ceil(highest / step - 1e-9) + 1))


def power_levels(lowest: float, highest: float) -> tuple[float, ...]:
    """Powers of ten from the lowest positive value, or just below it, to the highest; at most seven of them."""
    first = floor(log10(lowest) + 1e-9)
    last = max(first + 1, ceil(log10(highest) - 1e-9))
    every = ceil((last - first) / 6)
    return tuple(10.0**power for power in range(first, last + every, every))


def nice_levels(highest: float) -> tuple[float, ...]:
    """Whole levels from 0 to the highest value or just above it, in steps of 1, 2 or 5 times a power of ten.

    Three to six of them; 0 and 1 where all values are 0.
    """
    if highest <= 1:
        return (0.0, 1.0)
    rough = highest / 4
    power = 10 ** floor(log10(rough)) if rough >= 1 else 1
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    return tuple(float(step * turn) for turn in range(ceil(highest / step) + 1))


def _highest(plot: Plot) -> float:
    places = zip(*(one.values for one in plot.series), strict=True)
    together: Callable[[list[float]], float] = sum if plot.form is Form.BARS else max
    return max((together([value or 0.0 for value in column]) for column in places), default=0.0)


def _bars(plot: Plot, scale: _Scale) -> tuple[Mark, ...]:
    """Each series stands on the one before."""
    floors = [0.0] * scale.count
    wide = min(_WIDEST, scale.step * 0.72)
    marks = []
    for turn, one in enumerate(plot.series, 1):
        path = []
        for place, value in enumerate(one.values):
            if value:
                top, bottom = scale.y(floors[place] + value), scale.y(floors[place])
                path.append(_box(scale.x(place) - wide / 2, top, wide, bottom - top))
                floors[place] += value
        marks.append(Mark("".join(path), f"bar bar-{turn}"))
    return tuple(marks)


def _lines(plot: Plot, scale: _Scale) -> tuple[Mark, ...]:
    """Bands first, then lines with their marks; a line breaks where there is no value.

    With many places only what no line reaches has a mark: without one it would not be seen.
    """
    marks = []
    wide = min(_WIDEST, scale.step)
    for turn, one in enumerate(plot.series, 1):
        spans = [
            _box(scale.x(place) - wide / 2, scale.y(high), wide, scale.y(low) - scale.y(high))
            for place, (low, high) in enumerate(zip(one.low, one.high, strict=True))
            if low is not None and high is not None
        ]
        if spans:
            marks.append(Mark("".join(spans), f"band band-{turn}"))
    for turn, one in enumerate(plot.series, 1):
        points = [
            None if value is None else (scale.x(place), scale.y(value))
            for place, value in enumerate(one.values)
        ]
        runs = _runs(points)
        marks.append(Mark(_line(runs), f"line line-{turn}"))
        marked = [point for run in runs if scale.count <= _MARKED or len(run) == 1 for point in run]
        marks.append(Mark("".join(_mark(turn, x, y) for x, y in marked), f"mark mark-{turn}"))
    return tuple(marks)


def _runs(points: Sequence[Point | None]) -> list[list[Point]]:
    """The points that follow each other without a gap."""
    return [[point for point in run if point] for there, run in groupby(points, key=bool) if there]


def _line(runs: Sequence[Sequence[Point]]) -> str:
    """A path through each run of more than one point."""
    return "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in run) for run in runs if len(run) > 1)


def _mark(turn: int, x: float, y: float) -> str:
    """A circle, a square, a triangle or a diamond."""
    a = _MARK
    match turn:
        case 1:
            return f"M{_n(x - a)} {_n(y)}a{a} {a} 0 1 0 {_n(2 * a)} 0a{a} {a} 0 1 0 {_n(-2 * a)} 0z"
        case 2:
            return _box(x - a, y - a, 2 * a, 2 * a)
        case 3:
            return f"M{_n(x)} {_n(y - a - 1)}l{_n(a + 1)} {_n(2 * a + 1)}h{_n(-2 * a - 2)}z"
        case _:
            return f"M{_n(x)} {_n(y - a - 1)}l{_n(a + 1)} {_n(a + 1)}l{_n(-a - 1)} {_n(a + 1)}l{_n(-a - 1)} {_n(-a - 1)}z"


def _box(x: float, y: float, wide: float, high: float) -> str:
    return f"M{_n(x)} {_n(y)}h{_n(wide)}v{_n(high)}h{_n(-wide)}z"


def _left(scale: _Scale, unit: Unit) -> tuple[Tick, ...]:
    levels = scale.levels[::2] if unit is Unit.SHARE else scale.levels
    return tuple(Tick(_n(LEFT - 6), _n(scale.y(level) + 4), printed(level, unit), "end") for level in levels)


def _below(plot: Plot, scale: _Scale) -> tuple[Tick, ...]:
    """The first place, the last, and as many between at equal distances as there is room for."""
    last = scale.count - 1
    if last < 1:
        anchors = [(0, "middle")] if last == 0 else []
    else:
        gaps = min(last, max(1, int((WIDTH - LEFT - RIGHT) // _PER_TICK)))
        every = ceil(last / gaps)
        anchors = [(place, "middle") for place in range(last, -1, -every)]
        anchors = [(place, "end") if place == last else (place, anchor) for place, anchor in anchors]
    return tuple(
        Tick(
            _n(min(scale.x(place) + (14 if anchor == "end" else 0), WIDTH - 1)),
            _n(HEIGHT - 8),
            plot.short[place],
            anchor,
        )
        for place, anchor in sorted(anchors)
    )


def _titles(plot: Plot) -> tuple[Tick, ...]:
    """What the values are, above their axis, and what the places are, below theirs; none where the first is not said."""
    if not plot.up:
        return ()
    below = Tick(_n((LEFT + WIDTH - RIGHT) / 2), _n(HEIGHT + _TITLED - 6), plot.first, "middle")
    return Tick("0", _n(TOP - _TITLED - 2), plot.up, "start"), below


def _legend(plot: Plot) -> tuple[tuple[str, tuple[Mark, ...]], ...]:
    """Each name with a small drawing of its look, 28 wide and 12 high; none where there is one series without a band."""
    if len(plot.series) == 1 and not plot.series[0].low:
        return ()
    entries: list[tuple[str, tuple[Mark, ...]]] = []
    for turn, one in enumerate(plot.series, 1):
        if plot.form is Form.BARS:
            entries.append((one.name, (Mark(_box(6, 1, 16, 10), f"bar bar-{turn}"),)))
            continue
        line = Mark("M1 6H27", f"line line-{turn}")
        entries.append((one.name, (line, Mark(_mark(turn, 14, 6), f"mark mark-{turn}"))))
    if any(one.low for one in plot.series):  # all bands look alike
        entries.append((INTERVAL, (Mark(_box(4, 1, 20, 10), "band band-1"),)))
    return tuple(entries)


def _n(number: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
