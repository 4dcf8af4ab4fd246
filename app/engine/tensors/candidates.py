"""The numbers of candidates, drawn by counting in 64-bit integers, which every device computes alike."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import torch

from app.engine.searching import Search, label_word, signed

Tensor = torch.Tensor

_TURN = signed(0x9E3779B97F4A7C15)
_FIRST, _SECOND = signed(0xBF58476D1CE4E5B9), signed(0x94D049BB133111EB)
_HALF = 0xFFFFFFFF
_DIGITS = 4  # taken from each half of a word; more would not be evenly likely


def _shifted(words: Tensor, places: int) -> Tensor:
    """A shift to the right that brings in zeros; torch's own brings in the sign."""
    return (words >> places).bitwise_and_((1 << (64 - places)) - 1)


def hashed(words: Tensor) -> Tensor:
    """The finaliser of SplitMix64, modulo 2⁶⁴; see `app.engine.searching`."""
    words = (words ^ _shifted(words, 30)).mul_(_FIRST)
    words = (words ^ _shifted(words, 27)).mul_(_SECOND)
    return words ^ _shifted(words, 31)


def below(words: Tensor, bound: int) -> Tensor:
    """Whole numbers 0 … bound − 1 from the upper halves of words; none is likelier than another by 2⁻³² · bound."""
    return (_shifted(words, 32) * bound) >> 32


def each_digit(words: Tensor, count: int, base: int) -> Iterator[Tensor]:
    """`count` whole numbers 0 … base − 1 from each word, one after the other, as floats, which hold all of it exactly.

    They are the first digits of the fractions that the two halves of the word stand for, four of each; the
    likelihoods of two rows of four digits differ by base⁴ · 2⁻³² of their size at most.
    """
    if not 1 <= count <= 2 * _DIGITS:
        raise ValueError(f"a word gives 1 … {2 * _DIGITS} digits, not {count}")
    rest = _scaled(_shifted(words, 32), base)
    for place in range(count):
        if place == _DIGITS:
            rest = _scaled(words & _HALF, base)
        digit = rest.floor()
        yield digit
        rest.sub_(digit).mul_(base)


def _scaled(halves: Tensor, base: int) -> Tensor:
    """The fractions that halves of words stand for, times a base."""
    return halves.to(torch.float64).mul_(base * 2.0**-32)


@lru_cache(maxsize=256)
def _labels(name: str, count: int, device: str) -> Tensor:
    """The words of the labels of a matrix's rows, [count, 1]."""
    return torch.tensor([[label_word(f"{name}:{row}")] for row in range(count)], device=device)


@dataclass(frozen=True)
class Candidates:
    """The candidates of one search: `at` names B of them, by the sums of their words and turns."""

    search: Search
    at: Tensor

    @staticmethod
    def of(search: Search, words: Tensor, turns: Tensor) -> "Candidates":
        """Candidates by word and turn, both [B]."""
        return Candidates(search, words + turns * _TURN)

    def parts(self, size: int) -> Iterator["Candidates"]:
        """All candidates in even parts of at most that many; on a GPU, which has no use for small ones, in one."""
        whole = self.at.numel()
        count = max(1, math.ceil(whole / size)) if self.at.device.type == "cpu" else 1
        step = max(1, math.ceil(whole / count))
        return (self.some(slice(start, start + step)) for start in range(0, whole, step))

    def some(self, places: Tensor | slice) -> "Candidates":
        """Some of the candidates."""
        return Candidates(self.search, self.at[places])

    def _word(self, label: str) -> Tensor:
        return hashed(self.at + label_word(label))

    def _rows_of(self, name: str) -> Tensor:
        return _labels(name, self.search.n, str(self.at.device))

    def _entries(self, words: Tensor) -> Iterator[Tensor]:
        """The entries of rows, column by column."""
        low, high = self.search.entries
        return (digit + low for digit in each_digit(words, self.search.d_k, high - low + 1))

    def matrix(self, name: str) -> Tensor:
        """Q, K or V, [n, d_k, B]."""
        return torch.stack(list(self._entries(hashed(self.at + self._rows_of(name)))), 1)

    def matrices(self) -> tuple[Tensor, Tensor, Tensor]:
        """Q, K and V, drawn together."""
        labels = torch.cat([self._rows_of(name) for name in "QKV"])
        drawn = torch.stack(list(self._entries(hashed(self.at + labels))), 1)
        Q, K, V = torch.split(drawn, self.search.n)
        return Q, K, V

    @cached_property
    def rows(self) -> Tensor:
        """Which token asks, [B]."""
        return below(self._word("row"), self.search.n)

    @cached_property
    def columns(self) -> Tensor:
        """Which token is asked about, [B]."""
        return below(self._word("column"), self.search.n)

    @cached_property
    def halved(self) -> Tensor:
        """Whether the entries of Q are to be divided by two, [B]; never where a row is asked."""
        if self.search.single and self.search.halves:
            return below(self._word("halves"), 2) == 1
        return torch.zeros_like(self.rows) == 1

    def asking(self) -> Iterator[Tensor]:
        """The entries of the row of Q that asks, each [B], before any halving; the same numbers as in the whole matrix."""
        return self._entries(hashed(self.at + self._rows_of("Q")[self.rows, 0]))

    def scores(self, K: Tensor | None = None) -> Tensor:
        """The asked row of raw scores, [n, B], before any halving; K is drawn column by column where it is not there yet."""
        compared = self._entries(hashed(self.at + self._rows_of("K"))) if K is None else iter(K.unbind(1))
        found = next(compared) * next(asking := self.asking())
        for column, entry in zip(compared, asking, strict=True):
            found.addcmul_(column, entry)
        return found
