"""Many computations at once: what goes into a numeric engine and what comes out, without torch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.engine.mechanism import Mechanism, Scale
from app.engine.problem import LogitProblem, Problem, Shape, exact, matrix
from app.engine.stages import Stage

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """B problems of one shape: Q [B, n_q, d_k], K [B, n, d_k], V [B, n, d_v] or None, asked rows [B].

    Raises ValueError when the shapes do not fit, naming both.
    """

    Q: Floats
    K: Floats
    V: Floats | None
    rows: Ints

    def __post_init__(self) -> None:
        q, k = self.Q.shape, self.K.shape
        if len(q) != 3 or len(k) != 3 or q[0] != k[0] or q[2] != k[2] or 0 in q[1:] or 0 in k[1:]:
            raise ValueError(f"Q of shape {q} and K of shape {k} do not fit: [B, n_q, d_k] and [B, n, d_k]")
        if self.V is not None and (self.V.ndim != 3 or self.V.shape[:2] != k[:2] or self.V.shape[2] == 0):
            raise ValueError(f"K of shape {k} and V of shape {self.V.shape} do not fit: [B, n, d_v] for V")
        if self.rows.shape != q[:1]:
            raise ValueError(
                f"Q of shape {q} and rows of shape {self.rows.shape} do not fit: one row per item"
            )
        if self.rows.size and not (self.rows.min() >= 0 and self.rows.max() < q[1]):
            raise ValueError(f"rows must lie in 0 … {q[1] - 1} for Q of shape {q}")

    @property
    def size(self) -> int:
        """How many problems."""
        return int(self.Q.shape[0])

    @property
    def shape(self) -> Shape:
        """The sizes that all problems share."""
        return Shape(
            n_q=int(self.Q.shape[1]),
            n=int(self.K.shape[1]),
            d_k=int(self.K.shape[2]),
            d_v=None if self.V is None else int(self.V.shape[2]),
        )

    def problem(self, index: int) -> Problem:
        """One problem of the batch, with exact numbers."""
        return Problem(
            matrix(self.Q[index].tolist()),
            matrix(self.K[index].tolist()),
            None if self.V is None else matrix(self.V[index].tolist()),
            int(self.rows[index]),
        )

    @staticmethod
    def of(problems: Sequence[Problem]) -> "Batch":
        """A batch of problems that have one shape. Raises ValueError for hidden tokens or a divisor of their own."""
        if any(problem.hidden or problem.divisor is not None for problem in problems):
            raise ValueError("hidden tokens and chosen divisors belong to single problems, not to batches")
        with_values = [problem.V for problem in problems if problem.V is not None]
        return Batch(
            np.array([problem.Q for problem in problems], dtype=np.float64),
            np.array([problem.K for problem in problems], dtype=np.float64),
            np.array(with_values, dtype=np.float64) if with_values else None,
            np.array([problem.row for problem in problems], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False)
class LogitBatch:
    """B rows of n raw scores [B, n], with the d_k [B] that each comes from."""

    scores: Floats
    d_k: Ints

    def __post_init__(self) -> None:
        if self.scores.ndim != 2 or self.scores.shape[1] == 0 or self.d_k.shape != self.scores.shape[:1]:
            raise ValueError(
                f"scores of shape {self.scores.shape} and d_k of shape {self.d_k.shape} do not fit: [B, n], [B]"
            )
        if self.d_k.size and self.d_k.min() < 1:
            raise ValueError("every d_k must be 1 or more")

    @property
    def size(self) -> int:
        """How many rows."""
        return int(self.scores.shape[0])

    @property
    def shape(self) -> Shape:
        """The sizes that all rows share; d_k is that of the first, since each row has its own."""
        first = int(self.d_k[0]) if self.size else 1
        return Shape(n_q=1, n=int(self.scores.shape[1]), d_k=first, d_v=None, scores_only=True)

    def problem(self, index: int) -> LogitProblem:
        """One row of the batch, with exact numbers."""
        return LogitProblem(tuple(exact(x) for x in self.scores[index].tolist()), int(self.d_k[index]))

    @staticmethod
    def of(problems: Sequence[LogitProblem]) -> "LogitBatch":
        """A batch of rows that have one length."""
        return LogitBatch(
            np.array([problem.scores for problem in problems], dtype=np.float64),
            np.array([problem.d_k for problem in problems], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """What M mechanisms give for B problems at the asked step, which has w numbers.

    `table` [B, M, 3, w] is one C-contiguous array: for every problem and mechanism the values, then the lows, then
    the highs of the fair interval, so `table[b].tobytes()` is what is stored of problem b. `values`, `low` and
    `high` [M, B, w] are views of it. `step_table` [B, S, T] has, for the first S mechanisms, the numbers of all
    steps up to the asked one, joined in order; `steps` maps each step to its view [S, B, ·] (`weighted` is token by
    token: n · d_v numbers; `sum` is one number, NaN where the sum runs over columns).

    `defined` [M, B] is False where a mechanism does not apply (by its shapes, a sum that is zero or can be rounded
    to zero, a vector of length zero, an overflow); the numbers of that mechanism are then NaN. `coincides` [M, B]
    is True where its values equal those of mechanism 0 within 1e-12 of the larger of 1 and the largest value.
    """

    table: Floats
    step_table: Floats
    steps: Mapping[Stage, Floats]
    defined: Flags
    coincides: Flags

    def first(self, count: int) -> "Runs":
        """The same of the first problems alone."""
        return Runs(
            self.table[:count],
            self.step_table[:count],
            {stage: numbers[:, :count] for stage, numbers in self.steps.items()},
            self.defined[:, :count],
            self.coincides[:, :count],
        )

    @property
    def values(self) -> Floats:
        """The numbers at the asked step, [M, B, w]."""
        return self.table[:, :, 0, :].transpose(1, 0, 2)

    @property
    def low(self) -> Floats:
        """The lower ends of the fair intervals, [M, B, w]."""
        return self.table[:, :, 1, :].transpose(1, 0, 2)

    @property
    def high(self) -> Floats:
        """The upper ends of the fair intervals, [M, B, w]."""
        return self.table[:, :, 2, :].transpose(1, 0, 2)


class NumericEngine(Protocol):
    """Computes many mechanisms for many problems."""

    @property
    def name(self) -> str:
        """What computed it, for the proof: "torch float64 on cpu"."""
        ...

    @property
    def version(self) -> str:
        """The library that computed it, with its version: "torch 2.13.0"."""
        ...

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        """All mechanisms at one step, with fair intervals for `decimals` decimals.

        Mechanism 0 is the one that the others are compared with; the first `stepped` return all their steps.
        Raises ValueError where there is no mechanism, or the step needs V and the batch has none.
        """
        ...


def check_request(batch: Batch | LogitBatch, mechanisms: Sequence[Mechanism], stage: Stage) -> None:
    """Raises ValueError for a request that no engine can answer."""
    if not mechanisms:
        raise ValueError("at least one mechanism is needed")
    if any(mechanism.scale is Scale.CHOSEN for mechanism in mechanisms):
        raise ValueError("a chosen divisor belongs to a single problem, and a batch has none")
    if stage in (Stage.WEIGHTED, Stage.OUTPUT) and batch.shape.d_v is None:
        raise ValueError(f"the step {stage.value} needs V, and the batch has none")


def width_of(shape: Shape, stage: Stage) -> int:
    """How many numbers a step has."""
    match stage:
        case Stage.SUM:
            return 1
        case Stage.WEIGHTED:
            return shape.n * (shape.d_v or 0)
        case Stage.OUTPUT:
            return shape.d_v or 0
        case _:
            return shape.n
