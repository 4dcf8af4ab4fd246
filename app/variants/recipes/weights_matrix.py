"""The recipe of a whole matrix of weights: how raw scores are drawn whose rows can be worked by hand or by calculator."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import isqrt

from app.engine.families.weights_matrix import WEIGHTS_MATRIX, MatrixGivens
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.recipes import givens as reading
from app.variants.recipes.formulas import FormulaRecipe
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
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatrixSource:
    """Whole raw scores; by hand each is a logarithm, so that the exponentials of a row are whole and add up evenly."""

    @property
    def space(self) -> int:
        """Scores of two or three tokens over all widths, with and without a mask."""
        return sum(2 * ((_MOST - _LEAST) * isqrt(d_k) // 2 + 1) ** (n * n) for n in (2, 3) for d_k in _WIDTHS)

    def draw(self, draws: Draws, difficulty: int) -> MatrixGivens:
        """Each row is drawn again, up to `_TURNS` times, until it has no tie and digits enough."""
        causal = bool(draws.below("causal", 2))
        n = (
            3 if causal else draws.choice("size", _SIZES)
        )  # under a mask two tokens leave one row to be worked
        if difficulty == BY_HAND:
            rows = tuple(_even_row(draws, n, row=row, seen=row + 1 if causal else n) for row in range(n))
            return MatrixGivens(rows, _BY_HAND_WIDTH, causal, logs=True)
        d_k = draws.choice("d_k", _WIDTHS)
        rows = tuple(_row(draws, n, d_k, row=row, seen=row + 1 if causal else n) for row in range(n))
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


def _row(draws: Draws, n: int, d_k: int, *, row: int, seen: int) -> Row:
    """Different scores, of which those that count lie near each other, and one of them is not negative."""
    root = isqrt(d_k)
    for turn in range(_TURNS):
        scores = tuple(draws.integers(f"row:{row}:{turn}", n, _LEAST * root // 2, _MOST * root // 2))
        counted = scores[:seen]
        near = 2 * (max(counted) - min(counted)) <= _WIDEST * root
        if len(set(scores)) == n and near and max(counted) >= 0 and (seen > 1 or counted[0] >= 0):
            break
    return scores


def _even_row(draws: Draws, n: int, *, row: int, seen: int) -> Row:
    """Exponentials that add up evenly, and for the hidden places any that are told apart from e^0."""
    hidden = draws.integers(f"hidden:{row}", n, 2, 5)[seen:]
    if seen == 1:
        return (draws.integer(f"row:{row}", 1, 5), *hidden)
    return (*draws.shuffled(f"row:{row}:order", draws.choice(f"row:{row}", _EVEN[seen])), *hidden)


WEIGHTS_MATRIX_RECIPE = FormulaRecipe(
    "weights-matrix", (Kind.GRID,), Stepped(WEIGHTS_MATRIX, words.page, words.steps), MatrixSource()
)
