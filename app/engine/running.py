"""What every numeric engine does around its own arithmetic: choose the defined mechanisms, and fill a `Runs`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from app.engine.batching import Batch, Flags, Floats, LogitBatch, Runs, check_request, width_of
from app.engine.intervals import fair_intervals
from app.engine.mechanism import Mechanism
from app.engine.plan import Plan, plan
from app.engine.problem import Shape
from app.engine.slips import is_defined
from app.engine.stages import Stage, up_to

NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Request:
    """A checked request: the mechanisms that the shapes allow, with their places in the list that was asked for.

    `plan` is the tree of states of the allowed mechanisms, `first_plan` that of the `stepped_count` of them, the
    first ones, that return their steps.
    """

    mechanisms: tuple[Mechanism, ...]
    places: tuple[int, ...]
    count: int
    stage: Stage
    decimals: int
    stepped: int
    stepped_count: int
    plan: Plan
    first_plan: Plan

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps up to the asked one."""
        return up_to(self.stage)


def request(
    batch: Batch | LogitBatch,
    mechanisms: Sequence[Mechanism],
    *,
    stage: Stage,
    decimals: int,
    stepped: int,
) -> Request:
    """Check what is asked for. Raises ValueError as `NumericEngine.run` says."""
    check_request(batch, mechanisms, stage)
    if not 0 <= decimals <= 9:
        raise ValueError(f"decimals must lie in 0 … 9, not {decimals}")
    return _request(batch.shape, tuple(mechanisms), stage, decimals=decimals, stepped=stepped)


@lru_cache(maxsize=256)
def _request(
    shape: Shape, mechanisms: tuple[Mechanism, ...], stage: Stage, *, decimals: int, stepped: int
) -> Request:
    places = tuple(place for place, mechanism in enumerate(mechanisms) if is_defined(mechanism, shape, stage))
    allowed = tuple(mechanisms[place] for place in places)
    stepped_count = sum(place < stepped for place in places)
    return Request(
        mechanisms=allowed,
        places=places,
        count=len(mechanisms),
        stage=stage,
        decimals=decimals,
        stepped=min(stepped, len(mechanisms)),
        stepped_count=stepped_count,
        plan=plan(allowed),
        first_plan=plan(allowed[:stepped_count]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The arrays of a `Runs` while blocks of items are written into them."""

    asked: Request
    table: Floats
    step_table: Floats
    steps: dict[Stage, Floats]
    defined: Flags
    coincides: Flags

    def write(self, start: int, batch: Batch | LogitBatch, found: tuple[Floats, dict[Stage, Floats]]) -> None:
        """Put in one block: values [M, w, B] and steps [S, ·, B] of the allowed mechanisms, which may be changed."""
        values, steps = found
        asked = self.asked
        stop = start + batch.size
        span = fair_intervals(batch, asked.plan, values, stage=asked.stage, decimals=asked.decimals)
        with np.errstate(invalid="ignore"):
            good = np.logical_and.reduce(np.isfinite(span.low + span.high), axis=1)
            size = np.maximum(1.0, np.abs(values[0]).max(axis=0))
            near = np.abs(values - values[0]).max(axis=1) <= NEAR * size
        places = list(asked.places)
        self.defined[places, start:stop] = good
        if places[0] == 0:
            self.coincides[places, start:stop] = near & good
        parts = np.stack((values, span.low, span.high), axis=1)
        bad = (~good).nonzero()
        parts[bad[0], :, :, bad[1]] = np.nan
        _turn(parts, places, self.table[start:stop])
        if steps:
            joined = np.concatenate([steps[stage] for stage in asked.stages], axis=1)
            bad = (~good[: asked.stepped_count]).nonzero()
            joined[bad[0], :, bad[1]] = np.nan
            _turn(joined, places[: asked.stepped_count], self.step_table[start:stop])

    def runs(self) -> Runs:
        """The finished result."""
        return Runs(
            table=self.table,
            step_table=self.step_table,
            steps=self.steps,
            defined=self.defined,
            coincides=self.coincides,
        )


def _turn(numbers: Floats, places: list[int], into: Floats) -> None:
    """Write [mechanisms, …, B] into [B, all mechanisms, …]; with all of them present as one plain transposition."""
    size = numbers.shape[-1]
    if len(places) == into.shape[1]:
        into.reshape(size, -1)[...] = numbers.reshape(-1, size).T
    else:
        into[:, places] = np.moveaxis(numbers, -1, 0)


def sheet(batch: Batch | LogitBatch, asked: Request) -> Sheet:
    """Empty arrays for a request; what is never written stays NaN and False."""
    shape, size = batch.shape, batch.size
    widths = {stage: width_of(shape, stage) for stage in up_to(asked.stage)}
    whole = np.empty if len(asked.places) == asked.count else _nans
    table = whole((size, asked.count, 3, widths[asked.stage]))
    step_table = whole((size, asked.stepped, sum(widths.values())))
    steps: dict[Stage, Floats] = {}
    start = 0
    for stage, width in widths.items():
        steps[stage] = step_table[:, :, start : start + width].transpose(1, 0, 2)
        start += width
    return Sheet(
        asked=asked,
        table=table,
        step_table=step_table,
        steps=steps,
        defined=np.zeros((asked.count, size), dtype=np.bool_),
        coincides=np.zeros((asked.count, size), dtype=np.bool_),
    )


def _nans(shape: tuple[int, ...]) -> Floats:
    return np.full(shape, np.nan)


def filled(batch: Batch | LogitBatch, to: int) -> Batch | LogitBatch:
    """The batch with its last item repeated until there are a multiple of so many.

    Numbers at the edge of a vector register are added in another order than the others, and may differ in the last
    bit; so every item has the same company, however few there are.
    """
    missing = -batch.size % to
    if not missing:
        return batch
    places = np.minimum(np.arange(batch.size + missing), batch.size - 1)
    if isinstance(batch, LogitBatch):
        return LogitBatch(batch.scores[places], batch.d_k[places])
    V = None if batch.V is None else batch.V[places]
    return Batch(batch.Q[places], batch.K[places], V, batch.rows[places])


def block(batch: Batch | LogitBatch, start: int, stop: int) -> Batch | LogitBatch:
    """Items `start` to `stop` of a batch."""
    if isinstance(batch, LogitBatch):
        return LogitBatch(batch.scores[start:stop], batch.d_k[start:stop])
    V = None if batch.V is None else batch.V[start:stop]
    return Batch(batch.Q[start:stop], batch.K[start:stop], V, batch.rows[start:stop])
