"""Givens of questions that go backward: matrices, the ways of computing that are offered, and the one that was taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.engine.problem import Problem
from app.engine.slips import pairs_at
from app.engine.stages import Stage
from app.kit.draws import Draws
from app.variants.block import Reading
from app.variants.recipes import givens as reading
from app.variants.recipes import matrices
from app.variants.recipes.attention import OUTPUT_ROW
from app.variants.recipes.attention_draws import AttentionGivens, entries_of
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.matrices import Rows
from app.variants.recipes.ranges import Limits, Range, offered

OFFERED = 4
Pools = Mapping[Stage, tuple[str, ...]]
_LOW, _HIGH = -2, 3
_MATRICES = ("Q", "K", "V", "row")


@dataclass(frozen=True, slots=True)
class ReverseGivens:
    """Matrices and the asked row, the step that is shown, and the readings that are offered with the one that was taken.

    The empty reading is the right way.
    """

    base: AttentionGivens
    stage: Stage
    offered: tuple[Reading, ...]
    by: Reading

    @property
    def made(self) -> tuple[Reading, ...]:
        """The options that are right: the way that was taken where it is offered, else each of its slips."""
        return (self.by,) if self.by in self.offered else tuple((slug,) for slug in self.by)

    @property
    def problem(self) -> Problem:
        """The matrices as the engine takes them."""
        Q, K, V = (matrices.exact(rows) for rows in (self.base.Q, self.base.K, self.base.V))
        return Problem(Q, K, V, self.base.row)


Sizes = tuple[int, int]  # tokens and d_k


def drawn_matrices(draws: Draws, sizes: Sizes, row: int, limits: Limits) -> AttentionGivens:
    """Q, K and V of n rows of d_k entries −2 … 3, each equally likely, as far as they lie inside."""
    n, d_k = sizes
    low, high = limits.ends("entries", _LOW, _HIGH)
    Q, K, V = (_cut(draws.integers(name, n * d_k, low, high), d_k) for name in "QKV")
    return AttentionGivens(Q, K, V, row, None)


def ranges_of(shapes: Sequence[Sizes]) -> tuple[Range[ReverseGivens], ...]:
    """What can be narrowed where matrices of these shapes are drawn."""
    tokens, widths = (tuple(sorted(set(sizes))) for sizes in zip(*shapes, strict=True))
    return offered(
        Range("tokens", "Tokens", lambda found: [len(found.base.K)], tokens),
        Range("width", "Width of a head, d_k", lambda found: [len(found.base.K[0])], widths),
        Range(
            "entries",
            "Entries of the matrices",
            lambda found: entries_of(found.base),
            tuple(range(_LOW, _HIGH + 1)),
        ),
    )


def shapes_in(limits: Limits, shapes: Sequence[Sizes]) -> tuple[Sizes, ...]:
    """The shapes that lie inside."""
    return tuple((n, d_k) for n, d_k in shapes if limits.holds("tokens", n) and limits.holds("width", d_k))


def matrices_in(limits: Limits, shapes: Sequence[Sizes]) -> int:
    """How many matrices there are of these shapes, as far as they lie inside, with a token that asks."""
    low, high = limits.ends("entries", _LOW, _HIGH)
    return sum(n * int((high - low + 1) ** (3 * n * d_k)) for n, d_k in shapes_in(limits, shapes))


def different_matrices(
    draws: Draws, sizes: Sizes, row: int, limits: Limits, *, turns: int
) -> Iterator[AttentionGivens]:
    """The matrices of so many turns, each once, and none after all that lie inside were among them.

    Within a narrow range they are few, and what one was not good for it is not tried for again.
    """
    met: set[AttentionGivens] = set()
    most = matrices_in(limits, [sizes]) // sizes[0]
    for turn in range(turns):
        base = drawn_matrices(draws.under(f"matrices:{turn}"), sizes, row, limits)
        if base not in met:
            met.add(base)
            yield base
        if len(met) == most:
            return


def asked_row(draws: Draws, n: int, offered: Sequence[Reading]) -> int:
    """The row that is read; where a mask is offered, one that sees something and from which something is hidden."""
    masked = any("causal-mask-added" in slugs for slugs in offered)
    return draws.integer("row", min(1, n - 2), n - 2) if masked else draws.below("row", n)


def _cut(entries: Sequence[float], width: int) -> Rows:
    return tuple(tuple(entries[start : start + width]) for start in range(0, len(entries), width))


def tokens_of(givens: ReverseGivens) -> tuple[str, ...]:
    """The names of all tokens."""
    return tuple(TOKENS[: len(givens.base.K)])


def columns_of(letter: str, width: int) -> tuple[str, ...]:
    """What the numbers of an output are called (Markdown)."""
    return tuple(f"column {place} of ${letter}$" for place in range(1, width + 1))


def recorded(givens: ReverseGivens) -> dict[str, object]:
    """The givens as `read_givens` takes them."""
    return {
        **OUTPUT_ROW.record(givens.base),
        "asked": givens.stage.value,
        "offered": ["+".join(slugs) for slugs in givens.offered],
        "by": "+".join(givens.by),
    }


def read_givens(givens: Mapping[str, object], pools: Pools, offers: int) -> ReverseGivens:
    """Matrices, `row`, `asked` (a step), `offered` (slips, two joined by "+", nothing for the right way), and `by`.

    `offers` is how many are offered. Raises ValueError with a sentence for anything that does not fit.
    """
    reading.only(givens, {*_MATRICES, "asked", "offered", "by"})
    base = OUTPUT_ROW.read({name: givens[name] for name in _MATRICES if name in givens})
    if any(entry != int(entry) for rows in (base.Q, base.K, base.V) for row in rows for entry in row):
        raise ValueError("Q, K and V must hold whole numbers")
    if len(base.Q[0]) != len(base.V[0]):
        raise ValueError("the rows of V must be as long as those of K")
    stage = next((one for one in pools if one.value == givens.get("asked")), None)
    if stage is None:
        raise ValueError(f"asked must be one of {', '.join(pools)}")
    named = givens.get("offered")
    if not isinstance(named, list | tuple) or len(named) != offers or len(set(named)) != offers:
        raise ValueError(f"offered must name {offers} different ways of computing")
    offered = tuple(_way(str(name), pools[stage], stage) for name in named)
    found = ReverseGivens(base, stage, offered, _slugs(str(givens.get("by", ""))))
    if not set(found.made) <= set(offered):
        raise ValueError("by must be one of those that are offered, or two of them")
    return found


def _slugs(name: str) -> Reading:
    return tuple(name.split("+")) if name else ()


def _way(name: str, pool: Sequence[str], stage: Stage) -> Reading:
    slugs = _slugs(name)
    unknown = [slug for slug in slugs if slug not in pool]
    if unknown:
        raise ValueError(f"{', '.join(unknown)} cannot be asked for here; known are {', '.join(pool)}")
    if len(slugs) > 1 and slugs not in pairs_at(stage):
        raise ValueError(
            f"{' and '.join(slugs)} cannot be told apart from one of them, or change the same thing"
        )
    return slugs
