"""The only maker of chance: draws that are addressed by label, so that a new one moves no other."""

import hashlib
import secrets
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
_WORD = 1 << 64
_WORDS = struct.Struct(">4Q").unpack


def new_seed() -> str:
    """A fresh seed of 128 random bits, in hex."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Draws:
    """A family of draws under one seed.

    Rule: the draw with label `l` is the first of sha256(seed | l | turn), turn = 0, 1, 2, …, whose 64-bit
    words survive rejection, so every value in a range is exactly equally likely. The same seed and label give
    the same value on every machine and in every version; a seed is a label all the same, and what was shown
    is stored, never re-made.
    """

    seed: str

    def words(self, label: str, turn: int = 0) -> tuple[int, int, int, int]:
        """The four 64-bit words of sha256(seed | label | turn)."""
        first, second, third, fourth = _WORDS(hashlib.sha256(f"{self.seed}|{label}|{turn}".encode()).digest())
        return first, second, third, fourth

    def below(self, label: str, bound: int) -> int:
        """An integer in 0 … bound − 1, each equally likely. Raises ValueError unless bound is 1 or more."""
        if bound < 1:
            raise ValueError(f"a draw needs at least one possible value, not {bound}")
        limit = _WORD - _WORD % bound
        turn = 0
        while True:
            for word in self.words(label, turn):
                if word < limit:
                    return word % bound
            turn += 1

    def integer(self, label: str, low: int, high: int) -> int:
        """An integer in low … high, both ends included."""
        return low + self.below(label, high - low + 1)

    def integers(self, label: str, count: int, low: int, high: int) -> list[int]:
        """`count` independent integers in low … high from one label; number i does not depend on `count`."""
        span = high - low + 1
        if span < 1:
            raise ValueError(f"a draw needs at least one possible value, not {span}")
        limit = _WORD - _WORD % span
        found: list[int] = []
        turn = 0
        while len(found) < count:
            found.extend(low + word % span for word in self.words(label, turn) if word < limit)
            turn += 1
        return found[:count]

    def choice(self, label: str, values: Sequence[T]) -> T:
        """One of the values, each equally likely."""
        return values[self.below(label, len(values))]

    def shuffled(self, label: str, values: Sequence[T]) -> list[T]:
        """The values in a random order, every order equally likely (Fisher and Yates)."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(f"{label}:{last}", last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, label: str, values: Sequence[T], count: int) -> list[T]:
        """`count` different members of the values, in random order."""
        if count > len(values):
            raise ValueError(f"{count} cannot be drawn from {len(values)}")
        return self.shuffled(label, values)[:count]

    def under(self, label: str) -> "Draws":
        """A family of its own below a label."""
        return Draws(f"{self.seed}|{label}")
