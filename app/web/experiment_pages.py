"""The pages of the experiments: the list, and one of them with its settings, its plots and what they say."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from app.engine.experiments import experiment as engine
from app.engine.experiments.experiment import Experiment
from app.engine.experiments.settings import Pick, Whole, grouped
from app.services.experiments import TURNS, ExperimentView
from app.web.drawing import Drawing, drawn
from app.web.experiment_words import WORDS, ExperimentWords
from app.web.pages import Frame
from app.web.plots import Plot, Series, Unit, significant
from app.web.words import capital

_BY_POWERS = "y"


@dataclass(frozen=True, slots=True)
class Field:
    """One setting as a field: a number within limits, or a choice where `choices` are given."""

    name: str
    label: str
    typed: str
    hint: str
    fault: str
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ExperimentsPage:
    """All experiments with their paragraphs."""

    frame: Frame
    all: tuple[tuple[Experiment, ExperimentWords], ...]


@dataclass(frozen=True, slots=True)
class ResultPart:
    """What has been measured so far: how far it is, or what came out. It is fetched anew while it is under way."""

    view: ExperimentView
    plots: tuple[Drawing, ...]
    address: str
    stopped: bool = False

    @property
    def again(self) -> str:
        """The link to the same experiment with other draws."""
        return address_of(self.view, turn=(self.view.turn + 1) % TURNS)

    @property
    def share(self) -> int:
        """How much is done, in percent."""
        return 100 * self.view.done // max(1, self.view.whole)


@dataclass(frozen=True, slots=True)
class ExperimentPage:
    """One experiment."""

    frame: Frame
    view: ExperimentView
    words: ExperimentWords
    fields: tuple[Field, ...]
    result: ResultPart

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """Why nothing was measured: the field that it is about, empty for what is in the address alone, and a sentence."""
        names = {field.name for field in self.fields}
        return tuple((one.name if one.name in names else "", one.sentence) for one in self.view.faults)


def experiments_page(frame: Frame, all_of_them: tuple[Experiment, ...]) -> ExperimentsPage:
    """The list."""
    return ExperimentsPage(frame, tuple((one, WORDS[one.slug]) for one in all_of_them))


def experiment_page(frame: Frame, view: ExperimentView, result: ResultPart) -> ExperimentPage:
    """One experiment with its settings as they stand."""
    return ExperimentPage(frame, view, WORDS[view.experiment.slug], _fields(view), result)


def result_part(view: ExperimentView, *, stopped: bool = False) -> ResultPart:
    """How far an experiment is, with plots where it is over."""
    plots = () if view.outcome is None else view.outcome.plots
    slug = view.experiment.slug
    made = tuple(drawn(plot_of(f"{slug}-{place}", plot)) for place, plot in enumerate(plots, 1))
    return ResultPart(view, made, address_of(view), stopped)


def address_of(view: ExperimentView, *, turn: int | None = None) -> str:
    """The link to an experiment with these settings; `turn` is that of other draws."""
    turn = view.turn if turn is None else turn
    pairs = [*view.typed.items(), *([("turn", str(turn))] if turn else [])]
    return f"/experiments/{view.experiment.slug}?{urlencode(pairs)}"


def plot_of(slug: str, plot: engine.Plot) -> Plot:
    """A plot of the engine as pages draw it: places along the bottom at equal steps."""
    places = tuple(significant(x) for x in plot.lines[0].x)
    return Plot(
        slug=slug,
        title=plot.title,
        says=_says(plot),
        first=plot.across,
        places=places,
        short=places,
        series=tuple(Series(one.name, one.y, one.low, one.high) for one in plot.lines),
        unit=Unit.POWERS if _BY_POWERS in plot.logarithmic else Unit.NUMBER,
        up=plot.up,
    )


def _says(plot: engine.Plot) -> str:
    """The text equivalent: what the axes are, from where to where the lower one goes, and each line along it."""
    axes = f"Across, {plot.across}: {_reach(plot.lines[0].x)}. Upwards, {plot.up}."
    return " ".join((axes, *map(_said, plot.lines)))


def _reach(values: Sequence[float]) -> str:
    """The first value and the last, or the only one."""
    ends = dict.fromkeys((0, len(values) - 1))
    return " to ".join(significant(values[place]) for place in ends)


def _said(line: engine.Line) -> str:
    """Where a line begins, ends, and is highest in between."""
    top = max(range(len(line.y)), key=lambda place: line.y[place])
    said = f"{capital(line.name)}: {'from ' if len(line.y) > 1 else ''}{_reach(line.y)}"
    if line.y[top] > 1.02 * max(line.y[0], line.y[-1]):
        said += f", highest, {significant(line.y[top])}, at {significant(line.x[top])}"
    return f"{said}."


def _fields(view: ExperimentView) -> tuple[Field, ...]:
    faults = {fault.name: fault.sentence for fault in view.faults}
    found = []
    for one in view.experiment.settings:
        typed = view.typed.get(one.name, "")
        match one:
            case Whole():
                hint = f"{grouped(one.low)} to {grouped(one.high)}"
                found.append(
                    Field(one.name, one.label, typed or str(one.default), hint, faults.get(one.name, ""))
                )
            case Pick():
                found.append(
                    Field(
                        one.name, one.label, typed or one.default, "", faults.get(one.name, ""), one.choices
                    )
                )
    return tuple(found)
