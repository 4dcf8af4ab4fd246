"""What the experiments on raw scores measure."""

import math

import torch

from app.engine.experiments.experiment import Unit
from app.engine.experiments.scores import DIVISORS
from app.engine.tensors.experiments.drawing import Drawing, Numbers, Tensor


def _divisor(name: str, d_k: float) -> float:
    return {"none": 1.0, "root": math.sqrt(d_k), "whole": float(d_k)}[name]


def variance(unit: Unit, drawing: Drawing) -> Numbers:
    """The squares of q·k, whose mean is the variance since q·k has the mean 0. Shapes: q and k are [draws, d_k]."""
    law, wholes, d_k = unit.values.picks["law"], unit.values.wholes, int(unit.x)
    q = drawing.entries(law, d_k, variance=wholes["var_q"])
    k = drawing.entries(law, d_k, variance=wholes["var_k"])
    return {"square": (q * k).sum(-1) ** 2}


def unusual(unit: Unit, drawing: Drawing) -> Numbers:
    """Whether |q·k| exceeds x standard deviations √d_k."""
    law, d_k = unit.values.picks["law"], unit.values.wholes["d_k"]
    scores = (drawing.entries(law, d_k) * drawing.entries(law, d_k)).sum(-1)
    return {"beyond": (scores.abs() > unit.x * math.sqrt(d_k)).double()}


def saturation(unit: Unit, drawing: Drawing) -> Numbers:
    """The largest weight, and the norm of softmax's Jacobian, under each divisor. Shapes: K is [draws, n, d_k]."""
    n, d_k = unit.values.wholes["tokens"], int(unit.x)
    q, K = drawing.normal(1, d_k), drawing.normal(n, d_k)
    scores = (q * K).sum(-1)
    found = {}
    for name in DIVISORS:
        weights = torch.softmax(scores / _divisor(name, d_k), -1)
        found[f"largest {name}"] = weights.amax(-1)
        found[f"gradient {name}"] = jacobian_norm(weights)
    return found


def jacobian_norm(weights: Tensor) -> Tensor:
    """The Frobenius norm of diag(w) − w wᵀ along the last axis: √(Σ w² − 2 Σ w³ + (Σ w²)²)."""
    square = (weights**2).sum(-1)
    return (square - 2 * (weights**3).sum(-1) + square**2).clamp_min(0.0).sqrt()


def pair(unit: Unit, drawing: Drawing) -> Numbers:
    """The weight of the first of two tokens whose raw scores are x and 0, and softmax's slope w (1 − w) there."""
    scores = torch.tensor([unit.x, 0.0], dtype=torch.float64, device=drawing.device)
    found = {}
    for name in ("none", "root"):
        weight = torch.softmax(scores / _divisor(name, unit.values.wholes["d_k"]), -1)[0]
        found[f"weight {name}"] = weight
        found[f"slope {name}"] = weight * (1 - weight)
    return found


def constant(unit: Unit, drawing: Drawing) -> Numbers:
    """The largest change of a weight when x is added to every score, and when it is added to the first alone."""
    scores = drawing.normal(unit.values.wholes["tokens"])
    weights = torch.softmax(scores, -1)
    one = scores.clone()
    one[:, 0] += unit.x
    return {
        "added": (torch.softmax(scores + unit.x, -1) - weights).abs().amax(-1),
        "one": (torch.softmax(one, -1) - weights).abs().amax(-1),
    }
