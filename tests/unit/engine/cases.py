"""Problems, batches and lists of mechanisms that the engine's tests share."""

from collections.abc import Callable, Sequence

import numpy as np

from app.engine.batching import Batch, LogitBatch
from app.engine.mechanism import Mechanism
from app.engine.problem import Problem, matrix
from app.engine.slips import apply, pairs_at, slips_at
from app.engine.stages import Stage

LESSON = Problem(
    Q=matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    K=matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    V=matrix([[1, 2, 0, 0], [0, 1, 2, 0], [0, 0, 1, 2]]),
    row=0,
)
# Numbers in which every slip shows: signs, no equal rows, n ≠ d_k, the asked row is the first.
TELLING = Problem(
    Q=matrix([[1, -2, 0.5, 1, 2], [0, 1, 1, -1, 1], [2, 0, -1, 1, 0]]),
    K=matrix([[1, 1, -1, 0, 1], [-1, 2, 1, 0.5, 0], [2, -1, 0, 1, 1]]),
    V=matrix([[3, -1, 2, 0, 1], [1, 0, -2, 4, 1], [-1, 2, 1, 1, -3]]),
    row=0,
)

# (n_q, n, d_k, d_v): prime and different wherever a slip does not need them to be equal.
SHAPES = ((3, 3, 5, 5), (2, 3, 5, 7), (5, 2, 3, 7), (7, 7, 2, 3))


def every_slug(stage: Stage) -> list[tuple[str, ...]]:
    """The right mechanism, all single slips and all pairs that act at a step."""
    return [(), *((slug,) for slug in slips_at(stage)), *pairs_at(stage)]


def every_mechanism(stage: Stage) -> list[Mechanism]:
    """The mechanisms of `every_slug`."""
    return [apply(slugs) for slugs in every_slug(stage)]


def drawn_batch(size: int, shape: Sequence[int], seed: int) -> Batch:
    """Integers and halves from −2 to 2."""
    n_q, n, d_k, d_v = shape
    chance = np.random.default_rng(seed)

    def halves(*sizes: int) -> np.ndarray:
        return chance.integers(-4, 5, sizes) / 2

    return Batch(
        halves(size, n_q, d_k), halves(size, n, d_k), halves(size, n, d_v), chance.integers(0, n_q, size)
    )


def drawn_scores(size: int, n: int, seed: int) -> LogitBatch:
    """Whole scores with a d_k of their own for each row."""
    chance = np.random.default_rng(seed)
    scores = chance.integers(-12, 41, (size, n)).astype(np.float64)
    return LogitBatch(scores, chance.choice(np.array([3, 16, 64]), size))


def refuses(call: Callable[[], object]) -> str:
    """The sentence of the ValueError that a call raises."""
    try:
        call()
    except ValueError as problem:
        return str(problem)
    raise AssertionError("nothing was raised")
