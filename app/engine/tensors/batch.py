"""Attention under many mechanisms for many problems at once, in a few stacked torch expressions.

Planes have the batch last, [states, rows, n, B] with the row that is read first, and go in blocks that stay in the
cache. A state is computed once, however many mechanisms share it: see `app.engine.plan`.
"""

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

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
_CHUNK = 1 << 15
_NEAR = 1e-12
Tensor = torch.Tensor
Index = slice | Tensor


class _Planes:
    """The inputs of one block on the device, and the matrices of logits that were already computed."""

    def __init__(self, batch: Batch | LogitBatch, device: str) -> None:
        self.shape = batch.shape
        self.size = batch.size
        self.device = device
        self._pairs: dict[Product, tuple[Tensor, Tensor]] = {}
        self._matrices: dict[tuple[Product, Comparison, Reading], Tensor] = {}
        self._scaled: dict[bool, tuple[Tensor, Tensor]] = {}
        self._orders: dict[tuple[int, int], Tensor] = {}
        if isinstance(batch, LogitBatch):
            self.scores = self._put(batch.scores.T)
            self.d_k = self._put(batch.d_k.astype(np.float64))
            return
        self.d_k = torch.full((1,), float(self.shape.d_k), dtype=torch.float64, device=device)
        self.rows = torch.from_numpy(batch.rows).to(device)
        self.Q = self._put(batch.Q.transpose(1, 2, 0))
        self.K = self._put(batch.K.transpose(1, 2, 0))
        self.V = None if batch.V is None else self._put(batch.V.transpose(1, 2, 0))

    def again(self) -> "_Planes":
        """The same inputs and matrices, without the scaled states of a plan."""
        twin = copy(self)
        twin._scaled = {}
        return twin

    def _put(self, numbers: Floats) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(numbers)).to(self.device)

    def order(self, count: int, rows: int) -> Tensor:
        """Which token stands at each place when the asked one comes first, [rows, B]."""
        if (count, rows) not in self._orders:
            places = torch.arange(rows, device=self.device)[:, None]
            self._orders[count, rows] = (self.rows[None] + places) % count
        return self._orders[count, rows]

    def _from_asked(self, planes: Tensor) -> Tensor:
        count = planes.shape[0]
        order = self.order(count, count)[:, None, :].expand(planes.shape)
        return planes.gather(0, order)

    def _vectors(self, product: Product) -> tuple[Tensor, Tensor]:
        """The vectors that ask, the read one first, and those that they are compared with, [rows or n, d_k, B]."""
        if product not in self._pairs:
            match product:
                case Product.QUERY_KEY:
                    asks, against = self.Q, self.K
                case Product.VALUE_KEY:
                    assert self.V is not None  # noqa: S101  # a shape rule keeps V-less batches away from here
                    asks, against = self.V, self.K
                case Product.KEY_QUERY:
                    asks, against = self.K, self.Q
            self._pairs[product] = self._from_asked(asks), against
        return self._pairs[product]

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
        place = (product, comparison, reading)
        found = self._matrices.get(place)
        if found is None:
            if reading is Reading.NEXT:
                found = self.matrix(product, comparison, Reading.ASKED).roll(-1, 0)
            else:
                found = self._compared(product, comparison)
            self._matrices[place] = found
        return found

    def divisor(self, scale: Scale) -> Tensor:
        """What logits are divided by before the softmax, [B] or [1]."""
        match scale:
            case Scale.ROOT_D_K:
                return self.d_k.sqrt()
            case Scale.D_K:
                return self.d_k
            case Scale.TIMES_ROOT_D_K:
                return self.d_k.rsqrt()
            case Scale.ROOT_N:
                return torch.full_like(self.d_k, math.sqrt(self.shape.n))
            case Scale.NONE | Scale.ROOT_D_K_AFTER | Scale.CHOSEN:  # chosen divisors are refused before
                return torch.ones_like(self.d_k)

    def _all_scaled(self, plan: Plan, states: Sequence[int], rows: int) -> tuple[Tensor, Tensor]:
        """Logits of different states without and with their scale, both [states, rows, n, B]."""
        chosen = [plan.scaled[number] for number in states]
        matrices = [(state.product, state.comparison, state.reading) for state in chosen]
        distinct = tuple(dict.fromkeys(matrices))
        stacked = torch.stack([self.matrix(*place)[:rows] for place in distinct])
        plain = stacked[_index(tuple(map(distinct.index, matrices)), self.device)]
        scales = tuple(dict.fromkeys(state.scale for state in chosen))
        divisors = torch.stack([self.divisor(scale) for scale in scales])
        by = divisors[_index(tuple(scales.index(state.scale) for state in chosen), self.device)]
        return plain, plain / by[:, None, None]

    def _states(self, plan: Plan, states: Sequence[int], *, all_rows: bool) -> tuple[Tensor, Tensor, Index]:
        known = plan.in_matrices if all_rows else tuple(range(len(plan.scaled)))
        if all_rows not in self._scaled:
            self._scaled[all_rows] = self._all_scaled(plan, known, self.shape.n_q if all_rows else 1)
        return *self._scaled[all_rows], _index(tuple(map(known.index, states)), self.device)

    def scaled(self, plan: Plan, states: Sequence[int], *, all_rows: bool) -> Tensor:
        """Scaled logits of these states, [states, rows, n, B]; one row or all of them. Not to be written into."""
        _, scaled, index = self._states(plan, states, all_rows=all_rows)
        return scaled[index]

    def plain(self, plan: Plan, states: Sequence[int]) -> Tensor:
        """The row of logits before the scale, [states, n, B]. Not to be written into."""
        plain, _, index = self._states(plan, states, all_rows=False)
        return plain[index][:, 0]


@lru_cache(maxsize=4096)
def _index(places: tuple[int, ...], device: str) -> Index:
    """Places as a slice where they follow each other, which copies nothing, else as a tensor."""
    first = places[0] if places else 0
    if places == tuple(range(first, first + len(places))):
        return slice(first, first + len(places))
    return torch.tensor(places, device=device)


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


@lru_cache(maxsize=1024)
def _base(two: tuple[bool, ...], device: str) -> Tensor:
    """The natural logarithm of each state's base, [states, 1, 1, 1]."""
    bases = [math.log(2.0) if flag else 1.0 for flag in two]
    return torch.tensor(bases, dtype=torch.float64, device=device)[:, None, None, None]


@dataclass(frozen=True, slots=True)
class _Made:
    """What is divided by its sum [states, rows, n, B], the sum, the hidden places, and what was taken off exponents."""

    group: Group
    numbers: Tensor
    total: Tensor
    hidden: Tensor | None
    top: Tensor | None


def _made(planes: _Planes, plan: Plan, group: Group) -> _Made:
    """The numbers of one group up to the sum."""
    numbers = planes.scaled(plan, group.scaled, all_rows=group.axis is not Axis.ROW)
    hidden, along, top = _hidden(planes, group), _along(group.axis), None
    if group.normaliser is Normaliser.NONE:
        numbers = numbers if hidden is None else numbers.masked_fill(hidden, 0.0)
        return _Made(group, numbers, numbers.sum(along, keepdim=True), hidden, None)
    if any(group.two):
        numbers = numbers * _base(group.two, planes.device)
    if hidden is not None:
        numbers = numbers.masked_fill(hidden, -torch.inf)
    largest = numbers.amax(along, keepdim=True)
    if group.normaliser is Normaliser.LARGEST:
        near = _NEAR * largest.abs().clamp(min=1.0)
        numbers = (numbers >= largest - near).to(torch.float64)
    else:
        numbers, top = (numbers - largest).exp_(), largest
    return _Made(group, numbers, numbers.sum(along, keepdim=True), hidden, top)


def _weights(planes: _Planes, made: _Made) -> Tensor:
    """The weights of one group, [states, n, B]."""
    group, total, hidden = made.group, made.total, made.hidden
    if group.normaliser is Normaliser.NONE:
        size = made.numbers.abs().sum(_along(group.axis), keepdim=True)
        total = total.masked_fill(total.abs() <= _NEAR * size, torch.nan)
    weights = made.numbers[:, 0] / total[:, 0]
    if any(group.after):
        divisor = torch.where(_column(group.after, planes.device, 3), planes.d_k.sqrt(), 1.0)
        weights = weights / divisor
    if any(group.plain):
        seen = torch.ones_like(weights) if hidden is None else (~hidden[:, 0]).to(torch.float64)
        mean = seen / seen.sum(1, keepdim=True)
        weights = torch.where(_column(group.plain, planes.device, 3), mean, weights)
    return weights


def _exponentials(planes: _Planes, made: _Made) -> tuple[Tensor, Tensor]:
    """What is summed in the row that is read [states, n, B], and its sum [states, 1, B]."""
    numbers, total = made.numbers, made.total
    if made.top is not None:
        factor = made.top.exp()
        numbers, total = numbers * factor, total * factor
    if made.group.axis is Axis.COLUMN:
        return numbers[:, 0], torch.full_like(numbers[:, 0, :1], torch.nan)
    return numbers[:, 0], total[:, 0].reshape(len(made.group.scaled), 1, planes.size)


def _summed(weights: Tensor, rows: Tensor) -> Tensor:
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
class _Tree:
    """One plan on one block: the numbers of any step for its first mechanisms."""

    planes: _Planes
    plan: Plan
    made: tuple[_Made, ...] = ()  # of the groups, from the exponentials on
    weights: Tensor | None = None  # [states, n, B], from the weights on

    @staticmethod
    def of(planes: _Planes, plan: Plan, stage: Stage) -> "_Tree":
        """The tree with what `stage` needs computed."""
        if not reaches(stage, Stage.EXPONENTIALS):
            return _Tree(planes, plan)
        made = tuple([_made(planes, plan, group) for group in plan.groups])
        if not reaches(stage, Stage.WEIGHTS):
            return _Tree(planes, plan, made)
        return _Tree(planes, plan, made, torch.cat([_weights(planes, one) for one in made]))

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
                return parts[_index(plan.weights_of[:count], planes.device)]
            case Stage.WEIGHTS:
                assert self.weights is not None  # noqa: S101  # computed, as the stage needs them
                return self.weights[_index(plan.weights_of[:count], planes.device)]
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
        compute = _weighted if stage is Stage.WEIGHTED else _summed
        outputs = [self.plan.outputs[number] for number in self.plan.output_of[:count]]
        values_only = all(what is Carried.VALUES for _, what in outputs)
        weights = self.weights[_index(tuple([number for number, _ in outputs]), self.planes.device)]
        if values_only and self.planes.V is not None:
            return compute(weights, self.planes.V)
        of_keys = [place for place, (_, what) in enumerate(outputs) if what is Carried.KEYS]
        if len(of_keys) == count or self.planes.V is None:
            return compute(weights, self.planes.K)
        found = compute(weights, self.planes.V)
        found[of_keys] = compute(weights[of_keys], self.planes.K)
        return found


class TorchEngine:
    """Computes with torch float64 on one device and one thread; see `NumericEngine` for the contract."""

    def __init__(self, device: Device) -> None:
        torch.set_num_threads(1)
        self._device = device.name
        self.version = f"torch {torch.__version__}"

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
        """Values [M, w, B] and the steps [S, ·, B] of the mechanisms that return them."""
        with torch.inference_mode():
            tree = _Tree.of(_Planes(batch, self._device), asked.plan, asked.stage)
            values = tree.at(asked.stage, len(asked.mechanisms))
            steps = self._steps(tree, asked, values) if asked.stepped_count else {}
            return values.cpu().numpy(), steps

    def _steps(self, tree: _Tree, asked: Request, values: Tensor) -> dict[Stage, Floats]:
        count = asked.stepped_count
        few = tree  # exponentials are needed for these mechanisms only: they may have a smaller tree of their own
        if count < len(asked.mechanisms) and reaches(asked.stage, Stage.EXPONENTIALS):
            few = _Tree.of(tree.planes.again(), asked.first_plan, Stage.EXPONENTIALS)
        found = {}
        for stage in asked.stages:
            if stage is asked.stage:
                numbers = values[:count]
            elif stage in (Stage.EXPONENTIALS, Stage.SUM):
                numbers = few.at(stage, count)
            else:
                numbers = tree.at(stage, count)
            found[stage] = numbers.cpu().numpy()
        return found


def _block_size(asked: Request, n: int) -> int:
    """Items in a block: at most 2,048, fewer where many mechanisms would push the planes out of the cache."""
    cells = len(asked.mechanisms) * n
    return max(64, min(BLOCK, _CELLS // cells))
