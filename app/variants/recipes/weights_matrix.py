"""The recipe of a whole matrix of weights: how raw scores are drawn whose rows can be worked by hand or by calculator."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from math import factorial, isqrt

from app.engine.families.weights_matrix import WEIGHTS_MATRIX, MatrixGivens
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.recipes import givens as reading
from app.variants.recipes.formulas import FormulaRecipe
from app.variants.recipes.ranges import Limits, Number, Range, offered
from app.variants.recipes.settings import BY_HAND
from app.variants.recipes.stepped import Stepped
from app.variants.recipes.words import weights_matrix as words

_SIZES = (2, 3, 3)
_WIDTHS = (4, 9, 16, 25)
_LEAST, _MOST = -3, 5  # scaled scores in halves
_WIDEST = 7  # of a row of scaled scores, in halves
_TURNS = 100
_LARGEST = 9
_BY_HAND_WIDTH = 4
_SUMS = (4, 5, 8, 10)  # of a row of exponentials: every weight has at most three decimals
_EVEN = {
    count: tuple(
        row for row in combinations_with_replacement(range(1, _LARGEST + 1), count) if sum(row) in _SUMS
    )
    for count in (2, 3)
}
_ALONE, _HIDDEN = (1, 5), (2, 5)
_NUMBERS = tuple(range(1, _LARGEST + 1))
_MASKED = 3  # tokens under a mask
Row = tuple[int, ...]
Ends = tuple[int, int]  # the lowest and the highest


@dataclass(frozen=True, slots=True)
class MatrixSource:
    """Whole raw scores; by hand each is a logarithm, so that the exponentials of a row are whole and add up evenly."""

    def ranges(self, difficulty: int) -> tuple[Range[MatrixGivens], ...]:
        """Tokens, d_k and the scores, or the numbers whose logarithms they are."""
        by_hand = difficulty == BY_HAND
        low, high = _scores_at(max(_WIDTHS))
        return offered(
            Range("tokens", "Tokens", lambda found: [len(found.scores)], tuple(sorted(set(_SIZES)))),
            Range("width", "Width of a head, d_k", lambda found: [found.d_k], () if by_hand else _WIDTHS),
            Range("scores", "Raw scores", _entries, () if by_hand else tuple(range(low, high + 1))),
            Range(
                "numbers", "Numbers whose logarithms the scores are", _entries, _NUMBERS if by_hand else ()
            ),
        )

    def size(self, difficulty: int, limits: Limits) -> int:
        """Scores of two or three tokens over all widths, with and without a mask."""
        if difficulty == BY_HAND and limits:
            even = _even_in(limits)
            sizes = even.sizes(limits)
            plain = sum(int((len(even.rows[n]) * factorial(n)) ** n) for n in set(sizes))
            return plain + even.masked(limits)
        widths = [ends for d_k in _widths(limits) for ends in [_scores_in(limits, d_k)]]
        tokens = limits.among("tokens", (2, 3))
        return sum(2 * int((high - low + 1) ** (n * n)) for n in tokens for low, high in widths)

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> MatrixGivens:
        """Each row is drawn again, up to `_TURNS` times, until it has no tie and digits enough."""
        if difficulty == BY_HAND:
            return _drawn_evenly(draws, limits)
        causal, n = _sized(draws, limits.among("tokens", _SIZES), masked=limits.holds("tokens", _MASKED))
        d_k = draws.choice("d_k", _widths(limits))
        ends = _scores_in(limits, d_k)
        rows = tuple(
            _row(draws, (n, row + 1 if causal else n), isqrt(d_k), ends, row=row) for row in range(n)
        )
        return MatrixGivens(rows, d_k, causal)

    def read(self, givens: Mapping[str, object]) -> MatrixGivens:
        """`scores` as a list of rows, `d_k`, and 1 or 0 for `causal` and `logs`."""
        reading.only(givens, {"scores", "d_k", "causal", "logs"})
        found = reading.matrix(givens, "scores")
        if len(found) not in (2, 3) or len(found[0]) != len(found):
            raise ValueError(f"scores must be 2 × 2 or 3 × 3, not {len(found)} × {len(found[0])}")
        if any(entry != int(entry) for row in found for entry in row):
            raise ValueError("scores must hold whole numbers")
        d_k, causal, logs = (reading.whole(givens, name) for name in ("d_k", "causal", "logs"))
        if d_k < 1 or isqrt(d_k) ** 2 != d_k:
            raise ValueError(f"d_k is {d_k}, and must be a square such as 4 or 16")
        scores = tuple(tuple(map(int, row)) for row in found)
        if logs and min(map(min, scores)) < 1:
            raise ValueError("scores that stand for their logarithms must be 1 or more")
        return MatrixGivens(scores, d_k, bool(causal), logs=bool(logs))

    def record(self, givens: MatrixGivens) -> dict[str, object]:
        """As `read` takes them."""
        return {
            "scores": list(map(list, givens.scores)),
            "d_k": givens.d_k,
            "causal": int(givens.causal),
            "logs": int(givens.logs),
        }


def _entries(givens: MatrixGivens) -> Iterable[Number]:
    return chain.from_iterable(givens.scores)


def _sized(draws: Draws, sizes: Sequence[int], *, masked: bool) -> tuple[bool, int]:
    """Whether there is a mask, under which two tokens would leave one row to be worked; and how many tokens."""
    causal = masked and (not sizes or bool(draws.below("causal", 2)))
    return causal, _MASKED if causal else draws.choice("size", sizes)


def _scores_at(d_k: int) -> Ends:
    root = isqrt(d_k)
    return _LEAST * root // 2, _MOST * root // 2


def _scores_in(limits: Limits, d_k: int) -> Ends:
    return limits.ends("scores", *_scores_at(d_k))


def _widths(limits: Limits) -> tuple[int, ...]:
    """The widths inside at which some score is."""
    found = limits.among("width", _WIDTHS)
    return tuple(d_k for d_k in found for low, high in [_scores_in(limits, d_k)] if low <= high)


@dataclass(frozen=True, slots=True)
class _Even:
    """What rows of numbers are drawn from: by how many count, the one that counts alone, and those that are hidden."""

    rows: Mapping[int, tuple[Row, ...]]
    alone: Ends
    hidden: Ends

    def sizes(self, limits: Limits) -> tuple[int, ...]:
        """How many tokens there can be without a mask."""
        return tuple(n for n in limits.among("tokens", _SIZES) if self.rows[n])

    def masked(self, limits: Limits) -> bool:
        """Whether there can be a mask."""
        ends = self.alone[0] <= self.alone[1] and self.hidden[0] <= self.hidden[1]
        return limits.holds("tokens", _MASKED) and ends and all(self.rows.values())


def _even_in(limits: Limits) -> _Even:
    rows = {
        count: tuple(row for row in found if len(limits.among("numbers", row)) == count)
        for count, found in _EVEN.items()
    }
    return _Even(rows, limits.ends("numbers", *_ALONE), limits.ends("numbers", *_HIDDEN))


def _drawn_evenly(draws: Draws, limits: Limits) -> MatrixGivens:
    even = _even_in(limits)
    causal, n = _sized(draws, even.sizes(limits), masked=even.masked(limits))
    rows = tuple(_even_row(draws, n, even, row=row, seen=row + 1 if causal else n) for row in range(n))
    return MatrixGivens(rows, _BY_HAND_WIDTH, causal, logs=True)


def _row(draws: Draws, sizes: tuple[int, int], root: int, ends: Ends, *, row: int) -> Row:
    """Different scores, of which those that count lie near each other, and one of them is not negative.

    `sizes` are how many scores there are, and how many of them count.
    """
    n, seen = sizes
    for turn in range(_TURNS):
        scores = tuple(draws.integers(f"row:{row}:{turn}", n, *ends))
        counted = scores[:seen]
        near = 2 * (max(counted) - min(counted)) <= _WIDEST * root
        if len(set(scores)) == n and near and max(counted) >= 0 and (seen > 1 or counted[0] >= 0):
            break
    return scores


def _even_row(draws: Draws, n: int, even: _Even, *, row: int, seen: int) -> Row:
    """Exponentials that add up evenly, and for the hidden places any that are told apart from e^0."""
    hidden = draws.integers(f"hidden:{row}", n, *even.hidden)[seen:] if seen < n else []
    if seen == 1:
        return (draws.integer(f"row:{row}", *even.alone), *hidden)
    return (*draws.shuffled(f"row:{row}:order", draws.choice(f"row:{row}", even.rows[seen])), *hidden)


WEIGHTS_MATRIX_RECIPE = FormulaRecipe(
    "weights-matrix", (Kind.GRID,), Stepped(WEIGHTS_MATRIX, words.page, words.steps), MatrixSource()
)
