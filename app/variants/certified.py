"""The proof of one draw: the engine's numbers lie in the oracle's enclosures, and the digits are certain."""

from collections.abc import Sequence
from typing import Any, Protocol

from flint import arb
from msgspec import Struct

from app.engine.certify import digits
from app.engine.precision import BITS, MOST_BITS, working_at
from app.variants.block import Reading
from app.variants.screen import SAME

UNCERTAIN = "rounding-edge"
DISAGREE = "routes-disagree"
MISROUNDED = "digits-disagree"
_HALF = 0.5 + 1e-6  # of the last printed place; nearer to a tie no draw is asked


class Certified(Struct, frozen=True):
    """The certain digits of one reading's numbers, or the reason why there are none."""

    printed: tuple[str, ...]
    reason: str = ""


class Proven(Struct, frozen=True):
    """The certain digits of several readings of one draw, what encloses their numbers, and the bits that it took."""

    printed: tuple[tuple[str, ...], ...]
    enclosures: tuple[Sequence[arb], ...]
    bits: int


class Encloses(Protocol):
    """What a proof takes of a recipe: its second route."""

    def enclose(self, givens: Any, readings: Sequence[Reading]) -> list[list[arb]]:
        """Rigorous enclosures of the final values of some readings."""
        ...


def prove(
    recipe: Encloses,
    givens: Any,
    readings: Sequence[Reading],
    *,
    values: Sequence[Sequence[float]],
    decimals: int,
) -> Proven | str:
    """The digits of some readings of a draw, or the reason why there are none.

    `values` are the engine's numbers of each reading. The precision is doubled from 64 to 1,024 bits while a rounding
    edge lies inside an enclosure.
    """
    bits = BITS
    while True:
        with working_at(bits):
            proofs = recipe.enclose(givens, readings)
            found = [certify(balls, row, decimals) for balls, row in zip(proofs, values, strict=True)]
        reasons = {one.reason for one in found if one.reason}
        if not reasons:
            return Proven(tuple([one.printed for one in found]), tuple(proofs), bits)
        certain = reasons - {UNCERTAIN}
        if certain or bits >= MOST_BITS:
            return min(certain, default=UNCERTAIN)
        bits *= 2


def certify(enclosures: Sequence[arb], values: Sequence[float], decimals: int) -> Certified:
    """The digits of the enclosed numbers, after the check that the engine gave these numbers within 1e-12.

    Where an enclosure is itself wider than that, nothing is certain yet. The digits are held against the engine's
    number too: it must lie within half a unit of the last printed place.
    """
    printed, half = [], _HALF * 10.0**-decimals
    for ball, value in zip(enclosures, values, strict=True):
        size = abs(value)
        allowed = SAME * size if size > 1.0 else SAME
        if not abs(float(ball) - value) <= allowed:
            return Certified((), UNCERTAIN if float(ball.rad()) > allowed else DISAGREE)
        text = digits(ball, decimals)
        if text is None:
            return Certified((), UNCERTAIN)
        if not abs(float(text) - value) <= half + allowed:
            return Certified((), MISROUNDED)
        printed.append(text)
    return Certified(tuple(printed))


def ball_text(ball: arb) -> str:
    """An enclosure as it is shown: "0.50648039105565 ± 3e-17"."""
    text = str(ball.str(16)).strip("[]")
    return f"{'0 ' if text.startswith('+/-') else ''}{text}".replace(" +/- ", " ± ")
