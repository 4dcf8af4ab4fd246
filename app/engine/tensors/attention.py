"""Batched scaled dot-product attention as models run it: self and cross, masks, causal, any number of heads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

Tensor = torch.Tensor
Numbers = Tensor | NDArray[np.generic] | Sequence[object]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Q [..., n_q, d_k], K [..., n, d_k] and V [..., n, d_v]; the leading sizes (batch, heads) are the same."""

    Q: Numbers
    K: Numbers
    V: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """How to attend.

    `mask` is boolean (True: may be looked at) or additive (added to the scaled logits; −∞ hides), and spreads to
    [..., n_q, n]. `causal` lets token i look at tokens 0 … i. `scale` multiplies the logits, 1/√d_k where it is None.
    Everything is computed in `dtype` on `device`.
    """

    mask: Numbers | None = None
    causal: bool = False
    scale: float | None = None
    device: str = "cpu"
    dtype: torch.dtype = torch.float64


@dataclass(frozen=True, slots=True, eq=False)
class Attended:
    """Scaled logits before and after the mask and the weights [..., n_q, n], and the output [..., n_q, d_v]."""

    scaled: Tensor
    masked: Tensor
    weights: Tensor
    output: Tensor


def _put(numbers: Numbers, settings: Settings) -> Tensor:
    return torch.as_tensor(numbers, dtype=settings.dtype, device=settings.device)


def _shape(tensor: Tensor) -> tuple[int, ...]:
    return tuple(tensor.shape)


def _check(Q: Tensor, K: Tensor, V: Tensor) -> None:
    q, k, v = _shape(Q), _shape(K), _shape(V)
    if min(len(q), len(k), len(v)) < 2:
        raise ValueError(f"Q, K and V need rows and columns, but their shapes are {q}, {k} and {v}")
    if q[-1] != k[-1] or q[-1] == 0:
        raise ValueError(f"Q of shape {q} and K of shape {k} must have the same width d_k, at least 1")
    if k[-2] != v[-2]:
        raise ValueError(f"K of shape {k} and V of shape {v} must have the same number of rows")
    if q[:-2] != k[:-2]:
        raise ValueError(f"Q of shape {q} and K of shape {k} must have the same batch and heads")
    if k[:-2] != v[:-2]:
        raise ValueError(f"K of shape {k} and V of shape {v} must have the same batch and heads")


def _masked(scaled: Tensor, settings: Settings) -> tuple[Tensor, Tensor]:
    """Logits after the mask, and which places may be looked at, of the same shape."""
    seen = torch.ones_like(scaled, dtype=torch.bool)
    if settings.causal:
        seen = seen.tril()
    if settings.mask is not None:
        given = torch.as_tensor(settings.mask, device=settings.device)
        try:
            mask = given.expand(scaled.shape)
        except RuntimeError as problem:
            raise ValueError(
                f"a mask of shape {_shape(given)} does not spread to logits of shape {_shape(scaled)}"
            ) from problem
        if mask.dtype == torch.bool:
            seen = seen & mask
        else:
            seen = seen & (mask != -torch.inf)
            scaled = scaled + mask.to(settings.dtype)
    return scaled.masked_fill(~seen, -torch.inf), seen


def _softmax(masked: Tensor, seen: Tensor) -> Tensor:
    """Along the last axis; zeros in a row in which nothing may be looked at."""
    any_seen = seen.any(-1, keepdim=True)
    top = masked.amax(-1, keepdim=True).masked_fill(~any_seen, 0.0)
    made = (masked - top).exp().masked_fill(~seen, 0.0)
    return made / made.sum(-1, keepdim=True).masked_fill(~any_seen, 1.0)


def attend(inputs: Inputs, settings: Settings | None = None) -> Attended:
    """softmax(scale · Q Kᵀ + mask) V along the last axis, for every leading index.

    Shapes: see `Inputs`; n = 0 gives zeros. What is hidden by a mask or by causality has weight 0, whatever its Query
    and Key hold. A row in which everything is hidden has weights 0 and output 0. NaN in a Query makes that row NaN,
    NaN in a Key every row that may look at it, NaN or infinity in a Value its column of the output (0 · ∞ is NaN
    too). A logit of +∞ makes its row NaN; a logit of −∞ has weight 0, and a row of nothing else is NaN.
    Raises ValueError, naming both shapes, where shapes do not fit.
    Source: Vaswani et al. 2017, section 3.2.1; ONNX operator Attention for masks and causality.
    """
    settings = settings or Settings()
    Q, K, V = _put(inputs.Q, settings), _put(inputs.K, settings), _put(inputs.V, settings)
    _check(Q, K, V)
    scale = Q.shape[-1] ** -0.5 if settings.scale is None else settings.scale
    scaled = (Q @ K.transpose(-1, -2)) * scale
    if scaled.shape[-1] == 0:
        return Attended(scaled, scaled, scaled, Q.new_zeros((*scaled.shape[:-1], V.shape[-1])))
    masked, seen = _masked(scaled, settings)
    weights = _softmax(masked, seen)
    return Attended(scaled, masked, weights, weights @ V)


def split_heads(packed: Tensor, heads: int) -> Tensor:
    """[batch, n, heads · d] as [batch, heads, n, d]: head h has columns h·d … (h+1)·d − 1."""
    shape = _shape(packed)
    if len(shape) != 3 or heads < 1 or shape[2] % heads:
        raise ValueError(f"shape {shape} cannot be split into {heads} heads: [batch, n, heads · d] is needed")
    return packed.reshape(shape[0], shape[1], heads, -1).transpose(1, 2)


def join_heads(split: Tensor) -> Tensor:
    """[batch, heads, n, d] as [batch, n, heads · d]."""
    return split.transpose(1, 2).flatten(2)


def attend_packed(inputs: Inputs, settings: Settings | None = None, *, heads: int) -> Attended:
    """Attention with the heads side by side in the last axis: Q [batch, n_q, heads · d_k], and K and V likewise.

    The output is packed too, [batch, n_q, heads · d_v]; logits and weights are [batch, heads, n_q, n].
    """
    settings = settings or Settings()
    split = (split_heads(_put(numbers, settings), heads) for numbers in (inputs.Q, inputs.K, inputs.V))
    found = attend(Inputs(*split), settings)
    return Attended(found.scaled, found.masked, found.weights, join_heads(found.output))
