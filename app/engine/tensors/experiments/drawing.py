"""Random tensors for experiments: one generator per unit, entries with mean 0 and a variance that is said."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch

Tensor = torch.Tensor
Numbers = Mapping[str, Tensor]  # by the name of the measure: one number per draw, or several


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """`draws` independent draws on one device, in float64."""

    draws: int
    generator: torch.Generator
    device: str

    def normal(self, *shape: int) -> Tensor:
        """Standard normal entries, [draws, *shape]."""
        return torch.randn(
            (self.draws, *shape), generator=self.generator, device=self.device, dtype=torch.float64
        )

    def entries(self, law: str, *shape: int, variance: float = 1.0) -> Tensor:
        """Entries of mean 0 and the variance, [draws, *shape], from the law "normal", "uniform" or "signs"."""
        deviation = math.sqrt(variance)
        if law == "normal":
            return self.normal(*shape) * deviation
        spread = torch.rand(
            (self.draws, *shape), generator=self.generator, device=self.device, dtype=torch.float64
        )
        if law == "uniform":
            return (2 * spread - 1) * (math.sqrt(3.0) * deviation)  # uniform on ±a has the variance a²/3
        return (1 - 2 * (spread < 0.5).double()) * deviation

    def order(self, count: int) -> Tensor:
        """A random order of 0 … count − 1 per draw, [draws, count]."""
        spread = torch.rand((self.draws, count), generator=self.generator, device=self.device)
        return spread.argsort(-1)
