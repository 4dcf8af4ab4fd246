"""An experiment: what is measured at which places, cut into units of work that are small enough to wait for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.engine.experiments.settings import Setting, Values
from app.engine.experiments.tally import Band, Ratio, Tally


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work: `draws` draws (or repeats) of an experiment at one place `x`; `seed` labels their chance."""

    experiment: str
    values: Values
    x: float
    draws: int
    seed: str


Measured = Mapping[str, Tally]  # by the name of the measure
CHANGE, LENGTH, BOTH = "change", "length", "both"  # what stands behind the name of a measure that is a ratio


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot: a measure with its band, or a rule without one (`low` and `high` are then empty)."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    def scaled(self, name: str, factor: Callable[[float], float]) -> "Line":
        """The same under another name with everything at x times factor(x)."""
        times = tuple(map(factor, self.x))
        y, low, high = (
            tuple(value * one for value, one in zip(values, times, strict=True)) if values else ()
            for values in (self.y, self.low, self.high)
        )
        return Line(name, self.x, y, low, high)


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over one axis. `across` and `up` say what the axes are, with units; `logarithmic` which are, of "x" and "y"."""

    title: str
    across: str
    up: str
    lines: tuple[Line, ...]
    logarithmic: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out: plots, the numbers behind them by line, and what they say in sentences made from the numbers."""

    plots: tuple[Plot, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """All measures at all places: `at[x][measure]`."""

    values: Values
    at: Mapping[float, Measured]

    @property
    def places(self) -> tuple[float, ...]:
        """The places measured so far, in order."""
        return tuple(sorted(self.at))

    def ratio(self, x: float, measure: str) -> Ratio:
        """A measure at a place that is a mean over a mean."""
        here = self.at[x]
        return Ratio(*(here[f"{measure} {part}"] for part in (CHANGE, LENGTH, BOTH)))

    def line(self, name: str, measure: str) -> Line:
        """A measure as a line with its band."""
        found = [self.at[x][measure] for x in self.places]
        return self._line(name, found, [tally.band() for tally in found])

    def shares(self, name: str, measure: str) -> Line:
        """A measure of numbers from 0 to 1 as a line with its band."""
        found = [self.at[x][measure] for x in self.places]
        return self._line(name, found, [tally.share_band() for tally in found])

    def ratios(self, name: str, measure: str) -> Line:
        """A measure that is a mean over a mean as a line with its band."""
        found = [self.ratio(x, measure) for x in self.places]
        return self._line(name, found, [ratio.band() for ratio in found])

    def _line(self, name: str, found: Sequence[Tally | Ratio], bands: Sequence[Band]) -> Line:
        drawn = any(one.error for one in found)  # what was computed and not drawn has no band
        low, high = zip(*bands, strict=True) if drawn else ((), ())
        return Line(name, self.places, tuple(one.mean for one in found), low, high)

    def rule(self, name: str, law: Callable[[float], float]) -> Line:
        """A rule as a line over the same places."""
        return Line(name, self.places, tuple(law(x) for x in self.places))


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment of the catalogue.

    `places` gives the x at which it is run, `draws` how many draws there are at each, `size` how many numbers one
    draw holds (for cutting into units), `conclude` what came out.
    """

    slug: str
    title: str
    settings: tuple[Setting, ...]
    places: Callable[[Values], Sequence[float]]
    draws: Callable[[Values], int]
    size: Callable[[Values, float], int]
    conclude: Callable[[Gathered], Outcome]


def small(number: float) -> str:
    """A number that is rounding in LaTeX: "2 \\cdot 10^{-16}", or 0."""
    if number == 0:
        return "0"
    mantissa, _, power = f"{number:.0e}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def written(number: float, digits: int = 3) -> str:
    """A number with so many significant digits and without a power of ten: "0.125", "10170", "0.00003"."""
    return f"{Decimal(f'{number:.{digits}g}'):f}"


MOST = 1 << 20  # numbers in one unit: a few milliseconds of one processor


def units(experiment: Experiment, values: Values, *, seed: str) -> tuple[Unit, ...]:
    """The whole experiment in units, place by place, none larger than `MOST` numbers where one draw is not."""
    found = []
    for x in experiment.places(values):
        left = experiment.draws(values)
        block = max(1, MOST // max(1, experiment.size(values, x)))
        while left > 0:
            draws = min(left, block)
            found.append(Unit(experiment.slug, values, x, draws, f"{seed}|{x:g}|{left}"))
            left -= draws
    return tuple(found)


def gathered(values: Values, parts: Sequence[tuple[float, Measured]]) -> Gathered:
    """The parts, each measured at one place, added up by place and measure."""
    at: dict[float, dict[str, Tally]] = {}
    for x, measured in parts:
        sums = at.setdefault(x, {})
        for name, tally in measured.items():
            sums[name] = sums.get(name, Tally()) + tally
    return Gathered(values, at)
