"""What the experiments on whole sequences measure."""

from collections.abc import Callable

import torch

from app.engine.experiments.experiment import BOTH, CHANGE, LENGTH, Unit
from app.engine.tensors.attention import Inputs, Settings, attend
from app.engine.tensors.experiments.drawing import Drawing, Numbers, Tensor
from app.kit.clock import Clock


def _settings(drawing: Drawing, *, causal: bool = False) -> Settings:
    return Settings(device=drawing.device, causal=causal)


def _apart(name: str, found: Tensor, wanted: Tensor) -> Numbers:
    """How far outputs lie apart, how long the wanted ones are, and both together; per draw over all its rows.

    They are not divided draw by draw: an output of one or two numbers can be so near to 0 that quotients have no variance.
    """
    norm = torch.linalg.vector_norm
    change, length = norm(found - wanted, dim=(1, 2)), norm(wanted, dim=(1, 2))
    return {f"{name} {CHANGE}": change, f"{name} {LENGTH}": length, f"{name} {BOTH}": change + length}


def swap(unit: Unit, drawing: Drawing) -> Numbers:
    """softmax(V Kᵀ/√d) Q against softmax(Q Kᵀ/√d) V: how far outputs move, and rows with the same largest weight."""
    n, d = int(unit.x), unit.values.wholes["d"]
    Q, K, V = (drawing.normal(n, d) for _ in range(3))
    right, swapped = (attend(inputs, _settings(drawing)) for inputs in (Inputs(Q, K, V), Inputs(V, K, Q)))
    return {
        **_apart("moved", swapped.output, right.output),
        "same": (swapped.weights.argmax(-1) == right.weights.argmax(-1)).double().mean(-1),
    }


def _self_attention(X: Tensor, projections: tuple[Tensor, Tensor, Tensor], drawing: Drawing) -> Tensor:
    """Attention of embeddings X [draws, n, d] through W_q, W_k, W_v [draws, d, d]."""
    W_q, W_k, W_v = projections
    return attend(Inputs(X @ W_q, X @ W_k, X @ W_v), _settings(drawing)).output


def _projections(drawing: Drawing, d: int) -> tuple[Tensor, Tensor, Tensor]:
    W_q, W_k, W_v = (drawing.normal(d, d) / d**0.5 for _ in range(3))
    return W_q, W_k, W_v


def _reordered(rows: Tensor, order: Tensor) -> Tensor:
    """The rows of each draw in its order."""
    return rows.gather(1, order.unsqueeze(-1).expand_as(rows))


def order(unit: Unit, drawing: Drawing) -> Numbers:
    """Outputs of reordered tokens against reordered outputs, and against the outputs as they stood."""
    n, d = int(unit.x), unit.values.wholes["d"]
    X, projections, turned = drawing.normal(n, d), _projections(drawing, d), drawing.order(n)
    before = _self_attention(X, projections, drawing)
    after = _self_attention(_reordered(X, turned), projections, drawing)
    return {**_apart("token", after, _reordered(before, turned)), **_apart("place", after, before)}


def sinusoids(n: int, d: int) -> Tensor:
    """P [n, d]: sin(p / 10000^(2i/d)) in column 2i and the cosine in column 2i + 1.

    Source: Vaswani et al. 2017, section 3.5.
    """
    place = torch.arange(n, dtype=torch.float64).unsqueeze(1)
    rate = 10_000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    both = torch.stack(((place * rate).sin(), (place * rate).cos()), -1).flatten(1)
    return both[:, :d]


def positions(unit: Unit, drawing: Drawing) -> Numbers:
    """Each token's output before and after reordering, with x times the sinusoids added to the embeddings."""
    n, d = unit.values.wholes["tokens"], unit.values.wholes["d"]
    P = unit.x * sinusoids(n, d).to(drawing.device)
    X, projections, turned = drawing.normal(n, d), _projections(drawing, d), drawing.order(n)
    before = _self_attention(X + P, projections, drawing)
    after = _self_attention(_reordered(X, turned) + P, projections, drawing)
    return _apart("token", after, _reordered(before, turned))


def causal(unit: Unit, drawing: Drawing) -> Numbers:
    """How far row x moves when one token changes, with and without the mask; the row alone against all rows at once."""
    n, d, row = unit.values.wholes["tokens"], unit.values.wholes["d"], int(unit.x) - 1
    changed = min(unit.values.wholes["changed"], n) - 1
    Q, K, V = (drawing.normal(n, d) for _ in range(3))
    others = tuple(_with_row(rows, changed, drawing.normal(1, d)) for rows in (Q, K, V))
    found: dict[str, Tensor] = {}
    for name, masked in (("hidden", True), ("open", False)):
        settings = _settings(drawing, causal=masked)
        before, after = attend(Inputs(Q, K, V), settings), attend(Inputs(*others), settings)
        found |= _apart(name, after.output[:, row : row + 1], before.output[:, row : row + 1])
        if masked:
            found["seen"] = (before.weights[:, row] > 0).double().sum(-1)
            alone = Inputs(Q[:, row : row + 1], K[:, : row + 1], V[:, : row + 1])
            by_itself = attend(alone, _settings(drawing)).output
            found |= _apart("together", by_itself, before.output[:, row : row + 1])
    return found


def _with_row(rows: Tensor, place: int, row: Tensor) -> Tensor:
    changed = rows.clone()
    changed[:, place : place + 1] = row
    return changed


def timing(unit: Unit, drawing: Drawing, clock: Clock) -> Numbers:
    """Seconds for one attention as one product, and as a loop over its tokens; how far the two outputs lie apart."""
    n, d = int(unit.x), unit.values.wholes["d"]
    Q, K, V = (drawing.normal(n, d)[0] for _ in range(3))
    settings = _settings(drawing)
    attend(Inputs(Q[:1], K, V), settings)  # what is loaded at the first call takes no part
    whole, together = _timed(lambda: attend(Inputs(Q, K, V), settings).output, clock)
    loop, one_by_one = _timed(lambda: _one_by_one(Q, K, V, settings), clock)
    return {
        **_apart("apart", one_by_one.unsqueeze(0), together.unsqueeze(0)),
        "product": torch.tensor([whole], dtype=torch.float64),
        "loop": torch.tensor([loop], dtype=torch.float64),
    }


def _timed(compute: Callable[[], Tensor], clock: Clock) -> tuple[float, Tensor]:
    """How long a computation takes, to its very end on the device, and what it gives."""
    start = clock.steady()
    found = compute()
    float(found.sum())  # waits for the device
    return clock.steady() - start, found


def _one_by_one(Q: Tensor, K: Tensor, V: Tensor, settings: Settings) -> Tensor:
    """Attention row after row, each waiting for the one before, as a sequential model would."""
    return torch.cat([attend(Inputs(Q[i : i + 1], K, V), settings).output for i in range(len(Q))])
