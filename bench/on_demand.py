"""One item on demand, without HTML: the product's draw, proof and options against a bare chain of torch calls."""

import math
from itertools import count
from pathlib import Path

import torch

from app.settings import Settings
from bench.baking import loaded
from bench.measure import Figure, Ratio, alternate, ratio, seconds
from bench.whole_variant import Maker

REPEAT = 40
TOKENS, WIDTH = 3, 4


def _row(q: list[float], k: list[list[float]], v: list[list[float]]) -> list[float]:
    """The output row once more, in plain Python."""
    raw = [sum(a * b for a, b in zip(q, row, strict=True)) / math.sqrt(WIDTH) for row in k]
    top = max(raw)
    made = [math.exp(number - top) for number in raw]
    return [sum(made[j] / sum(made) * v[j][c] for j in range(TOKENS)) for c in range(WIDTH)]


def bare(seed: int) -> list[list[float]]:
    """One item call by call: drawn, the right way and four wrong ones with their steps, and checked in plain Python."""
    generator = torch.Generator().manual_seed(seed)
    Q, K, V = torch.randint(-2, 4, (3, TOKENS, WIDTH), generator=generator).to(torch.float64)
    raw = Q @ K.T
    right = torch.softmax(raw / WIDTH**0.5, -1)
    wrong = (torch.softmax(raw, -1), torch.softmax(raw / WIDTH, -1), torch.softmax(V @ K.T / WIDTH**0.5, -1))
    rows = [*((weights @ V)[0].tolist() for weights in (right, *wrong)), (right @ K)[0].tolist()]
    again = _row(Q[0].tolist(), K.tolist(), V.tolist())
    assert all(abs(one - two) < 1e-12 for one, two in zip(rows[0], again, strict=True))
    return rows


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """With the answer and its options alone, and with all slips."""
    database = loaded(Settings(data=folder))
    lean, whole = Maker(database, tables=False), Maker(database)
    seeds = count()

    def microseconds(maker: Maker) -> float:
        return 1e6 * seconds(lambda: [maker.bake(1) for _ in range(REPEAT)]) / REPEAT

    four, every, floor = alternate(
        runs,
        lambda: microseconds(lean),
        lambda: microseconds(whole),
        lambda: 1e6 * seconds(lambda: [bare(next(seeds)) for _ in range(REPEAT)]) / REPEAT,
    )
    database.close()
    return [
        Figure("one item, the answer and three options proven", four, "µs"),
        Figure("one item, with every slip and its fair interval", every, "µs"),
        Figure("bare chain of torch calls, checked in plain Python", floor, "µs"),
        ratio("bare chain / one item with four options", floor, four, aim=0.5),
        ratio("bare chain / one item with every slip", floor, every, aim=0.5),
    ]
