"""Fair intervals of one row in torch, for the search: the rule of `app.engine.intervals` where all tokens are visible.

The search only leaves candidates out by these. What passes has its intervals made anew by the other module.
"""

import math
from dataclasses import dataclass

import torch

from app.engine.mechanism import Mechanism, Normaliser, Scale
from app.engine.tensors.tree import summed

Tensor = torch.Tensor
_SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class Ends:
    """Lower and upper ends of one shape; NaN where there is no number."""

    low: Tensor
    high: Tensor

    def around(self, values: Tensor, unit: float) -> "Ends":
        """The fair interval of these values: one unit to both sides always counts, and a little beyond."""
        low, high = torch.minimum(self.low, values - unit), torch.maximum(self.high, values + unit)
        return Ends(low - _SLACK * (low.abs() + 1.0), high + _SLACK * (high.abs() + 1.0))


def holds(numbers: Tensor, decimals: int) -> Tensor:
    """Which numbers have no more than so many decimals."""
    scaled = numbers * 10.0**decimals
    return scaled == scaled.round()


def written(ends: Ends, decimals: int) -> Ends:
    """What rounding makes of intervals: a single number with few decimals stays as it is."""
    exact = (ends.low == ends.high) & holds(ends.low, decimals)
    half = (~exact).to(torch.float64) * (0.5 * 10.0**-decimals)
    return Ends(ends.low - half, ends.high + half)


def divided(raw: Tensor, mechanism: Mechanism, d_k: int, *, decimals: int) -> Ends:
    """Scaled logits of raw ones, under one of the divisors √d_k, d_k and 1."""
    match mechanism.scale:
        case Scale.ROOT_D_K:
            root, half = math.sqrt(d_k), 0.5 * 10.0**-decimals
            if root.is_integer():
                return written(Ends(raw / root, raw / root), decimals)
            one, two = raw / (root - half), raw / (root + half)
            return written(Ends(torch.minimum(one, two), torch.maximum(one, two)), decimals)
        case Scale.D_K:
            return written(Ends(raw / d_k, raw / d_k), decimals)
        case Scale.NONE:
            return Ends(raw, raw)
        case _:
            raise ValueError(f"the search knows no intervals under the divisor {mechanism.scale}")


def shares(scaled: Ends, mechanism: Mechanism, *, decimals: int) -> Ends:
    """Weights [n, B] of scaled logits, each a quotient of rounded exponentials and their rounded sum.

    NaN where that sum can be rounded to zero.
    """
    base = math.log(2.0) if mechanism.normaliser is Normaliser.TWO else 1.0
    top = scaled.high.amax(0) * base
    rounding = 0.5 * 10.0**-decimals
    half = (-top).exp_().mul_(rounding)
    low = (scaled.low * base - top).exp_().sub_(half).clamp_(min=0.0)
    high = (scaled.high * base - top).exp_().add_(half)
    rest = low.sum(0) - low - half
    best = torch.where(rest < 0, low, high)
    best = best.masked_fill_(low + rest <= 0, torch.nan)
    most = (low + (high.sum(0) - high) + half).masked_fill_(best.isnan(), torch.nan)
    return Ends(low / most - rounding, best / (best + rest) + rounding)


def without_digits(scaled: Ends, mechanism: Mechanism, *, decimals: int) -> Tensor:
    """Where the sum of the rounded exponentials can be rounded to zero, so that there are no weights, [B]."""
    base = math.log(2.0) if mechanism.normaliser is Normaliser.TWO else 1.0
    top = scaled.high.amax(0) * base
    half = (-top).exp_().mul_(0.5 * 10.0**-decimals)
    return (scaled.low * base - top).exp_().sub_(half).clamp_(min=0.0).sum(0) <= half


def mixed(weights: Ends, rows: Tensor, *, decimals: int) -> Ends:
    """Σ w_j V_jc [d_v, B] of weights [n, B] and V [n, d_v, B], every product but that with 0 and the sum rounded."""
    middle = 0.5 * (weights.low + weights.high)
    radius = weights.high - middle
    sizes, half = rows.abs(), 0.5 * 10.0**-decimals
    centre = summed(middle[None], rows)[0]
    reach = summed(radius[None], sizes)[0].add_(half)
    reach.add_(sizes.sign_().sum(0), alpha=half)
    return Ends(centre - reach, centre + reach)
