"""A whole matrix of attention weights from raw scores, with or without a causal mask, as formulas."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import arb, fmpq

from app.engine.families.stepwise import Changed, Constants, FormulaStep

TOKENS = "ABC"
Cell = tuple[str, str]  # the token that asks, the token that is looked at
Rule = Callable[[Cell], str]


@dataclass(frozen=True, slots=True)
class MatrixGivens:
    """Raw scores row by row, for two or three tokens in their order; `logs` makes a score c into √d_k · ln c."""

    scores: tuple[tuple[int, ...], ...]
    d_k: int
    causal: bool
    logs: bool = False


@dataclass(frozen=True, slots=True)
class MatrixShape:
    """How many tokens there are, and whether later ones are hidden."""

    tokens: int
    causal: bool

    @property
    def names(self) -> str:
        """The letters of the tokens."""
        return TOKENS[: self.tokens]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All places, row by row."""
        return tuple((one, other) for one in self.names for other in self.names)

    def sees(self, cell: Cell) -> bool:
        """Whether the asking token may look at the other one."""
        return not self.causal or cell[1] <= cell[0]

    def row(self, token: str) -> tuple[Cell, ...]:
        """The places that a token looks at."""
        return tuple(cell for cell in self.cells if cell[0] == token and self.sees(cell))

    def column(self, token: str) -> tuple[Cell, ...]:
        """The places from which a token is looked at."""
        return tuple(cell for cell in self.cells if cell[1] == token and self.sees(cell))


@dataclass(frozen=True, slots=True)
class WeightsMatrix:
    """w_ij = e^{x_ij} / Σ_m e^{x_im} with x = s / √d_k, over the tokens that i may look at.

    Source: Vaswani et al. 2017, sections 3.2.1 and 3.2.3.
    """

    def shape(self, givens: MatrixGivens) -> MatrixShape:
        """The number of tokens, and the mask."""
        return MatrixShape(len(givens.scores), givens.causal)

    def constants(self, givens: MatrixGivens) -> Constants:
        """A raw score for each place, and d_k."""
        root = isqrt(givens.d_k)
        scores = [score for row in givens.scores for score in row]
        texts = [f"{root}*ln({score})" if givens.logs else str(score) for score in scores]
        names = ["s_" + "".join(cell) for cell in self.shape(givens).cells]
        return (*zip(names, texts, strict=True), ("d", str(givens.d_k)))

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """Scaled scores, exponentials, the sum of each row, and the weights, which are asked for."""
        if not isinstance(shape, MatrixShape):
            raise TypeError(f"a matrix of weights has no shape such as {shape!r}")
        return (
            _scaled(shape, decimals),
            _exponentials(shape, decimals),
            _sums(shape, decimals),
            _weights(shape, decimals),
        )

    def enclose(self, givens: MatrixGivens) -> tuple[tuple[arb, ...], ...]:
        """Roots of squares, and shares by differences of scores; by fractions where scores are logarithms."""
        shape = self.shape(givens)
        scores = dict(zip(shape.cells, (score for row in givens.scores for score in row), strict=True))
        seen = [cell for cell in shape.cells if shape.sees(cell)]
        if givens.logs:
            scaled = {cell: arb(score).log() for cell, score in scores.items()}
            made = {cell: arb(scores[cell]) for cell in seen}
            shares = {
                cell: _ball(Fraction(scores[cell], sum(scores[one] for one in shape.row(cell[0]))))
                for cell in seen
            }
        else:
            scaled = {cell: _root(score, givens.d_k) for cell, score in scores.items()}
            made = {cell: 1 / (-scaled[cell]).exp() for cell in seen}
            shares = {
                cell: 1 / _total((scaled[one] - scaled[cell]).exp() for one in shape.row(cell[0]))
                for cell in seen
            }
        return (
            tuple(scaled.values()),
            tuple(made.get(cell, arb(0)) for cell in shape.cells),
            tuple(_total(made[cell] for cell in shape.row(token)) for token in shape.names),
            tuple(shares.get(cell, arb(0)) for cell in shape.cells),
        )


def _total(balls: Iterable[arb]) -> arb:
    return sum(balls, arb(0))


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def _root(score: int, d_k: int) -> arb:
    """s/√d_k as the root of s²/d_k, with its sign."""
    size = (arb(score * score) / d_k).sqrt()
    return -size if score < 0 else size


def _all(shape: MatrixShape, rule: str | Rule, *, hidden: str | Rule | None = None) -> tuple[str, ...]:
    """A formula for each place, {} being the place; another one for those that the mask hides."""
    found = []
    for cell in shape.cells:
        chosen = rule if hidden is None or shape.sees(cell) else hidden
        found.append(chosen.replace("{}", "".join(cell)) if isinstance(chosen, str) else chosen(cell))
    return tuple(found)


def _added(cells: Iterable[Cell], pattern: str = "a_{}") -> str:
    return "+".join(pattern.format("".join(cell)) for cell in cells)


def _scaled(shape: MatrixShape, decimals: int) -> FormulaStep:
    slips = (
        Changed("no-scale", _all(shape, "s_{}")),
        Changed("divide-by-d-k", _all(shape, "s_{}/d")),
        Changed("times-root-d-k", _all(shape, "s_{}*sqrt(d)")),
        Changed("root-of-tokens", _all(shape, f"s_{{}}/sqrt({shape.tokens})")),
        Changed("scale-after-softmax", _all(shape, "s_{}")),
        Changed("swap-query-key", _all(shape, lambda cell: f"s_{cell[1]}{cell[0]}/sqrt(d)")),
    )
    return FormulaStep("scaled", _all(shape, "x_{}"), _all(shape, "s_{}/sqrt(d)"), decimals, slips)


def _exponentials(shape: MatrixShape, decimals: int) -> FormulaStep:
    slips = [
        Changed("base-two", _all(shape, "2^x_{}", hidden="0")),
        Changed("no-exponential", _all(shape, "x_{}", hidden="0")),
    ]
    if shape.causal:
        slips.append(Changed("mask-score-zero", _all(shape, "exp(x_{})", hidden="1")))
        slips.append(Changed("mask-after-weights", _all(shape, "exp(x_{})")))
        slips.append(Changed("later-tokens-left-in", _all(shape, "exp(x_{})")))
    else:
        causal = MatrixShape(shape.tokens, causal=True)
        slips.append(Changed("causal-mask-added", _all(causal, "exp(x_{})", hidden="0")))
    return FormulaStep(
        "exponentials", _all(shape, "a_{}"), _all(shape, "exp(x_{})", hidden="0"), decimals, tuple(slips)
    )


def _sums(shape: MatrixShape, decimals: int) -> FormulaStep:
    """The sum runs over the whole row, in which hidden places have no term."""
    rows = tuple(_added(cell for cell in shape.cells if cell[0] == token) for token in shape.names)
    return FormulaStep("sums", tuple(f"Z_{token}" for token in shape.names), rows, decimals)


def _weights(shape: MatrixShape, decimals: int) -> FormulaStep:
    """A token that sees one token gives it all its weight."""

    def share(cell: Cell) -> str:
        return "1" if len(shape.row(cell[0])) == 1 else f"a_{cell[0]}{cell[1]}/Z_{cell[0]}"

    def of_all(cell: Cell) -> str:
        return f"a_{cell[0]}{cell[1]}/Z_{cell[0]}"

    slips = [
        Changed(
            "softmax-over-columns",
            _all(shape, lambda cell: f"a_{''.join(cell)}/({_added(shape.column(cell[1]))})", hidden="0"),
        ),
        Changed(
            "softmax-over-matrix",
            _all(shape, f"a_{{}}/({'+'.join(f'Z_{token}' for token in shape.names)})", hidden="0"),
        ),
        Changed("plain-mean", _all(shape, lambda cell: f"1/{len(shape.row(cell[0]))}", hidden="0")),
        Changed("scale-after-softmax", _all(shape, lambda cell: f"{share(cell)}/sqrt(d)", hidden="0")),
    ]
    if shape.causal:
        slips.append(Changed("mask-after-weights", _all(shape, of_all, hidden="0")))
        slips.append(Changed("mask-score-zero", _all(shape, of_all)))
        slips.append(Changed("later-tokens-left-in", _all(shape, of_all)))
    else:
        slips.append(Changed("causal-mask-added", _all(shape, of_all)))
    return FormulaStep("weights", _all(shape, "w_{}"), _all(shape, share, hidden="0"), decimals, tuple(slips))


WEIGHTS_MATRIX = WeightsMatrix()
