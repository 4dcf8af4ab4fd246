"""The steps of many mechanisms on one block, each state computed once: see `app.engine.plan`."""

import math
from dataclasses import dataclass
from functools import lru_cache

import torch

from app.engine.mechanism import Axis, Carried, Normaliser
from app.engine.plan import Group, Plan
from app.engine.stages import Stage, reaches
from app.engine.tensors.planes import Planes, index

_CHUNK = 1 << 15
_NEAR = 1e-12
Tensor = torch.Tensor


def _rows(planes: Planes, group: Group) -> int:
    return 1 if group.axis is Axis.ROW else planes.shape.n_q


def _along(axis: Axis) -> tuple[int, ...]:
    match axis:
        case Axis.ROW:
            return (2,)
        case Axis.COLUMN:
            return (1,)
        case Axis.MATRIX:
            return (1, 2)


def _hidden(planes: Planes, group: Group) -> Tensor | None:
    """The places that a causal mask hides, [states, rows, n, B]; None for a group without a mask."""
    if not group.causal:
        return None
    token = planes.order(planes.shape.n_q, _rows(planes, group))
    places = torch.arange(planes.shape.n, device=planes.device)[None, :, None]
    later = places > token[:, None]
    later_next = places > ((token + 1) % planes.shape.n_q)[:, None]
    return torch.stack([later_next if following else later for following in group.following])


@lru_cache(maxsize=1024)
def _column(flags: tuple[bool, ...], device: str, dims: int) -> Tensor:
    return torch.tensor(flags, device=device).reshape(-1, *[1] * (dims - 1))


def _flagged(flags: tuple[bool, ...]) -> list[int]:
    """The places of the states that a flag concerns, which are few."""
    return [place for place, flag in enumerate(flags) if flag]


@dataclass(frozen=True, slots=True)
class _Made:
    """What is divided by its sum [states, rows, n, B], the sum, the hidden places, and what was taken off exponents."""

    group: Group
    numbers: Tensor
    total: Tensor
    hidden: Tensor | None
    top: Tensor | None


def _made(planes: Planes, plan: Plan, group: Group) -> _Made:
    """The numbers of one group up to the sum."""
    numbers = planes.scaled(plan, group.scaled, all_rows=group.axis is not Axis.ROW)
    hidden, along, top = _hidden(planes, group), _along(group.axis), None
    if group.normaliser is Normaliser.NONE:
        numbers = numbers if hidden is None else numbers.masked_fill_(hidden, 0.0)
        return _Made(group, numbers, numbers.sum(along, keepdim=True), hidden, None)
    for place in _flagged(group.two):
        numbers[place] *= math.log(2.0)
    if hidden is not None:
        numbers = numbers.masked_fill_(hidden, -torch.inf)
    largest = numbers.amax(along, keepdim=True)
    if group.normaliser is Normaliser.LARGEST:
        near = _NEAR * largest.abs().clamp(min=1.0)
        numbers = (numbers >= largest - near).to(torch.float64)
    else:
        numbers, top = numbers.sub_(largest).exp_(), largest
    return _Made(group, numbers, numbers.sum(along, keepdim=True), hidden, top)


def _weights(planes: Planes, made: _Made) -> Tensor:
    """The weights of one group, [states, n, B]."""
    group, total, hidden = made.group, made.total, made.hidden
    if group.normaliser is Normaliser.NONE:
        size = made.numbers.abs().sum(_along(group.axis), keepdim=True)
        total = total.masked_fill(total.abs() <= _NEAR * size, torch.nan)
    weights = made.numbers[:, 0] / total[:, 0]
    for place in _flagged(group.after):
        weights[place] /= planes.d_k.sqrt()
    for place in _flagged(group.plain):
        seen = torch.ones_like(weights[place]) if hidden is None else (~hidden[place, 0]).to(torch.float64)
        torch.div(seen, seen.sum(0), out=weights[place])
    return weights


def _exponentials(planes: Planes, made: _Made) -> tuple[Tensor, Tensor]:
    """What is summed in the row that is read [states, n, B], and its sum [states, 1, B]."""
    numbers, total = made.numbers, made.total
    if made.top is not None:
        factor = made.top.exp()
        numbers, total = numbers * factor, total * factor
    if made.group.axis is Axis.COLUMN:
        return numbers[:, 0], torch.full_like(numbers[:, 0, :1], torch.nan)
    return numbers[:, 0], total[:, 0].reshape(len(made.group.scaled), 1, planes.size)


def summed(weights: Tensor, rows: Tensor) -> Tensor:
    """Σ w_j V_jc [states, d_v, B], in chunks of states that stay in the cache."""
    found = weights.new_empty((len(weights), *rows.shape[1:]))
    chunk = max(1, _CHUNK // rows[0].numel())
    for start in range(0, len(weights), chunk):
        part, few = found[start : start + chunk], weights[start : start + chunk]
        torch.mul(few[:, 0, None], rows[0], out=part)
        for j in range(1, len(rows)):
            part.addcmul_(few[:, j, None], rows[j])
    return found


def _weighted(weights: Tensor, rows: Tensor) -> Tensor:
    """w_j V_jc [states, n · d_v, B]."""
    return (weights[:, :, None] * rows).reshape(len(weights), -1, rows.shape[-1])


@dataclass(frozen=True, slots=True)
class Tree:
    """One plan on one block: the numbers of any step for its first mechanisms."""

    planes: Planes
    plan: Plan
    made: tuple[_Made, ...] = ()  # of the groups, from the exponentials on
    weights: Tensor | None = None  # [states, n, B], from the weights on

    @staticmethod
    def of(planes: Planes, plan: Plan, stage: Stage) -> "Tree":
        """The tree with what `stage` needs computed."""
        if not reaches(stage, Stage.EXPONENTIALS):
            return Tree(planes, plan)
        made = tuple([_made(planes, plan, group) for group in plan.groups])
        if not reaches(stage, Stage.WEIGHTS):
            return Tree(planes, plan, made)
        return Tree(planes, plan, made, torch.cat([_weights(planes, one) for one in made]))

    def at(self, stage: Stage, count: int) -> Tensor:
        """The numbers of one step for the first `count` mechanisms, [count, w, B]."""
        planes, plan = self.planes, self.plan
        match stage:
            case Stage.RAW:
                return self._logits(count)
            case Stage.SCALED:
                return planes.scaled(plan, plan.scaled_of[:count], all_rows=False)[:, 0]
            case Stage.EXPONENTIALS | Stage.SUM:
                which = 0 if stage is Stage.EXPONENTIALS else 1
                parts = torch.cat([_exponentials(planes, made)[which] for made in self.made])
                return parts[index(plan.weights_of[:count], planes.device)]
            case Stage.WEIGHTS:
                assert self.weights is not None  # noqa: S101  # computed, as the stage needs them
                return self.weights[index(plan.weights_of[:count], planes.device)]
            case Stage.WEIGHTED | Stage.OUTPUT:
                return self._carried(stage, count)

    def _logits(self, count: int) -> Tensor:
        planes, plan = self.planes, self.plan
        plain = planes.plain(plan, plan.scaled_of[:count])
        if not any(plan.divided[:count]):
            return plain
        scaled = planes.scaled(plan, plan.scaled_of[:count], all_rows=False)[:, 0]
        return torch.where(_column(plan.divided[:count], planes.device, 3), scaled, plain)

    def _carried(self, stage: Stage, count: int) -> Tensor:
        assert self.weights is not None  # noqa: S101  # computed, as the stage needs them
        compute = _weighted if stage is Stage.WEIGHTED else summed
        outputs = [self.plan.outputs[number] for number in self.plan.output_of[:count]]
        values_only = all(what is Carried.VALUES for _, what in outputs)
        weights = self.weights[index(tuple([number for number, _ in outputs]), self.planes.device)]
        if values_only and self.planes.V is not None:
            return compute(weights, self.planes.V)
        of_keys = [place for place, (_, what) in enumerate(outputs) if what is Carried.KEYS]
        if len(of_keys) == count or self.planes.V is None:
            return compute(weights, self.planes.K)
        found = compute(weights, self.planes.V)
        found[of_keys] = compute(weights[of_keys], self.planes.K)
        return found
