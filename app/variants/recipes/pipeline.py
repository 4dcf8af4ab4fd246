"""The recipe of attention in steps: how a Query, Keys and Values are drawn that can be worked by hand or by calculator."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, permutations

from app.engine.families.pipeline import PIPELINE, TOKENS, WIDTH, PipelineGivens, Vectors
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.recipes import givens as reading
from app.variants.recipes.formulas import FormulaRecipe
from app.variants.recipes.ranges import Limits, Number, Range, offered
from app.variants.recipes.settings import BY_HAND
from app.variants.recipes.stepped import Stepped
from app.variants.recipes.words import pipeline as words

_LOW, _HIGH = -2, 3
_UNITS = (1, -1)
_TURNS = 400
_SPREAD = 5  # of raw scores, so that every weight has digits
_LARGEST = 5  # raw score: e^2.5 is 12.2
# Base b and exponents m with a sum of b^m that divides evenly: every weight has at most two decimals.
_EVEN = tuple(
    (base, order)
    for base, exponents in (
        (2, (0, 0, 1)), (2, (0, 1, 1)), (2, (0, 0, 3)), (2, (1, 1, 2)), (2, (1, 2, 2)), (2, (0, 3, 4)),
        (2, (-1, -1, 0)), (3, (0, 0, 1)), (3, (1, 1, 2)), (8, (0, 0, 1)),
    )
    for order in sorted(set(permutations(exponents)))
)  # fmt: skip

Ends = tuple[int, int]  # the lowest and the highest entry


@dataclass(frozen=True, slots=True)
class PipelineSource:
    """Small whole numbers. By hand, the exponentials are powers of a whole number; else no two scores are equal."""

    def ranges(self, difficulty: int) -> tuple[Range[PipelineGivens], ...]:
        """The entries."""
        return offered(Range("entries", "Entries of Q, K and V", _entries_of, tuple(range(_LOW, _HIGH + 1))))

    def size(self, difficulty: int, limits: Limits) -> int:
        """Entries of one Query, three Keys and three Values, and the token that asks; by hand it wants a 1 or −1."""
        if difficulty == BY_HAND and not limits.among("entries", _UNITS):
            return 0
        low, high = limits.ends("entries", _LOW, _HIGH)
        return int(len(TOKENS) * (high - low + 1) ** (WIDTH * 7))

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> PipelineGivens:
        """Drawn again, up to `_TURNS` times, until the scores can be worked."""
        row = draws.below("row", len(TOKENS))
        ends = limits.ends("entries", _LOW, _HIGH)
        V = _values(draws, ends)
        if difficulty == BY_HAND:
            base, exponents = draws.choice("weights", _EVEN)
            return _by_hand(draws, (base, exponents), ends, rest=(V, row))
        for turn in range(_TURNS):
            q = tuple(draws.integers(f"q:{turn}", WIDTH, *ends))
            K = _rows(draws, f"K:{turn}", ends)
            scores = [sum(a * b for a, b in zip(q, key, strict=True)) for key in K]
            if _workable(scores):
                break
        return PipelineGivens(q, K, V, row)

    def read(self, givens: Mapping[str, object]) -> PipelineGivens:
        """Q, K, V as lists of rows and `row` by its letter; with `base`, `multiples` stands for Q."""
        base = reading.whole(givens, "base") if "base" in givens else 0
        name = "multiples" if base else "Q"
        reading.only(givens, {name, "K", "V", "row"} | ({"base"} if base else set()))
        (q,) = _whole(givens, name, rows=1)
        K, V = (_whole(givens, letter, rows=len(TOKENS)) for letter in "KV")
        if base and not 2 <= base <= 10:
            raise ValueError(f"base is {base}, and must be 2 to 10")
        return PipelineGivens(q, K, V, reading.token(givens, "row", len(TOKENS)), base)

    def record(self, givens: PipelineGivens) -> dict[str, object]:
        """As `read` takes them."""
        record: dict[str, object] = {
            "multiples" if givens.base else "Q": [list(givens.q)],
            "K": list(map(list, givens.K)),
            "V": list(map(list, givens.V)),
            "row": TOKENS[givens.row],
        }
        return record | {"base": givens.base} if givens.base else record


def _entries_of(givens: PipelineGivens) -> Iterable[Number]:
    """Every entry; by hand those of Q are multiples of a logarithm, and meant is how many."""
    return chain(givens.q, *givens.K, *givens.V)


def _rows(draws: Draws, label: str, ends: Ends) -> Vectors:
    entries = draws.integers(label, WIDTH * len(TOKENS), *ends)
    return tuple(tuple(entries[start : start + WIDTH]) for start in range(0, len(entries), WIDTH))


def _values(draws: Draws, ends: Ends) -> Vectors:
    """No column with one number in it, which would be the output whatever the weights are."""
    for turn in range(_TURNS):
        V = _rows(draws, f"V:{turn}", ends)
        if not _flat(V):
            break
    return V


def _flat(V: Vectors) -> bool:
    return any(len(set(column)) == 1 for column in zip(*V, strict=True))


def _workable(scores: list[int]) -> bool:
    """No ties, no wide spread, one score that is not negative, and none too large for a row of small powers."""
    apart = len(set(scores)) == len(scores) and max(scores) - min(scores) <= _SPREAD
    return apart and 0 <= max(scores) <= _LARGEST


def _by_hand(
    draws: Draws, weights: tuple[int, tuple[int, ...]], ends: Ends, *, rest: tuple[Vectors, int]
) -> PipelineGivens:
    """A Query with a 1 or −1 somewhere, at which each Key is made to have twice the exponent for its score."""
    place = draws.below("place", WIDTH)
    low, high = ends
    base, exponents = weights
    entries = draws.integers("q", WIDTH, max(low, -1), min(high, 2))
    entries[place] = draws.choice("unit", [unit for unit in _UNITS if low <= unit <= high])
    K = []
    for token, exponent in enumerate(exponents):
        for turn in range(_TURNS):
            key = draws.integers(f"K:{token}:{turn}", WIDTH, low, high)
            others = sum(a * b for n, (a, b) in enumerate(zip(entries, key, strict=True)) if n != place)
            key[place] = entries[place] * (2 * exponent - others)
            if low <= key[place] <= high:
                break
        K.append(tuple(key))
    V, row = rest
    return PipelineGivens(tuple(entries), tuple(K), V, row, base)


def _whole(givens: Mapping[str, object], name: str, *, rows: int) -> Vectors:
    found = reading.matrix(givens, name)
    if len(found) != rows or len(found[0]) != WIDTH:
        raise ValueError(f"{name} must be {rows} × {WIDTH}, not {len(found)} × {len(found[0])}")
    if any(entry != int(entry) for row in found for entry in row):
        raise ValueError(f"{name} must hold whole numbers")
    return tuple(tuple(map(int, row)) for row in found)


def _taste(givens: PipelineGivens) -> str:
    """Values that a person gives may have a column with one number."""
    return "flat-values" if _flat(givens.V) else ""


PIPELINE_STEPS = Stepped(PIPELINE, words.page, words.steps, _taste)
PIPELINE_RECIPE = FormulaRecipe("pipeline", (Kind.STEPS,), PIPELINE_STEPS, PipelineSource())
