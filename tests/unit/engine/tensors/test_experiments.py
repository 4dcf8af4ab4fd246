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
    found = _run("swap")
    assert all(found.ratio(n, "moved").mean > 0.5 for n in found.places)
    assert all(abs(measured["same"].mean - 1 / n) < 0.12 for n, measured in found.at.items())


def test_the_largest_weight_stays_more_often_because_the_keys_are_the_same() -> None:
    """What is said of the rows whose largest weight stays: 1/n where Q and V ask Keys of their own, else more."""
    torch.manual_seed(1)
    n, d, draws = 32, 16, 2_000
    Q, K, V, others = (torch.randn(draws, n, d, dtype=torch.float64) for _ in range(4))
    first = (Q @ K.mT).argmax(-1)
    apart = float(((V @ others.mT).argmax(-1) == first).double().mean())
    shared = float(((V @ K.mT).argmax(-1) == first).double().mean())
    longest = float((K.norm(dim=-1).argmax(-1, keepdim=True) == first).double().mean())
    assert apart == pytest.approx(1 / n, abs=0.003)
    assert 1.3 / n < shared < longest
    tally = _run("swap", largest="32", draws="500").at[32.0]["same"]
    assert abs(tally.mean - shared) < 4.5 * tally.error
    said = EXPERIMENTS["swap"].conclude(_run("swap")).said
    assert "both ask the same Keys" in said[1]
    assert "both ask the same Keys" not in EXPERIMENTS["swap"].conclude(_run("swap", largest="2")).said[1]


NARROW = [
    ("swap", {"largest": "2", "d": "1", "draws": "200"}, 2.0, "moved"),
    ("order", {"largest": "2", "d": "1", "draws": "200"}, 2.0, "place"),
    ("causal", {"tokens": "4", "changed": "2", "d": "1", "draws": "200"}, 3.0, "open"),
    ("positions", {"tokens": "2", "d": "2", "draws": "200"}, 1.0, "token"),
]


@pytest.mark.parametrize(("slug", "narrow", "x", "name"), NARROW)
def test_at_the_smallest_widths_changes_settle_and_their_intervals_hold(
    slug: str, narrow: dict[str, str], x: float, name: str
) -> None:
    """A quotient draw by draw has no variance there: its mean never settles, and its interval means nothing."""
    values, _ = read_values(EXPERIMENTS[slug].settings, narrow)

    def at(seed: str, draws: int) -> Gathered:
        found = measure(Unit(slug, values, x, draws, seed), device="cpu", clock=SystemClock())
        return gathered(values, [(x, found)])

    true = at("many", 100_000).ratio(x, name)
    assert true.error < 0.02 * true.mean
    runs = [at(f"few {turn}", 200).ratio(x, name) for turn in range(100)]
    assert max(one.mean for one in runs) < 2 * true.mean
    assert sum(low <= true.mean <= high for low, high in (one.band() for one in runs)) >= 87
    assert all(0 < low < high for low, high in (one.band() for one in runs))


def test_a_share_without_a_hit_leaves_room_for_the_rule() -> None:
    found = _run("unusual", draws="1000")
    line = found.shares("measured", "beyond")
    assert found.at[4.0]["beyond"].mean == 0.0
    assert line.low[-1] == 0.0 < math.erfc(4 / math.sqrt(2)) < line.high[-1]
    assert min(line.low) >= 0
    assert max(line.high) <= 1


def test_reordering_reorders_and_positions_end_that() -> None:
    found = _run("order")
    for n in found.places:
        assert found.ratio(n, "token").mean < 1e-13 < 0.1 < found.ratio(n, "place").mean
    none, half, twice = (_run("positions").ratio(strength, "token").mean for strength in (0.0, 0.5, 2.0))
    assert none < 1e-13
    assert 0.05 < half < twice


def test_sinusoids_by_the_papers_formula() -> None:
    found = sinusoids(5, 6)
    for p in range(5):
        for i in range(3):
            angle = p / 10_000 ** (2 * i / 6)
            assert found[p, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-14)
            assert found[p, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-14)


def test_the_causal_mask_hides_what_comes_later() -> None:
    found = _run("causal", changed="5")
    for row, measured in found.at.items():
        assert measured["seen"].mean == row
        assert found.ratio(row, "together").mean < 1e-13
        assert found.ratio(row, "open").mean > 0.01
        assert (found.ratio(row, "hidden").mean == 0.0) == (row < 5)


def test_times_are_positive_and_there_are_as_many_as_repeats() -> None:
    found = _run("timing")
    for n, measured in found.at.items():
        assert measured["product"].count == measured["loop"].count == 5
        assert measured["product"].mean > 0 < measured["loop"].mean
        assert found.ratio(n, "apart").mean < 1e-13
    (plot,) = EXPERIMENTS["timing"].conclude(found).plots
    assert plot.up == "time, in milliseconds"
    assert plot.lines[0].y[0] == 1e3 * found.at[found.places[0]]["product"].mean


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
