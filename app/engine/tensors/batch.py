"""Attention under many mechanisms for many problems at once, in a few stacked torch expressions.

Planes have the batch last, [states, rows, n, B] with the row that is read first, and go in blocks that stay in the
cache. A state is computed once, however many mechanisms share it: see `app.engine.plan`.
"""

import math
from collections.abc import Sequence

import numpy as np
import torch

from app.engine.batching import Batch, Floats, LogitBatch, Runs
from app.engine.mechanism import Axis, Carried, Comparison, Mechanism, Normaliser, Product, Reading, Scale
from app.engine.plan import Group, Plan
from app.engine.running import Request, block, request, sheet
from app.engine.stages import Stage, reaches
from app.engine.tensors.device import Device

BLOCK = 2048  # planes of one right mechanism and a few slips; with many mechanisms blocks are shorter
_CELLS = 1 << 18  # numbers in the largest stack of a block: 2 MiB of float64
_NEAR = 1e-12
Tensor = torch.Tensor


class _Planes:
    """The inputs of one block on the device, and the matrices of logits that were already computed."""

    def __init__(self, batch: Batch | LogitBatch, device: str) -> None:
        self.shape = batch.shape
        self.size = batch.size
        self.device = device
        self._matrices: dict[tuple[Product, Comparison], Tensor] = {}
        if isinstance(batch, LogitBatch):
            self.scores = self._put(batch.scores.T)
            self.d_k = self._put(batch.d_k.astype(np.float64))
            return
        self.d_k = torch.full((1,), float(self.shape.d_k), dtype=torch.float64, device=device)
        self.rows = torch.from_numpy(batch.rows).to(device)
        self.Q = self._put(batch.Q.transpose(1, 2, 0))
        self.K = self._put(batch.K.transpose(1, 2, 0))
        self.V = None if batch.V is None else self._put(batch.V.transpose(1, 2, 0))

    def _put(self, numbers: Floats) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(numbers)).to(self.device)

    def order(self, count: int, rows: int) -> Tensor:
        """Which token stands at each place when the asked one comes first, [rows, B]."""
        return (self.rows[None] + torch.arange(rows, device=self.device)[:, None]) % count

    def _from_asked(self, planes: Tensor) -> Tensor:
        count = planes.shape[0]
        order = self.order(count, count)[:, None, :].expand(planes.shape)
        return planes.gather(0, order)

    def _vectors(self, product: Product) -> tuple[Tensor, Tensor]:
        match product:
            case Product.QUERY_KEY:
                return self._from_asked(self.Q), self.K
            case Product.VALUE_KEY:
                assert self.V is not None  # noqa: S101  # a shape rule keeps V-less batches away from here
                return self._from_asked(self.V), self.K
            case Product.KEY_QUERY:
                return self._from_asked(self.K), self.Q

    def _compared(self, product: Product, comparison: Comparison) -> Tensor:
        if self.shape.scores_only:
            return self.scores[None]
        asks, against = self._vectors(product)
        products = asks[:, None] * against[None]
        match comparison:
            case Comparison.DOT:
                return products.sum(2)
            case Comparison.SIGNLESS:
                return products.abs_().sum(2)
            case Comparison.COSINE:
                lengths = (asks * asks).sum(1).sqrt()[:, None] * (against * against).sum(1).sqrt()[None]
                return products.sum(2) / lengths  # 0/0 is NaN: a vector of zeros has no cosine

    def matrix(self, product: Product, comparison: Comparison, reading: Reading) -> Tensor:
        """Logits [rows, n, B], the row that is read first."""
        place = (product, comparison)
        if place not in self._matrices:
            self._matrices[place] = self._compared(product, comparison)
        found = self._matrices[place]
        return found.roll(-1, 0) if reading is Reading.NEXT else found

    def divided(self, numbers: Tensor, scale: Scale) -> Tensor:
        """Logits under a scale that comes before the softmax."""
        match scale:
            case Scale.ROOT_D_K:
                return numbers / self.d_k.sqrt()
            case Scale.D_K:
                return numbers / self.d_k
            case Scale.TIMES_ROOT_D_K:
                return numbers * self.d_k.sqrt()
            case Scale.ROOT_N:
                return numbers / math.sqrt(self.shape.n)
            case Scale.NONE | Scale.ROOT_D_K_AFTER:
                return numbers


def _scaled(planes: _Planes, plan: Plan, states: Sequence[int], *, rows: int) -> Tensor:
    """Scaled logits [states, rows, n, B], each different state computed once."""
    distinct = list(dict.fromkeys(states))
    found = torch.empty(
        (len(distinct), rows, planes.shape.n, planes.size), dtype=torch.float64, device=planes.device
    )
    for place, number in enumerate(distinct):
        state = plan.scaled[number]
        matrix = planes.matrix(state.product, state.comparison, state.reading)[:rows]
        found[place] = planes.divided(matrix, state.scale)
    if len(distinct) == len(states):
        return found
    where = {number: place for place, number in enumerate(distinct)}
    return found[[where[number] for number in states]]


def _rows(planes: _Planes, group: Group) -> int:
    return 1 if group.axis is Axis.ROW else planes.shape.n_q


def _along(axis: Axis) -> tuple[int, ...]:
    match axis:
        case Axis.ROW:
            return (2,)
        case Axis.COLUMN:
            return (1,)
        case Axis.MATRIX:
            return (1, 2)


def _hidden(planes: _Planes, group: Group) -> Tensor | None:
    """The places that a causal mask hides, [states, rows, n, B]; None where no state is masked."""
    if not any(group.causal):
        return None
    rows, n = _rows(planes, group), planes.shape.n
    token = planes.order(planes.shape.n_q, rows)
    later = torch.arange(n, device=planes.device)[None, :, None] > token[:, None]
    token = (token + 1) % planes.shape.n_q
    later_next = torch.arange(n, device=planes.device)[None, :, None] > token[:, None]
    none = torch.zeros_like(later)
    kinds = zip(group.causal, group.following, strict=True)
    return torch.stack([none if not causal else later_next if next_ else later for causal, next_ in kinds])


def _column(flags: tuple[bool, ...], device: str, dims: int) -> Tensor:
    return torch.tensor(flags, device=device).reshape(-1, *[1] * (dims - 1))


def _made(planes: _Planes, plan: Plan, group: Group) -> tuple[Tensor, Tensor | None, Tensor | None]:
    """What is divided by its sum [states, rows, n, B], the hidden places, and the largest taken off exponents."""
    numbers = _scaled(planes, plan, group.scaled, rows=_rows(planes, group))
    hidden = _hidden(planes, group)
    if group.normaliser is Normaliser.NONE:
        return numbers if hidden is None else numbers.masked_fill(hidden, 0.0), hidden, None
    if any(group.two):
        base = torch.where(_column(group.two, planes.device, 4), np.log(2.0), 1.0)
        numbers = numbers * base
    if hidden is not None:
        numbers = numbers.masked_fill(hidden, -torch.inf)
    top = numbers.amax(_along(group.axis), keepdim=True)
    if group.normaliser is Normaliser.LARGEST:
        near = _NEAR * top.abs().clamp(min=1.0)
        return (numbers >= top - near).to(torch.float64), hidden, None
    return (numbers - top).exp_(), hidden, top


def _weights(planes: _Planes, plan: Plan, group: Group) -> Tensor:
    """The weights of one group, [states, n, B]."""
    made, hidden, _ = _made(planes, plan, group)
    total = made.sum(_along(group.axis), keepdim=True)
    if group.normaliser is Normaliser.NONE:
        size = made.abs().sum(_along(group.axis), keepdim=True)
        total = total.masked_fill(total.abs() <= _NEAR * size, torch.nan)
    weights = made[:, 0] / total[:, 0]
    if any(group.after):
        divisor = torch.where(_column(group.after, planes.device, 3), planes.d_k.sqrt(), 1.0)
        weights = weights / divisor
    if any(group.plain):
        seen = torch.ones_like(weights) if hidden is None else (~hidden[:, 0]).to(torch.float64)
        mean = seen / seen.sum(1, keepdim=True)
        weights = torch.where(_column(group.plain, planes.device, 3), mean, weights)
    return weights


def _exponentials(planes: _Planes, plan: Plan, group: Group) -> tuple[Tensor, Tensor]:
    """What is summed in the row that is read [states, n, B], and its sum [states, 1, B]."""
    made, _, top = _made(planes, plan, group)
    total = made.sum(_along(group.axis), keepdim=True)
    if top is not None:
        factor = top.exp()
        made, total = made * factor, total * factor
    if group.axis is Axis.COLUMN:
        return made[:, 0], torch.full_like(made[:, 0, :1], torch.nan)
    return made[:, 0], total[:, 0].reshape(len(group.scaled), 1, planes.size)


def _carried(planes: _Planes, plan: Plan, weights: Tensor, stage: Stage) -> Tensor:
    """The output [states, d_v, B], or the weighted rows [states, n · d_v, B]."""
    found: Tensor | None = None
    for carried in Carried:
        places = [place for place, (_, what) in enumerate(plan.outputs) if what is carried]
        rows = planes.K if carried is Carried.KEYS else planes.V
        if not places or rows is None:
            continue
        chosen = weights[[plan.outputs[place][0] for place in places]]
        if stage is Stage.WEIGHTED:
            parts = (chosen[:, :, None] * rows[None]).reshape(len(places), -1, planes.size)
        else:
            parts = chosen[:, 0, None] * rows[None, 0]
            for j in range(1, planes.shape.n):
                parts.addcmul_(chosen[:, j, None], rows[None, j])
        if found is None:
            found = parts.new_empty((len(plan.outputs), *parts.shape[1:]))
        found[places] = parts
    assert found is not None  # noqa: S101  # a plan has at least one output
    return found


def _logits(planes: _Planes, plan: Plan, count: int) -> Tensor:
    """The written logits of the first `count` mechanisms, [count, n, B]."""
    rows = []
    for number, divided in zip(plan.scaled_of[:count], plan.divided[:count], strict=True):
        state = plan.scaled[number]
        row = planes.matrix(state.product, state.comparison, state.reading)[0]
        rows.append(planes.divided(row, state.scale) if divided else row)
    return torch.stack(rows)


def _stage_tensor(planes: _Planes, plan: Plan, stage: Stage, weights: Tensor | None) -> Tensor:
    """The numbers of one step for every mechanism of the plan, [M, w, B]."""
    match stage:
        case Stage.RAW:
            return _logits(planes, plan, len(plan.scaled_of))
        case Stage.SCALED:
            return _scaled(planes, plan, plan.scaled_of, rows=1)[:, 0]
        case Stage.EXPONENTIALS | Stage.SUM:
            pairs = [_exponentials(planes, plan, group) for group in plan.groups]
            which = 0 if stage is Stage.EXPONENTIALS else 1
            return torch.cat([pair[which] for pair in pairs])[list(plan.weights_of)]
        case Stage.WEIGHTS:
            assert weights is not None  # noqa: S101  # given from the weights on
            return weights[list(plan.weights_of)]
        case Stage.WEIGHTED | Stage.OUTPUT:
            assert weights is not None  # noqa: S101  # given from the weights on
            return _carried(planes, plan, weights, stage)[list(plan.output_of)]


def _all_weights(planes: _Planes, plan: Plan, stage: Stage) -> Tensor | None:
    if not reaches(stage, Stage.WEIGHTS):
        return None
    return torch.cat([_weights(planes, plan, group) for group in plan.groups])


class TorchEngine:
    """Computes with torch float64 on one device and one thread; see `NumericEngine` for the contract."""

    def __init__(self, device: Device) -> None:
        torch.set_num_threads(1)
        self._device = device.name

    @property
    def name(self) -> str:
        """Number type and device, for the proof."""
        return f"torch float64 on {self._device}"

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        """All mechanisms at one step, block by block."""
        asked = request(batch, mechanisms, stage=stage, decimals=decimals, stepped=stepped)
        result = sheet(batch, asked)
        if not asked.mechanisms:
            return result.runs()
        size = _block_size(asked, batch.shape.n)
        for start in range(0, batch.size, size):
            part = block(batch, start, min(start + size, batch.size))
            result.write(start, part, self._computed(part, asked))
        return result.runs()

    def _computed(self, batch: Batch | LogitBatch, asked: Request) -> tuple[Floats, dict[Stage, Floats]]:
        planes = _Planes(batch, self._device)
        steps: dict[Stage, Floats] = {}
        with torch.inference_mode():
            values = _stage_tensor(
                planes, asked.plan, asked.stage, _all_weights(planes, asked.plan, asked.stage)
            )
            if asked.stepped_count:
                few = asked.first_plan
                weights = _all_weights(planes, few, asked.stage)
                steps = {
                    stage: _stage_tensor(planes, few, stage, weights).cpu().numpy() for stage in asked.stages
                }
            return values.cpu().numpy(), steps


def _block_size(asked: Request, n: int) -> int:
    """Items in a block: at most 2,048, fewer where many mechanisms would push the planes out of the cache."""
    cells = len(asked.mechanisms) * n
    return max(64, min(BLOCK, _CELLS // cells))
