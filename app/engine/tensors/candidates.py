"""The numbers of candidates, drawn by counting in 64-bit integers, which every device computes alike."""

from dataclasses import dataclass
from functools import cached_property

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


def digits(words: Tensor, count: int, base: int) -> Tensor:
    """`count` whole numbers 0 … base − 1 from each word [rows, B], as [rows, count, B].

    They are the first digits of the fractions that the two halves of the word stand for, four of each; the
    likelihoods of two rows of four digits differ by base⁴ · 2⁻³² of their size at most.
    """
    if not 1 <= count <= 2 * _DIGITS:
        raise ValueError(f"a word gives 1 … {2 * _DIGITS} digits, not {count}")
    found = words.new_empty((len(words), count, words.shape[1]))
    rest = _shifted(words, 32)
    for place in range(count):
        if place == _DIGITS:
            rest = words & _HALF
        rest = rest * base
        torch.bitwise_right_shift(rest, 32, out=found[:, place])
        rest.bitwise_and_(_HALF)
    return found


@dataclass(frozen=True)
class Candidates:
    """The candidates of one search: `at` names B of them, by the sums of their words and turns."""

    search: Search
    at: Tensor

    @staticmethod
    def of(search: Search, words: Tensor, turns: Tensor) -> "Candidates":
        """Candidates by word and turn, both [B]."""
        return Candidates(search, words + turns * _TURN)

    def some(self, places: Tensor | slice) -> "Candidates":
        """Some of the candidates."""
        return Candidates(self.search, self.at[places])

    def _word(self, label: str) -> Tensor:
        return hashed(self.at + label_word(label))

    def _labels(self, name: str) -> Tensor:
        labels = [label_word(f"{name}:{row}") for row in range(self.search.n)]
        return torch.tensor(labels, device=self.at.device)

    def _entries(self, words: Tensor) -> Tensor:
        low, high = self.search.entries
        return digits(words, self.search.d_k, high - low + 1).add_(low)

    def matrix(self, name: str) -> Tensor:
        """Q, K or V, [n, d_k, B]."""
        return self._entries(hashed(self.at[None] + self._labels(name)[:, None]))

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
        return below(self._word("halves"), 2) == 1 if self.search.single else torch.zeros_like(self.rows) == 1

    def asking(self) -> Tensor:
        """The row of Q that asks, [d_k, B], before any halving; the same numbers as in the whole matrix."""
        return self._entries(hashed(self.at + self._labels("Q")[self.rows])[None])[0]
