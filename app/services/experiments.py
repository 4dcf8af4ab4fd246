"""Experiments: run on the engine in short slices, one per request, so that many people share it and a closed page ends it."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from app.engine.experiments.catalogue import EXPERIMENTS
from app.engine.experiments.experiment import (
    MOST,
    Experiment,
    Measured,
    Outcome,
    Unit,
    gathered,
    units,
)
from app.engine.experiments.settings import SettingFault, Values, read_values
from app.kit.clock import Clock
from app.kit.errors import NotFound, NotReady
from app.services.live_engine import LiveEngine
from app.variants.wire import MeasureOrder, Parts

SLICE = 0.2  # seconds of one request that go into measuring
FIRST = 0.6  # of the first one: most experiments are over by then
TURNS = 1_000  # ways of drawing, which the links to other draws go round
_KEPT = 128  # runs, of which a finished one is a few kilobytes
_NO_DRAWS = "The address asks for draws that there are none of: “turn” is a whole number from 0 to {}. Press Run for the first ones."
_NO_EXPERIMENT = "There is no experiment of that name. The list of all of them is at /experiments."


@dataclass(slots=True)
class Run:
    """One experiment with its settings: what is to be measured, and what has been. `turn` lets one request work on it."""

    values: Values
    units: tuple[Unit, ...]
    parts: list[tuple[float, Measured]] = field(default_factory=list)
    turn: Lock = field(default_factory=Lock)

    @property
    def finished(self) -> bool:
        """Whether everything has been measured."""
        return len(self.parts) == len(self.units)


@dataclass(frozen=True, slots=True)
class ExperimentView:
    """An experiment as it stands. `outcome` is None until it is finished; `failure` says why it cannot go on."""

    experiment: Experiment
    typed: Mapping[str, str]
    faults: tuple[SettingFault, ...]
    turn: int = 0
    done: int = 0
    whole: int = 0
    outcome: Outcome | None = None
    failure: str = ""

    @property
    def under_way(self) -> bool:
        """Whether another request would bring it further."""
        return not self.faults and self.outcome is None and not self.failure


class Runs:
    """The last runs by experiment, settings and turn; the oldest goes when there are too many."""

    def __init__(self, size: int = _KEPT) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[object, ...], Run] = OrderedDict()
        self._guard = Lock()

    def of(self, experiment: Experiment, values: Values, turn: int) -> Run:
        """The run with these settings, begun if it is new."""
        name = (experiment.slug, *values.wholes.items(), *values.picks.items(), turn)
        with self._guard:
            found = self._kept.get(name)
            if found is None:
                found = Run(values, units(experiment, values, seed=f"experiment|{turn}"))
                self._kept[name] = found
                if len(self._kept) > self._size:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(name)
            return found


@dataclass(frozen=True, slots=True)
class Experiments:
    """What can be tried. Each request brings its run further by a slice of time, and nobody's run goes on by itself."""

    live: LiveEngine
    clock: Clock
    runs: Runs = field(default_factory=Runs)

    def all(self) -> tuple[Experiment, ...]:
        """The catalogue."""
        return tuple(EXPERIMENTS.values())

    def view(self, slug: str, typed: Mapping[str, str], *, turn: str = "", go: bool = True) -> ExperimentView:
        """An experiment with these settings, brought further by a slice where it may `go`. Raises NotFound.

        `turn` is as it was typed: a whole number below `TURNS`, none being the first. A setting or a turn that cannot
        be taken is told among the faults, and then nothing is measured.
        """
        experiment = EXPERIMENTS.get(slug)
        if experiment is None:
            raise NotFound(_NO_EXPERIMENT)
        values, faults = read_values(experiment.settings, typed)
        number = _turn(turn)
        if number is None:
            faults = (*faults, SettingFault("turn", _NO_DRAWS.format(TURNS - 1)))
        if faults or number is None:
            return ExperimentView(experiment, typed, faults)
        shown = {name: str(value) for name, value in (*values.wholes.items(), *values.picks.items())}
        run, failure = self.runs.of(experiment, values, number), ""
        if go and not run.finished:
            try:
                self._further(run)
            except NotReady as problem:
                failure = problem.sentence
        outcome = experiment.conclude(gathered(values, run.parts)) if run.finished else None
        return ExperimentView(experiment, shown, (), number, len(run.parts), len(run.units), outcome, failure)

    def _further(self, run: Run) -> None:
        """Measure for a slice of time; another request that is at it already is not waited for."""
        if not run.turn.acquire(blocking=False):
            return
        try:
            end = self.clock.steady() + (SLICE if run.parts else FIRST)
            while not run.finished:
                few = self._next(run)
                answer = self.live.ask(MeasureOrder(few))
                if not isinstance(answer, Parts) or len(answer.measured) != len(few):
                    raise NotReady("The engine answered something else than measurements. Try again.")
                run.parts.extend((unit.x, one) for unit, one in zip(few, answer.measured, strict=True))
                if self.clock.steady() >= end:
                    return
        finally:
            run.turn.release()

    def _next(self, run: Run) -> tuple[Unit, ...]:
        """The units that come next, together no larger than a large one is alone."""
        experiment, start = EXPERIMENTS[run.units[0].experiment], len(run.parts)
        end, room = start, MOST
        while end < len(run.units):
            unit = run.units[end]
            room -= unit.draws * experiment.size(run.values, unit.x)
            if room < 0 and end > start:
                break
            end += 1
        return run.units[start:end]


def _turn(text: str) -> int | None:
    """Which draws an address asks for, or None where it names none of them."""
    if not text:
        return 0
    good = text.isascii() and text.isdecimal() and len(text) < 10 and int(text) < TURNS
    return int(text) if good else None
