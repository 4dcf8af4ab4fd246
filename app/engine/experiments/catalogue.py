"""All experiments by slug, in the order in which they are listed."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.experiments.experiment import Experiment
from app.engine.experiments.scores import CONSTANT, PAIR, SATURATION, UNUSUAL, VARIANCE
from app.engine.experiments.tokens import CAUSAL, ORDER, POSITIONS, SWAP, TIMING

EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {
        one.slug: one
        for one in (VARIANCE, SATURATION, PAIR, UNUSUAL, CONSTANT, SWAP, ORDER, POSITIONS, CAUSAL, TIMING)
    }
)
