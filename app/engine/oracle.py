"""The same computation a second time, by another route, in ball arithmetic: every number with a proven enclosure.

Nothing is shared with the trace or the tensors. A scaled logit is never divided by a root: it is kept exactly, as a
sign and a rational square (s/√d_k is ±√(s²/d_k)), and one root is taken at the end. A weight is never made of
exponentials of logits but of their differences: r_j / Σ r_m with r_m = exp(x_m − x_0) along a row or over the matrix,
1 / Σ exp(x_m − x_j) down a column.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import add, mul

from flint import arb, ctx

from app.engine.exact_balls import (
    ONE,
    ZERO,
    Grid,
    Square,
    above,
    column_balls,
    logarithm,
    logarithms,
    ratio_under,
    rooted,
    whole,
    whole_column,
)
from app.engine.mechanism import (
    NOTHING_VISIBLE,
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    NotDefined,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.precision import BITS, bits_now
from app.engine.problem import LogitProblem, Problem
from app.engine.slips import is_defined
from app.engine.stages import Stage, reaches

_LETTERS = {
    Product.QUERY_KEY: ("Q", "K"),
    Product.VALUE_KEY: ("V", "K"),
    Product.KEY_QUERY: ("K", "Q"),
}
Place = tuple[int, int]  # row and column of the matrix of logits
_is_defined = lru_cache(maxsize=1 << 12)(is_defined)


class Oracle:
    """Enclosures of every step of one problem under any mechanism, at a precision in bits.

    Where no precision is given it is the working one, at least 64 bits. Rows of logits are computed when a mechanism
    looks at them, and kept for the next one.
    """

    __slots__ = ("_balls", "_carried", "_grids", "_hidden", "_logits", "_logs", "_shape", "bits", "problem")

    def __init__(
        self, problem: Problem | LogitProblem, bits: int | None = None, *, logs: frozenset[str] = frozenset()
    ) -> None:
        """`logs` are the letters of matrices (or "scores") whose numbers stand for their logarithms."""
        self.problem = problem
        self.bits = bits_now() if bits is None else bits
        self._logs = logs
        self._shape = problem.shape
        self._hidden = frozenset() if isinstance(problem, LogitProblem) else problem.hidden
        self._grids: dict[str, Grid] = {}
        self._carried: dict[str, tuple[list[Sequence[arb]], int]] = {}
        self._logits: dict[tuple[Product, Comparison, int], list[Square]] = {}
        self._balls: dict[tuple[Product, Comparison, int, Scale], list[arb]] = {}

    def row(self, mechanism: Mechanism, stage: Stage) -> list[arb]:
        """The numbers of `stage` under `mechanism` as balls that are proven to hold the exact values.

        Raises NotDefined where the mechanism gives no number, or where a sum cannot be told from zero.
        """
        if not _is_defined(mechanism, self._shape, stage):
            raise NotDefined(f"the shapes {self._shape} do not allow this mechanism")
        if self._shape.d_v is None and reaches(stage, Stage.WEIGHTED):
            raise NotDefined("there are no Values to be weighted")
        before = ctx.prec
        if before == self.bits:
            return self._at(mechanism, stage)
        ctx.prec = self.bits
        try:
            return self._at(mechanism, stage)
        finally:
            ctx.prec = before

    def _at(self, mechanism: Mechanism, stage: Stage) -> list[arb]:
        i = self._asked(mechanism)
        match stage:
            case Stage.OUTPUT:
                return self._output(mechanism, i)
            case Stage.WEIGHTS:
                return self._weights(mechanism, i)
            case Stage.SCALED:
                return self._scaled(mechanism, i)
            case Stage.RAW:
                return self._written(mechanism, i)
            case Stage.EXPONENTIALS:
                return [self._made(mechanism, i, j) for j in range(self._columns(mechanism))]
            case Stage.SUM:
                return [self._sum(mechanism, i)]
            case Stage.WEIGHTED:
                return self._weighted(mechanism, i)

    def _asked(self, mechanism: Mechanism) -> int:
        row = 0 if isinstance(self.problem, LogitProblem) else self.problem.row
        if mechanism.reading is Reading.NEXT:
            return 0 if row + 1 == self._rows(mechanism) else row + 1
        return row

    def _columns(self, mechanism: Mechanism) -> int:
        return self._shape.n_q if mechanism.product is Product.KEY_QUERY else self._shape.n

    def _rows(self, mechanism: Mechanism) -> int:
        return self._shape.n_q if mechanism.product is Product.QUERY_KEY else self._shape.n

    def _grid(self, letter: str) -> Grid:
        if letter not in self._grids:
            rows = getattr(self.problem, letter)
            self._grids[letter] = logarithms(rows) if letter in self._logs else whole(rows)
        return self._grids[letter]

    def _squares(self, mechanism: Mechanism, i: int) -> list[Square]:
        """Row i of the logits before any scale."""
        place = (mechanism.product, mechanism.comparison, i)
        kept = self._logits.get(place)
        if kept is None:
            kept = self._compared(mechanism, i)
            self._logits[place] = kept
        return kept

    def _compared(self, mechanism: Mechanism, i: int) -> list[Square]:
        if isinstance(self.problem, LogitProblem):
            if "scores" in self._logs:
                return [(logarithm(score), 1) for score in self.problem.scores]
            return [(score.numerator, score.denominator**2) for score in self.problem.scores]
        asks, against = _LETTERS[mechanism.product]
        (first, first_below), (second, second_below) = self._grid(asks), self._grid(against)
        a, under = first[i], (first_below * second_below) ** 2
        match mechanism.comparison:
            case Comparison.DOT:
                return [(sum(map(mul, a, b)), under) for b in second]
            case Comparison.SIGNLESS:
                return [(sum(map(abs, map(mul, a, b))), under) for b in second]
            case Comparison.COSINE:  # the common denominators cancel
                own = sum(map(mul, a, a))
                found = [(sum(map(mul, a, b)), own * sum(map(mul, b, b))) for b in second]
                if any(lengths == 0 for _, lengths in found):
                    raise NotDefined("a vector of length zero has no cosine")
                return found

    def _by(self, mechanism: Mechanism, scale: Scale) -> tuple[int, int]:
        """What a scale multiplies the square of a logit by, and what it divides it by."""
        match scale:
            case Scale.ROOT_D_K:
                return 1, self._shape.d_k
            case Scale.D_K:
                return 1, self._shape.d_k**2
            case Scale.TIMES_ROOT_D_K:
                return self._shape.d_k, 1
            case Scale.ROOT_N:
                return 1, self._columns(mechanism)
            case Scale.NONE | Scale.ROOT_D_K_AFTER:
                return 1, 1
            case Scale.CHOSEN:
                if isinstance(self.problem, LogitProblem) or self.problem.divisor is None:
                    raise NotDefined("no divisor was chosen")
                return self.problem.divisor.denominator**2, self.problem.divisor.numerator**2

    def _sees(self, mechanism: Mechanism, i: int, j: int) -> bool:
        """Whether row i may look at place j."""
        return j not in self._hidden and (mechanism.mask is Mask.NONE or j <= i)

    def _row_balls(self, mechanism: Mechanism, i: int, scale: Scale) -> list[arb]:
        """Row i of the logits under a scale: the square takes what the number is divided by."""
        place = (mechanism.product, mechanism.comparison, i, scale)
        kept = self._balls.get(place)
        if kept is None:
            up, down = self._by(mechanism, scale)
            squares, bits = self._squares(mechanism, i), self.bits
            kept = [rooted(total, up, under * down, bits) for total, under in squares]
            self._balls[place] = kept
        return kept

    def _scaled(self, mechanism: Mechanism, i: int) -> list[arb]:
        return self._row_balls(mechanism, i, mechanism.scale)

    def _written(self, mechanism: Mechanism, i: int) -> list[arb]:
        divided = mechanism.written is Written.DIVIDED
        return self._row_balls(mechanism, i, mechanism.scale if divided else Scale.NONE)

    def _group(self, mechanism: Mechanism, i: int, j: int) -> Iterator[Place]:
        """The visible places that are summed together with place (i, j)."""
        rows = range(self._rows(mechanism)) if mechanism.axis is not Axis.ROW else (i,)
        columns = range(self._columns(mechanism)) if mechanism.axis is not Axis.COLUMN else (j,)
        if mechanism.mask is Mask.NONE and not self._hidden:
            return product(rows, columns)
        return ((r, m) for r, m in product(rows, columns) if self._sees(mechanism, r, m))

    def _made(self, mechanism: Mechanism, i: int, j: int) -> arb:
        """What stands above the fraction bar for place (i, j)."""
        if not self._sees(mechanism, i, j):
            return ZERO
        match mechanism.normaliser:
            case Normaliser.EXP:
                return self._scaled(mechanism, i)[j].exp()
            case Normaliser.TWO:
                return arb(2) ** self._scaled(mechanism, i)[j]
            case Normaliser.NONE:
                return self._scaled(mechanism, i)[j]
            case Normaliser.LARGEST:
                largest = self._largest(mechanism, list(self._group(mechanism, i, j)))
                return ONE if (i, j) in largest else ZERO

    def _sum(self, mechanism: Mechanism, i: int) -> arb:
        if mechanism.axis is Axis.COLUMN:
            raise NotDefined("every column has a sum of its own")
        total = ZERO
        for r, m in self._group(mechanism, i, 0):
            total += self._made(mechanism, r, m)
        return total

    def _soft_column(self, mechanism: Mechanism, i: int) -> list[arb]:
        """1 / Σ exp(x_m − x_j) over the visible places of the column of each j, or with 2 for e; 0 for what is hidden."""
        base = arb(2).log() if mechanism.normaliser is Normaliser.TWO else ONE
        rows = [self._scaled(mechanism, r) for r in range(self._rows(mechanism))]
        shares = [ZERO] * len(rows[i])
        for j in self._seen(mechanism, i):
            mine = rows[i][j]
            visible = [rows[r][j] for r, _ in self._group(mechanism, i, j)]
            shares[j] = ONE / reduce(add, [((one - mine) * base).exp() for one in visible])
        return shares

    def _soft_row(self, mechanism: Mechanism, i: int, seen: Sequence[int]) -> list[arb]:
        """r_j / Σ r_m with r_m = exp(x_m − x_0), or with 2 for e; 0 for what is hidden.

        The sum is over the row, or over all visible places of the matrix.
        """
        squares = self._squares(mechanism, i)
        first, every = squares[seen[0]], len(seen) == len(squares)
        ratios = self._ratios(mechanism, squares[1:] if every else [squares[j] for j in seen[1:]], first)
        total = sum(ratios, ONE)
        ratios.insert(0, ONE)
        if mechanism.axis is Axis.MATRIX:
            for r in range(self._rows(mechanism)):
                if r != i:
                    others = self._squares(mechanism, r)
                    visible = [others[m] for m in self._seen(mechanism, r)]
                    total = sum(self._ratios(mechanism, visible, first), total)
        if every:
            return [ratio / total for ratio in ratios]
        shares = [ZERO] * len(squares)
        for j, ratio in zip(seen, ratios, strict=True):
            shares[j] = ratio / total
        return shares

    def _seen(self, mechanism: Mechanism, i: int) -> Sequence[int]:
        """The places that row i may look at."""
        places = range(self._columns(mechanism))
        if mechanism.mask is Mask.NONE and not self._hidden:
            return places
        return [j for j in places if self._sees(mechanism, i, j)]

    def _ratios(self, mechanism: Mechanism, squares: Sequence[Square], first: Square) -> list[arb]:
        """exp(x − x_0) under the scale, or with 2 for e, for numbers x given by their squares."""
        up, down = self._by(mechanism, mechanism.scale)
        two = mechanism.normaliser is Normaliser.TWO
        ratio = ratio_under(up, down, self.bits, two=two, exact=not self._logs)
        return [ratio(one, first) for one in squares]

    def _plain_row(self, mechanism: Mechanism, i: int) -> list[arb]:
        """The weights where no power is taken: x_j / Σ x_m, or the largest takes all; 0 for what is hidden."""
        shares = [ZERO] * self._columns(mechanism)
        share: Callable[[int], arb] | None = None
        for j in self._seen(mechanism, i):
            if share is None or mechanism.axis is Axis.COLUMN:
                share = self._shares(mechanism, i, list(self._group(mechanism, i, j)))
            shares[j] = share(j)
        return shares

    def _shares(self, mechanism: Mechanism, i: int, group: Sequence[Place]) -> Callable[[int], arb]:
        """The weight of a place of row i among the places that are summed together."""
        if mechanism.normaliser is Normaliser.LARGEST:
            largest = self._largest(mechanism, group)
            each = ONE / len(largest)
            return lambda j: each if (i, j) in largest else ZERO
        total = ZERO
        for r, m in group:
            total += self._scaled(mechanism, r)[m]
        if total.contains(0):
            raise NotDefined("the sum that is divided by is zero")
        mine = self._scaled(mechanism, i)
        return lambda j: mine[j] / total

    def _largest(self, mechanism: Mechanism, group: Sequence[Place]) -> frozenset[Place]:
        """The places that no other is above. Every scale is positive and the same for all, so that the logits decide."""
        squares = [self._squares(mechanism, r)[m] for r, m in group]
        if not self._logs and len({under for _, under in squares}) == 1:
            top = max(squares)
            return frozenset([place for place, one in zip(group, squares, strict=True) if one == top])
        return frozenset(
            [
                place
                for place, mine in zip(group, squares, strict=True)
                if not any(above(one, mine) for one in squares)
            ]
        )

    def _weights(self, mechanism: Mechanism, i: int) -> list[arb]:
        columns, seen = self._columns(mechanism), self._seen(mechanism, i)
        if not seen:
            raise NotDefined(NOTHING_VISIBLE)
        if mechanism.weighting is Weighting.PLAIN_MEAN:
            return [ONE / len(seen) if j in seen else ZERO for j in range(columns)]
        soft = mechanism.normaliser in (Normaliser.EXP, Normaliser.TWO)
        if soft:
            column = mechanism.axis is Axis.COLUMN
            shares = self._soft_column(mechanism, i) if column else self._soft_row(mechanism, i, seen)
        else:
            shares = self._plain_row(mechanism, i)
        if mechanism.scale is Scale.ROOT_D_K_AFTER:
            divisor = arb(self._shape.d_k).sqrt()
            return [share / divisor for share in shares]
        return shares

    def _weighted(self, mechanism: Mechanism, i: int) -> list[arb]:
        rows, below = self._grid("K" if mechanism.carried is Carried.KEYS else "V")
        weights = self._weights(mechanism, i)
        return [weights[j] * entry / below for j, row in enumerate(rows) for entry in row]

    def _output(self, mechanism: Mechanism, i: int) -> list[arb]:
        columns, below = self._columns_of("K" if mechanism.carried is Carried.KEYS else "V")
        weights = self._weights(mechanism, i)
        found = [reduce(add, map(mul, weights, column)) for column in columns]
        return found if below == 1 else [total / below for total in found]

    def _columns_of(self, letter: str) -> tuple[list[Sequence[arb]], int]:
        """The columns of a matrix as exact balls, over one common denominator."""
        kept = self._carried.get(letter)
        if kept is None:
            rows, below = self._grid(letter)
            balls = column_balls if letter in self._logs else whole_column
            kept = [balls(column) for column in zip(*rows, strict=True)], below
            self._carried[letter] = kept
        return kept


def oracle_row(
    problem: Problem | LogitProblem, mechanism: Mechanism, *, stage: Stage, bits: int = BITS
) -> list[arb]:
    """Enclosures of one step; see `Oracle.row`, which is faster for several mechanisms of one problem."""
    return Oracle(problem, bits).row(mechanism, stage)
