"""The first good candidate of each of many seeds: rounds of blocks that stay on the device until something is found."""

from collections.abc import Mapping

import numpy as np
import torch

from app.engine.batching import Ints
from app.engine.searching import NOTHING_FOUND, Found, Search
from app.engine.tensors.candidates import Candidates
from app.engine.tensors.sieve import MISSES, Sieve

Tensor = torch.Tensor

BLOCK = 1 << 14  # candidates of one round; what passes the first wishes is then worked on together
BLOCK_ON_GPU = 1 << 18
AT_ONCE = 1024  # of them whose numbers are looked at together, so that few come after one that passes
_TURNS = 64  # turns of one seed that are looked at together, at most
_MOST = 4096  # turns after which a seed is given up


def search(wanted: Search, words: Ints, *, device: str) -> Found:
    """The first candidate of each word that passes; see `Found`.

    Neither the block nor the company of other words changes what is found.
    """
    with torch.inference_mode():
        run = _Run(wanted, words, device)
        turn = 0
        while turn < _MOST and (left := run.left()).numel():
            turn += run.look(left, turn)
        return run.found()


class _Run:
    """The state of one search."""

    def __init__(self, wanted: Search, words: Ints, device: str) -> None:
        self._search = wanted
        self._sieve = Sieve(wanted)
        self._words = torch.from_numpy(words).to(device)
        self._turns = torch.full_like(self._words, NOTHING_FOUND)
        self._missed = torch.zeros(len(MISSES), dtype=torch.int64, device=device)
        on_cpu = self._words.device.type == "cpu"
        self._block, self._at_once = (BLOCK, AT_ONCE) if on_cpu else (BLOCK_ON_GPU, BLOCK_ON_GPU)

    def left(self) -> Tensor:
        """The places of the words that have nothing yet."""
        return (self._turns == NOTHING_FOUND).nonzero()[:, 0]

    def look(self, left: Tensor, turn: int) -> int:
        """Looks through the next turns of the words that are left, block by block; how many turns that were."""
        each = max(1, min(_TURNS, self._block // left.numel(), _MOST - turn))
        for few in torch.split(left, max(1, self._block // each)):
            self._some(few, turn, each)
        return each

    def _some(self, few: Tensor, turn: int, each: int) -> None:
        turns = torch.arange(turn, turn + each, device=few.device)
        words = self._words[few].repeat_interleave(each)
        candidates = Candidates.of(self._search, words, turns.repeat(few.numel()))
        codes = self._sieve.by_logits(candidates)
        self._first_by_values(candidates, codes, codes.view(-1, each))
        codes = codes.view(-1, each)
        first = torch.where(codes == 0, turns, turn + each).amin(1)
        self._turns[few] = first.masked_fill(first == turn + each, NOTHING_FOUND)
        before = codes[turns < first[:, None]]
        self._missed += torch.bincount(before, minlength=len(MISSES))

    def _first_by_values(self, candidates: Candidates, codes: Tensor, by_word: Tensor) -> None:
        """Looks at the numbers of what is left of each word, a few at a time, until one passes.

        `by_word` [words, turns] are the same codes. Those behind one that passes are not looked at.
        """
        left = by_word == 0
        rank = left.cumsum(1)
        each, last = max(1, self._at_once // len(by_word)), 0
        open_words = left.any(1)
        while True:
            places = (
                (left & (rank > last) & (rank <= last + each) & open_words[:, None]).view(-1).nonzero()[:, 0]
            )
            if not places.numel():
                return
            codes[places] = self._sieve.by_values(candidates.some(places))
            last += each
            open_words &= ~(left & (rank <= last) & (by_word == 0)).any(1)

    def found(self) -> Found:
        """What was found, on the processor."""
        good = Candidates.of(self._search, self._words, self._turns)
        Q, K, V = (_brought(matrix.permute(2, 0, 1).to(torch.int64)) for matrix in good.matrices())
        return Found(
            Q=Q,
            K=K,
            V=V,
            rows=_brought(good.rows),
            columns=_brought(good.columns),
            halved=good.halved.cpu().numpy(),
            turns=_brought(self._turns),
            left_out=self._counts(),
        )

    def _counts(self) -> Mapping[str, int]:
        counts = zip(MISSES, self._missed.tolist(), strict=True)
        return {miss: count for miss, count in counts if miss and count}


def _brought(numbers: Tensor) -> Ints:
    """Whole numbers on the processor."""
    return np.ascontiguousarray(numbers.cpu().numpy())
