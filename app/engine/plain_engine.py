"""The numeric engine without torch: every value from the trace, for small batches and as a reference."""

import platform
from collections.abc import Sequence

import numpy as np

from app.engine.batching import Batch, Floats, LogitBatch, Runs, width_of
from app.engine.mechanism import Mechanism, NotDefined
from app.engine.problem import LogitProblem, Problem
from app.engine.running import Request, request, sheet
from app.engine.stages import Stage, up_to
from app.engine.trace import trace


def _filled(problems: Sequence[Problem | LogitProblem], asked: Request) -> tuple[Floats, dict[Stage, Floats]]:
    shape = problems[0].shape
    widths = {stage: width_of(shape, stage) for stage in up_to(asked.stage)}
    size = len(problems)
    values = np.full((len(asked.mechanisms), widths[asked.stage], size), np.nan)
    steps = {stage: np.full((asked.stepped_count, width, size), np.nan) for stage, width in widths.items()}
    for b, problem in enumerate(problems):
        for m, mechanism in enumerate(asked.mechanisms):
            try:
                traced = trace(problem, mechanism, stage=asked.stage)
            except NotDefined:
                continue  # the number stays NaN, which marks the mechanism as not defined here
            values[m, :, b] = traced.at(asked.stage)
            if m < asked.stepped_count:
                for step in traced.steps:
                    steps[step.slug][m, :, b] = step.numbers
    return values, steps


class PlainEngine:
    """Computes with plain Python floats; see `NumericEngine` for the contract."""

    name = "plain Python float64"
    version = f"Python {platform.python_version()}"

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        """All mechanisms at one step, one problem after the other."""
        asked = request(batch, mechanisms, stage=stage, decimals=decimals, stepped=stepped)
        result = sheet(batch, asked)
        if batch.size and asked.mechanisms:
            result.write(0, batch, _filled([batch.problem(b) for b in range(batch.size)], asked))
        return result.runs()
