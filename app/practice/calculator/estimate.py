"""Numbers that know how far they may be off: double arithmetic with a running bound on its error."""

import math
from collections.abc import Callable
from dataclasses import dataclass

UNIT = 2.0**-52  # relative error of one step, twice what rounding to nearest does
WHOLE = 2.0**53  # up to here whole numbers are exact


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and a bound on its error, to first order; 0 for whole numbers that are exact."""

    value: float
    error: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether this is a whole number that is exact."""
        return self.error == 0 and abs(self.value) <= WHOLE and self.value == math.floor(self.value)

    @property
    def may_be_zero(self) -> bool:
        """Whether nothing but rounding parts it from 0."""
        return abs(self.value) <= self.error


def literal(value: float) -> Estimate:
    """A number as it was typed; its decimals may not be a double's."""
    exact = value == math.floor(value) and abs(value) <= WHOLE
    return Estimate(value, 0.0 if exact else UNIT * abs(value))


def _rounded(value: float, error: float, *, exact: bool = False, steps: int = 1) -> Estimate:
    """The result of a step: nothing is added where it is exact."""
    if exact and abs(value) <= WHOLE and value == math.floor(value):
        return Estimate(value)
    return Estimate(value, error + steps * UNIT * abs(value))


def _finite(step: Callable[..., float], *numbers: float) -> float:
    """A step of the math library; what is too large is infinite, as it is in the page's own script."""
    try:
        return step(*numbers)
    except OverflowError:
        return math.inf


def negative(a: Estimate) -> Estimate:
    """−a."""
    return Estimate(-a.value, a.error)


def plus(a: Estimate, b: Estimate) -> Estimate:
    """a + b."""
    return _rounded(a.value + b.value, a.error + b.error, exact=a.is_whole and b.is_whole)


def times(a: Estimate, b: Estimate) -> Estimate:
    """a · b."""
    error = abs(a.value) * b.error + abs(b.value) * a.error + a.error * b.error
    return _rounded(a.value * b.value, error, exact=a.is_whole and b.is_whole)


def divided(a: Estimate, b: Estimate) -> Estimate:
    """a / b; b is not 0."""
    value = a.value / b.value
    error = (a.error + abs(value) * b.error) / (abs(b.value) - b.error)
    return _rounded(value, error, exact=a.is_whole and b.is_whole and value * b.value == a.value)


def exponential(a: Estimate) -> Estimate:
    """exp(a). What is smaller than a double can be is 0."""
    value = _finite(math.exp, a.value)
    return _rounded(value, value * a.error, steps=2)


def logarithm(a: Estimate, base: float) -> Estimate:
    """The logarithm of a, which is above 0, to the base e, 2 or 10."""
    step = {2.0: math.log2, 10.0: math.log10}.get(base, math.log)
    scale = math.log(base) if base in (2.0, 10.0) else 1.0
    return _rounded(step(a.value), a.error / ((a.value - a.error) * scale), steps=2)


def root(a: Estimate) -> Estimate:
    """√a; a is not below 0 by more than its error."""
    value = math.sqrt(max(a.value, 0.0))
    error = math.sqrt(a.error + abs(a.value)) if a.may_be_zero and a.error else a.error / (value or 1.0)
    return _rounded(value, error, exact=a.is_whole and value * value == a.value)


def power(a: Estimate, b: Estimate) -> Estimate:
    """a to the power b; a is above 0, or b is a whole number that is not below 0 where a is 0."""
    value = _finite(math.pow, a.value, b.value)
    if a.value == 0:
        return Estimate(value, a.error if b.value else 0.0)
    share = abs(b.value) * a.error / abs(a.value)
    if not b.is_whole:
        share += abs(math.log(abs(a.value))) * b.error
    return _rounded(value, abs(value) * share, exact=a.is_whole and b.is_whole and b.value >= 0, steps=2)
