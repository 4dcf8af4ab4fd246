"""Spans of logits and scaled logits for the states of a plan, with the batch last and the row that is read first."""

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from app.engine.batching import Batch, Flags, Floats, LogitBatch
from app.engine.mechanism import Comparison, Product, Reading, Scale
from app.engine.plan import Plan, ScaledState
from app.engine.spans import Grid, Span, quotient, root


def planes(rows: Floats) -> Floats:
    """[B, n, d] as planes [n, d, B]."""
    return np.ascontiguousarray(rows.transpose(1, 2, 0))


def _rotated(rows: Floats, first: NDArray[np.int64]) -> Floats:
    """Planes [n, d, B] of [B, n, d] in which every item's row `first` comes first, the next after it, and so on."""
    count = rows.shape[1]
    order = (first[:, None] + np.arange(count)) % count
    return planes(rows[np.arange(len(rows))[:, None], order])


def _lengths(vectors: Floats, grid: Grid) -> Span:
    """Lengths of vectors [n, d, B], each rounded, NaN for a vector of zeros; [n, B]."""
    length = np.sqrt((vectors * vectors).sum(axis=1))
    length[length == 0] = np.nan
    return grid.round_off(Span(length, length))


class LogitSpans:
    """The spans up to the scaled logits for one batch; each matrix and each state is computed once."""

    def __init__(self, batch: Batch | LogitBatch, plan: Plan, grid: Grid) -> None:
        self.batch = batch
        self.shape = batch.shape
        self.plan = plan
        self.grid = grid
        d_k = batch.d_k if isinstance(batch, LogitBatch) else np.full(1, self.shape.d_k)
        self.d_k = d_k.astype(np.float64)
        self.root_d_k = root(self.d_k, grid)
        self._pairs: dict[Product, tuple[Floats, Floats]] = {}
        self._matrices: dict[tuple[Product, Comparison, Reading], Span] = {}
        self._scaled: dict[bool, tuple[Span, dict[int, int]]] = {}

    def _vectors(self, batch: Batch, product: Product) -> tuple[Floats, Floats]:
        """The vectors that ask, the read one first, and those that they are compared with, [rows or n, d_k, B]."""
        if product not in self._pairs:
            match product:
                case Product.QUERY_KEY:
                    asks, against = batch.Q, batch.K
                case Product.VALUE_KEY:
                    assert batch.V is not None  # noqa: S101  # a shape rule keeps batches without V away from here
                    asks, against = batch.V, batch.K
                case Product.KEY_QUERY:
                    asks, against = batch.K, batch.Q
            self._pairs[product] = _rotated(asks, batch.rows), planes(against)
        return self._pairs[product]

    def _compared(self, product: Product, comparison: Comparison) -> Span:
        if isinstance(self.batch, LogitBatch):
            plain = np.ascontiguousarray(self.batch.scores.T)[None]
            return Span(plain, plain)
        asks, against = self._vectors(self.batch, product)
        products = asks[:, None] * against[None]
        if comparison is Comparison.SIGNLESS:
            plain = np.abs(products).sum(axis=2)
            return Span(plain, plain)
        plain = products.sum(axis=2)
        if comparison is Comparison.DOT:
            return Span(plain, plain)
        first, second = _lengths(asks, self.grid), _lengths(against, self.grid)
        both = Span(first.low[:, None] * second.low[None], first.high[:, None] * second.high[None])
        return self.grid.round_off(quotient(Span(plain, plain), self.grid.round_off(both)))

    def matrix(self, state: ScaledState) -> Span:
        """Logits before the scale, [rows, n, B]."""
        place = (state.product, state.comparison, state.reading)
        if place not in self._matrices:
            asked = (state.product, state.comparison, Reading.ASKED)
            if asked not in self._matrices:
                self._matrices[asked] = self._compared(state.product, state.comparison)
            if state.reading is Reading.NEXT:
                span = self._matrices[asked]
                self._matrices[place] = Span(np.roll(span.low, -1, axis=0), np.roll(span.high, -1, axis=0))
        return self._matrices[place]

    def _under(self, span: Span, scale: Scale) -> Span:
        grid = self.grid
        match scale:
            case Scale.NONE | Scale.ROOT_D_K_AFTER | Scale.CHOSEN:  # chosen divisors are refused before
                return span
            case Scale.ROOT_D_K:
                return grid.round_off(quotient(span, self.root_d_k))
            case Scale.D_K:
                return grid.round_off(quotient(span, Span(self.d_k, self.d_k)))
            case Scale.ROOT_N:
                return grid.round_off(quotient(span, root(np.full(1, float(self.shape.n)), grid)))
            case Scale.TIMES_ROOT_D_K:
                by = self.root_d_k
                low = np.minimum(span.low * by.low, span.low * by.high)
                return grid.round_off(Span(low, np.maximum(span.high * by.low, span.high * by.high)))

    def _all_scaled(self, states: tuple[int, ...], rows: int) -> tuple[Span, dict[int, int]]:
        """Scaled logits of different states, [states, rows, n, B], scale by scale, and the place of each state."""
        by_scale: dict[Scale, list[int]] = {}
        for number in states:
            by_scale.setdefault(self.plan.scaled[number].scale, []).append(number)
        parts = []
        for scale, numbers in by_scale.items():
            spans = [self.matrix(self.plan.scaled[number])[:rows] for number in numbers]
            parts.append(self._under(Span.stacked(spans), scale))
        order = chain.from_iterable(by_scale.values())
        return Span.joined(parts), {number: place for place, number in enumerate(order)}

    def scaled(self, states: tuple[int, ...], *, all_rows: bool) -> Span:
        """Scaled logits of these states in fresh arrays, [states, rows, n, B]; one row or all of them."""
        if all_rows not in self._scaled:
            known = self.plan.in_matrices if all_rows else tuple(range(len(self.plan.scaled)))
            self._scaled[all_rows] = self._all_scaled(known, self.shape.n_q if all_rows else 1)
        span, places = self._scaled[all_rows]
        return span[[places[number] for number in states]]

    def visible(self, following: tuple[bool, ...], rows: int) -> Flags:
        """Which places a causal mask leaves, [states, rows, n, B]."""
        batch = self.batch
        assert isinstance(batch, Batch)  # noqa: S101  # a shape rule keeps raw scores away from here
        kinds = []
        for later in (0, 1):
            token = (batch.rows[None, :] + np.arange(rows)[:, None] + later) % self.shape.n_q
            kinds.append(np.arange(self.shape.n)[None, :, None] <= token[:, None, :])
        return np.stack([kinds[flag] for flag in following])
