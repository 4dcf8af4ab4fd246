"""The proof of one answer: the engine's numbers lie in the oracle's enclosures, and the digits are certain."""

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb

from app.engine.certify import digits
from app.variants.screen import SAME

UNCERTAIN = "rounding-edge"
DISAGREE = "routes-disagree"


@dataclass(frozen=True, slots=True)
class Certified:
    """The certain digits of one reading's numbers, or the reason why there are none."""

    printed: tuple[str, ...]
    reason: str = ""


def certify(enclosures: Sequence[arb], values: Sequence[float], decimals: int) -> Certified:
    """The digits of the enclosed numbers, after the check that the engine gave these numbers within 1e-12."""
    printed = []
    for ball, value in zip(enclosures, values, strict=True):
        if not abs(float(ball) - value) <= SAME * max(1.0, abs(value)):
            return Certified((), DISAGREE)
        text = digits(ball, decimals)
        if text is None:
            return Certified((), UNCERTAIN)
        printed.append(text)
    return Certified(tuple(printed))


def ball_text(ball: arb) -> str:
    """An enclosure as it is shown: "0.50648039105565 ± 3e-17"."""
    return str(ball.str(16)).strip("[]").replace(" +/- ", " ± ")
