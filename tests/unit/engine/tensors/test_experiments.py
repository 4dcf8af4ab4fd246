"""Experiments measure what rules, loops and torch's own derivatives say."""

import math

import pytest
import torch

from app.engine.experiments.catalogue import EXPERIMENTS
from app.engine.experiments.experiment import Gathered, Measured, Unit, gathered, small, units
from app.engine.experiments.settings import read_values
from app.engine.experiments.tally import Tally
from app.engine.tensors.experiments.measure import MEASURES, measure
from app.engine.tensors.experiments.scores import jacobian_norm
from app.engine.tensors.experiments.tokens import sinusoids
from app.kit.clock import SystemClock

SMALL = {
    "variance": {"largest": "16", "draws": "4000", "var_q": "4", "var_k": "2"},
    "saturation": {"largest": "256", "draws": "300"},
    "pair": {"d_k": "16"},
    "unusual": {"d_k": "256", "draws": "4000"},
    "constant": {"draws": "200"},
    "swap": {"largest": "8", "draws": "200"},
    "order": {"largest": "8", "draws": "50"},
    "positions": {"draws": "50"},
    "causal": {"draws": "20"},
    "timing": {"largest": "64"},
}


def _run(slug: str, **more: str) -> Gathered:
    experiment = EXPERIMENTS[slug]
    values, faults = read_values(experiment.settings, SMALL[slug] | more)
    assert not faults
    clock = SystemClock()
    parts = [
        (unit.x, measure(unit, device="cpu", clock=clock)) for unit in units(experiment, values, seed="fixed")
    ]
    return gathered(values, parts)


def _each(found: Gathered, name: str) -> dict[float, Tally]:
    return {x: measured[name] for x, measured in found.at.items()}


def test_every_experiment_of_the_catalogue_can_be_measured() -> None:
    assert set(EXPERIMENTS) == {*MEASURES, "timing"} == set(SMALL)


@pytest.mark.parametrize("slug", EXPERIMENTS)
def test_what_came_out_is_said_in_numbers(slug: str) -> None:
    outcome = EXPERIMENTS[slug].conclude(_run(slug))
    assert outcome.said
    assert all(any(sign.isdigit() for sign in sentence) for sentence in outcome.said)
    for plot in outcome.plots:
        for line in plot.lines:
            assert len(line.x) == len(line.y) >= 2
            assert all(math.isfinite(y) for y in line.y)
            if line.low:
                assert all(low <= y <= high for low, y, high in zip(line.low, line.y, line.high, strict=True))


@pytest.mark.parametrize("law", ["normal", "uniform", "signs"])
def test_variance_grows_as_the_rule_says(law: str) -> None:
    for d_k, tally in _each(_run("variance", law=law), "square").items():
        assert abs(tally.mean - 8 * d_k) < 4.5 * tally.error + 1e-9


def test_scores_lie_out_as_often_as_a_normal_law_has_it() -> None:
    for x, tally in _each(_run("unusual"), "beyond").items():
        assert abs(tally.mean - math.erfc(x / math.sqrt(2))) < 4.5 * tally.error + 0.01


def test_the_norm_of_the_jacobian_is_that_of_torchs_derivative() -> None:
    scores = torch.tensor([0.3, -1.2, 2.0, 0.5], dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda s: torch.softmax(s, -1), scores)
    assert float(jacobian_norm(torch.softmax(scores, -1))) == pytest.approx(float(jacobian.norm()), rel=1e-12)


def test_saturation_comes_without_the_root_and_not_with_it() -> None:
    found = _run("saturation").at
    assert found[256.0]["largest none"].mean > 0.85 > 0.55 > found[256.0]["largest root"].mean
    assert found[256.0]["gradient none"].mean < found[256.0]["gradient root"].mean / 2
    assert found[256.0]["largest whole"].mean == pytest.approx(1 / 8, abs=0.02)
    assert found[1.0]["largest none"].mean == pytest.approx(found[1.0]["largest root"].mean, rel=1e-12)


def test_a_pair_follows_the_logistic_curve() -> None:
    for gap, measured in _run("pair").at.items():
        assert measured["weight none"].mean == pytest.approx(1 / (1 + math.exp(-gap)), rel=1e-12)
        assert measured["weight root"].mean == pytest.approx(1 / (1 + math.exp(-gap / 4)), rel=1e-12)
        assert measured["slope root"].mean == pytest.approx(0.25 / math.cosh(gap / 8) ** 2, rel=1e-12)


def test_a_constant_cancels() -> None:
    found = _run("constant")
    assert max(tally.mean for tally in _each(found, "added").values()) < 1e-14
    assert found.at[0.0]["one"].mean == 0.0
    assert found.at[5.0]["one"].mean > 0.3


def test_swapping_query_and_value_moves_outputs() -> None:
    found = _run("swap").at
    assert all(measured["moved"].mean > 0.5 for measured in found.values())
    assert all(abs(measured["same"].mean - 1 / n) < 0.12 for n, measured in found.items())


def test_reordering_reorders_and_positions_end_that() -> None:
    for measured in _run("order").at.values():
        assert measured["token"].mean < 1e-13 < 0.1 < measured["place"].mean
    found = _each(_run("positions"), "token")
    assert found[0.0].mean < 1e-13
    assert 0.05 < found[0.5].mean < found[2.0].mean


def test_sinusoids_by_the_papers_formula() -> None:
    found = sinusoids(5, 6)
    for p in range(5):
        for i in range(3):
            angle = p / 10_000 ** (2 * i / 6)
            assert found[p, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-14)
            assert found[p, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-14)


def test_the_causal_mask_hides_what_comes_later() -> None:
    for row, measured in _run("causal", changed="5").at.items():
        assert measured["seen"].mean == row
        assert measured["together"].mean < 1e-13
        assert measured["open"].mean > 0.01
        assert (measured["hidden"].mean == 0.0) == (row < 5)


def test_times_are_positive_and_there_are_as_many_as_repeats() -> None:
    for measured in _run("timing").at.values():
        assert measured["product"].count == measured["loop"].count == 5
        assert measured["product"].mean > 0 < measured["loop"].mean
        assert measured["apart"].mean < 1e-13


def test_a_unit_gives_the_same_numbers_again_and_another_seed_others() -> None:
    experiment = EXPERIMENTS["variance"]
    values, _ = read_values(experiment.settings, SMALL["variance"])
    clock = SystemClock()

    def at(seed: str) -> Measured:
        return measure(Unit("variance", values, 8.0, 50, seed), device="cpu", clock=clock)

    assert at("one") == at("one") != at("two")


def test_numbers_that_are_rounding_are_written_as_such() -> None:
    assert [small(number) for number in (0.0, 2.2e-16, 1e-3)] == [
        "0",
        r"2 \cdot 10^{-16}",
        r"1 \cdot 10^{-3}",
    ]
