"""Plots: ticks that can be read, marks where the values are, every state, and the table behind."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Drawing, drawn, nice_levels
from app.web.plots import Form, Plot, Series, Unit, Values

FLOOR, ROOF = HEIGHT - BOTTOM, TOP


def plot(*series: Series, form: Form = Form.LINES, unit: Unit = Unit.COUNT) -> Plot:
    count = len(series[0].values)
    places = tuple(f"Day {place}" for place in range(1, count + 1))
    return Plot(
        "some", "Some", "It says.", "Day", places, tuple(map(str, range(1, count + 1))), series, form, unit
    )


def path(drawing: Drawing, look: str) -> str:
    (found,) = (one.path for one in drawing.marks if one.look == look)
    return found


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)]


@pytest.mark.parametrize(
    ("highest", "levels"),
    [
        (0, (0, 1)),
        (1, (0, 1)),
        (3, (0, 1, 2, 3)),
        (7, (0, 2, 4, 6, 8)),
        (40, (0, 10, 20, 30, 40)),
        (41, (0, 20, 40, 60)),
    ],
)
def test_levels_are_round_numbers(highest: float, levels: tuple[float, ...]) -> None:
    assert nice_levels(highest) == levels


@given(highest=st.integers(0, 10**7))
def test_levels_reach_the_highest_and_are_few_and_whole(highest: int) -> None:
    found = nice_levels(highest)
    assert found[-1] >= highest
    assert 2 <= len(found) <= 6
    assert all(level == int(level) for level in found)
    assert found[-1] <= max(1, 2 * highest)


def test_a_line_goes_through_its_values() -> None:
    found = points(path(drawn(plot(Series("a", (0.0, 2.0, 4.0)))), "line line-1"))
    assert found == [(LEFT, FLOOR), ((LEFT + WIDTH - RIGHT) / 2, (FLOOR + ROOF) / 2), (WIDTH - RIGHT, ROOF)]


def test_a_line_breaks_where_nothing_is_and_a_lone_value_is_a_mark() -> None:
    found = drawn(plot(Series("a", (0.1, 0.2, None, 0.4, None)), unit=Unit.SHARE))
    assert path(found, "line line-1").count("M") == 1
    assert len(points(path(found, "line line-1"))) == 2
    assert path(found, "mark mark-1").count("M") == 3


@pytest.mark.parametrize("count", [5, 40, 400])
def test_every_value_is_seen_as_a_mark_or_in_a_line(count: int) -> None:
    """Answers on single days among many lie apart, and no line goes through one of them alone."""
    for gap in (1, 2, 3):
        values = tuple(0.5 if place % gap == 0 else None for place in range(count))
        found = drawn(plot(Series("a", values), unit=Unit.SHARE))
        seen = len(points(path(found, "line line-1"))) + path(found, "mark mark-1").count("M")
        assert seen >= sum(value is not None for value in values)


def test_the_table_leaves_out_where_nothing_is_counted_and_keeps_what_was_measured_as_0() -> None:
    values = Series("a", (1.0, 0.0, None))
    assert [name for name, _ in drawn(plot(values, unit=Unit.COUNT)).rows] == ["Day 1"]
    for unit in (Unit.NUMBER, Unit.SHARE):
        assert [name for name, _ in drawn(plot(values, unit=unit)).rows] == ["Day 1", "Day 2"]


def test_bars_stand_on_each_other() -> None:
    found = drawn(plot(Series("a", (1.0, 0.0)), Series("b", (3.0, 2.0)), form=Form.BARS))
    first, second = path(found, "bar bar-1"), path(found, "bar bar-2")
    assert (first.count("M"), second.count("M")) == (1, 2)
    high = FLOOR - ROOF
    assert points(second)[0][1] == pytest.approx(ROOF, abs=0.06)
    assert float(re.findall(r"v([\d.]+)", second)[0]) == pytest.approx(high * 3 / 4, abs=0.06)
    assert float(re.findall(r"v([\d.]+)", first)[0]) == pytest.approx(high / 4, abs=0.06)


def test_a_band_reaches_from_low_to_high() -> None:
    band = Series("a", (0.5, None), low=(0.25, None), high=(0.75, None))
    found = path(drawn(plot(band, unit=Unit.SHARE)), "band band-1")
    assert found.count("M") == 1
    assert float(re.findall(r"v([\d.]+)", found)[0]) == pytest.approx((FLOOR - ROOF) / 2, abs=0.06)


def test_one_place_stands_in_the_middle() -> None:
    found = drawn(plot(Series("a", (1.0,), low=(0.2,), high=(1.0,)), unit=Unit.SHARE))
    assert path(found, "mark mark-1").startswith(f"M{(LEFT + WIDTH - RIGHT) / 2 - 3.4:.1f} {ROOF:.0f}")
    assert [tick.text for tick in found.ticks if tick.anchor == "middle"] == ["1"]
    assert path(found, "line line-1") == ""


def test_a_plot_of_nothing_is_an_empty_frame() -> None:
    found = drawn(plot(Series("a", ()), unit=Unit.COUNT))
    assert found.rows == ()
    assert all(not one.path for one in found.marks)
    assert [tick.text for tick in found.ticks] == ["0", "1"]


@given(
    values=st.lists(st.none() | st.integers(0, 10_000), min_size=1, max_size=104),
    form=st.sampled_from(Form),
    second=st.booleans(),
)
def test_everything_lies_inside_and_ticks_do_not_run_into_each_other(
    values: list[int | None], form: Form, second: bool
) -> None:
    one = Series("a", tuple(None if value is None else float(value) for value in values))
    found = drawn(plot(one, *([one] if second else []), form=form))
    for mark in found.marks:
        for x, y in points(mark.path):
            assert LEFT - 5 <= x <= WIDTH
            assert ROOF - 6 <= y <= FLOOR + 6
    below = [float(tick.x) for tick in found.ticks if float(tick.y) > FLOOR + 6]
    assert all(after - before >= 30 for before, after in pairwise(below))
    assert found.ticks[-1].text == str(len(values))
    assert len(found.rows) == sum(bool(value) for value in values)


def test_the_table_says_what_is_drawn() -> None:
    share = Series("Share right", (0.5, None, 1.0), low=(0.2, None, 0.4), high=(0.8, None, 1.0))
    found = drawn(plot(share, unit=Unit.SHARE))
    percent = "\N{NARROW NO-BREAK SPACE}%"
    assert found.columns == ("Share right", f"95{percent} interval")
    assert found.rows == (
        ("Day 1", (f"50{percent}", f"20{percent} to 80{percent}")),
        ("Day 3", (f"100{percent}", f"40{percent} to 100{percent}")),
    )


def test_each_series_has_a_look_of_its_own_in_the_plot_and_in_the_legend() -> None:
    values: Values = (1.0, 2.0)
    found = drawn(plot(*(Series(name, values) for name in "abcd")))
    marks = [one.path for one in found.marks if one.look.startswith("mark")]
    assert len(set(marks)) == 4
    shapes = [[one.look for one in entry] for _, entry in found.legend]
    assert shapes == [[f"line line-{turn}", f"mark mark-{turn}"] for turn in (1, 2, 3, 4)]
    assert drawn(plot(Series("a", values))).legend == ()


@pytest.mark.parametrize("low", [(), (0.0,)])
def test_series_and_places_are_of_one_length(low: Values) -> None:
    values: Values = (1.0,) if not low else (1.0, 2.0)
    with pytest.raises(ValueError, match="one value for each of 2 places"):
        Plot("some", "Some", "It says.", "Day", ("1", "2"), ("1", "2"), (Series("a", values, low=low),))
