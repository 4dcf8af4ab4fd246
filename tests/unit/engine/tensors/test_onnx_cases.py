"""Attention agrees with the cases that the onnx package ships: numbers that nobody here made."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper

from app.engine.tensors.attention import Attended, Inputs, Settings, attend, attend_packed

_ROOT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"
# Grouped queries, soft caps, a cache of past tokens, half precision and padding are not what this engine does;
# "expanded" are the same cases once more, spelt out in other operators.
_LEFT_OUT = ("gqa", "softcap", "past", "fp16", "padded", "expanded")
NAMES = sorted(
    folder.name
    for folder in _ROOT.glob("test_attention_*")
    if not any(word in folder.name for word in _LEFT_OUT)
)
_QK_STEPS = ("scaled", "masked", "masked", "weights")  # what qk_matmul_output_mode 0 to 3 ask for


@dataclass(frozen=True)
class Case:
    attributes: dict[str, float]
    inputs: Sequence[np.ndarray]
    outputs: Sequence[np.ndarray]


def _read(folder: Path, what: str) -> list[np.ndarray]:
    paths = sorted(folder.glob(f"{what}_*.pb"), key=lambda path: int(path.stem.partition("_")[2]))
    return [numpy_helper.to_array(onnx.load_tensor(path)) for path in paths]


def _load(name: str) -> Case:
    node = onnx.load(_ROOT / name / "model.onnx").graph.node[0]
    assert node.op_type == "Attention"
    attributes = {each.name: onnx.helper.get_attribute_value(each) for each in node.attribute}
    data = _ROOT / name / "test_data_set_0"
    return Case(attributes, _read(data, "input"), _read(data, "output"))


def _attend(case: Case) -> Attended:
    known = {"is_causal", "scale", "q_num_heads", "kv_num_heads", "qk_matmul_output_mode"}
    assert set(case.attributes) <= known
    settings = Settings(
        mask=torch.from_numpy(case.inputs[3].copy()) if len(case.inputs) > 3 else None,
        causal=bool(case.attributes.get("is_causal", 0)),
        scale=case.attributes.get("scale"),
    )
    inputs = Inputs(*(torch.from_numpy(numbers.copy()) for numbers in case.inputs[:3]))
    if case.inputs[0].ndim == 4:
        return attend(inputs, settings)
    assert case.attributes["q_num_heads"] == case.attributes["kv_num_heads"]
    return attend_packed(inputs, settings, heads=int(case.attributes["q_num_heads"]))


def test_the_cases_are_there() -> None:
    assert onnx.__version__ == "1.20.1"
    assert len(NAMES) >= 26
    assert sum("causal" in name for name in NAMES) >= 6
    assert sum("mask" in name for name in NAMES) >= 10
    assert sum("_3d" in name for name in NAMES) >= 9
    assert sum("bool" in name for name in NAMES) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_onnx_case(name: str) -> None:
    case = _load(name)
    found = _attend(case)
    assert found.output.dtype == torch.float64
    assert found.output.numpy() == pytest.approx(case.outputs[0], abs=1e-5, rel=1e-5)
    if len(case.outputs) > 1:
        step = _QK_STEPS[int(case.attributes.get("qk_matmul_output_mode", 0))]
        assert getattr(found, step).numpy() == pytest.approx(case.outputs[1], abs=1e-5, rel=1e-5)
