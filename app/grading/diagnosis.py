"""Finds the slips that a wrong number, or a wrong row of numbers, comes from."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite

from app.grading.result import Result
from app.items.slip_table import SlipReading, SlipTable

MOST = 3  # more candidates than these tell a learner nothing
_MARGIN = 1e-9  # of a number's size, far more than a float64 is off


def diagnose(typed: tuple[Fraction, ...], slip_table: SlipTable) -> tuple[tuple[str, ...], ...]:
    """The slips (one slug) or pairs of slips (two) that the typed numbers fit, nearest first, at most MOST.

    `fitting` has the rule.
    """
    return fitting(typed, slip_table)[:MOST]


def fitting(typed: tuple[Fraction, ...], slip_table: SlipTable) -> tuple[tuple[str, ...], ...]:
    """All slips or pairs of slips that the typed numbers fit, nearest first.

    Rule: a reading fits when every number lies in that reading's own fair interval for its field. Pairs are
    compared only where no single slip fits, since the simpler explanation comes first. Distance is the largest
    |typed − reading| over the fields; readings at the same distance keep the order of the table.
    """
    near = tuple(map(float, typed))
    wrong = [
        reading
        for reading in slip_table.readings()
        if reading.slugs and _may_fit(near, reading) and _is_whole(reading)
    ]
    singles = _fitting(typed, (reading for reading in wrong if len(reading.slugs) == 1))
    return singles or _fitting(typed, (reading for reading in wrong if len(reading.slugs) > 1))


def certain(result: Result) -> tuple[str, ...]:
    """The slips that an answer certainly shows, each once: what may be counted as made.

    Rule: the candidates of typed numbers are alternatives, so they count only where there is exactly one, which is
    asked of each step by itself; those of a choice stand behind the wrong options that were chosen, so they all count.
    """
    candidates = result.diagnosis.candidates
    if result.steps:
        sure = [step.candidates[0] for step in result.steps if len(step.candidates) == 1]
        return tuple(dict.fromkeys(slug for slugs in sure for slug in slugs))
    if result.fields and len(candidates) > 1:
        return ()
    return tuple(dict.fromkeys(slug for slugs in candidates for slug in slugs))


def _fitting(typed: tuple[Fraction, ...], readings: Iterable[SlipReading]) -> tuple[tuple[str, ...], ...]:
    near = sorted(
        (reading for reading in readings if _fits(typed, reading)), key=lambda one: _distance(typed, one)
    )
    return tuple(reading.slugs for reading in near)


def _may_fit(typed: tuple[float, ...], reading: SlipReading) -> bool:
    """Whether a reading could fit, in floats: quick, and never false where `_fits` is true."""
    return all(
        low - _MARGIN * (1.0 + abs(low)) <= number <= high + _MARGIN * (1.0 + abs(high))
        for number, low, high in zip(typed, reading.low, reading.high, strict=True)
    )


def _fits(typed: tuple[Fraction, ...], reading: SlipReading) -> bool:
    bounds = zip(typed, reading.low, reading.high, strict=True)
    return all(Fraction(low) <= number <= Fraction(high) for number, low, high in bounds)


def _distance(typed: tuple[Fraction, ...], reading: SlipReading) -> Fraction:
    return max(abs(number - Fraction(value)) for number, value in zip(typed, reading.values, strict=True))


def _is_whole(reading: SlipReading) -> bool:
    """Whether every number of the reading is finite: a slip may be undefined for one field of a row."""
    return all(isfinite(number) for number in (*reading.values, *reading.low, *reading.high))
