"""General attention: shapes, masks, causality, heads, and what comes of numbers that are not finite."""

import numpy as np
import pytest
import torch

from app.engine.tensors.attention import Inputs, Settings, attend, attend_packed, join_heads, split_heads

INF, NAN = float("inf"), float("nan")


def _drawn(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(seed).standard_normal(shape))


def _inputs(n_q: int = 3, n: int = 5, d_k: int = 7, d_v: int = 2, lead: tuple[int, ...] = ()) -> Inputs:
    return Inputs(
        _drawn(*lead, n_q, d_k, seed=1), _drawn(*lead, n, d_k, seed=2), _drawn(*lead, n, d_v, seed=3)
    )


def _by_loops(inputs: Inputs, seen: np.ndarray | None = None) -> np.ndarray:
    """Attention of one head with loops over numbers."""
    Q, K, V = (np.asarray(numbers) for numbers in (inputs.Q, inputs.K, inputs.V))
    found = np.zeros((len(Q), V.shape[1]))
    for i, q in enumerate(Q):
        made = [
            np.exp(sum(q * k) / len(q) ** 0.5) if seen is None or seen[i, j] else 0.0 for j, k in enumerate(K)
        ]
        for j, a in enumerate(made):
            found[i] += a / sum(made) * V[j]
    return found


def test_cross_attention_by_loops() -> None:
    inputs = _inputs()
    found = attend(inputs)
    assert found.output.shape == (3, 2)
    assert found.weights.shape == (3, 5)
    assert found.output.dtype == torch.float64
    assert found.output.numpy() == pytest.approx(_by_loops(inputs), abs=1e-14)


def test_leading_sizes_are_independent() -> None:
    inputs = _inputs(lead=(2, 3))
    whole = attend(inputs).output
    assert whole.shape == (2, 3, 3, 2)
    for b in range(2):
        for h in range(3):
            one = Inputs(inputs.Q[b, h], inputs.K[b, h], inputs.V[b, h])  # type: ignore[index]
            assert whole[b, h].numpy() == pytest.approx(_by_loops(one), abs=1e-14)


def test_torch_itself_agrees() -> None:
    inputs = _inputs(lead=(2, 3))
    mask = _drawn(3, 5, seed=4) > 0
    mask[:, 0] = True
    for settings, others in (
        (Settings(), {}),
        (Settings(causal=True), {"is_causal": True}),
        (Settings(mask=mask), {"attn_mask": mask}),
        (Settings(mask=_drawn(3, 5, seed=5)), {"attn_mask": _drawn(3, 5, seed=5)}),
        (Settings(scale=0.25), {"scale": 0.25}),
    ):
        theirs = torch.nn.functional.scaled_dot_product_attention(
            inputs.Q,
            inputs.K,
            inputs.V,
            **others,  # type: ignore[arg-type]
        )
        assert attend(inputs, settings).output.numpy() == pytest.approx(theirs.numpy(), abs=1e-12)


def test_masks_and_causality() -> None:
    inputs = _inputs()
    seen = np.tril(np.ones((3, 5), dtype=bool))
    causal = attend(inputs, Settings(causal=True))
    assert causal.output.numpy() == pytest.approx(_by_loops(inputs, seen), abs=1e-14)
    boolean = attend(inputs, Settings(mask=seen))
    assert boolean.output.equal(causal.output)
    additive = attend(inputs, Settings(mask=np.where(seen, 0.0, -INF)))
    assert additive.output.equal(causal.output)
    both = attend(inputs, Settings(mask=np.array([True, True, False, True, True]), causal=True))
    assert (both.weights[2] > 0).tolist() == [True, True, False, False, False]
    shifted = attend(inputs, Settings(mask=[[1.5] * 5] * 3))
    assert shifted.output.numpy() == pytest.approx(attend(inputs).output.numpy(), abs=1e-14)


def test_a_fully_masked_row_is_zero() -> None:
    mask = torch.ones(3, 5, dtype=torch.bool)
    mask[1] = False
    additive = torch.zeros(3, 5).masked_fill(~mask, -INF)
    for given in (mask, additive):
        found = attend(_inputs(), Settings(mask=given))
        assert found.weights[1].tolist() == [0.0] * 5
        assert found.output[1].tolist() == [0.0, 0.0]
        assert found.output[0].equal(attend(_inputs()).output[0])
    nothing = attend(_inputs(n=0))
    assert nothing.output.tolist() == [[0.0, 0.0]] * 3
    assert nothing.weights.shape == (3, 0)


def test_nan_stays_where_it_belongs() -> None:
    inputs = _inputs()
    Q, K, V = inputs.Q.clone(), inputs.K.clone(), inputs.V.clone()  # type: ignore[union-attr]
    Q[1, 0] = NAN
    assert attend(Inputs(Q, K, V)).output.isnan().any(1).tolist() == [False, True, False]
    Q[1, 0] = 0.0
    K[4, 0] = NAN
    assert attend(Inputs(Q, K, V)).output.isnan().all()
    hidden = Settings(mask=[True, True, True, True, False])
    assert attend(Inputs(Q, K, V), hidden).output.isfinite().all()
    assert attend(Inputs(Q, K, V), Settings(mask=[0.0, 0.0, 0.0, 0.0, -INF])).output.isfinite().all()
    K[4, 0] = 0.0
    V[4, 1] = NAN
    assert attend(Inputs(Q, K, V), hidden).output.isnan().tolist() == [[False, True]] * 3


def test_infinite_logits() -> None:
    def weights(logits: list[float]) -> list[float]:
        found = attend(Inputs([[1.0]], [[x] for x in logits], [[1.0]] * len(logits)), Settings(scale=1.0))
        return found.weights[0].tolist()

    assert weights([0.0, -INF]) == [1.0, 0.0]
    assert all(np.isnan(weights([0.0, INF])))
    assert all(np.isnan(weights([-INF, -INF])))
    assert weights([1e6, 1e6 - 1]) == pytest.approx([0.7310586, 0.2689414])
    large = attend(Inputs([[1.0]], [[0.0], [1.0]], [[INF], [1.0]]))
    assert large.output.tolist() == [[INF]]


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        (((3, 7), (5, 6), (5, 2)), r"Q of shape \(3, 7\) and K of shape \(5, 6\)"),
        (((3, 7), (5, 7), (4, 2)), r"K of shape \(5, 7\) and V of shape \(4, 2\)"),
        (((2, 3, 7), (3, 5, 7), (3, 5, 2)), r"Q of shape \(2, 3, 7\) and K of shape \(3, 5, 7\)"),
        (((2, 3, 7), (2, 5, 7), (3, 5, 2)), r"K of shape \(2, 5, 7\) and V of shape \(3, 5, 2\)"),
        (((7,), (5, 7), (5, 2)), r"rows and columns, but their shapes are \(7,\), \(5, 7\) and \(5, 2\)"),
        (((3, 0), (5, 0), (5, 2)), r"Q of shape \(3, 0\) and K of shape \(5, 0\)"),
    ],
)
def test_wrong_shapes_are_refused_with_both_shapes(shapes: tuple[tuple[int, ...], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        attend(Inputs(*(torch.zeros(shape) for shape in shapes)))


def test_wrong_masks_are_refused_with_both_shapes() -> None:
    with pytest.raises(
        ValueError, match=r"mask of shape \(5, 3\) does not spread to logits of shape \(3, 5\)"
    ):
        attend(_inputs(), Settings(mask=torch.ones(5, 3)))
    with pytest.raises(ValueError, match=r"\(2, 3, 5\) does not spread to logits of shape \(3, 5\)"):
        attend(_inputs(), Settings(mask=torch.ones(2, 3, 5)))


def test_packed_heads_are_cut_in_order() -> None:
    packed = torch.arange(2 * 3 * 10, dtype=torch.float64).reshape(2, 3, 10)
    split = split_heads(packed, 5)
    assert split.shape == (2, 5, 3, 2)
    assert split[1, 4, 2].tolist() == packed[1, 2, 8:].tolist()
    assert join_heads(split).equal(packed)
    with pytest.raises(ValueError, match=r"\(2, 3, 10\) cannot be split into 3 heads"):
        split_heads(packed, 3)
    inputs = Inputs(_drawn(2, 3, 10, seed=1), _drawn(2, 7, 10, seed=2), _drawn(2, 7, 15, seed=3))
    found = attend_packed(inputs, heads=5)
    assert found.output.shape == (2, 3, 15)
    assert found.weights.shape == (2, 5, 3, 7)
    head = Inputs(inputs.Q[1, :, 4:6], inputs.K[1, :, 4:6], inputs.V[1, :, 6:9])  # type: ignore[call-overload,index]
    assert found.output[1, :, 6:9].numpy() == pytest.approx(_by_loops(head), abs=1e-14)


def test_number_types() -> None:
    assert attend(Inputs([[1, 2]], [[3, 4]], [[5]])).output.tolist() == [[5.0]]
    single = attend(_inputs(), Settings(dtype=torch.float32)).output
    assert single.dtype == torch.float32
    assert single.numpy() == pytest.approx(attend(_inputs()).output.numpy(), abs=1e-5)
