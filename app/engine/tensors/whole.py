"""One problem under one mechanism, whole: the numbers of every row at every step, in torch, with masks and divisors."""

import math
from collections.abc import Mapping

import torch

from app.engine.mechanism import (
    NOTHING_VISIBLE,
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    NotDefined,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.problem import Matrix, Problem
from app.engine.slips import is_defined
from app.engine.stages import Stage

NAME = "torch float64 on cpu"
Rows = list[list[float]]
Tensor = torch.Tensor
_NEAR = 1e-12
_ALONG = {Axis.ROW: (1,), Axis.COLUMN: (0,), Axis.MATRIX: (0, 1)}


def whole(problem: Problem, mechanism: Mechanism) -> Mapping[Stage, Rows]:
    """The numbers of all steps; shapes as in `app.engine.worked.Table`. Exponentials may be infinite.

    Raises NotDefined where the mechanism gives no number. Small problems are quickest on the processor, whatever the
    device of the batches is.
    """
    if not is_defined(mechanism, problem.shape, Stage.OUTPUT):
        raise NotDefined("the shapes do not allow this mechanism")
    with torch.inference_mode():
        found = _steps(problem, mechanism)
        if bool(torch.isnan(found[Stage.OUTPUT]).any()):
            raise NotDefined("the sum that is divided by is zero")
        return {stage: numbers.tolist() for stage, numbers in found.items()}


def _steps(problem: Problem, mechanism: Mechanism) -> dict[Stage, Tensor]:
    logits = _compared(problem, mechanism)
    scaled = logits / _divisor(problem, mechanism)
    hidden = _hidden(problem, mechanism, scaled)
    if bool(hidden.all(1).any()):
        raise NotDefined(NOTHING_VISIBLE)
    along = _ALONG[mechanism.axis]
    made = _made(scaled, hidden, mechanism)
    weights = _weights(problem, mechanism, scaled, hidden=hidden)
    carried = _put((problem.K if mechanism.carried is Carried.KEYS else problem.V) or ())
    total = made.sum(along, keepdim=True)
    found = {
        Stage.RAW: scaled if mechanism.written is Written.DIVIDED else logits,
        Stage.SCALED: scaled,
        Stage.EXPONENTIALS: made,
        Stage.SUM: total,
        Stage.WEIGHTS: weights,
    }
    if mechanism.reading is Reading.NEXT:
        one_sum = mechanism.axis is not Axis.ROW
        found = {
            stage: numbers if one_sum and stage is Stage.SUM else numbers.roll(-1, 0)
            for stage, numbers in found.items()
        }
    found[Stage.WEIGHTED] = found[Stage.WEIGHTS][problem.row][:, None] * carried
    found[Stage.OUTPUT] = found[Stage.WEIGHTS] @ carried
    return found


def _put(rows: Matrix) -> Tensor:
    return torch.tensor([[float(number) for number in row] for row in rows], dtype=torch.float64)


def _compared(problem: Problem, mechanism: Mechanism) -> Tensor:
    Q, K = _put(problem.Q), _put(problem.K)
    match mechanism.product:
        case Product.QUERY_KEY:
            asks, against = Q, K
        case Product.VALUE_KEY:
            asks, against = _put(problem.V or ()), K
        case Product.KEY_QUERY:
            asks, against = K, Q
    match mechanism.comparison:
        case Comparison.DOT:
            return asks @ against.T
        case Comparison.SIGNLESS:
            return asks.abs() @ against.abs().T
        case Comparison.COSINE:
            lengths: Tensor = asks.norm(dim=1)[:, None] * against.norm(dim=1)[None]
            if bool((lengths == 0).any()):
                raise NotDefined("a vector of length zero has no cosine")
            cosines: Tensor = (asks @ against.T) / lengths
            return cosines


def _divisor(problem: Problem, mechanism: Mechanism) -> float:
    shape = problem.shape
    match mechanism.scale:
        case Scale.ROOT_D_K:
            return math.sqrt(shape.d_k)
        case Scale.NONE | Scale.ROOT_D_K_AFTER:
            return 1.0
        case Scale.D_K:
            return float(shape.d_k)
        case Scale.TIMES_ROOT_D_K:
            return 1.0 / math.sqrt(shape.d_k)
        case Scale.ROOT_N:
            return math.sqrt(shape.n)
        case Scale.CHOSEN:
            if problem.divisor is None:
                raise NotDefined("no divisor was chosen")
            return float(problem.divisor)


def _hidden(problem: Problem, mechanism: Mechanism, scaled: Tensor) -> Tensor:
    """The places that nobody may look at, of the shape of the logits."""
    hidden = torch.zeros_like(scaled, dtype=torch.bool)
    hidden[:, sorted(problem.hidden)] = True
    if mechanism.mask is Mask.CAUSAL:
        hidden |= torch.ones_like(hidden).triu(1)
    return hidden


def _exponents(scaled: Tensor, mechanism: Mechanism) -> Tensor:
    return scaled * math.log(2.0) if mechanism.normaliser is Normaliser.TWO else scaled


def _made(scaled: Tensor, hidden: Tensor, mechanism: Mechanism) -> Tensor:
    """What is divided by its sum, 0 where it is hidden."""
    match mechanism.normaliser:
        case Normaliser.EXP | Normaliser.TWO:
            made = _exponents(scaled, mechanism).exp()
        case Normaliser.NONE:
            made = scaled
        case Normaliser.LARGEST:
            seen = scaled.masked_fill(hidden, -torch.inf)
            top = seen.amax(_ALONG[mechanism.axis], keepdim=True)
            made = (seen >= top - _NEAR * top.abs().clamp(min=1.0)).to(torch.float64)
    return made.masked_fill(hidden, 0.0)


def _weights(problem: Problem, mechanism: Mechanism, scaled: Tensor, *, hidden: Tensor) -> Tensor:
    if mechanism.weighting is Weighting.PLAIN_MEAN:
        seen = (~hidden).to(torch.float64)
        return seen / seen.sum(1, keepdim=True)
    along = _ALONG[mechanism.axis]
    nobody = hidden.all(0, keepdim=True) if mechanism.axis is Axis.COLUMN else torch.tensor([[False]])
    if mechanism.normaliser in (Normaliser.EXP, Normaliser.TWO):
        exponents = _exponents(scaled, mechanism).masked_fill(hidden, -torch.inf)
        top = exponents.amax(along, keepdim=True).masked_fill(nobody, 0.0)
        made = (exponents - top).exp()
    else:
        made = _made(scaled, hidden, mechanism)
    total = made.sum(along, keepdim=True)
    if mechanism.normaliser is Normaliser.NONE:
        size = made.abs().sum(along, keepdim=True)
        total = total.masked_fill(total.abs() <= _NEAR * size, torch.nan)
    weights = made / total.masked_fill(nobody, 1.0)
    return weights / math.sqrt(problem.shape.d_k) if mechanism.scale is Scale.ROOT_D_K_AFTER else weights
