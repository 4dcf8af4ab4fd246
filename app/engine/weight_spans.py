"""Spans of exponentials, sums and weights for the states of a plan."""

import math

import numpy as np

from app.engine.batching import Flags, Floats
from app.engine.logit_spans import LogitSpans
from app.engine.mechanism import Axis, Normaliser
from app.engine.plan import Group
from app.engine.spans import Grid, Span, quotient

_Along = tuple[int, ...]


def _along(axis: Axis) -> _Along:
    """The axes of [states, rows, n, B] that are summed together."""
    match axis:
        case Axis.ROW:
            return (2,)
        case Axis.COLUMN:
            return (1,)
        case Axis.MATRIX:
            return (1, 2)


def _to_base(span: Span, two: tuple[bool, ...]) -> None:
    """Turn exponents of 2 into exponents of e, in place."""
    places = [place for place, flag in enumerate(two) if flag]
    if places:
        span.low[places] *= math.log(2.0)
        span.high[places] *= math.log(2.0)


def _hide(span: Span, seen: Flags | None, instead: float) -> None:
    if seen is not None:
        np.copyto(span.low, instead, where=~seen)
        np.copyto(span.high, instead, where=~seen)


def _others(made: Floats, along: _Along) -> Floats:
    """For the row that is read, the sum of everything that is summed with each number, without the number itself."""
    total: Floats = made.sum(axis=along, keepdims=True)
    return total[:, 0] - made[:, 0]


def _soft_shares(span: Span, grid: Grid, along: _Along, *, hidden: bool) -> Span:
    """The first row of a_j / Σ a_m for rounded exponentials a and a rounded sum.

    Exponentials are taken below the largest, and half a unit with them, which changes no quotient. With R the rest of
    the sum, a / (a + R) grows with a where R is positive, and falls where rounding makes R negative. Where only one
    number is summed it is its own sum, and the share is exactly 1.
    """
    top = span.high.max(axis=along, keepdims=True)
    low = np.exp(np.subtract(span.low, top, out=span.low), out=span.low)
    high = np.exp(np.subtract(span.high, top, out=span.high), out=span.high)
    half = grid.half * np.exp(-top)
    low -= half
    np.maximum(low, 0.0, out=low)
    if hidden:
        high += np.where(high > 0, half, 0.0)
    else:
        high += half
    others_low, others_high, half = _others(low, along), _others(high, along), half[:, 0]
    low, high = low[:, 0], high[:, 0]
    rest = others_low - half  # below zero where the sum can be rounded below the number itself
    best = np.where(rest < 0, low, high)
    np.copyto(best, np.nan, where=low + rest <= 0)  # a sum that can be rounded to zero
    most = low + others_high + half
    np.copyto(most, np.nan, where=np.isnan(best))
    found = Span(low / most, best / (best + rest))
    if not hidden and span.low.shape[2] > 1:
        found.low[...] -= grid.half
        found.high[...] += grid.half
        return found
    alone = (others_high <= 0) & (high > 0)
    np.copyto(found.low, 1.0, where=alone)
    np.copyto(found.high, 1.0, where=alone)
    return grid.round_off(found)


def _plain_shares(span: Span, along: _Along, grid: Grid) -> Span:
    """The first row of x_j / Σ x_m; NaN where the rounded sum can be zero.

    With R the sum of the others, x / (x + R) is monotone in x and in R, so the ends lie at the four corners.
    """
    total = grid.round_off(
        Span(span.low.sum(axis=along, keepdims=True), span.high.sum(axis=along, keepdims=True))
    )[:, 0]
    row = span[:, 0]
    never = np.where((total.low <= 0) & (total.high >= 0), np.nan, 0.0)
    others = (total.low - row.low + never, total.high - row.high + never)
    corners = [x / (x + rest) for x in (row.low, row.high) for rest in others]
    low = np.minimum(np.minimum(corners[0], corners[1]), np.minimum(corners[2], corners[3]))
    high = np.maximum(np.maximum(corners[0], corners[1]), np.maximum(corners[2], corners[3]))
    return grid.round_off(Span(low, high))


def _largest(span: Span, along: _Along) -> Span:
    """1 and 0 where it is clear on the rounded numbers which is the largest, else both are possible."""
    top = span.low.max(axis=along, keepdims=True)
    can = (span.high >= top) & (span.high > -np.inf)
    lone = can.sum(axis=along, keepdims=True) == 1
    level = np.where(can, span.high, -np.inf).max(axis=along, keepdims=True) == top
    certain = can & (lone | (level & (span.low == top)))
    return Span(certain.astype(np.float64), can.astype(np.float64))


def _largest_shares(made: Span, along: _Along, grid: Grid) -> Span:
    """The first row of a_j / Σ a_m of zeros and ones, where only the quotient is rounded."""
    others_low, others_high = _others(made.low, along), _others(made.high, along)
    low, high = made.low[:, 0], made.high[:, 0]
    return grid.round_off(
        Span(low / np.maximum(low + others_high, 1.0), high / np.maximum(high + others_low, 1.0))
    )


def _chosen(flags: tuple[bool, ...], instead: Span, weights: Span) -> None:
    """Write one span over another for the flagged states."""
    places = [place for place, flag in enumerate(flags) if flag]
    weights.put(places, instead[places])


def group_weights(spans: LogitSpans, group: Group) -> Span:
    """The weights of one group, [states, n, B]."""
    rows = 1 if group.axis is Axis.ROW else spans.shape.n_q
    along, grid = _along(group.axis), spans.grid
    scaled = spans.scaled(group.scaled, all_rows=group.axis is not Axis.ROW)
    seen = spans.visible(group.following, rows) if group.causal else None
    match group.normaliser:
        case Normaliser.EXP | Normaliser.TWO:
            _to_base(scaled, group.two)
            _hide(scaled, seen, -np.inf)
            weights = _soft_shares(scaled, grid, along, hidden=group.causal)
        case Normaliser.NONE:
            _hide(scaled, seen, 0.0)
            weights = _plain_shares(scaled, along, grid)
        case Normaliser.LARGEST:
            _hide(scaled, seen, -np.inf)
            weights = _largest_shares(_largest(scaled, along), along, grid)
    if any(group.after):
        _chosen(group.after, grid.round_off(quotient(weights, spans.root_d_k)), weights)
    if any(group.plain):
        here = np.ones_like(weights.low) if seen is None else seen[:, 0].astype(np.float64)
        mean = here / here.sum(axis=1, keepdims=True)
        _chosen(group.plain, grid.round_off(Span(mean, mean)), weights)
    return weights


def group_exponentials(spans: LogitSpans, group: Group) -> tuple[Span, Span]:
    """Exponentials of the row that is read [states, n, B], and their sum [states, 1, B], both rounded."""
    rows = 1 if group.axis is Axis.ROW else spans.shape.n_q
    along, grid = _along(group.axis), spans.grid
    span = spans.scaled(group.scaled, all_rows=group.axis is not Axis.ROW)
    seen = spans.visible(group.following, rows) if group.causal else None
    match group.normaliser:
        case Normaliser.EXP | Normaliser.TWO:
            _to_base(span, group.two)
            span = Span(np.exp(span.low), np.exp(span.high))
        case Normaliser.NONE:
            pass
        case Normaliser.LARGEST:
            _hide(span, seen, -np.inf)
            span = _largest(span, along)
    _hide(span, seen, 0.0)
    made = grid.round_off(span)
    if group.axis is Axis.COLUMN:
        none = np.full_like(made.low[:, 0, :1], np.nan)
        return made[:, 0], Span(none, none)
    shape = (len(group.scaled), 1, spans.batch.size)
    total = Span(made.low.sum(axis=along).reshape(shape), made.high.sum(axis=along).reshape(shape))
    return made[:, 0], grid.round_off(total)
