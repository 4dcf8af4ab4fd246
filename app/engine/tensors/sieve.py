"""Which candidates of a search pass, as tensor expressions over a block, the cheapest wishes first."""

import math
from functools import reduce
from itertools import combinations

import torch

from app.engine.plan import Plan, plan
from app.engine.problem import Shape
from app.engine.searching import Search
from app.engine.slips import always_coincides
from app.engine.stages import Stage, reaches
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.ends import Ends, divided, mixed, shares, without_digits
from app.engine.tensors.planes import Planes
from app.engine.tensors.tree import Tree, summed

Tensor = torch.Tensor

BLOCK, VALUES_BLOCK = (
    4096,
    1024,
)  # candidates that are worked on together, so that their numbers stay in the cache
# What a candidate can miss; its code is its place here, and 0 passes.
MISSES = (
    "", "answer-zero", "tied-logits", "few-digits", "far-apart", "far-ahead", "not-finite", "flat-values", "negative-zero",
    "rounding-tie", "saturated-weights", "reach-too-wide", "slip-without-digits", "slip-in-fair-interval",
    "slips-alike",
)  # fmt: skip
_NEAR = 1e-12
_SLACK = 1e-6  # of a unit, by which a reach may pass its limit


class Sieve:
    """The wishes of one search."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._shape = Shape(n_q=search.n, n=search.n, d_k=search.d_k, d_v=search.d_k)
        right, *others = search.mechanisms
        ways = [one for one in others if not always_coincides(one, self._shape, search.stage)]
        self._plan: Plan = plan((right, *ways))
        self._ways = 1 + len(ways)  # which may have numbers of their own

    def codes(self, candidates: Candidates) -> Tensor:
        """For each candidate the place in `MISSES` of a wish that it misses, the last one that was looked at, [B]."""
        found = self.by_logits(candidates)
        left = (found == 0).nonzero()[:, 0]
        if left.numel():
            found[left] = self.by_values(candidates.some(left))
        return found

    def by_logits(self, candidates: Candidates) -> Tensor:
        """The same by what exact whole numbers show: 0 are those that `by_values` is to look at."""
        return torch.cat([self._by_logits(part) for part in candidates.parts(BLOCK)])

    def by_values(self, candidates: Candidates) -> Tensor:
        """The same of candidates that `by_logits` has let through."""
        return torch.cat([self._by_values(part) for part in candidates.parts(VALUES_BLOCK)])

    def _by_logits(self, candidates: Candidates) -> Tensor:
        search, wishes = self._search, self._search.wishes
        raw = candidates.scores()
        found = torch.zeros_like(candidates.at)
        if search.single:
            _mark(found, "answer-zero", raw.gather(0, candidates.columns[None])[0] == 0)
            return found
        rows = raw.unbind()
        top, low = reduce(torch.maximum, rows), reduce(torch.minimum, rows)
        tied = reduce(torch.bitwise_or, [one == two for one, two in combinations(rows, 2)])
        _mark(found, "tied-logits", tied)
        if wishes.lead is not None:
            _mark(found, "few-digits", top < 0)
            most = math.isqrt(int(wishes.lead**2 / search.d_k))
            near = (raw >= top - most).view(torch.uint8).sum(0, dtype=torch.uint8)
            _mark(found, "far-ahead", near < 2)
        _mark(found, "far-apart", top - low > math.isqrt(int(wishes.spread**2 * search.d_k)))
        return found

    def _by_values(self, candidates: Candidates) -> Tensor:
        """What the asked numbers, their fair interval and the other mechanisms show, [B]."""
        search = self._search
        Q, K, V = candidates.matrices()
        scores = candidates.scores(K)
        if search.single:
            half = torch.where(candidates.halved, 0.5, 1.0)
            Q, scores = Q * half, scores * half
        found = torch.zeros_like(candidates.at)
        fair = self._asked(candidates, scores, V, found)
        beside = self._beside(candidates, Planes(self._shape, candidates.rows, (Q, K, V)), fair)
        return torch.where(found == 0, beside, found)

    def _asked(self, candidates: Candidates, raw: Tensor, V: Tensor, found: Tensor) -> Ends:
        """The fair interval of the numbers that are asked; what they miss is marked in `found`."""
        search, stage = self._search, self._search.stage
        unit, right = 10.0**-search.decimals, search.mechanisms[0]
        if search.single:
            values = raw.gather(0, candidates.columns[None])
            return Ends(values, values).around(values, unit)
        ends = divided(raw, right, search.d_k, decimals=search.decimals)
        values = raw / math.sqrt(search.d_k)
        if reaches(stage, Stage.WEIGHTS):
            made = (values - values.amax(0)).exp_()
            values = made / made.sum(0)
            ends = shares(ends, right, decimals=search.decimals)
            _mark(found, "saturated-weights", _saturated(values, search.decimals))
            if search.wishes.lead is None or search.decimals == 0:
                _mark(found, "slip-without-digits", self._lost(raw))
        if stage is Stage.OUTPUT:
            _mark(found, "flat-values", some(every(V[:1] == V)))
            values, ends = summed(values[None], V)[0], mixed(ends, V, decimals=search.decimals)
        fair = ends.around(values, unit)
        self._shown(values, fair, found)
        return fair

    def _shown(self, values: Tensor, fair: Ends, found: Tensor) -> None:
        """Marks what the asked numbers miss as they are printed."""
        scaled = values.abs() * 10.0**self._search.decimals
        zero = (scaled + 0.5).floor() == 0
        _mark(found, "negative-zero", some(zero & (values < 0)))
        edge = ((scaled - scaled.floor()) - 0.5).abs() <= self._search.wishes.edge
        _mark(found, "rounding-tie", some(edge))
        reach = torch.maximum(fair.high - values, values - fair.low)
        _mark(found, "not-finite", some(reach.isnan()))
        limit = (self._search.wishes.reach + _SLACK) * 10.0**-self._search.decimals
        _mark(found, "reach-too-wide", some(reach > limit))

    def _lost(self, raw: Tensor) -> Tensor:
        """Where a mechanism that always has numbers has lost its digits, [B].

        With a decimal, and a largest score x of 0 or more, none has: exp(x) is 1 or more, and is written as 0.9 at least.
        """
        search = self._search
        lost = torch.zeros_like(raw[0], dtype=torch.bool)
        for mechanism in search.wishes.always:
            scaled = divided(raw, mechanism, search.d_k, decimals=search.decimals)
            lost |= without_digits(scaled, mechanism, decimals=search.decimals)
        return lost

    def _beside(self, candidates: Candidates, planes: Planes, fair: Ends) -> Tensor:
        """What the numbers of the other mechanisms miss, [B]."""
        search = self._search
        values = Tree.of(planes, self._plan, search.stage).at(search.stage, self._ways)
        if search.single:
            values = values.gather(1, candidates.columns.expand(len(values), 1, -1))
        found = torch.zeros_like(candidates.at)
        if search.wishes.unlike:
            _mark(found, "slips-alike", self._alike(values, _own(values)))
        inside = (fair.low[0] <= values[1:, 0]) & (values[1:, 0] <= fair.high[0])
        few = some(inside).nonzero()[
            :, 0
        ]  # whose first number could be the answer's; few are left to be looked at
        if few.numel():
            low, high = fair.low.index_select(1, few), fair.high.index_select(1, few)
            values = values.index_select(2, few)
            inside = every(((low <= values) & (values <= high)).transpose(0, 1))
            found[few[some((inside & _own(values))[1:])]] = MISSES.index("slip-in-fair-interval")
        return found

    def _alike(self, values: Tensor, own: Tensor) -> Tensor:
        """Where two mechanisms with numbers of their own are within two units everywhere, [B]."""
        near = 2.0 * 10.0**-self._search.decimals
        found = torch.zeros_like(own[0])
        for place in range(1, len(values) - 1):
            meet = ((values[place + 1 :] - values[place]).abs() <= near).all(1)
            found |= own[place] & (meet & own[place + 1 :]).any(0)
        return found


def some(flags: Tensor) -> Tensor:
    """Whether any flag along the first axis is set; torch's own `any` takes ten times as long."""
    return flags.view(torch.uint8).amax(0).view(torch.bool)


def every(flags: Tensor) -> Tensor:
    """Whether all flags along the first axis are set."""
    return flags.view(torch.uint8).amin(0).view(torch.bool)


def _own(values: Tensor) -> Tensor:
    """Which mechanisms [M, w, B] have numbers of their own, [M, B]; NaN has none."""
    size = values[0].abs().amax(0).clamp(min=1.0)
    return (values - values[0]).abs().amax(1) > _NEAR * size


def _mark(found: Tensor, miss: str, where: Tensor) -> None:
    """Write the code of a miss."""
    found.masked_fill_(where, MISSES.index(miss))


def _saturated(weights: Tensor, decimals: int) -> Tensor:
    """Where a weight prints as 0 or 1, [B]."""
    printed = (weights * 10.0**decimals + 0.5).floor()
    return some((printed <= 0) | (printed >= 10.0**decimals))
