"""The whole of attention for one token, as steps: raw scores, scaled scores, exponentials, their sum, weights, output."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from app.engine.families.stepwise import Changed, Constants, FormulaStep

TOKENS = "ABC"
WIDTH = 4  # d_k and d_v
_PLACES = range(1, WIDTH + 1)
_HALVES = 2  # decimals of a whole number divided by 2, or by 4 in a slip: written in full
Vectors = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PipelineGivens:
    """One Query, and a Key and a Value for each of three tokens, all of width 4; `row` is the token that asks.

    With `base` b above 0 the Query is ln b times `q`, and scores are counted in multiples of ln b.
    """

    q: tuple[int, ...]
    K: Vectors
    V: Vectors
    row: int
    base: int = 0


@dataclass(frozen=True, slots=True)
class PipelineShape:
    """What the formulas depend on: the token that asks, and whether scores are multiples of a logarithm."""

    row: int
    logs: bool


@dataclass(frozen=True, slots=True)
class Pipeline:
    """o = Σ_j w_j v_j with w = softmax(q Kᵀ / √4). Source: Vaswani et al. 2017, equation 1."""

    def shape(self, givens: PipelineGivens) -> PipelineShape:
        """The row, and whether there are logarithms."""
        return PipelineShape(givens.row, bool(givens.base))

    def constants(self, givens: PipelineGivens) -> Constants:
        """Every entry by its letter, token and place; L is the logarithm that scores are multiples of."""
        found = [(f"q_{place}", str(entry)) for place, entry in enumerate(givens.q, 1)]
        for letter, rows in (("k", givens.K), ("v", givens.V)):
            for token, row in zip(TOKENS, rows, strict=True):
                found += [(f"{letter}_{token}{place}", str(entry)) for place, entry in enumerate(row, 1)]
        return (*found, ("L", f"ln({givens.base})" if givens.base else "1"))

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """Six steps. Raw scores are whole; scaled ones are halves and are written in full."""
        if not isinstance(shape, PipelineShape):
            raise TypeError(f"the pipeline has no shape such as {shape!r}")
        return (
            _scores(shape),
            _scaled(),
            _exponentials(shape.row, decimals),
            _whole(shape.row, decimals),
            _weights(decimals),
            _output(decimals),
        )

    def enclose(self, givens: PipelineGivens) -> tuple[tuple[arb, ...], ...]:
        """Roots of squares, reciprocals of powers, weights by differences of scores, mixtures about the first Value."""
        scores = [sum(a * b for a, b in zip(givens.q, row, strict=True)) for row in givens.K]
        first_two = tuple(map(arb, scores)), tuple(map(_root, scores))
        if givens.base and not any(score % 2 for score in scores):
            return (*first_two, *_exactly(scores, givens))
        made = [1 / _power(-score, givens.base) for score in scores]
        weights = [
            1 / sum((_power(other - score, givens.base) for other in scores), arb(0)) for score in scores
        ]
        first, *others = givens.V
        output = [
            arb(start)
            + sum((w * (row[n] - start) for w, row in zip(weights[1:], others, strict=True)), arb(0))
            for n, start in enumerate(first)
        ]
        return (
            *first_two,
            tuple(made),
            (sum(made[1:], made[0]),),
            tuple(weights),
            tuple(output),
        )


def _power(score: int, base: int) -> arb:
    """e^{s/2}, or b^{s/2} where scores are multiples of ln b."""
    return (arb(score) / 2).exp() if not base else (arb(base) ** score).sqrt()


def _exactly(scores: Sequence[int], givens: PipelineGivens) -> tuple[tuple[arb, ...], ...]:
    """The last four steps in fractions, where every exponential is a whole power of the base."""
    made = [Fraction(givens.base) ** (score // 2) for score in scores]
    whole: Fraction = sum(made, Fraction(0))
    weights: list[Fraction] = [1 / sum((other / one for other in made), Fraction(0)) for one in made]
    columns = zip(*givens.V, strict=True)
    output: list[Fraction] = [
        sum((w * entry for w, entry in zip(weights, column, strict=True)), Fraction(0)) for column in columns
    ]
    return tuple(tuple([_ball(number) for number in step]) for step in (made, [whole], weights, output))


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def _root(score: int) -> arb:
    """s/√4 as the root of s²/4, with its sign."""
    size = (arb(score * score) / WIDTH).sqrt()
    return -size if score < 0 else size


def _each(pattern: str) -> tuple[str, ...]:
    """A formula for each token."""
    return tuple(pattern.format(token) for token in TOKENS)


def _sum(pattern: str, tokens: str = TOKENS) -> str:
    """A formula added up over tokens."""
    return "+".join(pattern.format(token) for token in tokens)


def _product(asking: str, pattern: str = "{}*{}") -> tuple[str, ...]:
    """The dot product of a row with each Key; `pattern` makes a term of two entries."""
    return tuple(
        "+".join(pattern.format(f"{asking}{n}", f"k_{token}{n}") for n in _PLACES) for token in TOKENS
    )


def _scores(shape: PipelineShape) -> FormulaStep:
    slips = [Changed("drop-signs", _product("q_", "abs({}*{})"))]
    if not shape.logs:  # a Value has no logarithm in it
        slips.append(Changed("swap-query-value", _product(f"v_{TOKENS[shape.row]}")))
    return FormulaStep("scores", _each("s_{}"), _product("q_"), 0, tuple(slips), counts=True)


def _scaled() -> FormulaStep:
    slips = (
        Changed("no-scale", _each("s_{}")),
        Changed("divide-by-d-k", _each("s_{}/4")),
        Changed("times-root-d-k", _each("s_{}*sqrt(4)")),
        Changed("root-of-tokens", _each("s_{}/sqrt(3)")),
    )
    return FormulaStep("scaled", _each("x_{}"), _each("s_{}/sqrt(4)"), _HALVES, slips)


def _exponentials(row: int, decimals: int) -> FormulaStep:
    slips = [Changed("base-two", _each("2^(x_{}*L)")), Changed("no-exponential", _each("x_{}"))]
    if row + 1 < len(TOKENS):
        hidden = tuple(f"exp(x_{token}*L)" if n <= row else "0" for n, token in enumerate(TOKENS))
        slips.append(Changed("causal-mask-added", hidden))
    return FormulaStep("exponentials", _each("a_{}"), _each("exp(x_{}*L)"), decimals, tuple(slips))


def _whole(row: int, decimals: int) -> FormulaStep:
    slips = [Changed("no-exponential", (_sum("x_{}"),))]
    if row + 1 < len(TOKENS):
        slips.append(Changed("causal-mask-added", (_sum("a_{}", TOKENS[: row + 1]),)))
    return FormulaStep("sum", ("Z",), (_sum("a_{}"),), decimals, tuple(slips))


def _weights(decimals: int) -> FormulaStep:
    slips = (
        Changed("plain-mean", _each("1/3")),
        Changed("no-exponential", _each("x_{0}/(" + _sum("x_{}") + ")")),
        Changed("scale-after-softmax", _each("a_{}/Z/sqrt(4)")),
    )
    return FormulaStep("weights", _each("w_{}"), _each("a_{}/Z"), decimals, slips)


def _output(decimals: int) -> FormulaStep:
    def mixed(letter: str) -> tuple[str, ...]:
        return tuple(_sum(f"w_{{0}}*{letter}_{{0}}{n}") for n in _PLACES)

    mean = tuple(f"({_sum(f'v_{{}}{n}')})/3" for n in _PLACES)
    slips = (Changed("carry-keys", mixed("k")), Changed("plain-mean", mean))
    return FormulaStep("output", tuple(f"o_{n}" for n in _PLACES), mixed("v"), decimals, slips)


PIPELINE = Pipeline()
