"""Two raw scores, 40 and 2 at d_k = 64, worked with the scale and without: the second example of the lesson."""

import math
from collections.abc import Sequence
from dataclasses import replace

from flint import arb

from app.engine.certify import Certified, rounded
from app.engine.mechanism import RIGHT, Mechanism, Scale
from app.engine.oracle import oracle_row
from app.engine.problem import LogitProblem
from app.engine.stages import Stage
from app.engine.trace import trace
from app.services.reading_views import Example, WayStep
from app.services.worked.rows import printed

PAIR = LogitProblem(scores=(40, 2), d_k=64)
UNSCALED = replace(RIGHT, scale=Scale.NONE)
_TOKENS = ("A", "B")
_BITS = 256
_DECIMALS = 5
_SMALL = 1e-3
_GIVEN = "A token has the raw score $40$ with token A and $2$ with token B, in a head with $d_k = 64$."


def worked_pair() -> Example:
    """With the scale on one side and without it on the other."""
    with_scale, without = _Way(RIGHT), _Way(UNSCALED)
    steps = [
        WayStep("logits", "Raw scores", r"s_j = q \cdot k_j", _TOKENS, ("40", "2"), ("40", "2"), _TOKENS),
        WayStep(
            slug="scaled",
            title="What enters the softmax",
            rule=r"x_j = \frac{s_j}{\sqrt{64}}",
            names=_TOKENS,
            right=with_scale.scaled,
            slipped=without.scaled,
            slipped_names=_TOKENS,
            slipped_rule="x_j = s_j",
            parts=True,
        ),
    ]
    rules = (
        ("gap", "How far they lie apart", "x_A - x_B"),
        ("ratio", "Ratio of the two weights", r"\frac{w_B}{w_A} = e^{-(x_A - x_B)}"),
        ("larger", "Weight of A", r"w_A = \frac{1}{1 + e^{-(x_A - x_B)}}"),
        ("smaller", "Weight of B", "w_B = 1 - w_A"),
        ("slope", "How much the weight answers to its score", r"\frac{\partial w_A}{\partial x_A} = w_A\,(1 - w_A)"),
    )  # fmt: skip
    for slug, title, rule in rules:
        right, slipped = with_scale.numbers[slug], without.numbers[slug]
        steps.append(WayStep(slug, title, rule, (), (right,), (slipped,)))
    return Example(_GIVEN, (), tuple(steps), "example-2")


def reversed_pair() -> Example:
    """The right weights, and the other one of them given in the end."""
    way = _Way(RIGHT)
    weights = (way.numbers["larger"], way.numbers["smaller"])
    scaled = WayStep(
        "scaled", "Scaled scores", r"x_j = \frac{s_j}{\sqrt{64}}", _TOKENS, way.scaled, way.scaled, _TOKENS
    )
    both = WayStep(
        "weights", "Weights", r"w_j = \frac{e^{x_j}}{\sum_i e^{x_i}}", _TOKENS, weights, weights, _TOKENS
    )
    end = WayStep("asked", "Weight of token A", "w_A", (), weights[:1], weights[1:], (), "w_B", parts=True)
    return Example(_GIVEN, (), (scaled, both, end))


class _Way:
    """The numbers of one way, as proven digits that the plain computation confirms."""

    def __init__(self, mechanism: Mechanism) -> None:
        first, second = oracle_row(PAIR, mechanism, stage=Stage.SCALED, bits=_BITS)
        larger, smaller = oracle_row(PAIR, mechanism, stage=Stage.WEIGHTS, bits=_BITS)
        gap = first - second
        balls = {
            "gap": gap,
            "ratio": (-gap).exp(),
            "larger": larger,
            "smaller": smaller,
            "slope": larger * smaller,
        }
        self.scaled = tuple(_plain(ball) for ball in (first, second))
        self.numbers = {name: weight_text(ball) for name, ball in balls.items()}
        found = trace(PAIR, mechanism, stage=Stage.WEIGHTS)
        _agree(found.at(Stage.SCALED), (first, second))
        _agree(found.at(Stage.WEIGHTS), (larger, smaller))


def _agree(numbers: Sequence[float], balls: Sequence[arb]) -> None:
    for number, ball in zip(numbers, balls, strict=True):
        if not math.isclose(number, float(ball), rel_tol=1e-9):
            raise AssertionError(f"two computations disagree: {number} and {ball}")


def _plain(ball: arb) -> str:
    """Proven decimals without the zeros at their end."""
    text = printed(rounded(ball, _DECIMALS))
    return text.rstrip("0").rstrip(".")


def weight_text(ball: arb) -> str:
    """Five decimals; a small number with three digits and a power of ten, one that is nearly 1 by what it lacks."""
    if float(ball) < _SMALL:
        return _significant(ball)
    lacking = 1 - ball
    if 0 < float(lacking) < 10.0**-_DECIMALS:
        return f"1 − {_significant(lacking)}"
    number = float(ball)
    return _plain(ball) if number.is_integer() or number > 1 else printed(rounded(ball, _DECIMALS))


def _significant(ball: arb, figures: int = 3) -> str:
    """A small positive number with that many proven digits, as 3.14e-17."""
    exponent = math.floor(math.log10(float(ball)))
    found = rounded(ball, figures - 1 - exponent)
    if not isinstance(found, Certified):
        raise AssertionError("the digits of a worked example cannot be proven")
    digits = found.printed.partition(".")[2].lstrip("0")
    return f"{digits[0]}.{digits[1:]}e{exponent}"
