"""What the examples of beliefs are built from: proven rows, exact numbers, and tables with two ways."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from string import ascii_uppercase

from flint import arb

from app.engine.certify import prove, rounded
from app.engine.mechanism import RIGHT, Mechanism
from app.engine.problem import Exact, LogitProblem, Problem
from app.engine.problem import Matrix as Rows
from app.engine.stages import Stage
from app.engine.trace import trace
from app.items.public import Matrix
from app.services.reading_views import Example, WayStep
from app.services.worked.parting import parted
from app.services.worked.rows import DECIMALS, OTHER, agree, printed

# Three tokens whose keys differ from their queries; the second one's values are narrower, and no row's sum is alike.
GROUND = OTHER
NARROW = replace(OTHER, V=((1, 2), (0, -1), (3, 1)))
TOLD = "Three tokens A, B and C have these queries, keys and values, with $d_k = 4$."
SCORES = r"s_j = q_A \cdot k_j"
SCALED = r"x_j = \frac{s_j}{\sqrt{d_k}}"
WEIGHTS = r"w_j = \frac{e^{x_j}}{\sum_m e^{x_m}}"
OUTPUT = r"o_A = \sum_j w_j\,v_j"
_ROLES = {"Q": "query", "K": "key", "V": "value", "W_q": "query", "W_k": "key", "W_v": "value"}


@dataclass(frozen=True, slots=True)
class Line:
    """What one step prints: numbers as certain digits, a name for each or none, and the look that they have."""

    texts: tuple[str, ...]
    names: tuple[str, ...] = ()
    look: str = "numbers"


def letters(count: int) -> tuple[str, ...]:
    """The names of so many tokens: A, B, C and so on."""
    return tuple(ascii_uppercase[:count])


def row(problem: Problem | LogitProblem, stage: Stage, mechanism: Mechanism = RIGHT) -> Line:
    """One step of the engine: n numbers named by token, or d_v numbers of the output named by place.

    Raises AssertionError where the plain computation and the proven digits disagree.
    """
    found = trace(problem, mechanism, stage=stage).at(stage)
    decimals = 0 if stage is Stage.RAW and all(number.is_integer() for number in found) else DECIMALS
    texts = tuple(printed(one) for one in prove(problem, mechanism, stage=stage, decimals=decimals))
    agree(found, texts)
    places = tuple(str(place) for place in range(1, len(texts) + 1))
    return Line(texts, places if stage is Stage.OUTPUT else letters(len(texts)), stage.value)


def exact(*numbers: Exact, names: Sequence[str] = ()) -> Line:
    """Whole numbers as they are; all to three decimals where one of them is a fraction."""
    whole = all(number.denominator == 1 for number in numbers)
    texts = (str(number) if whole else printed(rounded(number, DECIMALS)) for number in numbers)
    return Line(tuple(texts), tuple(names))


def proven(*numbers: arb, names: Sequence[str] = ()) -> Line:
    """Enclosed numbers to three decimals. Raises AssertionError where the digits cannot be proven."""
    return Line(tuple(printed(rounded(number, DECIMALS)) for number in numbers), tuple(names))


def vectors(rows: Rows, names: Sequence[str] = ()) -> Line:
    """Exact rows, each in brackets, with the names of their tokens."""
    texts = tuple(f"[{', '.join(map(_text, numbers))}]" for numbers in rows)
    return Line(texts, tuple(names) or letters(len(rows)), "weighted")


def step(title: str, rule: str, right: Line, believed: Line | None = None, *, by: str = "") -> WayStep:
    """A step whose second way is as believed, by another rule where it has one; without it both ways are the same."""
    second = right if believed is None else believed
    return WayStep(
        right.look, title, rule, right.names, right.texts, second.texts, second.names, slipped_rule=by
    )


def told(given: str, matrices: Iterable[Matrix], *steps: WayStep) -> Example:
    """The example, with its first step that differs marked. Raises AssertionError where none does."""
    return Example(given, tuple(matrices), parted(steps, given), believed=True)


def shown(name: str, rows: Rows, names: Sequence[str] = ()) -> Matrix:
    """A matrix as a table, its rows named by token or as told."""
    entries = tuple(tuple(map(_text, numbers)) for numbers in rows)
    return Matrix(name, _ROLES.get(name, "plain"), tuple(names) or letters(len(rows)), (), entries)


def sheet(problem: Problem) -> tuple[Matrix, ...]:
    """The matrices of a problem in which each token has a row of all three."""
    return shown("Q", problem.Q), shown("K", problem.K), shown("V", problem.V or ())


def times(left: Rows, right: Rows) -> Rows:
    """The exact product of two matrices: n × m times m × p is n × p."""
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(dot(one, column) for column in columns) for one in left)


def dot(first: Sequence[Exact], second: Sequence[Exact]) -> Exact:
    """The exact dot product of two vectors of one length."""
    return sum((a * b for a, b in zip(first, second, strict=True)), 0)


def multiplied(rows: Rows, factor: int) -> Rows:
    """Every entry times the factor."""
    return tuple(tuple(factor * number for number in one) for one in rows)


def added(rows: Rows, others: Rows) -> Rows:
    """The entries of two matrices of one shape added."""
    return tuple(
        tuple(a + b for a, b in zip(one, other, strict=True)) for one, other in zip(rows, others, strict=True)
    )


def values_of(problem: Problem) -> Rows:
    """The values of a problem that has them."""
    if problem.V is None:
        raise AssertionError("the example has no values")
    return problem.V


def _text(number: Exact) -> str:
    if isinstance(number, Fraction) and number.denominator != 1:
        return printed(rounded(number, DECIMALS))
    return str(number)
