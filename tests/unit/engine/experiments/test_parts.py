"""Tallies add up, settings are read or refused with a sentence, and experiments are cut into units."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.experiments.catalogue import EXPERIMENTS
from app.engine.experiments.experiment import MOST, units
from app.engine.experiments.settings import Whole, defaults, read_values
from app.engine.experiments.tally import Tally, gather

_NUMBERS = st.lists(st.floats(-1e6, 1e6), max_size=30)


def _tally(numbers: list[float]) -> Tally:
    if not numbers:
        return Tally()
    return Tally(
        len(numbers), float(np.mean(numbers)), float(((np.array(numbers) - np.mean(numbers)) ** 2).sum())
    )


@given(_NUMBERS, _NUMBERS, _NUMBERS)
def test_parts_add_up_to_the_whole(first: list[float], second: list[float], third: list[float]) -> None:
    together = gather(map(_tally, (first, second, third)))
    whole = _tally(first + second + third)
    assert together.count == whole.count
    assert together.mean == pytest.approx(whole.mean, abs=1e-6)
    assert together.squares == pytest.approx(whole.squares, rel=1e-9, abs=1e-3)


def test_a_band_is_two_errors_to_each_side() -> None:
    tally = _tally([1.0, 2.0, 3.0, 4.0])
    assert tally.variance == pytest.approx(5 / 3)
    low, high = tally.band()
    assert (low + high) / 2 == pytest.approx(2.5)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(5 / 3 / 4), rel=1e-4)


@pytest.mark.parametrize("slug", EXPERIMENTS)
def test_every_default_lies_within_its_limits(slug: str) -> None:
    settings = EXPERIMENTS[slug].settings
    typed = {one.name: str(one.default) for one in settings}
    assert read_values(settings, typed) == (defaults(settings), ())
    assert read_values(settings, {}) == (defaults(settings), ())


@pytest.mark.parametrize("text", ["0", "4097", "-3", "1e3", "many", "²", "9" * 400, "2.5"])
def test_a_setting_beyond_its_limits_is_refused_with_a_sentence(text: str) -> None:
    values, faults = read_values((Whole("d", "Width", 1, 4096, 64),), {"d": text})
    assert values.wholes == {"d": 64}
    assert [fault.sentence for fault in faults] == ["Width: type a whole number from 1 to 4\u202f096."]


def test_a_pick_that_is_not_on_the_page_is_refused() -> None:
    values, faults = read_values(EXPERIMENTS["variance"].settings, {"law": "cauchy"})
    assert values.picks == {"law": "normal"}
    assert [fault.name for fault in faults] == ["law"]


@pytest.mark.parametrize("slug", EXPERIMENTS)
def test_units_hold_all_draws_and_none_is_too_large(slug: str) -> None:
    experiment = EXPERIMENTS[slug]
    largest = {
        one.name: str(one.high if isinstance(one, Whole) else one.default) for one in experiment.settings
    }
    values, _ = read_values(experiment.settings, largest)
    found = units(experiment, values, seed="s")
    for x in experiment.places(values):
        assert sum(one.draws for one in found if one.x == x) == experiment.draws(values)
    assert all(one.draws == 1 or one.draws * experiment.size(values, one.x) <= MOST for one in found)
    assert len({one.seed for one in found}) == len(found)
    assert len(found) < 5_000
