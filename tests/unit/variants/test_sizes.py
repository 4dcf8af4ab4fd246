"""What goes by size alone: ranks in every field, ties in part, and the number nearest to the mean."""

import pytest

from app.variants.sizes import OptionNumbers, limit_of, rank_counts, size_robots

ROWS = (
    OptionNumbers(((3.0,), (1.0,), (2.0,), (4.0,)), 0),
    OptionNumbers(((9.0,), (1.0,), (2.0,), (4.0,)), 0),
)


def test_a_tie_has_a_part_of_each_rank() -> None:
    row = OptionNumbers(((0.5, 0.1), (0.5, 0.2), (0.9, 0.3), (0.1, 0.0)), 0)
    assert row.ranks(0) == (0, 0.5, 0.5, 0)
    assert row.ranks(1) == (0, 1, 0, 0)
    assert rank_counts([row, row]) == ((0, 1, 1, 0), (0, 2, 0, 0))
    assert OptionNumbers(((1.0,),) * 4, 2).ranks(0) == (0.25,) * 4


def test_the_number_nearest_to_the_mean_is_drawn_among_equals() -> None:
    assert OptionNumbers(((2.0,), (1.0,), (3.0,), (9.0,)), 2).central(0) == 1
    assert OptionNumbers(((2.0,), (1.0,), (3.0,), (4.0,)), 2).central(0) == 0.5
    assert OptionNumbers(((0.1,), (0.2,), (0.3,), (0.4,)), 0).central(0) == 0


def test_whoever_takes_the_largest_is_told_apart_from_chance() -> None:
    shares = {robot.name: robot.share for robot in size_robots(ROWS)}
    assert shares == {
        "always the smallest": 0,
        "always the largest": 0.5,
        "always nearest to the mean": 0.25,
        "one of the two smaller": 0,
        "one of the two larger": 1,
    }
    many = [robot for robot in size_robots(ROWS * 100) if robot.share > robot.limit]
    assert [robot.name for robot in many] == ["always the largest", "one of the two larger"]
    assert limit_of(0.4, 100) == pytest.approx(0.4 + 2 * 0.0489898)
    assert (size_robots(()), rank_counts(())) == ((), ())


def test_each_field_has_robots_of_its_own() -> None:
    rows = [OptionNumbers(((1.0, 4.0), (2.0, 3.0), (3.0, 2.0), (4.0, 1.0)), 0)]
    names = {robot.name: robot.share for robot in size_robots(rows)}
    assert names["always the smallest in field 1"] == names["always the largest in field 2"] == 1
