"""One computation to be done: the matrices (or one row of raw scores) and which row is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

Exact = int | Fraction  # givens are integers or halves, so that logits are exact in float64
Row = tuple[Exact, ...]
Matrix = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a problem: Q is n_q × d_k, K is n × d_k, V is n × d_v; d_v is None without V.

    With `scores_only` one row of n raw scores is given instead of Q, K and V, and n_q is 1.
    """

    n_q: int
    n: int
    d_k: int
    d_v: int | None
    scores_only: bool = False


def exact(number: float | Fraction) -> Exact:
    """A number as an int where it is whole, else as a Fraction. NaN raises ValueError, infinity OverflowError."""
    as_fraction = Fraction(number)
    return as_fraction.numerator if as_fraction.denominator == 1 else as_fraction


def _exact_row(row: Sequence[float | Fraction]) -> Row:
    whole = tuple(map(int, row))
    return whole if whole == tuple(row) else tuple(map(exact, row))


def matrix(rows: Sequence[Sequence[float | Fraction]]) -> Matrix:
    """Rows of finite numbers as an exact matrix."""
    return tuple(map(_exact_row, rows))


@lru_cache(maxsize=256)
def _shape(n_q: int, n: int, d_k: int, d_v: int | None) -> Shape:
    """One object for equal sizes, which are looked up very often."""
    return Shape(n_q=n_q, n=n, d_k=d_k, d_v=d_v)


def _width(name: str, rows: Matrix) -> int:
    widths = set(map(len, rows))
    if len(widths) != 1 or 0 in widths:
        raise ValueError(f"{name} must have rows of one length, at least 1, not {sorted(widths)}")
    return widths.pop()


@dataclass(frozen=True, slots=True)
class Problem:
    """Q (n_q × d_k), K (n × d_k), V (n × d_v, or None where only weights are asked), and the asked row of Q.

    `hidden` are tokens whose Keys no Query may look at, as padding is. `divisor` is what a mechanism whose scale is
    CHOSEN divides the logits by. Raises ValueError when the shapes do not fit, naming both.
    """

    Q: Matrix
    K: Matrix
    V: Matrix | None
    row: int
    hidden: frozenset[int] = frozenset()
    divisor: Exact | None = None

    def __post_init__(self) -> None:
        d_q, d_k = _width("Q", self.Q), _width("K", self.K)
        if d_q != d_k:
            raise ValueError(
                f"Q is {len(self.Q)} × {d_q} and K is {len(self.K)} × {d_k}: their widths must be equal"
            )
        if self.V is not None and len(self.V) != len(self.K):
            raise ValueError(
                f"K is {len(self.K)} × {d_k} and V is {len(self.V)} × {_width('V', self.V)}: "
                "each Key needs its Value"
            )
        if not 0 <= self.row < len(self.Q):
            raise ValueError(f"row {self.row} is not in Q, which has {len(self.Q)} rows")
        if not self.hidden <= set(range(len(self.K))):
            raise ValueError(f"tokens {sorted(self.hidden)} cannot be hidden: K has {len(self.K)} rows")
        if self.divisor is not None and self.divisor <= 0:
            raise ValueError(f"logits are divided by a number above 0, not by {self.divisor}")

    @property
    def shape(self) -> Shape:
        """The sizes of the matrices."""
        return _shape(len(self.Q), len(self.K), len(self.K[0]), None if self.V is None else len(self.V[0]))


@dataclass(frozen=True, slots=True)
class LogitProblem:
    """One row of raw scores q·k_j with the d_k that they come from."""

    scores: Row
    d_k: int

    def __post_init__(self) -> None:
        if not self.scores or self.d_k < 1:
            raise ValueError(
                f"at least one score and d_k of 1 or more are needed, not {len(self.scores)} scores "
                f"and d_k = {self.d_k}"
            )

    @property
    def shape(self) -> Shape:
        """One row of n scores."""
        return Shape(n_q=1, n=len(self.scores), d_k=self.d_k, d_v=None, scores_only=True)
