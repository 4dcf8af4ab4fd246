"""The same numbers on a GPU; skipped where there is none."""

import numpy as np
import pytest
import torch

from app.engine.stages import Stage
from app.engine.tensors.attention import Inputs, Settings, attend
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from tests.unit.engine.cases import SHAPES, drawn_batch, drawn_scores, every_mechanism

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device on this machine")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("stage", [Stage.SUM, Stage.WEIGHTS, Stage.OUTPUT])
def test_gpu_and_cpu_agree(shape: tuple[int, ...], stage: Stage) -> None:
    batch, mechanisms = drawn_batch(100, shape, seed=3), every_mechanism(stage)
    chosen = choose_device()
    assert chosen.name == "cuda", chosen.reason
    there = TorchEngine(chosen).run(batch, mechanisms, stage=stage, decimals=3, stepped=5)
    here = TorchEngine(choose_device("cpu")).run(batch, mechanisms, stage=stage, decimals=3, stepped=5)
    assert np.array_equal(there.defined, here.defined)
    assert np.array_equal(there.coincides, here.coincides)
    assert np.allclose(there.table, here.table, rtol=1e-12, atol=1e-12, equal_nan=True)
    assert np.allclose(there.step_table, here.step_table, rtol=1e-12, atol=1e-12, equal_nan=True)


def test_gpu_raw_scores_agree() -> None:
    batch, mechanisms = drawn_scores(50, 2, seed=1), every_mechanism(Stage.WEIGHTS)
    there, here = (
        TorchEngine(choose_device(wish)).run(batch, mechanisms, stage=Stage.WEIGHTS, decimals=3, stepped=1)
        for wish in ("cuda", "cpu")
    )
    assert np.allclose(there.table, here.table, rtol=1e-12, atol=1e-12, equal_nan=True)


def test_gpu_general_attention_agrees() -> None:
    chance = np.random.default_rng(2)
    inputs = Inputs(*(chance.standard_normal((2, 3, 5, 7)) for _ in range(3)))
    there = attend(inputs, Settings(causal=True, device="cuda")).output.cpu()
    assert torch.allclose(there, attend(inputs, Settings(causal=True)).output, rtol=1e-12, atol=1e-12)
