"""A minimal generator without proof: draws, right and wrong ways in one batch, text, and a stored row; the floor."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import torch

TOKENS, WIDTH = 3, 4
WAYS = 4  # the right one and three wrong ones


def _outputs(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """The asked row's output the right way and three wrong ways, and the steps of the right way."""
    raw = torch.einsum("bd,bnd->bn", q[:, 0], k)
    scaled = raw / WIDTH**0.5
    weights = torch.softmax(scaled, -1)
    wrong = (torch.softmax(raw, -1), torch.softmax(raw / WIDTH, -1))
    outputs = [torch.einsum("bn,bnd->bd", way, v) for way in (weights, *wrong)]
    outputs.append(torch.einsum("bn,bnd->bd", weights, k))
    return outputs, [raw, scaled, weights]


def _rows(count: int, generator: np.random.Generator) -> list[tuple[str, str]]:
    drawn = generator.integers(-3, 4, size=(3, count, TOKENS, WIDTH)).astype(np.float64)
    q, k, v = (torch.from_numpy(part) for part in drawn)
    outputs, steps = _outputs(q, k, v)
    options = torch.stack(outputs, 1).tolist()
    stages = torch.cat(steps, 1).tolist()
    givens = drawn.transpose(1, 0, 2, 3).tolist()
    rows = []
    for given, stage, ways in zip(givens, stages, options, strict=True):
        printed = [[f"{value:.3f}" for value in way] for way in ways]
        if len({tuple(way) for way in printed}) == WAYS:
            shown: dict[str, Any] = {"givens": given, "options": printed}
            rows.append((json.dumps(shown), json.dumps({"right": 0, "steps": stage})))
    return rows


def generate(path: Path, count: int, *, seed: int) -> int:
    """Draws, computes and stores `count` items (fewer where options coincide) in groups of 100; how many were stored."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, shown TEXT, answer TEXT)")
    rows = _rows(count, np.random.default_rng(seed))
    for start in range(0, len(rows), 100):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO items (shown, answer) VALUES (?, ?)", rows[start : start + 100])
        connection.execute("COMMIT")
    connection.close()
    return len(rows)
