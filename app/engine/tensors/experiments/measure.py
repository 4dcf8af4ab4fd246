"""Runs one unit of an experiment with torch: draws, computes, and hands back what was measured in short."""

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType

import torch

from app.engine.experiments.experiment import Measured, Unit
from app.engine.experiments.tally import Tally
from app.engine.tensors.experiments import scores, tokens
from app.engine.tensors.experiments.drawing import Drawing, Numbers
from app.kit.clock import Clock

Measure = Callable[[Unit, Drawing], Numbers]
MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "variance": scores.variance,
        "saturation": scores.saturation,
        "pair": scores.pair,
        "unusual": scores.unusual,
        "constant": scores.constant,
        "swap": tokens.swap,
        "order": tokens.order,
        "positions": tokens.positions,
        "causal": tokens.causal,
    }
)


def measure(unit: Unit, *, device: str, clock: Clock) -> Measured:
    """What one unit measures, by the name of the measure, each over all its draws.

    The same unit gives the same numbers on the same device and version of torch; times are times. Raises KeyError
    for an experiment that is not in the catalogue.
    """
    generator = torch.Generator(device=device).manual_seed(_number(unit.seed))
    drawing = Drawing(unit.draws, generator, device)
    if unit.experiment == "timing":
        return _tallies(tokens.timing(unit, drawing, clock))
    return _tallies(MEASURES[unit.experiment](unit, drawing))


def _number(seed: str) -> int:
    """A seed for torch's generator from a label."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7])


def _tallies(numbers: Numbers) -> Measured:
    """Each measure's numbers in short."""
    found = {}
    for name, many in numbers.items():
        flat = many.detach().to("cpu", torch.float64).flatten()
        mean = flat.mean()
        found[name] = Tally(flat.numel(), float(mean), float(((flat - mean) ** 2).sum()))
    return found
