"""Small computations beside beliefs about the softmax, its slope and saturation."""

import math
import sys

from flint import arb

from app.engine.certify import rounded
from app.engine.problem import Exact
from app.services.reading_views import Example
from app.services.worked.kit import (
    SCALED,
    SOFTMAX,
    believed_ways,
    over,
    step,
    weight_balls,
    weights,
    weights_step,
)
from app.services.worked.pair import weight_text, worked_pair
from app.services.worked.rows import printed

_PAIR = ("A", "B")
_GAPS = (0, 2, 5)
_GAP_NAMES = [f"gap {gap}" for gap in _GAPS]
_SLOPE = r"\frac{\partial w_A}{\partial x_A} = w_A\,(1 - w_A)"
_LOUD = (40, 2)
_LOUD_GIVEN = (
    "Token A has the score $40$ and token B the score $2$, and nothing divides them, so the row is saturated."
)


def _firsts() -> list[arb]:
    return [weight_balls((gap, 0))[0] for gap in _GAPS]


def one_slope() -> Example:
    """The slope of a weight at three gaps, and the slope at a gap of zero everywhere."""
    found = _firsts()
    slopes = [weight * (1 - weight) for weight in found]
    return believed_ways(
        "Two tokens, A ahead of B by a gap of 0, 2 and 5. How much does the weight of A answer to its score? On the "
        "right the slope stays what it is at equal scores.",
        step("Weight of A", r"w_A = \frac{1}{1 + e^{-\text{gap}}}", found, names=_GAP_NAMES),
        step("Slope", (_SLOPE, r"\frac{1}{4}"), slopes, [over(1, 4) for _ in _GAPS], names=_GAP_NAMES),
    )


def strong_gradient() -> Example:
    """The slope at three gaps, and one that grows with the weight."""
    found = _firsts()
    slopes = [weight * (1 - weight) for weight in found]
    return believed_ways(
        "Two tokens, A ahead of B by a gap of 0, 2 and 5: the softmax becomes more and more peaked. If a peak passed "
        "more back, the slope would grow with the weight; in the second way it is the weight itself.",
        step("Weight of A", r"w_A = \frac{1}{1 + e^{-\text{gap}}}", found, names=_GAP_NAMES),
        step("What is passed back to the score", (_SLOPE, "w_A"), slopes, found, names=_GAP_NAMES),
    )


def ratios() -> Example:
    """Three pairs of scores: the first, twice as much, and two more."""
    pairs: tuple[tuple[Exact, Exact], ...] = ((3, 1), (6, 2), (5, 3))
    names = [f"{first} and {second}" for first, second in pairs]
    return believed_ways(
        "Three pairs of scores: 3 and 1; both times 2; both plus 2. The second way shares out by ratio, which is the "
        "plainest rule that sees ratios. Look at which of the pairs agree.",
        step("Difference", "x_A - x_B", [first - second for first, second in pairs], names=names),
        step(
            "Weight of A",
            (r"\frac{1}{1 + e^{-(x_A - x_B)}}", r"\frac{x_A}{x_A + x_B}"),
            [weight_balls(pair)[0] for pair in pairs],
            [over(pair[0], sum(pair)) for pair in pairs],
            names=names,
        ),
    )


def uniform() -> Example:
    """A saturated row and one of nearly equal scores."""
    pair = {one.slug: one for one in worked_pair().steps}
    equal = [over(1, len(_LOUD)) for _ in _LOUD]
    near = [over(score, 64) for score in _LOUD]
    return believed_ways(
        f"{_LOUD_GIVEN} In the last two rows the same scores are divided by 64, far too strongly: that is where weights "
        "come near to each other.",
        step("Scores", "x_j", _LOUD, names=_PAIR),
        step(
            "Weights",
            (SOFTMAX, r"\frac{1}{n}"),
            [pair["larger"].slipped[0], pair["smaller"].slipped[0]],
            equal,
            names=_PAIR,
        ),
        step("Scores divided by 64", r"\frac{x_j}{64}", near, names=_PAIR),
        weights_step(weights(near), weights(near), _PAIR),
    )


def overflow() -> Example:
    """The exponentials of a saturated row, far below the largest number of the format, and the same row shifted."""
    top = arb(_LOUD[0]).exp()
    most = arb(sys.float_info.max)
    fits = "yes" if top < most else "no"
    lower = [score - _LOUD[0] for score in _LOUD]
    shifted = weight_balls(lower)
    weight = weight_text(weight_balls(_LOUD)[1])
    return believed_ways(
        f"{_LOUD_GIVEN} A number of 64 bits holds the exponentials, and taking the largest score off makes them smaller "
        "still. Look at the weight of B.",
        step("Larger exponential", "e^{40}", [_large(top)]),
        step("Largest number of the format", r"2^{1024} - 2^{971}", [_large(most)]),
        step("Does it fit?", r"e^{40} < 2^{1024} - 2^{971}", [fits]),
        step("Weight of B", "w_B", [weight]),
        step("Weight of B, 40 taken off both", r"\frac{e^{-38}}{e^0 + e^{-38}}", [weight_text(shifted[1])]),
        step(
            "Saturated?",
            (r"w_B \approx 0", r"e^{40} \to \infty"),
            ["yes"],
            ["no" if fits == "yes" else "yes"],
        ),
    )


def _large(number: arb) -> str:
    """A large number with three proven digits, as 2.35e17."""
    exponent = math.floor(math.log10(float(number)))
    found = rounded(number / arb(10) ** exponent, 2)
    return f"{printed(found)}e{exponent}"


def sure_by_width() -> Example:
    """The same two tokens at four widths, each score of typical size, with the scale and without."""
    widths = (1, 4, 16, 64)
    names = [f"width {width}" for width in widths]
    roots = [math.isqrt(width) for width in widths]
    ways: list[list[str]] = []
    slopes: list[list[str]] = []
    for scores in ([(1, -1) for _ in widths], [(size, -size) for size in roots]):
        found = [weight_balls(pair) for pair in scores]
        ways.append([weight_text(one) for one, _ in found])
        slopes.append([weight_text(one * other) for one, other in found])
    return believed_ways(
        r"Nothing is known of tokens A and B. By chance the score of A is one deviation above 0 and that of B one below: "
        r"$\sqrt{d_k}$ and $-\sqrt{d_k}$. In the second way nothing divides them. What makes the row so sure is the width.",
        step("Raw score of A", r"\sqrt{d_k}", roots, names=names),
        step(
            "Score of A in the softmax",
            (SCALED, "x_j = s_j"),
            [over(size, size) for size in roots],
            roots,
            names=names,
        ),
        step("Weight of A", SOFTMAX, ways[0], ways[1], names=names),
        step("Slope that training has", _SLOPE, slopes[0], slopes[1], names=names),
    )


def values_learn() -> Example:
    """What reaches a Value in a saturated row: the weight, and not the slope."""
    first, second = weight_balls(_LOUD)
    slope = weight_text(first * second)
    reached = [weight_text(first), weight_text(second)]
    return believed_ways(
        f"{_LOUD_GIVEN} The output is $w_A v_A + w_B v_B$. Compare what comes back to a score with what comes back to the "
        "values: in the second way the values would be as cut off as the scores are.",
        step("Weights", SOFTMAX, reached, names=_PAIR),
        step("Passed back to the score of A", _SLOPE, [slope]),
        step(
            "Passed back to the values",
            (r"\frac{\partial o}{\partial v_j} = w_j", r"w_A\,(1 - w_A)"),
            reached,
            [slope, slope],
            names=_PAIR,
        ),
    )


def erased() -> Example:
    """A preference before and after the division, and an even row."""
    scaled = [over(score, 8) for score in _LOUD]
    return believed_ways(
        "Token A has the raw score $40$ and token B the raw score $2$, where $d_k = 64$. A row whose preference is wiped "
        "out would be even, as in the second way.",
        step("Raw scores", "s_j", _LOUD, names=_PAIR),
        step("Scaled scores", SCALED, scaled, names=_PAIR),
        weights_step(weights(scaled), [over(1, 2) for _ in _LOUD], _PAIR, (SOFTMAX, r"\frac{1}{n}")),
    )


SOFTMAX_BELIEFS = {
    "softmax-slope-constant": one_slope,
    "softmax-sees-ratios": ratios,
    "saturation-is-more-gradient": strong_gradient,
    "saturation-is-uniform": uniform,
    "saturation-is-overflow": overflow,
    "saturation-is-desired": sure_by_width,
    "saturation-stops-values": values_learn,
    "scaling-erases-preference": erased,
}
