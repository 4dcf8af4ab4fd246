"""Which candidates of a search pass, as tensor expressions over a block, the cheapest wishes first."""

import math
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import torch

from app.engine.plan import Plan, plan
from app.engine.problem import Shape
from app.engine.searching import Search
from app.engine.stages import Stage, reaches
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.ends import Ends, divided, mixed, shares, without_digits
from app.engine.tensors.planes import Planes
from app.engine.tensors.tree import Tree

Tensor = torch.Tensor

BLOCK = 4096  # candidates that are worked on together, so that their numbers stay in the cache
# What a candidate can miss; its code is its place here, and 0 passes.
MISSES = (
    "", "answer-zero", "tied-logits", "few-digits", "far-apart", "far-ahead", "not-finite", "flat-values", "negative-zero",
    "rounding-tie", "saturated-weights", "reach-too-wide", "slip-without-digits", "slip-in-fair-interval",
    "slips-alike",
)  # fmt: skip
_NEAR = 1e-12
_SLACK = 1e-6  # of a unit, by which a reach may pass its limit


@dataclass(frozen=True, slots=True)
class _Row:
    """The asked numbers of the candidates that are left, [w, B], with their fair interval, and V where it is known."""

    values: Tensor
    fair: Ends
    V: Tensor | None = None


class Sieve:
    """The wishes of one search."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._plan: Plan = plan(search.mechanisms)
        self._shape = Shape(n_q=search.n, n=search.n, d_k=search.d_k, d_v=search.d_k)

    def codes(self, candidates: Candidates) -> Tensor:
        """For each candidate the place in `MISSES` of a wish that it misses, the last one that was looked at, [B]."""
        whole = candidates.at.numel()
        size = BLOCK if candidates.at.device.type == "cpu" else max(1, whole)
        found = torch.empty_like(candidates.at)
        for start in range(0, whole, size):
            part = slice(start, start + size)
            found[part] = self._by_logits(candidates.some(part))
        for left in torch.split((found == 0).nonzero()[:, 0], size):
            if left.numel():
                found[left] = self._by_values(candidates.some(left))
        return found

    def _by_logits(self, candidates: Candidates) -> Tensor:
        """What exact whole numbers show, [B]."""
        search, wishes = self._search, self._search.wishes
        raw = _raw(candidates, candidates.matrix("K"))
        found = torch.zeros_like(candidates.at)
        if search.single:
            _mark(found, "answer-zero", raw.gather(0, candidates.columns[None])[0] == 0)
            return found
        top, low = reduce(torch.maximum, raw.unbind()), reduce(torch.minimum, raw.unbind())
        for one, two in combinations(range(search.n), 2):
            _mark(found, "tied-logits", raw[one] == raw[two])
        if wishes.lead is not None:
            _mark(found, "few-digits", top < 0)
            most = math.isqrt(int(wishes.lead**2 / search.d_k))
            _mark(found, "far-ahead", (raw >= top - most).sum(0) < 2)
        _mark(found, "far-apart", top - low > math.isqrt(int(wishes.spread**2 * search.d_k)))
        return found

    def _by_values(self, candidates: Candidates) -> Tensor:
        """What the asked numbers, their fair interval and the other mechanisms show, [B]."""
        search = self._search
        K = candidates.matrix("K")
        scores = _raw(candidates, K).to(torch.float64)
        if search.single:
            scores = scores * torch.where(candidates.halved, 0.5, 1.0)
        found = torch.zeros_like(candidates.at)
        row = self._asked(candidates, scores, found)
        left = (found == 0).nonzero()[:, 0]
        if left.numel():
            few = candidates.some(left)
            V = few.matrix("V").to(torch.float64) if row.V is None else row.V[:, :, left]
            planes = self._planes(few, K[:, :, left], V)
            fair = Ends(row.fair.low[:, left], row.fair.high[:, left])
            found[left] = self._beside(few, planes, fair)
        return found

    def _asked(self, candidates: Candidates, raw: Tensor, found: Tensor) -> _Row:
        """The numbers that are asked; what they miss is marked in `found`."""
        search, stage = self._search, self._search.stage
        unit, right = 10.0**-search.decimals, search.mechanisms[0]
        if search.single:
            values = raw.gather(0, candidates.columns[None])
            return _Row(values, Ends(values, values).around(values, unit))
        ends = divided(raw, right, search.d_k, decimals=search.decimals)
        values = raw / math.sqrt(search.d_k)
        V: Tensor | None = None
        if reaches(stage, Stage.WEIGHTS):
            made = (values - values.amax(0)).exp_()
            values = made / made.sum(0)
            ends = shares(ends, right, decimals=search.decimals)
            _mark(found, "saturated-weights", _saturated(values, search.decimals))
            _mark(found, "slip-without-digits", self._lost(raw))
        if stage is Stage.OUTPUT:
            V = candidates.matrix("V").to(torch.float64)
            _mark(found, "flat-values", (V[:1] == V).all(0).any(0))
            values, ends = (values[:, None] * V).sum(0), mixed(ends, V, decimals=search.decimals)
        row = _Row(values, ends.around(values, unit), V)
        self._shown(row, found)
        return row

    def _shown(self, row: _Row, found: Tensor) -> None:
        """Marks what the asked numbers miss as they are printed."""
        scaled = row.values.abs() * 10.0**self._search.decimals
        zero = (scaled + 0.5).floor() == 0
        _mark(found, "negative-zero", (zero & (row.values < 0)).any(0))
        edge = ((scaled - scaled.floor()) - 0.5).abs() <= self._search.wishes.edge
        _mark(found, "rounding-tie", edge.any(0))
        reach = torch.maximum(row.fair.high - row.values, row.values - row.fair.low)
        _mark(found, "not-finite", reach.isnan().any(0))
        limit = (self._search.wishes.reach + _SLACK) * 10.0**-self._search.decimals
        _mark(found, "reach-too-wide", (reach > limit).any(0))

    def _lost(self, raw: Tensor) -> Tensor:
        """Where a mechanism that always has numbers has lost its digits, [B]."""
        search = self._search
        lost = torch.zeros_like(raw[0], dtype=torch.bool)
        for mechanism in search.wishes.always:
            scaled = divided(raw, mechanism, search.d_k, decimals=search.decimals)
            lost |= without_digits(scaled, mechanism, decimals=search.decimals)
        return lost

    def _planes(self, candidates: Candidates, K: Tensor, V: Tensor) -> Planes:
        Q = candidates.matrix("Q").to(torch.float64)
        if self._search.single:
            Q = Q * torch.where(candidates.halved, 0.5, 1.0)
        return Planes(self._shape, candidates.rows, (Q, K.to(torch.float64), V))

    def _beside(self, candidates: Candidates, planes: Planes, fair: Ends) -> Tensor:
        """What the numbers of the other mechanisms miss, [B]."""
        search = self._search
        values = Tree.of(planes, self._plan, search.stage).at(search.stage, len(search.mechanisms))
        if search.single:
            values = values.gather(1, candidates.columns.expand(len(values), 1, -1))
        size = values[0].abs().amax(0).clamp(min=1.0)
        own = (values - values[0]).abs().amax(1) > _NEAR * size  # numbers of their own; NaN has none
        inside = ((fair.low <= values) & (values <= fair.high)).all(1)
        found = torch.zeros_like(candidates.at)
        if search.wishes.unlike:
            _mark(found, "slips-alike", self._alike(values, own))
        _mark(found, "slip-in-fair-interval", (inside & own)[1:].any(0))
        return found

    def _alike(self, values: Tensor, own: Tensor) -> Tensor:
        """Where two mechanisms with numbers of their own are within two units everywhere, [B]."""
        near = 2.0 * 10.0**-self._search.decimals
        found = torch.zeros_like(own[0])
        for place in range(1, len(values) - 1):
            meet = ((values[place + 1 :] - values[place]).abs() <= near).all(1)
            found |= own[place] & (meet & own[place + 1 :]).any(0)
        return found


def _raw(candidates: Candidates, K: Tensor) -> Tensor:
    """The asked row of raw scores, [n, B], before any halving."""
    return (candidates.asking()[None] * K).sum(1)


def _mark(found: Tensor, miss: str, where: Tensor) -> None:
    """Write the code of a miss."""
    found.masked_fill_(where, MISSES.index(miss))


def _saturated(weights: Tensor, decimals: int) -> Tensor:
    """Where a weight prints as 0 or 1, [B]."""
    printed = (weights * 10.0**decimals + 0.5).floor()
    return ((printed <= 0) | (printed >= 10.0**decimals)).any(0)
