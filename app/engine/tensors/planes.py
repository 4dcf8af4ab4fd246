"""Matrices of logits for a block of problems, with the batch last and the row that is read first."""

import math
from collections.abc import Sequence
from copy import copy
from functools import lru_cache

import numpy as np
import torch

from app.engine.batching import Batch, Floats, LogitBatch
from app.engine.mechanism import Comparison, Product, Reading, Scale
from app.engine.plan import Plan, ScaledState
from app.engine.problem import Shape

Tensor = torch.Tensor
Index = slice | Tensor


class Planes:
    """The inputs of one block on the device, and the matrices of logits that were already computed."""

    def __init__(
        self, shape: Shape, rows: Tensor, matrices: Sequence[Tensor | None], d_k: Tensor | None = None
    ) -> None:
        """Q [n_q, d_k, B], K [n, d_k, B] and V [n, d_v, B] or None, in float64, and the asked rows [B], on one device.

        Raw scores are one matrix [n, B] with the d_k [B] that each row comes from.
        """
        self.shape = shape
        self.rows = rows
        self.size = int(rows.shape[0])
        self.device = str(rows.device)
        self._given = matrices
        whole = torch.full((1,), float(shape.d_k), dtype=torch.float64, device=rows.device)
        self.d_k = whole if d_k is None else d_k
        self._pairs: dict[Product, tuple[Tensor, Tensor]] = {}
        self._matrices: dict[tuple[Product, Comparison], Tensor] = {}
        self._scaled: dict[bool, Tensor] = {}
        self._whole: frozenset[tuple[Product, Comparison]] = frozenset()  # of which all rows are needed
        self._orders: dict[tuple[int, int], Tensor] = {}

    @staticmethod
    def of(batch: Batch | LogitBatch, device: str) -> "Planes":
        """The planes of a batch, brought to the device."""

        def put(numbers: Floats) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(numbers)).to(device)

        if isinstance(batch, LogitBatch):
            rows = torch.zeros(batch.size, dtype=torch.int64, device=device)
            return Planes(batch.shape, rows, (put(batch.scores.T),), put(batch.d_k.astype(np.float64)))
        parts = (batch.Q, batch.K, batch.V)
        planes = [None if part is None else put(part.transpose(1, 2, 0)) for part in parts]
        return Planes(batch.shape, torch.from_numpy(batch.rows).to(device), planes)

    def _matrix(self, place: int) -> Tensor:
        found = self._given[place]
        assert found is not None  # noqa: S101  # a shape rule keeps V-less batches away from here
        return found

    @property
    def K(self) -> Tensor:
        """What is compared, [n, d_k, B]."""
        return self._matrix(1)

    @property
    def V(self) -> Tensor | None:
        """What is carried, [n, d_v, B], where it is there."""
        return self._given[2]

    def again(self) -> "Planes":
        """The same inputs and matrices, without the scaled states of a plan."""
        twin = copy(self)
        twin._scaled = {}
        return twin

    def order(self, count: int, rows: int) -> Tensor:
        """Which token stands at each place when the asked one comes first, [rows, B]."""
        if (count, rows) not in self._orders:
            places = torch.arange(rows, device=self.device)[:, None]
            self._orders[count, rows] = (self.rows[None] + places) % count
        return self._orders[count, rows]

    def _from_asked(self, planes: Tensor, rows: int) -> Tensor:
        order = self.order(planes.shape[0], rows)[:, None, :].expand(rows, *planes.shape[1:])
        return planes.gather(0, order)

    def _vectors(self, product: Product, rows: int) -> tuple[Tensor, Tensor]:
        """So many vectors that ask, the read one first, and those that they are compared with, [rows or n, d_k, B]."""
        kept = self._pairs.get(product)
        if kept is None or len(kept[0]) < rows:
            match product:
                case Product.QUERY_KEY:
                    asks, against = self._matrix(0), self.K
                case Product.VALUE_KEY:
                    asks, against = self._matrix(2), self.K
                case Product.KEY_QUERY:
                    asks, against = self.K, self._matrix(0)
            kept = self._pairs[product] = self._from_asked(asks, rows), against
        return kept

    def _compared(self, product: Product, comparison: Comparison, rows: int) -> Tensor:
        if self.shape.scores_only:
            return self._matrix(0)[None]
        asks, against = self._vectors(product, rows)
        asks = asks[:rows]
        products = asks[:, None] * against[None]
        match comparison:
            case Comparison.DOT:
                return products.sum(2)
            case Comparison.SIGNLESS:
                return products.abs_().sum(2)
            case Comparison.COSINE:
                lengths = (asks * asks).sum(1).sqrt()[:, None] * (against * against).sum(1).sqrt()[None]
                return products.sum(2) / lengths  # 0/0 is NaN: a vector of zeros has no cosine

    def matrix(self, product: Product, comparison: Comparison, reading: Reading, rows: int) -> Tensor:
        """Logits of at least so many rows, [rows, n, B], the row that is read first."""
        if reading is Reading.NEXT:
            return self.matrix(product, comparison, Reading.ASKED, min(rows + 1, self.shape.n_q)).roll(-1, 0)
        found = self._matrices.get((product, comparison))
        if found is None or len(found) < rows:
            rows = self.shape.n_q if (product, comparison) in self._whole else rows
            found = self._matrices[product, comparison] = self._compared(product, comparison, rows)
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

    def _all_scaled(self, plan: Plan, states: Sequence[int], rows: int) -> Tensor:
        """Scaled logits of different states, [states, rows, n, B]."""
        chosen = [plan.scaled[number] for number in states]
        scales = tuple(dict.fromkeys(state.scale for state in chosen))
        divisors = torch.stack([self.divisor(scale) for scale in scales])
        by = divisors[index(tuple(scales.index(state.scale) for state in chosen), self.device)]
        return self._plain(chosen, rows) / by[:, None, None]

    def _plain(self, chosen: Sequence[ScaledState], rows: int) -> Tensor:
        """Logits of states without their scale, [states, rows, n, B]."""
        matrices = [(state.product, state.comparison, state.reading) for state in chosen]
        distinct = tuple(dict.fromkeys(matrices))
        stacked = torch.stack([self.matrix(*place, rows)[:rows] for place in distinct])
        return stacked[index(tuple(map(distinct.index, matrices)), self.device)]

    def scaled(self, plan: Plan, states: Sequence[int], *, all_rows: bool) -> Tensor:
        """Scaled logits of these states in numbers of their own, [states, rows, n, B]; one row or all of them."""
        known = plan.in_matrices if all_rows else tuple(range(len(plan.scaled)))
        if all_rows not in self._scaled:
            whole = [plan.scaled[number] for number in plan.in_matrices]
            self._whole = frozenset((state.product, state.comparison) for state in whole)
            self._scaled[all_rows] = self._all_scaled(plan, known, self.shape.n_q if all_rows else 1)
        places = index(tuple(map(known.index, states)), self.device)
        found = self._scaled[all_rows][places]
        return found.clone() if isinstance(places, slice) else found

    def plain(self, plan: Plan, states: Sequence[int]) -> Tensor:
        """The row of logits before the scale, [states, n, B]."""
        return self._plain([plan.scaled[number] for number in states], 1)[:, 0]


@lru_cache(maxsize=4096)
def index(places: tuple[int, ...], device: str) -> Index:
    """Places as a slice where they follow each other, which copies nothing, else as a tensor."""
    first = places[0] if places else 0
    if places == tuple(range(first, first + len(places))):
        return slice(first, first + len(places))
    return torch.tensor(places, device=device)
