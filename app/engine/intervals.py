"""The fair interval: what roundings to a number of decimals, at every step, can make of a right computation.

Rule. A person may round every number that they write down to `decimals` decimals or finer: a root or a length that is
divided by, a scaled logit, an exponential, the sum, a weight, a weighted value, the output. Each such number is widened
by half a unit of the last decimal to both sides and the next step takes whole intervals. A number that has no more
than `decimals` decimals stays as it is, logits above all; choosing the largest is done on what is written. At the end
the ends are moved outward by 1e-12 of their size, which is more than all float64 errors together, and one unit of the
last decimal to both sides of the exact value always counts.

All arrays have the batch last: scaled logits are [states, rows, n, B] with the row that is read first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from app.engine.batching import Batch, Flags, Floats, LogitBatch, width_of
from app.engine.mechanism import Axis, Carried, Comparison, Normaliser, Product, Reading, Scale
from app.engine.plan import Group, Plan, ScaledState
from app.engine.stages import Stage

_SLACK = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """Lower and upper ends of the same shape; NaN where there is no number."""

    low: Floats
    high: Floats

    def __getitem__(self, place: Any) -> "Span":
        return Span(self.low[place], self.high[place])


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers with a fixed count of decimals: rounding to them moves a number by half a `unit` at most."""

    decimals: int

    @property
    def unit(self) -> float:
        """One unit of the last decimal."""
        return float(10.0**-self.decimals)

    @property
    def half(self) -> float:
        """The farthest that a rounded number lies from the exact one."""
        return 0.5 * self.unit

    def round_off(self, span: Span) -> Span:
        """What rounding can make of the numbers of a span: a single number on the grid stays as it is."""
        scaled = span.low * 10.0**self.decimals
        exact = (span.low == span.high) & (scaled == np.rint(scaled))
        half = np.where(exact, 0.0, self.half)
        return Span(span.low - half, span.high + half)


def _rotated(rows: Floats, first: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    """Planes [n, d, B] of [B, n, d] in which every item's row `first` comes first, the next after it, and so on."""
    count = rows.shape[1]
    order = (first[:, None] + np.arange(count)) % count
    return np.ascontiguousarray(np.take_along_axis(rows, order[:, :, None], axis=1).transpose(1, 2, 0))


def _planes(rows: Floats) -> Floats:
    return np.ascontiguousarray(rows.transpose(1, 2, 0))


def _lengths(vectors: Floats, grid: Grid) -> Span:
    """Lengths of vectors [n, d, B], each rounded, NaN for a vector of zeros; [n, B]."""
    length = np.sqrt((vectors * vectors).sum(axis=1))
    length[length == 0] = np.nan
    return grid.round_off(Span(length, length))


class _Logits:
    """Matrices of logits [rows, columns, B], with the asked row first, computed once for each way of comparing."""

    def __init__(self, batch: Batch | LogitBatch, grid: Grid) -> None:
        self._batch = batch
        self._grid = grid
        self._kept: dict[tuple[Product, Comparison], Span] = {}

    def _vectors(self, product: Product) -> tuple[Floats, Floats]:
        batch = self._batch
        assert isinstance(batch, Batch)  # noqa: S101  # a shape rule keeps raw scores away from here
        match product:
            case Product.QUERY_KEY:
                return _rotated(batch.Q, batch.rows), _planes(batch.K)
            case Product.VALUE_KEY:
                assert batch.V is not None  # noqa: S101  # the same
                return _rotated(batch.V, batch.rows), _planes(batch.K)
            case Product.KEY_QUERY:
                return _rotated(batch.K, batch.rows), _planes(batch.Q)

    def _computed(self, product: Product, comparison: Comparison) -> Span:
        if isinstance(self._batch, LogitBatch):
            plain = np.ascontiguousarray(self._batch.scores.T)[None]
            return Span(plain, plain)
        asks, against = self._vectors(product)
        products = asks[:, None] * against[None]
        if comparison is Comparison.SIGNLESS:
            plain = np.abs(products).sum(axis=2)
            return Span(plain, plain)
        plain = products.sum(axis=2)
        if comparison is Comparison.DOT:
            return Span(plain, plain)
        first, second = _lengths(asks, self._grid), _lengths(against, self._grid)
        both = Span(first.low[:, None] * second.low[None], first.high[:, None] * second.high[None])
        return self._grid.round_off(_quotient(Span(plain, plain), self._grid.round_off(both)))

    def at(self, product: Product, comparison: Comparison) -> Span:
        """The matrix for one way of comparing."""
        place = (product, comparison)
        if place not in self._kept:
            self._kept[place] = self._computed(product, comparison)
        return self._kept[place]


def _quotient(span: Span, divisor: Span) -> Span:
    """A span divided by a span; NaN where the divisor can be zero or less."""
    if divisor.low is divisor.high:
        return Span(span.low / divisor.low, span.high / divisor.low)
    low = np.where(divisor.low > 0, divisor.low, np.nan)
    return Span(
        np.minimum(span.low / low, span.low / divisor.high),
        np.maximum(span.high / low, span.high / divisor.high),
    )


def _root(numbers: Floats, grid: Grid) -> Span:
    """Square roots of whole numbers as a person writes them down."""
    root = np.sqrt(numbers)
    if np.array_equal(root, np.rint(root)):
        return Span(root, root)
    return grid.round_off(Span(root, root))


class _Steps:
    """The spans of every step for one batch; each method is one step, on the states of the plan."""

    def __init__(self, batch: Batch | LogitBatch, plan: Plan, grid: Grid) -> None:
        self.batch = batch
        self.plan = plan
        self.grid = grid
        self._logits = _Logits(batch, grid)
        d_k = batch.d_k if isinstance(batch, LogitBatch) else np.full(1, batch.shape.d_k)
        self.d_k = d_k.astype(np.float64)

    def matrix(self, state: ScaledState) -> Span:
        """Logits before the scale, [rows, n, B], with the row that is read first."""
        span = self._logits.at(state.product, state.comparison)
        if state.reading is Reading.NEXT:
            return Span(np.roll(span.low, -1, axis=0), np.roll(span.high, -1, axis=0))
        return span

    def _under(self, span: Span, scale: Scale) -> Span:
        grid = self.grid
        match scale:
            case Scale.NONE | Scale.ROOT_D_K_AFTER:
                return span
            case Scale.ROOT_D_K:
                return grid.round_off(_quotient(span, _root(self.d_k, grid)))
            case Scale.D_K:
                return grid.round_off(Span(span.low / self.d_k, span.high / self.d_k))
            case Scale.ROOT_N:
                return grid.round_off(_quotient(span, _root(np.full(1, float(self.batch.shape.n)), grid)))
            case Scale.TIMES_ROOT_D_K:
                root = _root(self.d_k, grid)
                low = np.minimum(span.low * root.low, span.low * root.high)
                return grid.round_off(Span(low, np.maximum(span.high * root.low, span.high * root.high)))

    def scaled(self, states: tuple[int, ...], *, rows: int) -> Span:
        """Scaled logits of these states, [states, rows, n, B]; only the first `rows` rows."""
        shape = (len(states), rows, self.batch.shape.n, self.batch.size)
        found = Span(np.empty(shape), np.empty(shape))
        for place, number in enumerate(states):
            state = self.plan.scaled[number]
            span = self._under(self.matrix(state)[:rows], state.scale)
            found.low[place] = span.low
            found.high[place] = span.high
        return found

    def visible(self, group: Group, rows: int) -> Flags | None:
        """Which places a causal mask leaves, [states, rows, n, B]; None where no state is masked."""
        if not any(group.causal):
            return None
        batch = self.batch
        assert isinstance(batch, Batch)  # noqa: S101  # a shape rule keeps raw scores away from here
        count, size = batch.shape.n_q, batch.size
        found = np.ones((len(group.causal), rows, batch.shape.n, size), dtype=np.bool_)
        for place, (causal, following) in enumerate(zip(group.causal, group.following, strict=True)):
            if causal:
                token = (batch.rows[None, :] + np.arange(rows)[:, None] + following) % count
                found[place] = np.arange(batch.shape.n)[None, :, None] <= token[:, None, :]
        return found


def _along(axis: Axis) -> tuple[int, ...]:
    """The axes of [states, rows, n, B] that are summed together."""
    match axis:
        case Axis.ROW:
            return (2,)
        case Axis.COLUMN:
            return (1,)
        case Axis.MATRIX:
            return (1, 2)


def _soft(
    span: Span, seen: Flags | None, two: tuple[bool, ...], along: tuple[int, ...]
) -> tuple[Span, Floats]:
    """Exponentials below the largest of each sum, unrounded, and the factor by which they are too small."""
    base = np.where(two, np.log(2.0), 1.0)[:, None, None, None]
    low, high = span.low * base, span.high * base
    if seen is not None:
        low, high = np.where(seen, low, -np.inf), np.where(seen, high, -np.inf)
    top = high.max(axis=along, keepdims=True)
    return Span(np.exp(low - top), np.exp(high - top)), np.exp(-top)


def _soft_shares(made: Span, half: Floats, along: tuple[int, ...]) -> Span:
    """The first row of a_j / Σ a_m for rounded exponentials a and a rounded sum; a lone number is its own sum."""
    low = np.maximum(made.low - half, 0.0)
    high = np.where(made.high > 0, made.high + half, 0.0)
    low = np.where(high > 0, low, 0.0)
    others_low = (low.sum(axis=along, keepdims=True) - low)[:, 0]
    others_high = (high.sum(axis=along, keepdims=True) - high)[:, 0]
    low, high = low[:, 0], high[:, 0]
    rounded = np.where(others_high > 0, half[:, 0], 0.0)
    least = high + others_low - rounded
    alone = (others_high <= 0) & (high > 0)
    return Span(
        np.where(alone, 1.0, low / (low + others_high + rounded)),
        np.where(alone, 1.0, high / np.where(least > 0, least, np.nan)),
    )


def _plain_shares(span: Span, seen: Flags | None, along: tuple[int, ...], grid: Grid) -> Span:
    """The first row of x_j / Σ x_m; NaN where the rounded sum can be zero.

    With R the sum of the others, x / (x + R) is monotone in x and in R, so the ends lie at the four corners.
    """
    low, high = span.low, span.high
    if seen is not None:
        low, high = np.where(seen, low, 0.0), np.where(seen, high, 0.0)
    total = Span(low.sum(axis=along, keepdims=True), high.sum(axis=along, keepdims=True))
    rounded = grid.round_off(total)
    least, most = rounded.low - low, rounded.high - high
    corners = [x / (x + others) for x in (low[:, 0], high[:, 0]) for others in (least[:, 0], most[:, 0])]
    lone = (np.broadcast_to(rounded.low, low.shape) <= 0) & (np.broadcast_to(rounded.high, low.shape) >= 0)
    never = np.where(lone[:, 0], np.nan, 0.0)
    return Span(
        np.minimum(np.minimum(corners[0], corners[1]), np.minimum(corners[2], corners[3])) + never,
        np.maximum(np.maximum(corners[0], corners[1]), np.maximum(corners[2], corners[3])) + never,
    )


def _largest_made(span: Span, seen: Flags | None, along: tuple[int, ...]) -> Span:
    """0 and 1 where it is clear which is the largest after rounding, else both are possible."""
    low, high = span.low, span.high
    if seen is not None:
        low, high = np.where(seen, low, -np.inf), np.where(seen, high, -np.inf)
    top = low.max(axis=along, keepdims=True)
    can = (high >= top) & (high > -np.inf)
    lone = can.sum(axis=along, keepdims=True) == 1
    level = (np.where(can, high, -np.inf).max(axis=along, keepdims=True) == top) & (low == top)
    certain = can & (lone | level)
    return Span(certain.astype(np.float64), can.astype(np.float64))


def _largest_shares(made: Span, along: tuple[int, ...]) -> Span:
    """The first row of a_j / Σ a_m, where nothing is rounded before the quotient."""
    others_low = (made.low.sum(axis=along, keepdims=True) - made.low)[:, 0]
    others_high = (made.high.sum(axis=along, keepdims=True) - made.high)[:, 0]
    low, high = made.low[:, 0], made.high[:, 0]
    return Span(
        np.where(low > 0, low / np.maximum(low + others_high, 1.0), 0.0),
        np.where(high > 0, high / np.maximum(high + others_low, 1.0), 0.0),
    )


def _group_weights(steps: _Steps, group: Group) -> Span:
    """The weights of one group, [states, n, B]."""
    rows = 1 if group.axis is Axis.ROW else steps.batch.shape.n_q
    along = _along(group.axis)
    span, seen, grid = steps.scaled(group.scaled, rows=rows), steps.visible(group, rows), steps.grid
    match group.normaliser:
        case Normaliser.EXP | Normaliser.TWO:
            made, factor = _soft(span, seen, group.two, along)
            shares = _soft_shares(made, grid.half * factor, along)
        case Normaliser.NONE:
            shares = _plain_shares(span, seen, along, grid)
        case Normaliser.LARGEST:
            shares = _largest_shares(_largest_made(span, seen, along), along)
    shares = grid.round_off(shares)
    if any(group.after):
        after = grid.round_off(_quotient(shares, _root(steps.d_k, grid)))
        chosen = np.array(group.after)[:, None, None]
        shares = Span(np.where(chosen, after.low, shares.low), np.where(chosen, after.high, shares.high))
    if any(group.plain):
        here = np.ones_like(shares.low) if seen is None else seen[:, 0].astype(np.float64)
        mean = here / here.sum(axis=1, keepdims=True)
        even = grid.round_off(Span(mean, mean))
        chosen = np.array(group.plain)[:, None, None]
        shares = Span(np.where(chosen, even.low, shares.low), np.where(chosen, even.high, shares.high))
    return shares


def _joined(spans: list[Span]) -> Span:
    return Span(np.concatenate([span.low for span in spans]), np.concatenate([span.high for span in spans]))


def _weighted(steps: _Steps, weights: Span, carried: Carried) -> Span:
    """Weighted rows [states, n, d_v, B], each product rounded."""
    batch = steps.batch
    assert isinstance(batch, Batch)  # noqa: S101  # the request was checked
    rows = batch.K if carried is Carried.KEYS else batch.V
    assert rows is not None  # noqa: S101  # the same
    planes = _planes(rows)[None]
    first, second = weights.low[:, :, None] * planes, weights.high[:, :, None] * planes
    return steps.grid.round_off(Span(np.minimum(first, second), np.maximum(first, second)))


def _outputs(steps: _Steps, weights: Span, stage: Stage) -> Span:
    """The weighted rows or their sum for every output state, [states, w, B]."""
    plan, size = steps.plan, steps.batch.size
    width = width_of(steps.batch.shape, stage)
    found = Span(np.empty((len(plan.outputs), width, size)), np.empty((len(plan.outputs), width, size)))
    for carried in Carried:
        places = [place for place, (_, what) in enumerate(plan.outputs) if what is carried]
        if not places:
            continue
        span = _weighted(steps, weights[[plan.outputs[place][0] for place in places]], carried)
        if stage is Stage.WEIGHTED:
            span = Span(span.low.reshape(-1, width, size), span.high.reshape(-1, width, size))
        else:
            span = steps.grid.round_off(Span(span.low.sum(axis=1), span.high.sum(axis=1)))
        found.low[places] = span.low
        found.high[places] = span.high
    return found


def _exponentials(steps: _Steps, group: Group, stage: Stage) -> Span:
    """Rounded exponentials of the row that is read, or their rounded sum, [states, n or 1, B]."""
    rows = 1 if group.axis is Axis.ROW else steps.batch.shape.n_q
    along, grid = _along(group.axis), steps.grid
    span, seen = steps.scaled(group.scaled, rows=rows), steps.visible(group, rows)
    match group.normaliser:
        case Normaliser.EXP | Normaliser.TWO:
            base = np.where(group.two, np.log(2.0), 1.0)[:, None, None, None]
            span = Span(np.exp(span.low * base), np.exp(span.high * base))
        case Normaliser.NONE:
            pass
        case Normaliser.LARGEST:
            span = _largest_made(span, seen, along)
    if seen is not None:
        span = Span(np.where(seen, span.low, 0.0), np.where(seen, span.high, 0.0))
    made = grid.round_off(span)
    if stage is Stage.EXPONENTIALS:
        return made[:, 0]
    if group.axis is Axis.COLUMN:
        return Span(np.full_like(made.low[:, 0, :1], np.nan), np.full_like(made.low[:, 0, :1], np.nan))
    total = Span(made.low.sum(axis=along, keepdims=True), made.high.sum(axis=along, keepdims=True))
    return grid.round_off(total)[:, 0]


def _spans(steps: _Steps, stage: Stage) -> Span:
    """The spans of the asked step for every mechanism, [M, w, B]."""
    plan = steps.plan
    match stage:
        case Stage.RAW:
            plain = [steps.matrix(plan.scaled[number])[0] for number in plan.scaled_of]
            divided = steps.scaled(plan.scaled_of, rows=1)
            chosen = np.array(plan.divided)[:, None, None]
            return Span(
                np.where(chosen, divided.low[:, 0], np.stack([span.low for span in plain])),
                np.where(chosen, divided.high[:, 0], np.stack([span.high for span in plain])),
            )
        case Stage.SCALED:
            return steps.scaled(plan.scaled_of, rows=1)[:, 0]
        case Stage.EXPONENTIALS | Stage.SUM:
            made = _joined([_exponentials(steps, group, stage) for group in plan.groups])
            return made[list(plan.weights_of)]
        case _:
            weights = _joined([_group_weights(steps, group) for group in plan.groups])
            if stage is Stage.WEIGHTS:
                return weights[list(plan.weights_of)]
            return _outputs(steps, weights, stage)[list(plan.output_of)]


def fair_intervals(batch: Batch | LogitBatch, plan: Plan, *, stage: Stage, decimals: int) -> Span:
    """The spans [M, w, B] of what rounding at each step can reach; not yet one unit wide around the value.

    Every mechanism of the plan must be defined for the batch's shape. NaN where a sum can be rounded to zero or a
    vector has length zero.
    """
    grid = Grid(decimals)
    with np.errstate(all="ignore"):
        span = _spans(_Steps(batch, plan, grid), stage)
        slack = _SLACK * np.maximum(1.0, np.maximum(np.abs(span.low), np.abs(span.high)))
    return Span(span.low - slack, span.high + slack)


def hull(span: Span, values: Floats, decimals: int) -> Span:
    """A span together with one unit of the last decimal to both sides of the values."""
    unit = Grid(decimals).unit
    slack = _SLACK * np.maximum(1.0, np.abs(values))
    return Span(
        np.minimum(span.low, values - unit - slack) + 0.0 * span.low,
        np.maximum(span.high, values + unit + slack) + 0.0 * span.high,
    )
