"""Searching for good problems among many candidates: what is drawn, what must hold, and what was found; without torch.

A candidate is named by a word of 64 bits, which stands for a seed, and a turn 0, 1, 2, …; each of its numbers has a
label of its own, so that a further one moves no other. Number l of candidate (w, t) comes from the finaliser of
SplitMix64 over w + t·γ + label(l), modulo 2⁶⁴, which every device computes alike, bit for bit.
Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", figure 15.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np

from app.engine.batching import Flags, Ints
from app.engine.mechanism import Mechanism
from app.engine.stages import Stage
from app.kit.draws import Draws

NOTHING_FOUND = -1  # the turn of a seed of which no candidate passed
_HALF = 1 << 63


def signed(word: int) -> int:
    """A word of 64 bits as the whole number that a signed machine word holds."""
    return word - 2 * _HALF if word >= _HALF else word


@lru_cache(maxsize=256)
def label_word(label: str) -> int:
    """The word that stands for a label."""
    return signed(Draws("candidate").words(label)[0])


def seed_word(seed: str) -> int:
    """The word that stands for a seed."""
    return signed(Draws(seed).words("candidates")[0])


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a good problem satisfies beyond being computable.

    `spread`: how far the scaled logits of the asked row may lie apart at most. `lead`, where it is there: the largest
    raw one is 0 or more, and multiplied by √d_k no more than that ahead of the next. `reach` is how far rounding may move an asked number, in units of its last decimal, and `edge` how near
    to a rounding tie one may lie. `always` are mechanisms that must keep digits. None of the other mechanisms of the
    search may lie in the fair interval of the first one, and with `unlike` no two may be within two units.
    """

    spread: float
    lead: float | None
    unlike: bool
    reach: float
    edge: float
    always: tuple[Mechanism, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """Candidates of one shape: Q, K and V [n, d_k] of whole numbers in the range of `entries`, and one row of Q that asks.

    With `single` one number of the row is asked for, in place of all, and with `halves` every other Q has then halves of
    these numbers.
    `mechanisms` has the right one first.
    """

    n: int
    d_k: int
    entries: tuple[int, int]
    stage: Stage
    single: bool
    decimals: int
    mechanisms: tuple[Mechanism, ...]
    wishes: Wishes
    halves: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The first good candidate of each of B words: Q, K and V [B, n, d_k], rows, columns, halved and turns [B].

    Where `halved`, Q is to be divided by two. A word without a good candidate has the turn `NOTHING_FOUND`, and its
    numbers mean nothing. `left_out` counts the candidates before, by a wish that they miss.
    """

    Q: Ints
    K: Ints
    V: Ints
    rows: Ints
    columns: Ints
    halved: Flags
    turns: Ints
    left_out: Mapping[str, int] = field(default_factory=dict)


def words_of(seeds: Sequence[str]) -> Ints:
    """The words of seeds, [B]."""
    return np.array([seed_word(seed) for seed in seeds], dtype=np.int64)


@runtime_checkable
class Searcher(Protocol):
    """A numeric engine that searches."""

    def search(self, wanted: Search, words: Ints) -> Found:
        """The first good candidate of each word [B]. Neither the other words nor the device change what is found."""
        ...
