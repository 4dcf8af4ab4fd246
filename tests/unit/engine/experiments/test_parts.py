"""Tallies add up, settings are read or refused with a sentence, and experiments are cut into units."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.engine.experiments.catalogue import EXPERIMENTS
from app.engine.experiments.experiment import MOST, units
from app.engine.experiments.settings import Whole, defaults, grouped, read_values
from app.engine.experiments.tally import Ratio, Tally, gather

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


def test_a_band_is_two_errors_to_each_side_and_never_below_zero() -> None:
    tally = _tally([100.0, 101.0, 102.0, 103.0])
    assert tally.variance == pytest.approx(5 / 3)
    low, high = tally.band()
    assert low * high == pytest.approx(101.5**2)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(5 / 3 / 4), rel=1e-3)
    low, high = _tally([0.01, 0.02, 9.0]).band()
    assert 0 < low < 3.01 < high
    assert _tally([0.0, 0.0]).band() == (0.0, 0.0)


@pytest.mark.parametrize("width", [1, 2, 64])
def test_a_band_of_the_fewest_draws_that_are_allowed_holds_the_rule_nearly_as_often_as_it_says(
    width: int,
) -> None:
    """Squares of narrow products have long tails, of which few draws show nothing."""
    (fewest,) = (
        setting.low
        for setting in EXPERIMENTS["variance"].settings
        if isinstance(setting, Whole) and setting.name == "draws"
    )
    chance, times, held = np.random.default_rng(5), 2_000, 0
    for _ in range(times):
        entries = chance.normal(size=(2, fewest, width))
        low, high = _tally(list((entries[0] * entries[1]).sum(-1) ** 2)).band()
        held += low <= width <= high
    assert 0.92 <= held / times <= 0.97


@pytest.mark.parametrize(("hits", "count"), [(0, 20_000), (1, 20_000), (3, 100), (50, 100), (100, 100)])
def test_the_band_of_a_share_is_wilsons(hits: int, count: int) -> None:
    low, high = _tally([1.0] * hits + [0.0] * (count - hits)).share_band()
    wanted = stats.binomtest(hits, count).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)
    assert 0 <= low <= hits / count <= high <= 1
    assert high > low


def test_the_band_of_a_mean_of_shares_has_its_own_error() -> None:
    """Shares of 20 rows each say more than one hit or miss, and rows that go together no more than one."""
    chance = np.random.default_rng(1)
    apart = _tally(list(chance.binomial(20, 0.3, 5_000) / 20))
    low, high = apart.share_band()
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(0.21 / 100_000), rel=0.05)
    together = _tally(list(chance.binomial(1, 0.3, 5_000).astype(float)))
    low, high = together.share_band()
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(0.21 / 5_000), rel=0.05)


def test_the_error_of_a_ratio_is_that_of_its_residuals() -> None:
    chance = np.random.default_rng(2)
    length = chance.exponential(2.0, 400)
    change = length * chance.uniform(0.5, 1.0, 400) + chance.exponential(0.3, 400)
    ratio = Ratio(*(_tally(list(numbers)) for numbers in (change, length, change + length)))
    assert ratio.mean == pytest.approx(change.sum() / length.sum())
    residuals = change - ratio.mean * length
    assert ratio.error == pytest.approx(residuals.std(ddof=1) / 20 / length.mean())
    low, high = ratio.band()
    assert 0 < low < ratio.mean < high


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


@pytest.mark.parametrize("between", ["", " ", "\u00a0", "\u2009", "\u202f"])
def test_every_limit_can_be_typed_as_it_is_printed(between: str) -> None:
    for experiment in EXPERIMENTS.values():
        for one in experiment.settings:
            if isinstance(one, Whole):
                for limit in (one.low, one.high):
                    text = grouped(limit).replace("\u202f", between)
                    values, faults = read_values((one,), {one.name: text})
                    assert (values.wholes, faults) == ({one.name: limit}, ()), (experiment.slug, text)


@pytest.mark.parametrize("text", ["4 09", "40 96", "4  096", "4 096 0", "4,096", "1 4096", "4\n096"])
def test_blanks_anywhere_else_are_refused(text: str) -> None:
    assert read_values((Whole("d", "Width", 1, 99_999, 64),), {"d": text})[1]


@pytest.mark.parametrize("slug", EXPERIMENTS)
def test_the_sentence_on_a_setting_has_its_label_word_for_word(slug: str) -> None:
    settings = EXPERIMENTS[slug].settings
    _, faults = read_values(settings, {one.name: "x" for one in settings})
    for one, fault in zip(settings, faults, strict=True):
        assert fault.sentence.startswith(f"{one.label}: ")


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
