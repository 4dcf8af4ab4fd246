"""The spread of a raw score worked the right way and a slipped way, by exact fractions and one root in ball arithmetic."""

from fractions import Fraction

from app.engine.certify import rounded
from app.engine.spread import spread, spread_oracle
from app.engine.spread_rule import Answer, SpreadProblem, SpreadRule, Terms, Variances, apply_spread
from app.services.reading_views import Example, WayStep
from app.services.worked.parting import parted
from app.services.worked.rows import DECIMALS, printed

_BY_WIDTH = SpreadProblem(512, 8)
_BY_VARIANCES = SpreadProblem(64, 1, 4, 9)
_GIVEN = {
    _BY_WIDTH: (
        r"A layer has $d_{\text{model}} = 512$, split evenly over $h = 8$ heads. The entries of $q$ and $k$ are "
        r"independent, with mean 0 and variance 1. How widely does $q \cdot k$ spread?"
    ),
    _BY_VARIANCES: (
        r"The entries of $q$ and $k$ are independent with mean 0; those of $q$ have variance 4, those of $k$ variance 9, "
        r"and $d_k = 64$. How widely does $q \cdot k$ spread?"
    ),
}
_COUNTS = {
    Terms.D_K: r"d_k = \frac{d_{\text{model}}}{h}",
    Terms.D_MODEL: r"d_{\text{model}}",
    Terms.HEADS: "h",
    Terms.ONE: "1",
    Terms.ROOT_BEFORE_SPLIT: "",  # the root comes before anything is counted
}
_PRODUCTS = {
    Variances.MULTIPLIED: r"\sigma_q^2\,\sigma_k^2",
    Variances.IGNORED: "1",
    Variances.ADDED: r"\sigma_q^2 + \sigma_k^2",
    Variances.OUTSIDE_ROOT: r"\sigma_q^2\,\sigma_k^2",
}
_VARIANCE = r"\mathrm{Var}(q \cdot k) = d_k\,\sigma_q^2\,\sigma_k^2"
_DEVIATION = r"\sigma = \sqrt{\mathrm{Var}(q \cdot k)}"


def spread_ways(slug: str) -> Example:
    """The right way and the slip's: told by the heads, or by the variances where the slip is about them."""
    rule = apply_spread((slug,))
    problem = _BY_WIDTH if rule.variances is Variances.MULTIPLIED else _BY_VARIANCES
    right, slipped = _printed(problem, SpreadRule()), _printed(problem, rule)
    if right == slipped:
        raise AssertionError(f"the example does not show what {slug} changes")
    return Example(_GIVEN[problem], (), _steps(problem, rule, slipped=slipped, right=right))


def _printed(problem: SpreadProblem, rule: SpreadRule) -> str:
    """The spread as proven digits. Raises AssertionError where the two computations disagree."""
    exact = spread_oracle(problem, rule)
    text = printed(rounded(exact, DECIMALS))
    if abs(spread(problem, rule) - float(text)) > 10**-DECIMALS:
        raise AssertionError(f"two computations disagree on {problem} under {rule}")
    return text.removesuffix("." + "0" * DECIMALS)


def _steps(problem: SpreadProblem, rule: SpreadRule, *, right: str, slipped: str) -> tuple[WayStep, ...]:
    first = _width_step(problem, rule) if problem is _BY_WIDTH else _product_step(problem, rule)
    variance = WayStep(
        slug="variance",
        title="Variance of the raw score",
        rule=_VARIANCE,
        names=(),
        right=(str(_variance(problem, SpreadRule())),),
        slipped=_slipped_variance(problem, rule),
    )
    deviation = WayStep(
        slug="deviation",
        title="Its standard deviation",
        rule=_DEVIATION,
        names=(),
        right=(right,),
        slipped=(slipped,),
        slipped_rule=_end(rule),
    )
    return parted((first, variance, deviation), str(rule))


def _width_step(problem: SpreadProblem, rule: SpreadRule) -> WayStep:
    counted = rule.terms is not Terms.ROOT_BEFORE_SPLIT
    changed = counted and rule.terms is not Terms.D_K
    return WayStep(
        slug="width",
        title="How many products are added",
        rule=_COUNTS[Terms.D_K],
        names=(),
        right=(str(problem.d_k),),
        slipped=(str(_count(problem, rule.terms)),) if counted else (),
        slipped_rule=_COUNTS[rule.terms] if changed else "",
    )


def _product_step(problem: SpreadProblem, rule: SpreadRule) -> WayStep:
    changed = _PRODUCTS[rule.variances] != _PRODUCTS[Variances.MULTIPLIED]
    return WayStep(
        slug="product",
        title="Variance of one product",
        rule=_PRODUCTS[Variances.MULTIPLIED],
        names=(),
        right=(str(_product(problem, Variances.MULTIPLIED)),),
        slipped=(str(_product(problem, rule.variances)),),
        slipped_rule=_PRODUCTS[rule.variances] if changed else "",
    )


def _count(problem: SpreadProblem, terms: Terms) -> int:
    counts = {Terms.D_K: problem.d_k, Terms.D_MODEL: problem.d_model, Terms.HEADS: problem.heads}
    return counts.get(terms, 1)


def _product(problem: SpreadProblem, variances: Variances) -> Fraction:
    q, k = Fraction(problem.var_q), Fraction(problem.var_k)
    match variances:
        case Variances.IGNORED:
            return Fraction(1)
        case Variances.ADDED:
            return q + k
        case Variances.MULTIPLIED | Variances.OUTSIDE_ROOT:
            return q * k


def _variance(problem: SpreadProblem, rule: SpreadRule) -> Fraction:
    return _count(problem, rule.terms) * _product(problem, rule.variances)


def _slipped_variance(problem: SpreadProblem, rule: SpreadRule) -> tuple[str, ...]:
    """Nothing where the root is taken of another number than the variance."""
    if rule.terms is Terms.ROOT_BEFORE_SPLIT or rule.variances is Variances.OUTSIDE_ROOT:
        return ()
    return (str(_variance(problem, rule)),)


def _end(rule: SpreadRule) -> str:
    """How the last number comes about where that is not by the root of the variance."""
    if rule.answer is Answer.VARIANCE:
        return r"\mathrm{Var}(q \cdot k)"
    if rule.terms is Terms.ROOT_BEFORE_SPLIT:
        return r"\frac{\sqrt{d_{\text{model}}}}{h}"
    if rule.variances is Variances.OUTSIDE_ROOT:
        return r"\sqrt{d_k}\;\sigma_q^2\,\sigma_k^2"
    return ""
