"""The fair interval: what roundings to a number of decimals, at every step, can make of a computation.

Rule. A person may round every number that they write down to `decimals` decimals or finer: a root or a length that is
divided by, a scaled logit, an exponential, the sum, a weight, a weighted value, the output. Each such number is widened
by half a unit of the last decimal to both sides, and the next step takes the whole interval. A number that has no more
than `decimals` decimals stays as it is, logits above all; which is the largest is seen on what is written. At the end
one unit of the last decimal to both sides of the exact value always counts, and the ends are moved outward by 1e-12 of
their size, which is more than all float64 errors together.
"""

import numpy as np

from app.engine.batching import Batch, Floats, LogitBatch
from app.engine.logit_spans import LogitSpans, planes
from app.engine.mechanism import Carried
from app.engine.plan import Plan
from app.engine.spans import Grid, Span
from app.engine.stages import Stage
from app.engine.weight_spans import group_exponentials, group_weights

_SLACK = 1e-12
_CHUNK = 1 << 15  # numbers that are worked on together: 256 KiB of float64 stay in the cache


def _weighted(rows: Floats, weights: Span, grid: Grid) -> Span:
    """Weighted rows [states, n · d_v, B], each product rounded."""
    first, second = weights.low[:, :, None] * rows[None], weights.high[:, :, None] * rows[None]
    shape = (len(weights.low), -1, rows.shape[-1])
    low, high = np.minimum(first, second).reshape(shape), np.maximum(first, second).reshape(shape)
    return grid.round_off(Span(low, high))


def _summed(rows: Floats, weights: Span, grid: Grid) -> Span:
    """Σ w_j V_jc [states, d_v, B], by middles and radii: the radius is Σ r_j |V_jc|.

    Every product but that with 0 adds half a unit, and so does the sum; a state whose weights are all single numbers
    on the grid (a largest that takes all) adds nothing, because then products and sum are on the grid too.
    """
    found = Span.empty((len(weights.low), rows.shape[1], rows.shape[2]))
    sizes = np.abs(rows)
    rounded = grid.half * (1.0 + (rows != 0).sum(axis=0))
    on_grid = grid.holds(rows).all(axis=(0, 1))
    chunk = max(1, _CHUNK // rows[0].size)
    for start in range(0, len(weights.low), chunk):
        few = slice(start, start + chunk)
        low, high = found.low[few], found.high[few]
        middle = 0.5 * (weights.low[few] + weights.high[few])
        radius = weights.high[few] - middle
        np.multiply(middle[:, 0, None], rows[0], out=low)
        np.multiply(radius[:, 0, None], sizes[0], out=high)
        part = np.empty_like(low)
        for j in range(1, len(rows)):
            low += np.multiply(middle[:, j, None], rows[j], out=part)
            high += np.multiply(radius[:, j, None], sizes[j], out=part)
        high += rounded
        sharp = (radius == 0).all(axis=1) & on_grid
        some = sharp.any(axis=1).nonzero()[0]
        high[some] -= sharp[some][:, None] * rounded
        np.subtract(low, high, out=part)
        high += low
        low[...] = part
    return found


def _outputs(spans: LogitSpans, weights: Span, stage: Stage) -> Span:
    """The weighted rows or their sum for every output state, [states, w, B]."""
    batch, outputs = spans.batch, spans.plan.outputs
    assert isinstance(batch, Batch)  # noqa: S101  # the request was checked
    compute = _weighted if stage is Stage.WEIGHTED else _summed
    found: Span | None = None
    for carried, rows in ((Carried.VALUES, batch.V), (Carried.KEYS, batch.K)):
        places = [place for place, (_, what) in enumerate(outputs) if what is carried]
        if not places or rows is None:
            continue
        part = compute(planes(rows), weights[[outputs[place][0] for place in places]], spans.grid)
        if len(places) == len(outputs):
            return part
        if found is None:
            found = Span.empty((len(outputs), *part.low.shape[1:]))
        found.put(places, part)
    assert found is not None  # noqa: S101  # a plan has an output
    return found


def _written_logits(spans: LogitSpans) -> Span:
    plan = spans.plan
    found = spans.scaled(plan.scaled_of, all_rows=False)[:, 0]
    for place, (number, divided) in enumerate(zip(plan.scaled_of, plan.divided, strict=True)):
        if not divided:
            found.put(place, spans.matrix(plan.scaled[number])[0])
    return found


def _spans(spans: LogitSpans, stage: Stage) -> Span:
    """The spans of the asked step for every mechanism, [M, w, B]."""
    plan = spans.plan
    match stage:
        case Stage.RAW:
            return _written_logits(spans)
        case Stage.SCALED:
            return spans.scaled(plan.scaled_of, all_rows=False)[:, 0]
        case Stage.EXPONENTIALS | Stage.SUM:
            which = 0 if stage is Stage.EXPONENTIALS else 1
            made = Span.joined([group_exponentials(spans, group)[which] for group in plan.groups])
            return made[list(plan.weights_of)]
        case Stage.WEIGHTS:
            weights = Span.joined([group_weights(spans, group) for group in plan.groups])
            return weights[list(plan.weights_of)]
        case Stage.WEIGHTED | Stage.OUTPUT:
            weights = Span.joined([group_weights(spans, group) for group in plan.groups])
            return _outputs(spans, weights, stage)[list(plan.output_of)]


def fair_intervals(
    batch: Batch | LogitBatch, plan: Plan, values: Floats, *, stage: Stage, decimals: int
) -> Span:
    """The fair intervals around `values` [M, w, B] at `stage`, of the same shape.

    Every mechanism of the plan must be defined for the batch's shape. NaN where a value is NaN, a sum can be rounded
    to zero, or a vector has length zero.
    """
    grid = Grid(decimals)
    with np.errstate(all="ignore"):
        span = _spans(LogitSpans(batch, plan, grid), stage)
        size = np.empty_like(values)
        np.minimum(span.low, np.subtract(values, grid.unit, out=size), out=span.low)
        np.maximum(span.high, np.add(values, grid.unit, out=size), out=span.high)
        for end, sign in ((span.low, -1.0), (span.high, 1.0)):
            np.abs(end, out=size)
            size += 1.0
            size *= sign * _SLACK
            end += size
    return span
