"""Torch, plain Python and ball arithmetic give the same numbers for every slip and every pair, at every step."""

import numpy as np
import pytest

from app.engine.batching import Batch, LogitBatch, Runs, width_of
from app.engine.mechanism import RIGHT, NotDefined
from app.engine.oracle import Oracle
from app.engine.plain_engine import PlainEngine
from app.engine.slips import apply, is_defined
from app.engine.stages import Stage, up_to
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from tests.unit.engine.cases import SHAPES, drawn_batch, drawn_scores, every_mechanism, every_slug, refuses

TORCH = TorchEngine(choose_device("cpu"))
PLAIN = PlainEngine()
NEAR = 1e-12


def _near(one: np.ndarray, other: np.ndarray) -> bool:
    size = np.maximum(1.0, np.abs(other))
    return bool(np.all(np.isclose(one / size, other / size, rtol=0, atol=NEAR, equal_nan=True)))


def _both(batch: Batch | LogitBatch, stage: Stage) -> tuple[Runs, Runs]:
    mechanisms = every_mechanism(stage)
    fast = TORCH.run(batch, mechanisms, stage=stage, decimals=3, stepped=len(mechanisms))
    plain = PLAIN.run(batch, mechanisms, stage=stage, decimals=3, stepped=len(mechanisms))
    return fast, plain


def _agree(batch: Batch | LogitBatch, stage: Stage) -> Runs:
    fast, plain = _both(batch, stage)
    assert np.array_equal(fast.defined, plain.defined)
    assert np.array_equal(fast.coincides, plain.coincides)
    assert _near(fast.table, plain.table)
    for step in up_to(stage):
        assert _near(fast.steps[step], plain.steps[step]), step
    return fast


def _oracle_agrees(batch: Batch | LogitBatch, runs: Runs, stage: Stage) -> None:
    slugs = every_slug(stage)
    for b in range(batch.size):
        oracle = Oracle(batch.problem(b))
        for m, mechanism in enumerate(every_mechanism(stage)):
            try:
                balls = oracle.row(mechanism, stage)
            except NotDefined:
                assert not runs.defined[m, b], slugs[m]
                continue
            if runs.defined[m, b]:
                exact = np.array([float(ball) for ball in balls])
                assert _near(runs.values[m, b], exact), slugs[m]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("stage", Stage)
def test_three_ways_agree(shape: tuple[int, ...], stage: Stage) -> None:
    batch = drawn_batch(3, shape, seed=17)
    runs = _agree(batch, stage)
    _oracle_agrees(batch, runs, stage)
    assert runs.values.shape[2] == width_of(batch.shape, stage)
    allowed = [is_defined(mechanism, batch.shape, stage) for mechanism in every_mechanism(stage)]
    assert not runs.defined[~np.array(allowed)].any()
    if stage is not Stage.SUM:
        assert runs.defined[0].all()


@pytest.mark.parametrize("stage", [Stage.RAW, Stage.SCALED, Stage.EXPONENTIALS, Stage.SUM, Stage.WEIGHTS])
def test_raw_scores_agree(stage: Stage) -> None:
    batch = drawn_scores(7, 2, seed=5)
    runs = _agree(batch, stage)
    _oracle_agrees(batch, runs, stage)
    assert runs.defined[0].all()


def test_weights_only_batches_need_no_values() -> None:
    full = drawn_batch(5, (3, 3, 5, 5), seed=2)
    batch = Batch(full.Q, full.K, None, full.rows)
    runs = _agree(batch, Stage.WEIGHTS)
    assert not runs.defined[every_slug(Stage.WEIGHTS).index(("swap-query-value",))].any()
    assert "needs V" in refuses(lambda: TORCH.run(batch, [RIGHT], stage=Stage.OUTPUT, decimals=3, stepped=1))


def test_blocks_and_company_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit: a variant's name is made of all its numbers, and a seed has one variant."""
    batch = drawn_batch(300, (3, 3, 2, 2), seed=11)

    def run(first: int, last: int) -> Runs:
        V = None if batch.V is None else batch.V[first:last]
        part = Batch(batch.Q[first:last], batch.K[first:last], V, batch.rows[first:last])
        return TORCH.run(
            part,
            every_mechanism(Stage.OUTPUT),
            stage=Stage.OUTPUT,
            decimals=3,
            stepped=len(every_slug(Stage.OUTPUT)),
        )

    whole = run(0, 300)
    monkeypatch.setattr("app.engine.tensors.batch._CELLS", 1)  # the shortest blocks
    for first, last in ((0, 300), (77, 78), (77, 84), (201, 300), (5, 40)):
        part = run(first, last)
        assert part.table.tobytes() == whole.table[first:last].tobytes()
        assert part.step_table.tobytes() == whole.step_table[first:last].tobytes()
        assert np.array_equal(part.defined, whole.defined[:, first:last])
        assert np.array_equal(part.coincides, whole.coincides[:, first:last])
        assert np.array_equal(
            part.steps[Stage.WEIGHTS], whole.steps[Stage.WEIGHTS][:, first:last], equal_nan=True
        )


def test_layout_of_the_tables() -> None:
    batch = drawn_batch(4, (3, 3, 5, 7), seed=8)
    mechanisms = [apply(slugs) for slugs in ((), ("no-scale",), ("carry-keys",), ("base-two", "other-row"))]
    runs = TORCH.run(batch, mechanisms, stage=Stage.OUTPUT, decimals=3, stepped=2)
    assert runs.table.shape == (4, 4, 3, 7)
    assert runs.table.flags.c_contiguous
    assert runs.step_table.shape == (4, 2, 3 + 3 + 3 + 1 + 3 + 21 + 7)
    assert runs.step_table.flags.c_contiguous
    assert runs.values.shape == runs.low.shape == runs.high.shape == (4, 4, 7)
    assert list(runs.steps) == list(Stage)
    assert runs.steps[Stage.WEIGHTED].shape == (2, 4, 21)
    assert np.array_equal(runs.steps[Stage.OUTPUT], runs.values[:2])
    assert not runs.defined[2].any()  # Keys are not as wide as Values here
    assert np.isnan(runs.values[2]).all()
    assert runs.coincides[0].all()
    assert not runs.coincides[1].all()


def test_coincidence_is_seen() -> None:
    batch = drawn_batch(20, (3, 3, 5, 5), seed=4)
    mechanisms = [apply(slugs) for slugs in ((), ("causal-mask-added",), ("scaled-already",))]
    runs = TORCH.run(batch, mechanisms, stage=Stage.OUTPUT, decimals=3, stepped=0)
    assert runs.coincides[1, batch.rows == 2].all()
    assert not runs.coincides[1, batch.rows == 0].any()
    assert runs.coincides[2].all()
    assert runs.steps[Stage.OUTPUT].shape == (0, 20, 5)


def test_requests_that_cannot_be_answered() -> None:
    batch = drawn_batch(2, (3, 3, 5, 5), seed=1)
    for engine in (TORCH, PLAIN):
        assert "at least one" in refuses(
            lambda engine=engine: engine.run(batch, [], stage=Stage.RAW, decimals=3, stepped=0)
        )
        assert "decimals" in refuses(
            lambda engine=engine: engine.run(batch, [RIGHT], stage=Stage.RAW, decimals=-1, stepped=0)
        )
        only = engine.run(batch, [apply(("carry-keys",))], stage=Stage.OUTPUT, decimals=3, stepped=1)
        assert only.defined.all()


def test_names_say_what_computed() -> None:
    assert TORCH.name == "torch float64 on cpu"
    assert PLAIN.name == "plain Python float64"
