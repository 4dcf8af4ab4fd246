"""What the attention recipes draw: matrices of small numbers, at difficulty 1 such as come out by hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import isqrt, prod
from operator import mul

from app.engine.families.scores import ALIKE
from app.engine.stages import Stage
from app.kit.draws import Draws
from app.variants.recipes.matrices import Rows
from app.variants.recipes.ranges import EVERYTHING, Limits, Number, Range, offered

SHAPES = (
    (3, 4),
    (3, 4),
    (4, 4),
    (3, 2),
    (4, 3),
    (3, 3),
    (4, 3),
    (3, 4),
)  # tokens and d_k, each equally likely; four tokens with d_k = 2 would make √n the same number as d_k
LOW, HIGH = -2, 3
_BASE = HIGH - LOW + 1
# Four digits of a drawn number at once, the last one first, so that a remainder of fewer digits fills the first places.
_FOUR = tuple(digits[::-1] for digits in product(range(LOW, HIGH + 1), repeat=4))
_TURNS = 24
SPREAD = 6
LEAD = 5
# By hand: a single score has few products, and √d_k is 2 where something is divided by it.
_SCORE_SHAPES = ((3, 2), (3, 3), (4, 3))
_TOKENS, _WIDTH = 3, 4
_OUTPUT_WIDTH = 2
_SMALL = (-1, 0, 1, 2, 3)
_ASKING = (0, 1, 2)
_ASKING_ROWS = tuple(row for row in product(_ASKING, repeat=_WIDTH) if 2 <= sum(row) <= 4)
# The numbers m whose logarithms stand in K, by the entry of the asking Query: m^(q/2) is whole, for √d_k = 2.
_LOGS = ((1, 2, 3, 4), (1, 4, 9), (1, 2, 3, 4))
_OTHER_TURNS = 200
_MOST, _MOST_TOGETHER = 12, 20  # an exponential, and the sum of them


@dataclass(frozen=True, slots=True)
class AttentionGivens:
    """Q, K and V with one row per token; the asked token's row, and for a single score the other token.

    With `logs` the entries of K are the logarithms of the numbers in it.
    """

    Q: Rows
    K: Rows
    V: Rows
    row: int
    column: int | None
    logs: bool = False


def space(stage: Stage, limits: Limits = EVERYTHING, *, by_hand: bool) -> int:
    """How many draws there are: every matrix entry and every asked place, over the shapes."""
    single = stage is Stage.RAW
    small = len(limits.among("entries", _SMALL))
    if not by_hand:  # for single scores Q is whole or halves
        low, high = entries_drawn(limits)
        turns = 1 + halves_drawn(limits)
        base = high - low + 1
        return sum(
            (turns * n * n if single else n) * base ** (3 * n * d_k)
            for n, d_k in set(_shapes(limits, SHAPES))
        )
    if single:
        return sum(n * n * small ** (3 * n * d_k) for n, d_k in _shapes(limits, _SCORE_SHAPES))
    cells = _TOKENS * _WIDTH
    if stage is Stage.SCALED:
        return int(_TOKENS * small ** (3 * cells))
    values = _TOKENS * (_OUTPUT_WIDTH if stage is Stage.OUTPUT else _WIDTH)
    if not _asking_rows(limits):
        return 0
    asking, logs = limits.among("entries", _ASKING), limits.among("numbers", _LOGS[0])
    return int(_TOKENS * len(asking) ** cells * len(logs) ** cells * small**values)


def ranges(stage: Stage, *, by_hand: bool) -> tuple[Range[AttentionGivens], ...]:
    """What can be narrowed: tokens, d_k, entries, and where K holds logarithms the numbers that they are of."""
    logs = by_hand and stage in (Stage.WEIGHTS, Stage.OUTPUT)
    if not by_hand:
        shapes: Sequence[tuple[int, int]] = SHAPES
    else:
        shapes = _SCORE_SHAPES if stage is Stage.RAW else ((_TOKENS, _WIDTH),)
    tokens, widths = (tuple(sorted(set(sizes))) for sizes in zip(*shapes, strict=True))
    numbers = tuple(sorted(set(chain.from_iterable(_LOGS)))) if logs else ()
    return offered(
        Range("tokens", "Tokens", lambda found: [len(found.K)], tokens),
        Range("width", "Width of a head, d_k", lambda found: [len(found.K[0])], widths),
        Range(
            "entries",
            "Entries of the matrices",
            entries_of,
            _SMALL if by_hand else tuple(range(LOW, HIGH + 1)),
        ),
        Range("numbers", "Numbers whose logarithms are in K", _numbers_of, numbers),
    )


def entries_of(givens: AttentionGivens) -> Iterable[Number]:
    """All entries, without those that stand for logarithms."""
    return chain.from_iterable((*givens.Q, *(() if givens.logs else givens.K), *givens.V))


def _numbers_of(givens: AttentionGivens) -> Iterable[Number]:
    return chain.from_iterable(givens.K if givens.logs else ())


def _shapes(limits: Limits, shapes: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((n, d_k) for n, d_k in shapes if limits.holds("tokens", n) and limits.holds("width", d_k))


def shape_drawn(draws: Draws, limits: Limits = EVERYTHING) -> tuple[int, int]:
    """Tokens and d_k."""
    return draws.choice("shape", _shapes(limits, SHAPES) if limits else SHAPES)


def entries_drawn(limits: Limits) -> tuple[int, int]:
    """The lowest and the highest entry."""
    return limits.ends("entries", LOW, HIGH)


def halves_drawn(limits: Limits) -> bool:
    """Whether Q may be halved for single scores: only where the half of every entry lies inside as well."""
    low, high = entries_drawn(limits)
    return low <= 0 <= high


def drawn(stage: Stage, draws: Draws, limits: Limits = EVERYTHING) -> AttentionGivens:
    """Entries −2 … 3, d_v = d_k so that every slip can be made; for single scores Q may hold halves.

    K is drawn again, up to `_TURNS` times, while the asked row has a tie or too wide a spread, or is to go
    through the softmax and has negative scores only, whose exponentials would have few digits, or a largest score
    so far ahead that whoever makes all gaps wider has the numbers of one for whom the largest takes all.
    """
    n, d_k = shape_drawn(draws, limits)
    single = stage is Stage.RAW
    row = draws.below("row", n)
    Q = _cut(_entries(draws, "Q", n * d_k, limits), d_k)
    if single and halves_drawn(limits) and draws.below("halves", 2):
        Q = tuple(tuple([entry / 2 for entry in entries]) for entries in Q)
    for turn in range(_TURNS):
        K = _cut(_entries(draws, f"K:{turn}", n * d_k, limits), d_k)
        if single or _can_be_worked(Q[row], K, with_digits=stage is not Stage.SCALED):
            break
    V = _cut(_entries(draws, "V", n * d_k, limits), d_k)
    return AttentionGivens(Q, K, V, row, draws.below("column", n) if single else None)


def drawn_by_hand(stage: Stage, draws: Draws, limits: Limits = EVERYTHING) -> AttentionGivens:
    """Whole entries −1 … 3; where a softmax follows, logarithms in K, so that its exponentials are whole.

    A scaled score is then Σ_c q_c ln m_c / 2, the logarithm of Π_c m_c^(q_c / 2), and the weights are ratios.
    """
    if stage in (Stage.WEIGHTS, Stage.OUTPUT):
        return _with_logs(stage, draws, limits)
    single = stage is Stage.RAW
    small = limits.among("entries", _SMALL)
    n, d_k = draws.choice("shape", _shapes(limits, _SCORE_SHAPES)) if single else (_TOKENS, _WIDTH)
    row = draws.below("row", n)
    Q = _picked(draws, "Q", (n, d_k), small)
    for turn in range(_TURNS):
        K = _picked(draws, f"K:{turn}", (n, d_k), small)
        if single or _can_be_worked(Q[row], K, with_digits=False):
            break
    V = _picked(draws, "V", (n, d_k), small)
    return AttentionGivens(Q, K, V, row, draws.below("column", n) if single else None)


def made_of_logs(asking: Sequence[float], K: Rows) -> tuple[int, ...]:
    """The exponentials Π_c m_c^(q_c / √d_k) of the asked row of scaled scores; none where one is not whole.

    `K` holds the numbers m whose logarithms are meant, and d_k is a square.
    """
    root = isqrt(len(asking))
    found = []
    for numbers in K:
        whole = prod(int(m) ** int(q) for q, m in zip(asking, numbers, strict=True))
        made = round(whole ** (1 / root))
        if root * root != len(asking) or made**root != whole or any(q != int(q) or q < 0 for q in asking):
            return ()
        found.append(made)
    return tuple(found)


def _asking_rows(limits: Limits) -> tuple[tuple[int, ...], ...]:
    """The rows of Q whose entries lie inside, and for each of them a number in K that does."""
    return tuple(
        row
        for row in _ASKING_ROWS
        if all(limits.holds("entries", q) and limits.among("numbers", _LOGS[q]) for q in row)
    )


def _with_logs(stage: Stage, draws: Draws, limits: Limits) -> AttentionGivens:
    row = draws.below("row", _TOKENS)
    rows = _asking_rows(limits) if limits else _ASKING_ROWS
    Q = tuple([draws.choice(f"Q:{token}", rows) for token in range(_TOKENS)])
    asking = Q[row]
    logs = tuple(limits.among("numbers", numbers) for numbers in _LOGS)
    for turn in range(_OTHER_TURNS):
        places = product(range(_TOKENS), range(_WIDTH))
        numbers = [draws.choice(f"K:{turn}:{j}:{c}", logs[asking[c]]) for j, c in places]
        K = _cut(numbers, _WIDTH)
        made = made_of_logs(asking, K)
        if made and _can_be_told(made, row) and _differs_the_other_way(Q, K[row]):
            break
    width = _OUTPUT_WIDTH if stage is Stage.OUTPUT else _WIDTH
    V = _picked(draws, "V", (_TOKENS, width), limits.among("entries", _SMALL))
    return AttentionGivens(Q, K, V, row, None, logs=True)


def _can_be_told(made: Sequence[int], row: int) -> bool:
    """Small exponentials that are not all alike, and that are not seen in the shares of the logarithms already.

    The first token is not its own largest: with a causal mask it would see what one sees who takes the largest.
    """
    small = max(made) <= _MOST and sum(made) <= _MOST_TOGETHER
    return small and len(set(made)) > 1 and set(made) != ALIKE and (row > 0 or made[0] < max(made))


def _differs_the_other_way(Q: Rows, compared: Sequence[float]) -> bool:
    """Whether who swaps Queries and Keys gets scores that are not all alike, and weights that are not even ones."""
    swapped = {prod(m**q for q, m in zip(asking, compared, strict=True)) for asking in Q}
    return len(swapped) > 1


def _picked(draws: Draws, label: str, shape: tuple[int, int], among: Sequence[int]) -> Rows:
    """A matrix of entries among a few numbers, each equally likely."""
    rows, width = shape
    drawn_number = draws.below(label, len(among) ** (rows * width))
    entries = []
    for _ in range(rows * width):
        drawn_number, place = divmod(drawn_number, len(among))
        entries.append(among[place])
    return _cut(entries, width)


def _entries(draws: Draws, label: str, count: int, limits: Limits) -> list[int]:
    """Entries of a matrix as the digits of one drawn number, each equally likely; quicker than one draw for each."""
    low, high = entries_drawn(limits)
    if (low, high) != (LOW, HIGH):
        return draws.integers(label, count, low, high)
    drawn_number = draws.below(label, _BASE**count)
    entries: list[int] = []
    while len(entries) < count:
        drawn_number, digits = divmod(drawn_number, len(_FOUR))
        entries += _FOUR[digits]
    return entries[:count]


def _cut(entries: Sequence[float], width: int) -> Rows:
    """Rows of one width."""
    return tuple([tuple(entries[start : start + width]) for start in range(0, len(entries), width)])


def _can_be_worked(asking: Sequence[float], K: Rows, *, with_digits: bool) -> bool:
    """No two logits of the row are equal, and after scaling they lie within 6, so that no weight prints as 0.

    `with_digits` wants a highest one that is not negative, so that the sum of the exponentials is 1 or more, and that
    multiplied by √d_k is not more than 5 ahead of the next, so that the others' exponentials are there beside its own.
    """
    row = sorted([sum(map(mul, asking, entries)) for entries in K])
    highest = row[-1]
    if with_digits and (highest < 0 or (highest - row[-2]) ** 2 * len(asking) > LEAD**2):
        return False
    return len(set(row)) == len(row) and (highest - row[0]) ** 2 <= SPREAD**2 * len(asking)
