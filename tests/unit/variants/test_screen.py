"""Each refusal does what it says, on numbers made for it."""

import numpy as np

from app.items.slip_table import SlipLayout, StepLayout
from app.variants.block import Block, Plan
from app.variants.rounding import exact_text, large_text, on_edge, rounded, units
from app.variants.screen import Screened, screen

NAN = float("nan")


def screened(
    values: list[list[float]],
    *,
    singles: int | None = None,
    same: tuple[int, ...] = (),
    counts: bool = False,
    unlike: bool = False,
) -> Screened:
    """One draw whose readings have these rows: intervals of one unit at two decimals, or counts."""
    count, width = len(values), len(values[0])
    stepped = count if singles is None else singles + 1
    readings = [((), *((f"slip-{place}",) for place in range(1, stepped)))]
    pairs = [("slip-1", f"other-{place}") for place in range(stepped, count)]
    layout = SlipLayout((*readings[0], *pairs), width, stepped, (StepLayout("weights", width),))
    plan = Plan("shape", layout, counts=counts)
    final = np.array([values], dtype=np.float64)
    unit = 0.0 if counts else 0.01
    table = np.stack([final, final - unit, final + unit], axis=2)
    coincides = np.array([[place in same for place in range(count)]])
    block = Block(table, final[:, :stepped], np.isfinite(final).all(axis=2), coincides)
    return screen(plan, block, 0 if counts else 2, known={}, unlike=unlike)


def reason(values: list[list[float]]) -> str:
    return str(screened(values).reason[0])


def test_a_good_draw_passes_with_its_candidates() -> None:
    found = screened([[0.5], [0.7], [0.9]])
    assert found.reason[0] == ""
    assert found.candidates[0].tolist() == [False, True, True]
    assert found.printed[0].tolist() == [[50], [70], [90]]


def test_what_is_refused() -> None:
    assert reason([[NAN], [0.7]]) == "not-finite"
    assert reason([[float("inf")], [0.7]]) == "not-finite"
    assert reason([[0.125], [0.7]]) == "rounding-tie"
    assert reason([[0.125 + 1e-9], [0.7]]) == "rounding-tie"
    assert reason([[-0.001], [0.7]]) == "negative-zero"
    assert reason([[0.5], [0.509]]) == "slip-in-fair-interval"
    assert reason([[0.5, 0.3], [0.509, 0.305]]) == "slip-in-fair-interval"
    assert reason([[0.5, 0.3], [0.509, 0.7]]) == ""


def unlike(values: list[list[float]]) -> str:
    return str(screened(values, unlike=True).reason[0])


def test_slips_that_are_alike_by_hand_are_refused_where_numbers_are_typed() -> None:
    assert reason([[0.5], [0.7], [0.715]]) == ""
    assert unlike([[0.5], [0.7], [0.715]]) == "slips-alike"
    assert unlike([[0.5], [0.7], [0.73]]) == ""
    assert unlike([[0.5, 0.3], [0.7, 0.2], [0.715, 0.4]]) == ""
    assert (
        unlike([[0.5], [0.515]]) == "slips-alike"
    )  # and the right number, from which rounding may come near
    assert unlike([[0.5], [0.7], [NAN]]) == ""


def test_what_coincides_or_is_not_defined_is_left_out_and_refuses_nothing() -> None:
    found = screened([[0.5], [0.5], [NAN], [0.8]], same=(1,))
    assert found.reason[0] == ""
    assert found.kept[0].tolist() == [True, False, False, True]


def test_counts_are_told_apart_by_one_and_are_whole() -> None:
    found = screened([[64.0], [63.0], [64.5], [4096.0], [62.3]], counts=True)
    assert found.reason[0] == ""
    assert found.candidates[0].tolist() == [False, True, False, True, False]
    assert found.kept[0].all()
    row = screened([[8.0, 64.0], [8.0, 65.0], [8.0, 64.0]], counts=True)
    assert row.reason[0] == "slip-in-fair-interval"
    assert row.candidates[0].tolist() == [False, True, False]


def test_a_number_that_two_slips_give_is_no_option() -> None:
    """Whoever chose it could have made either; a pair that prints as a single slip is none either."""
    found = screened([[0.5, 0.3], [0.7, 0.2], [0.7, 0.2], [0.9, 0.1], [0.7, 0.21], [0.701, 0.2]], singles=4)
    assert found.candidates[0].tolist() == [False, False, False, True, True, False]
    assert found.kept[0].tolist() == [True, True, True, True, True, False]


def test_what_may_not_be_an_option() -> None:
    found = screened([[50.0], [50.5], [0.0], [0.001], [-0.001], [70.125], [51.1]])
    assert found.candidates[0].tolist() == [False, False, False, False, False, False, True]
    assert found.kept[0].all()


def test_pairs_that_say_nothing_of_their_own() -> None:
    """One overlaps the answer, one repeats a single slip, one stands."""
    found = screened([[0.5], [0.7], [0.515], [0.7 + 1e-15], [0.9]], singles=1)
    assert found.reason[0] == ""
    assert found.kept[0].tolist() == [True, True, False, False, True]


def test_halves_are_rounded_away_from_zero_and_zero_has_no_sign() -> None:
    values = np.array([0.125, -0.125, 0.0625, -0.001, 2.675])
    assert rounded(values, 2).tolist() == [0.13, -0.13, 0.06, 0.0, 2.68]
    assert not np.signbit(rounded(values, 2)[3])
    assert units(values, 2).tolist() == [13, -13, 6, 0, 268]
    assert on_edge(values, 3).tolist() == [False, False, True, False, False]


def test_numbers_as_they_are_shown() -> None:
    assert [exact_text(number) for number in (2.0, -0.5, 1.25, -0.0)] == ["2", "−0.5", "1.25", "0"]
    assert large_text(-12.5, 3) == "−12.500"
    assert large_text(2.3538526683701997e17, 3) == "2.354 · 10¹⁷"
