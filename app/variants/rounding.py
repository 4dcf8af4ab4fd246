"""Rounding as the questions state it: once, at the end, halves away from zero; for whole blocks of numbers."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

MINUS = "−"  # the sign that is shown; typed numbers may use any
_SHORT = 12  # numbers of a row
EDGE = 1e-6  # a number this near to a rounding tie, in units of the last printed place, is not asked for


def everywhere(flags: Flags) -> Flags:
    """Whether a flag holds for all numbers of a row, the last axis."""
    return _over_columns(np.logical_and, flags)


def somewhere(flags: Flags) -> Flags:
    """Whether a flag holds for some number of a row, the last axis."""
    return _over_columns(np.logical_or, flags)


def _over_columns(joined: np.ufunc, flags: Flags) -> Flags:
    """A reduction over the last axis, column by column: rows are short, and NumPy starts anew for each of them."""
    width = flags.shape[-1]
    if not 0 < width <= _SHORT:
        return np.asarray(joined.reduce(flags, axis=-1))
    found = flags[..., 0].copy()
    for column in range(1, width):
        joined(found, flags[..., column], out=found)
    return found


def rounded(values: Floats, decimals: int) -> Floats:
    """sign(x)·⌊|x|·10^d + 1/2⌋ / 10^d, with no negative zero; for shown steps, whose answer is proven elsewhere."""
    scale = 10.0**decimals
    return np.asarray(np.copysign(np.floor(np.abs(values) * scale + 0.5) / scale, values) + 0.0)


def on_edge(values: Floats, decimals: int) -> Flags:
    """Whether a number lies on a rounding tie or within 10⁻⁶ of a unit of the last place of one."""
    scaled = np.abs(values) * 10.0**decimals
    return np.asarray(np.abs(scaled - np.floor(scaled) - 0.5) <= EDGE)


def units(values: Floats, decimals: int) -> Floats:
    """The rounded numbers in units of the last printed place, as whole floats."""
    scale = 10.0**decimals
    return np.asarray(np.copysign(np.floor(np.abs(values) * scale + 0.5), values) + 0.0)


@lru_cache(maxsize=256)
def number_format(decimals: int) -> str:
    """The %-format of a number that is rounded already."""
    return f"%.{decimals}f"


def exact_text(value: float) -> str:
    """A whole number, half or quarter exactly as it is: "2", "−0.5", "1.25"."""
    return f"{value + 0.0:.12g}".replace("-", MINUS)


def typographic(text: str) -> str:
    """The text with the minus sign that is shown."""
    return text.replace("-", MINUS)


def row_text(numbers: tuple[str, ...]) -> str:
    """One number as it is, several as a row: "[0.506, 0.186, 0.307]"."""
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


def large_text(value: float, decimals: int) -> str:
    """A rounded number in full, or with a power of ten where it has more than six digits before the point."""
    if abs(value) < 1e6:
        return typographic(number_format(decimals) % value)
    mantissa, _, power = f"{value:.{decimals}e}".partition("e")
    return typographic(f"{mantissa} · 10{str(int(power)).translate(_RAISED)}")


_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
