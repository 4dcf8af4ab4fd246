"""Attention under many mechanisms for many problems at once, in a few stacked torch expressions.

Planes have the batch last, [states, rows, n, B] with the row that is read first, and go in blocks that stay in the
cache. A state is computed once, however many mechanisms share it: see `app.engine.plan`.
"""

from collections.abc import Sequence

import torch

from app.engine.batching import Batch, Floats, Ints, LogitBatch, Runs
from app.engine.mechanism import Mechanism
from app.engine.running import Request, block, filled, request, sheet
from app.engine.searching import Found, Search
from app.engine.stages import Stage, reaches
from app.engine.tensors.device import Device
from app.engine.tensors.planes import Planes
from app.engine.tensors.search import search
from app.engine.tensors.tree import Tree

BLOCK = 2048  # planes of one right mechanism and a few slips; with many mechanisms blocks are shorter
TOGETHER = 32  # items, of which there is always a multiple: whole vector registers of any processor
_CELLS = 1 << 18  # numbers in the largest stack of a block: 2 MiB of float64
Tensor = torch.Tensor


class TorchEngine:
    """Computes with torch float64 on one device and one thread; see `NumericEngine` for the contract."""

    def __init__(self, device: Device) -> None:
        torch.set_num_threads(1)
        self._device = device.name
        self.version = f"torch {torch.__version__}"

    @property
    def name(self) -> str:
        """Number type and device, for the proof."""
        return f"torch float64 on {self._device}"

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        """All mechanisms at one step, block by block; to the last bit, whatever else is in the batch."""
        asked = request(batch, mechanisms, stage=stage, decimals=decimals, stepped=stepped)
        full = filled(batch, TOGETHER)
        result = sheet(full, asked)
        size = _block_size(asked, batch.shape.n)
        for start in range(0, full.size if asked.mechanisms else 0, size):
            part = block(full, start, min(start + size, full.size))
            result.write(start, part, self._computed(part, asked))
        return result.runs().first(batch.size)

    def search(self, wanted: Search, words: Ints) -> Found:
        """Candidates are drawn and filtered on the device; only what is found leaves it."""
        return search(wanted, words, device=self._device)

    def _computed(self, batch: Batch | LogitBatch, asked: Request) -> tuple[Floats, dict[Stage, Floats]]:
        """Values [M, w, B] and the steps [S, ·, B] of the mechanisms that return them."""
        with torch.inference_mode():
            tree = Tree.of(Planes.of(batch, self._device), asked.plan, asked.stage)
            values = tree.at(asked.stage, len(asked.mechanisms))
            steps = self._steps(tree, asked, values) if asked.stepped_count else {}
            return values.cpu().numpy(), steps

    def _steps(self, tree: Tree, asked: Request, values: Tensor) -> dict[Stage, Floats]:
        count = asked.stepped_count
        few = tree  # exponentials are needed for these mechanisms only: they may have a smaller tree of their own
        if count < len(asked.mechanisms) and reaches(asked.stage, Stage.EXPONENTIALS):
            few = Tree.of(tree.planes.again(), asked.first_plan, Stage.EXPONENTIALS)
        found = {}
        for stage in asked.stages:
            if stage is asked.stage:
                numbers = values[:count]
            elif stage in (Stage.EXPONENTIALS, Stage.SUM):
                numbers = few.at(stage, count)
            else:
                numbers = tree.at(stage, count)
            found[stage] = numbers.cpu().numpy()
        return found


def _block_size(asked: Request, n: int) -> int:
    """Items in a block: at most 2,048, fewer where many mechanisms would push the planes out of the cache."""
    cells = max(1, len(asked.mechanisms) * n)
    return max(2, min(BLOCK, _CELLS // cells) // TOGETHER) * TOGETHER
