"""Told families once more as formulas, so that every step of theirs can be asked: a masked row, a spread, a derivative."""

from collections.abc import Hashable
from dataclasses import dataclass

from flint import arb, fmpq

from app.engine.families.family import Givens
from app.engine.families.scores import enclosed, in_logs
from app.engine.families.stepwise import Changed, Constants, FormulaStep
from app.engine.problem import exact
from app.engine.spread import spread_square
from app.engine.spread_rule import SpreadProblem, SpreadRule

_FOUR = ("first", "second", "third", "fourth")
_TWO = ("first", "second")
_TOKENS = "ABCD"
_SIXTEENTHS = 4  # decimals of a product of two quarters, written in full


def _each(pattern: str, tokens: str = "AB") -> tuple[str, ...]:
    return tuple(pattern.format(token) for token in tokens)


def _sum(pattern: str, tokens: str = "AB") -> str:
    return "+".join(_each(pattern, tokens))


def _only(pattern: str, seen: str, *, hidden: str = "0") -> tuple[str, ...]:
    """A formula for each of four tokens, and another one for those that are not seen."""
    return tuple(pattern.format(token) if token in seen else hidden for token in _TOKENS)


@dataclass(frozen=True, slots=True)
class MaskedSteps:
    """w_j = e^{x_j} / Σ_{m ≤ i} e^{x_m} for j ≤ i, and 0 beyond; the givens of `Masked`."""

    def shape(self, givens: Givens) -> int:
        """How many tokens are seen."""
        return givens["row"]

    def constants(self, givens: Givens) -> Constants:
        """The scaled scores."""
        pattern = "ln({})" if in_logs(givens) else "{}/2"
        return tuple(
            (f"x_{token}", pattern.format(givens[name])) for token, name in zip(_TOKENS, _FOUR, strict=True)
        )

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """Exponentials with 0 for what is hidden, their sum, and the weights, each the quotient of its own exponential."""
        if shape not in (2, 3):
            raise TypeError(f"a row of four tokens under a mask has no shape such as {shape!r}")
        seen = "AB" if shape == 2 else "ABC"
        made = (
            Changed("base-two", _only("2^x_{}", seen)),
            Changed("no-exponential", _only("x_{}", seen)),
            Changed("mask-score-zero", _only("exp(x_{})", seen, hidden="1")),
            Changed("later-tokens-left-in", _each("exp(x_{})", _TOKENS)),
            Changed("own-token-apart", _only("exp(x_{})", seen[:-1])),
        )
        shares = (
            Changed("plain-mean", _only(f"1/{shape}", seen)),
            Changed("no-exponential", _only(f"x_{{0}}/({_sum('x_{}', seen)})", seen)),
        )
        return (
            FormulaStep("exponentials", _each("a_{}", _TOKENS), _only("exp(x_{})", seen), decimals, made),
            FormulaStep(
                "sum",
                ("Z",),
                (_sum("a_{}", _TOKENS),),
                decimals,
                (Changed("own-token-apart", (_sum("a_{}", seen[:-1]),)),),
            ),
            FormulaStep("weights", _each("w_{}", _TOKENS), _each("a_{}/Z", _TOKENS), decimals, shares),
        )

    def enclose(self, givens: Givens) -> tuple[tuple[arb, ...], ...]:
        """Reciprocals of powers, and shares by differences of scores; whole numbers where scores are logarithms."""
        seen, zeros = givens["row"], (arb(0),) * (4 - givens["row"])
        if in_logs(givens):
            whole = [givens[name] for name in _FOUR[:seen]]
            shares = [arb(fmpq(one, sum(whole))) for one in whole]
            return (*map(arb, whole), *zeros), (arb(sum(whole)),), (*shares, *zeros)
        scores = enclosed(givens, _FOUR[:seen], parts=2)
        made = [1 / (-score).exp() for score in scores]
        shares = [1 / sum(((other - score).exp() for other in scores), arb(0)) for score in scores]
        return (*made, *zeros), (sum(made, arb(0)),), (*shares, *zeros)


@dataclass(frozen=True, slots=True)
class DeviationsSteps:
    """Var = d_k σ_q² σ_k², σ = √Var, z = s / σ; the givens of `Deviations`."""

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return "deviations"

    def constants(self, givens: Givens) -> Constants:
        """The score, d_k and both variances."""
        return (
            ("s", str(givens["score"])),
            ("d", str(givens["d_k"])),
            ("q", f"{givens['var_q']}/4"),
            ("k", f"{givens['var_k']}/4"),
        )

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """The variance in full, its root, and the score divided by that."""
        variance = (
            Changed("variances-ignored", ("d",)),
            Changed("variances-added", ("d*(q+k)",)),
            Changed("deviation-not-variance", ("d*q*q*k*k",)),
        )
        ignored = Changed("variance-for-deviation", ("v",))
        return (
            FormulaStep("variance", ("v",), ("d*q*k",), _SIXTEENTHS, variance),
            FormulaStep("deviation", ("r",), ("sqrt(v)",), decimals, (ignored,)),
            FormulaStep(
                "deviations", ("z",), ("s/r",), decimals, (Changed("variance-for-deviation", ("s/v",)),)
            ),
        )

    def enclose(self, givens: Givens) -> tuple[tuple[arb, ...], ...]:
        """The variance counted term by term from random signs; the last step as the root of a quotient of squares."""
        var_q, var_k = (exact(givens[name] / 4) for name in ("var_q", "var_k"))
        square = spread_square(SpreadProblem(givens["d_k"], 1, var_q, var_k), SpreadRule())
        variance = arb(fmpq(square.numerator, square.denominator))
        out = (arb(givens["score"] ** 2) / variance).sqrt()
        return (variance,), (1 / (1 / variance).sqrt(),), (out if givens["score"] > 0 else -out,)


@dataclass(frozen=True, slots=True)
class GradientSteps:
    """∂w_A/∂s_A = w_A (1 − w_A) / √d_k with w = softmax(s / √d_k) over two tokens; the givens of `Gradient`."""

    def shape(self, givens: Givens) -> str:
        """One for all."""
        return "gradient"

    def constants(self, givens: Givens) -> Constants:
        """Two raw scores and d_k."""
        pattern = "ln({})" if in_logs(givens) else "{}"
        scores = (pattern.format(givens[name]) for name in _TWO)
        return (*zip(_each("s_{}"), scores, strict=True), ("d", str(givens["d_k"])))

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """Both weights step by step, then the derivative of the first."""
        scaled = (Changed("no-scale", _each("s_{}")), Changed("divide-by-d-k", _each("s_{}/d")))
        made = (Changed("base-two", _each("2^x_{}")), Changed("no-exponential", _each("x_{}")))
        shares = (
            Changed("plain-mean", ("1/2", "1/2")),
            Changed("no-exponential", _each("x_{}/(x_A+x_B)")),
            Changed("scale-after-softmax", _each("a_{}/Z/sqrt(d)")),
        )
        gradient = (
            Changed("chain-factor-forgotten", ("w_A*(1-w_A)",)),
            Changed("weight-for-gradient", ("w_A/sqrt(d)",)),
            Changed("square-for-gradient", ("w_A*w_A/sqrt(d)",)),
        )
        return (
            FormulaStep("scaled", _each("x_{}"), _each("s_{}/sqrt(d)"), decimals, scaled),
            FormulaStep("exponentials", _each("a_{}"), _each("exp(x_{})"), decimals, made),
            FormulaStep("sum", ("Z",), ("a_A+a_B",), decimals, (Changed("no-exponential", ("x_A+x_B",)),)),
            FormulaStep("weights", _each("w_{}"), _each("a_{}/Z"), decimals, shares),
            FormulaStep("gradient", ("g",), ("w_A*(1-w_A)/sqrt(d)",), decimals, gradient),
        )

    def enclose(self, givens: Givens) -> tuple[tuple[arb, ...], ...]:
        """w as 1 / (1 + e^−gap), and w (1 − w) as 1 / (2 + 2 cosh gap)."""
        root = (arb(1) / givens["d_k"]).sqrt()
        scaled = [score * root for score in enclosed(givens, _TWO)]
        made = [1 / (-score).exp() for score in scaled]
        gap = scaled[0] - scaled[1]
        weights = (1 / (1 + (-gap).exp()), 1 / (1 + gap.exp()))
        return tuple(scaled), tuple(made), (made[0] + made[1],), weights, (root / (2 + 2 * gap.cosh()),)


MASKED_STEPS, DEVIATIONS_STEPS, GRADIENT_STEPS = MaskedSteps(), DeviationsSteps(), GradientSteps()
