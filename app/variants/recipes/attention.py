"""Four recipes on one set of matrices: the raw score, the scaled row, the weights row and the output row."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt

import numpy as np
from flint import arb

from app.engine.batching import Batch, NumericEngine, width_of
from app.engine.mechanism import Mechanism
from app.engine.oracle import Oracle
from app.engine.problem import Problem, Shape
from app.engine.slips import apply, is_defined, pairs_at, slips_at
from app.engine.stages import Stage, up_to
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.block import SUMS_REACH, WEIGHTS_REACH, Block, Plan, Reading, layout_of
from app.variants.page import ORACLE_ROUTE, Page
from app.variants.recipes import attention_page, matrices
from app.variants.recipes import givens as reading
from app.variants.recipes.attention_draws import (
    AttentionGivens,
    drawn,
    drawn_by_hand,
    made_of_logs,
    ranges,
    space,
)
from app.variants.recipes.attention_page import Asked
from app.variants.recipes.ranges import EVERYTHING, Limits, Range, narrowed
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND, OPTIONS_OR_NUMBERS, difficulty_of
from app.variants.rounding import Flags, Floats, everywhere, somewhere, units
from app.variants.screen import SAME

_AFTER = "scale-after-softmax"
_RANK_WEIGHTS = {
    Stage.RAW: (25, 16, 21, 38),
    Stage.SCALED: (21, 22, 18, 39),
    Stage.WEIGHTS: (44, 18, 14, 24),
    Stage.OUTPUT: (34, 19, 15, 32),
}


@dataclass(frozen=True, slots=True)
class AttentionRecipe:
    """One step of softmax(Q Kᵀ / √d_k) V for one token, as a row; at the logits a single number of the row."""

    slug: str
    stage: Stage
    difficulty: int = BY_CALCULATOR
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    kinds: tuple[Kind, ...] = OPTIONS_OR_NUMBERS
    limits: Limits = EVERYTHING

    def at(self, settings: Mapping[str, str]) -> "AttentionRecipe":
        """The recipe at the difficulty and within the ranges that an item sets. Raises ValueError with a sentence."""
        difficulty = difficulty_of(self.slug, settings, self.difficulties)
        return narrowed(replace(self, difficulty=difficulty, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[AttentionGivens], ...]:
        """Tokens, d_k and entries, as far as they differ over the draws."""
        return ranges(self.stage, by_hand=self.difficulty == BY_HAND)

    @property
    def space(self) -> int:
        """Every matrix entry and every asked place, over the shapes."""
        return space(self.stage, self.limits, by_hand=self.difficulty == BY_HAND)

    def everything(self) -> Iterator[AttentionGivens] | None:
        """There are too many to go through."""
        return None

    def draw(self, draws: Draws) -> AttentionGivens:
        """Small whole numbers, halves for single scores, and by hand logarithms in K where a softmax follows."""
        draw = drawn_by_hand if self.difficulty == BY_HAND else drawn
        return draw(self.stage, draws, self.limits)

    def read(self, givens: Mapping[str, object]) -> AttentionGivens:
        """Matrices Q, K, V as lists of rows; `row` (and `column` for a single score) by the token's letter.

        Where a softmax follows, `logs` may be 1: the entries of K are the logarithms of the numbers in it.
        """
        single = self.stage is Stage.RAW
        softmax = self.stage in (Stage.WEIGHTS, Stage.OUTPUT)
        more = {"column"} if single else {"logs"} if softmax else set()
        reading.only(givens, {"Q", "K", "V", "row"} | more)
        Q, K, V = (reading.matrix(givens, name) for name in "QKV")
        if not len(Q) == len(K) == len(V) or len(Q[0]) != len(K[0]):
            raise ValueError("Q, K and V need one row for each token, and Q and K rows of one length")
        row = reading.token(givens, "row", len(Q))
        column = reading.token(givens, "column", len(Q)) if single else None
        return AttentionGivens(Q, K, V, row, column, logs=reading.logs(givens, K))

    def record(self, givens: AttentionGivens) -> dict[str, object]:
        """The givens as `read` takes them, with whole numbers as such."""
        record: dict[str, object] = {
            "Q": matrices.plain(givens.Q),
            "K": matrices.plain(givens.K),
            "V": matrices.plain(givens.V),
            "row": reading.TOKENS[givens.row],
        }
        if givens.column is not None:
            record["column"] = reading.TOKENS[givens.column]
        if givens.logs:
            record["logs"] = 1
        return record

    def shape(self, givens: AttentionGivens) -> Shape:
        """n tokens, d_k and d_v."""
        n = len(givens.K)
        return Shape(n_q=n, n=n, d_k=len(givens.K[0]), d_v=len(givens.V[0]))

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """All slips that can change the asked step, and pairs; single scores have few slips and always take pairs."""
        if not isinstance(shape, Shape):
            raise TypeError(f"{self.slug} needs the shape of its matrices, not {shape!r}")
        return _plan(self.stage, shape, pairs or self.stage is Stage.RAW, self.difficulty == BY_HAND)

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine, and the oracle."""
        return engine, ORACLE_ROUTE

    def run(
        self, group: Sequence[AttentionGivens], engine: NumericEngine, *, plan: Plan, decimals: int
    ) -> Block:
        """One run of the engine; for single scores one number is taken out of each row."""
        batch = Batch(
            np.array([givens.Q for givens in group], dtype=np.float64),
            np.array([matrices.floats(givens.K, logs=givens.logs) for givens in group], dtype=np.float64),
            np.array([givens.V for givens in group], dtype=np.float64),
            np.array([givens.row for givens in group], dtype=np.int64),
        )
        runs = engine.run(
            batch,
            [_mechanism(slugs) for slugs in plan.readings],
            stage=self.stage,
            decimals=decimals,
            stepped=plan.stepped,
        )
        block = Block(runs.table, runs.step_table, runs.defined.T, runs.coincides.T)
        if plan.width > 1:
            return block
        single = _one_column(block, [givens.column or 0 for givens in group])
        return _counted(single) if plan.counts else single

    def taste(
        self, group: Sequence[AttentionGivens], block: Block, *, plan: Plan, decimals: int
    ) -> dict[str, Flags]:
        """No ties (of logarithms not all), no weight that prints as 0 or 1, no column of V with one number, no score of zero."""
        if plan.width == 1:
            return {"answer-zero": units(block.values[:, 0, 0], decimals) == 0}
        steps = _by_step(plan, block.steps[:, 0])
        ordered = np.sort(steps[Stage.RAW], axis=1)
        logs = np.array([givens.logs for givens in group])
        tied = np.diff(ordered, axis=1) == 0
        found = {"tied-logits": np.where(logs, everywhere(tied), somewhere(tied))}
        if Stage.WEIGHTS in steps:
            printed = units(steps[Stage.WEIGHTS], decimals)
            found["saturated-weights"] = somewhere((printed <= 0) | (printed >= 10**decimals))
            found["row-sum"] = np.abs(steps[Stage.WEIGHTS].sum(axis=1) - 1.0) > SAME
        if self.stage is Stage.OUTPUT:
            V = np.array([givens.V for givens in group], dtype=np.float64)
            found["flat-values"] = somewhere((V[:, :1] == V).all(axis=1))
        return found

    def enclose(self, givens: AttentionGivens, readings: Sequence[Reading]) -> list[list[arb]]:
        """Ball arithmetic by the oracle's own loops."""
        Q, K, V = matrices.exact(givens.Q), matrices.exact(givens.K), matrices.exact(givens.V)
        oracle = Oracle(Problem(Q, K, V, givens.row), logs=frozenset("K" if givens.logs else ""))
        rows = [oracle.row(_mechanism(slugs), self.stage) for slugs in readings]
        return rows if givens.column is None else [[row[givens.column]] for row in rows]

    def _asked(self, givens: AttentionGivens) -> Asked:
        n, d_k, d_v = len(givens.K), len(givens.K[0]), len(givens.V[0])
        return Asked(self.stage, n, d_k, d_v, givens.row, givens.column, logs=givens.logs)

    def page(self, givens: AttentionGivens, decimals: int) -> Page:
        """The matrices and the question."""
        asked = self._asked(givens)
        return attention_page.page(asked, (givens.Q, givens.K, givens.V), decimals)

    def worked(
        self, givens: AttentionGivens, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """One row for each step; a single score begins with its products."""
        asked = self._asked(givens)
        if givens.column is not None:
            products = [q * k for q, k in zip(givens.Q[givens.row], givens.K[givens.column], strict=True)]
            return attention_page.worked_score(asked, products, steps[0])
        rows = attention_page.worked_row(asked, steps, decimals)
        asking = givens.Q[givens.row]
        made = made_of_logs(asking, givens.K) if givens.logs else ()
        return attention_page.with_logs(rows, made, isqrt(asked.d_k)) if made else rows


@lru_cache(maxsize=1024)
def _mechanism(slugs: Reading) -> Mechanism:
    return apply(slugs)


def _counts(slugs: Reading, shape: Shape, stage: Stage) -> bool:
    """Whether the slips have numbers of their own here.

    Before the weights, whoever scales after the softmax has the numbers of one who does not scale, and is taken for
    that one.
    """
    if stage is Stage.SCALED and _AFTER in slugs:
        return False
    return is_defined(apply(slugs), shape, stage)


@lru_cache(maxsize=64)
def _plan(stage: Stage, shape: Shape, pairs: bool, by_hand: bool) -> Plan:
    single = stage is Stage.RAW
    slips = [(slug,) for slug in slips_at(stage) if _counts((slug,), shape, stage)]
    compound = [pair for pair in pairs_at(stage) if _counts(pair, shape, stage)] if pairs else []
    stages = (Stage.RAW,) if single else up_to(stage)
    steps = [(step.value, 1 if single else width_of(shape, step)) for step in stages]
    return Plan(
        shape,
        layout_of(slips, compound, steps),
        frozenset((Stage.RAW.value,)),
        _RANK_WEIGHTS[stage],
        shares=stage is Stage.WEIGHTS,
        reach=SUMS_REACH if stage is Stage.OUTPUT else WEIGHTS_REACH,
        counts=single and by_hand,
    )


def _one_column(block: Block, columns: Sequence[int]) -> Block:
    """The block of rows with one number taken out of each draw's rows."""
    at = np.arange(len(columns)), columns
    table = np.ascontiguousarray(np.moveaxis(block.table, 3, 1)[at])[..., None]
    steps = np.ascontiguousarray(np.moveaxis(block.steps, 2, 1)[at])[..., None]
    values = table[:, :, 0, 0]
    with np.errstate(invalid="ignore"):
        same = np.abs(values - values[:, :1]) <= SAME * np.maximum(1.0, np.abs(values[:, :1]))
    return Block(table, steps, np.isfinite(values), same)


def _counted(block: Block) -> Block:
    """Products of whole numbers, added: nothing is rounded, and only the number itself is right."""
    table = np.repeat(block.values[:, :, None], 3, axis=2)
    return Block(table, block.steps, block.defined, block.coincides)


def _by_step(plan: Plan, steps: Floats) -> dict[str, Floats]:
    """The joined numbers of one reading's steps [B, P], by step."""
    found = {}
    start = 0
    for step in plan.steps:
        found[step.slug] = steps[:, start : start + step.count]
        start += step.count
    return found


RAW_SCORE = AttentionRecipe("raw-score", Stage.RAW)
SCALED_ROW = AttentionRecipe("scaled-row", Stage.SCALED)
WEIGHTS_ROW = AttentionRecipe("weights-row", Stage.WEIGHTS)
OUTPUT_ROW = AttentionRecipe("output-row", Stage.OUTPUT)
